// Names of the IPC contract, without zod, so that the preload stays small.

export const callNames = [
  'session.get',
  'session.signIn',
  'session.reopenSignIn',
  'session.copySignInLink',
  'session.cancelSignIn',
  'session.signOut',
  'session.createLocal',
  'home.get',
  'home.refresh',
  'connection.get',
  'search.changes',
  'search.chose',
  'search.pin',
  'search.forget',
  'search.keep',
  'search.history',
  'search.run',
  'objects.list',
  'records.browse',
  'brief.get',
  'tasks.options',
  'tasks.get',
  'tasks.submit',
  'tasks.update',
  'tasks.updateAll',
  'tasks.delete',
  'outbox.get',
  'outbox.discard',
  'outbox.retry',
  'outbox.pick',
  'outbox.resolve',
  'outbox.undo',
  'drafts.list',
  'drafts.get',
  'drafts.set',
  'items.open',
  'items.join',
  'settings.get',
  'settings.set',
  'hotkeys.record',
  'hotkeys.suspend',
  'vault.retry',
  'vault.startOver',
  'app.quit',
  'view.ready',
  'view.typed',
  'view.hide',
  'view.hold',
  'view.painted',
] as const
export type CallName = (typeof callNames)[number]

export const eventNames = [
  'session.changed',
  'outbox.changed',
  'settings.changed',
  'view.shown',
  'view.hidden',
  'data.changed',
  'connection.changed',
] as const
export type EventName = (typeof eventNames)[number]

/** One IPC channel per direction. Messages carry the name, which both sides check. */
export const callChannel = 'launcher:call'
export const eventChannel = 'launcher:event'
