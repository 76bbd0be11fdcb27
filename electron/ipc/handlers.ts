// Maps each call of the contract to the part that answers it.
import { failed, type Reply, succeeded } from '../../shared/errors.ts'
import { readerOf } from '../../shared/owner.ts'
import { say } from '../../shared/language.ts'
import type { FurtherAccess } from '../auth/further-access.ts'
import type { OpenedFile, OpenedKind } from '../desktop/opened-file.ts'
import type { Account, Opening, Session, Typed, View, WindowSize } from '../../shared/ipc/launcher.ts'
import type { Actions } from './actions.ts'
import type { LocalWorkspace } from './local-workspace.ts'
import type { Workspaces } from './workspaces.ts'
import type { DailyBrief } from '../brief/daily-brief.ts'
import type { Handlers } from './ipc.ts'
import type { Preferences } from '../desktop/preferences.ts'
import type { OpenWorkspace } from '../workspace/contract.ts'

export type HandlerParts = {
  session: {
    restored: Promise<void>
    get: () => Session
    account: () => Account | null
    cancelSignIn: () => Session
    signOut: () => Promise<Session>
  }
  further: FurtherAccess
  opened: Readonly<Record<OpenedKind, Pick<OpenedFile, 'offered' | 'read' | 'forget'>>>
  actions: Actions
  local: LocalWorkspace
  workspaces: Workspaces
  /** Saves a file into the folder of downloads. */
  saveDownload: (name: string, text: string) => Promise<Reply<{ folder: string; name: string }>>
  workspace: Pick<
    OpenWorkspace,
    | 'calendars'
    | 'imports'
    | 'notifications'
    | 'reads'
    | 'outbox'
    | 'timers'
    | 'drafts'
    | 'history'
    | 'lists'
    | 'connection'
  >
  dailyBrief: DailyBrief
  /** Records that today's brief was shown. */
  briefShown: () => void
  preferences: Preferences
  suspendHotkeys: (suspended: boolean) => void
  quit: () => void
  view: {
    ready: () => { view: View; summon: number; typed: Typed | null; opening: Opening | null } | null
    typed: (summon: number, typed: Typed) => void
    hide: (summon: number) => void
    hold: (held: boolean) => void
    resize: (summon: number, size: WindowSize) => void
    painted: (summon: number) => void
  }
  /** Opens capture with the text of the clipboard. */
  captureClipboard: () => Promise<void>
}

const done = succeeded(undefined)

export const createHandlers = ({
  session,
  further,
  opened,
  actions,
  local,
  workspaces,
  saveDownload,
  workspace: { calendars, imports, notifications, reads, outbox, timers, drafts, history, lists, connection },
  dailyBrief,
  briefShown,
  preferences,
  suspendHotkeys,
  quit,
  view,
  captureClipboard,
}: HandlerParts): Handlers => {
  /** Fails if nobody is signed in. Waits for the vault. */
  const signedIn = async <T>(work: () => Reply<T> | Promise<Reply<T>>): Promise<Reply<T>> => {
    await session.restored
    return session.account() === null
      ? failed({ kind: 'signedOut', message: say('main.signInAgain') })
      : work()
  }

  /** For requests that need a further scope. */
  const withScope = <T>(work: () => Promise<Reply<T>>): Promise<Reply<T>> =>
    signedIn(async () => {
      const reply = await work()
      if (!reply.ok && reply.error.kind === 'forbidden' && reply.error.right !== undefined)
        further.wasDenied(reply.error.right)
      return reply
    })

  /** Also allowed after the session has expired: cached data and the outbox stay available to the same person. */
  const signedInOrExpired = async <T>(work: () => Reply<T> | Promise<Reply<T>>): Promise<Reply<T>> => {
    await session.restored
    return readerOf(session.get()) === null ? signedIn(work) : work()
  }

  /** For writes of records. Nothing is queued that the service is known to refuse. */
  const mayWrite = <T>(objectSlugs: readonly string[], work: () => Promise<Reply<T>>): Promise<Reply<T>> =>
    signedIn(async () => {
      const may = await reads.mayWrite(objectSlugs)
      return may.ok ? work() : may
    })

  return {
    'session.get': async () => {
      await session.restored
      return succeeded(session.get())
    },
    'session.signIn': ({ workspaceAddress }) => session.restored.then(() => actions.signIn(workspaceAddress)),
    'session.reopenSignIn': () => actions.reopenSignIn(),
    'session.copySignInLink': () => actions.copySignInLink(),
    'session.cancelSignIn': () => {
      further.cancel()
      return succeeded(session.cancelSignIn())
    },
    'session.signOut': async () => succeeded(await session.signOut()),
    'session.localWorkspace': () => actions.findLocal(),
    'session.openLocal': () => session.restored.then(() => actions.openLocal()),
    'session.createLocal': (person) => session.restored.then(() => actions.createLocal(person)),

    'workspaces.list': () => session.restored.then(() => succeeded(workspaces.list())),
    'workspaces.switch': ({ key }) => session.restored.then(() => workspaces.switchTo(key)),
    'workspaces.leave': () => session.restored.then(() => workspaces.leave()),

    'local.rename': ({ name }) => signedIn(() => local.rename(name)),
    'local.backUp': () => signedIn(() => local.backUp()),
    'local.chooseBackup': () => signedIn(() => local.chooseBackup()),
    'local.restore': () => signedIn(() => local.restore()),
    'local.cancelRestore': () => signedIn(() => local.cancelRestore()),
    'local.export': () => signedIn(() => local.exportForServer()),
    'local.openFolder': () => signedIn(() => local.openFolder()),

    'session.scope': ({ scope }) => signedIn(() => further.get(scope)),
    'session.allowScope': ({ scope }) => signedIn(() => further.allow(scope)),

    'home.get': () => signedInOrExpired(() => succeeded(reads.home())),
    'home.refresh': () => signedIn(() => reads.refresh()),
    'connection.get': () => succeeded(connection()),
    'search.changes': ({ since }) => signedInOrExpired(() => succeeded(reads.changes(since))),
    'search.chose': ({ typed, kind, id }) =>
      signedIn(() => {
        reads.uses.choose(typed, kind, id)
        return done
      }),
    'search.pin': ({ kind, id, pinned }) =>
      signedIn(() => {
        reads.uses.pin(kind, id, pinned)
        return done
      }),
    'search.forget': ({ kind, id }) =>
      signedIn(() => {
        reads.uses.forgetUse(kind, id)
        return done
      }),
    'search.keep': (query) =>
      signedInOrExpired(async () => {
        await history.keep(query)
        return done
      }),
    'search.history': () => signedInOrExpired(async () => succeeded(await history.list())),
    'lists.get': () => signedInOrExpired(async () => succeeded(await lists.get())),
    'lists.set': ({ lists: kept }) => signedInOrExpired(async () => succeeded(await lists.set(kept))),
    'search.run': ({ query, types, list }) =>
      signedIn(() => (list === undefined ? reads.search(query, types) : reads.list(query, list))),
    'objects.list': () => signedIn(() => reads.objects()),
    'records.browse': ({ objectSlug, query, cursor }) =>
      signedIn(() => reads.browse(objectSlug, query, cursor)),
    'records.fields': ({ objectSlug }) => signedIn(() => reads.fields(objectSlug)),
    'records.get': ({ id }) => signedIn(() => reads.record(id)),
    'records.submit': ({ record, title, replaces }) =>
      mayWrite([record.objectSlug], () => outbox.submitRecord(record, title, replaces)),
    'records.update': ({ replaces, ...update }) =>
      mayWrite([update.objectSlug], () => outbox.updateRecord(update, replaces)),
    'records.archive': ({ records }) =>
      mayWrite(
        records.map(({ objectSlug }) => objectSlug),
        () => outbox.archiveRecords(records),
      ),
    'records.restore': (record) => mayWrite([record.objectSlug], () => outbox.restoreRecord(record)),
    'comments.list': ({ on, cursor }) => signedInOrExpired(() => reads.comments(on, cursor)),
    'comments.submit': ({ on, text, replaces }) => signedIn(() => outbox.submitComment(on, text, replaces)),
    'comments.update': ({ on, id, text, before }) =>
      signedIn(() => outbox.updateComment(on, id, text, before)),
    'comments.delete': ({ on, id }) => signedIn(() => outbox.deleteComment(on, id)),
    'brief.get': () =>
      signedIn(() => {
        briefShown()
        return dailyBrief.get()
      }),

    'notifications.read': (which) => withScope(() => notifications.read(which)),

    'tasks.options': () => signedIn(() => reads.options()),
    'tasks.get': ({ id }) => signedIn(() => reads.task(id)),
    'tasks.submit': ({ task, replaces, newRecords = [] }) =>
      mayWrite(
        newRecords.map(({ objectSlug }) => objectSlug),
        () => outbox.submit(task, replaces, newRecords),
      ),
    'tasks.update': ({ id, title, change, before, replaces }) =>
      signedIn(async () => {
        if (change.status !== undefined) await timers.beforeEnd([{ id, status: change.status }])
        return outbox.update(id, title, change, before, replaces)
      }),
    'tasks.updateAll': ({ changes }) =>
      signedIn(async () => {
        await timers.beforeEnd(
          changes.flatMap(({ id, change: { status } }) => (status === undefined ? [] : [{ id, status }])),
        )
        return outbox.updateAll(changes)
      }),
    'tasks.delete': ({ tasks }) =>
      signedIn(async () => {
        await timers.beforeEnd(tasks.map(({ id }) => ({ id })))
        return outbox.deleteAll(tasks)
      }),
    'tasks.logTime': ({ minutes, ...task }) => signedIn(() => timers.logTime(task, minutes)),
    'timer.get': () => signedInOrExpired(() => succeeded(timers.view())),
    'timer.start': (task) => signedIn(() => timers.start(task)),
    'timer.stop': () => signedIn(() => timers.stop()),
    'timer.answer': ({ keep }) => signedIn(() => timers.answer(keep)),

    'outbox.get': () => signedInOrExpired(() => succeeded(outbox.list())),
    'outbox.discard': ({ id }) => signedInOrExpired(async () => succeeded(await outbox.discard(id))),
    'outbox.retry': ({ id }) => signedIn(async () => succeeded(await outbox.retry(id))),
    'outbox.pick': ({ id, taskId }) => signedIn(async () => succeeded(await outbox.pick(id, taskId))),
    'outbox.resolve': ({ id, mine }) => signedIn(async () => succeeded(await outbox.resolve(id, mine))),
    'outbox.undo': ({ id }) => signedInOrExpired(() => outbox.undo(id)),
    'drafts.list': () => signedInOrExpired(() => drafts.list()),
    'drafts.get': ({ key }) => signedInOrExpired(() => drafts.get(key)),
    // Also when the session has just ended, so that the last keystrokes are saved.
    'drafts.set': ({ key, draft }) => session.restored.then(() => drafts.set(key, draft)),

    'calendars.list': () => signedIn(() => calendars.list()),
    'calendars.preview': (source) => withScope(() => calendars.preview(source)),
    'calendars.add': ({ source, about }) => withScope(() => calendars.add(source, about)),
    'calendars.change': ({ id, change }) => withScope(() => calendars.change(id, change)),
    'calendars.remove': ({ id }) =>
      withScope(async () => {
        const removed = await calendars.remove(id)
        return removed.ok ? done : removed
      }),
    'calendars.readNow': ({ id }) => withScope(() => calendars.readNow(id)),
    'calendars.addresses': () => signedIn(() => calendars.addresses()),
    'calendars.setAddresses': ({ addresses }) => withScope(() => calendars.setAddresses(addresses)),
    'calendars.openedFile': () => signedIn(() => succeeded(opened.calendar.offered())),
    'calendars.readOpenedFile': () => signedIn(() => opened.calendar.read()),

    'imports.openedFile': () => signedIn(() => succeeded(opened.import.offered())),
    'imports.readOpenedFile': () =>
      signedIn(async () => {
        const read = await opened.import.read()
        // It is looked at once; the view is left and comes back.
        if (read.ok) opened.import.forget()
        return read
      }),
    'imports.list': () => signedIn(() => imports.list()),
    'imports.add': (file) => withScope(() => imports.add(file)),
    'imports.get': ({ id }) => signedIn(() => imports.get(id)),
    'imports.choose': ({ id, choices }) => withScope(() => imports.choose(id, choices)),
    'imports.start': ({ id }) => withScope(() => imports.start(id)),
    'imports.cancel': ({ id }) => withScope(() => imports.cancel(id)),
    'imports.undo': ({ id }) => withScope(() => imports.undo(id)),
    'imports.drop': ({ id }) => withScope(() => imports.drop(id)),
    'imports.saveLeftOut': ({ id }) =>
      signedIn(async () => {
        const [seen, text] = await Promise.all([imports.get(id), imports.leftOut(id)])
        if (!seen.ok) return seen
        const name = seen.value.name.replace(/\.[^.]*$/, '')
        return text.ok ? saveDownload(say('import.leftOutFile', { name }), text.value) : text
      }),

    'developerSettings.open': () => signedIn(() => actions.openDeveloperSettings()),
    'items.open': ({ kind, id }) => signedIn(() => actions.openItem(kind, id)),
    'items.detail': (item) => signedInOrExpired(() => reads.detail(item)),
    'items.contact': ({ kind, id, value }) => signedIn(() => actions.openContact(kind, id, value)),
    'items.join': ({ id }) => signedIn(() => actions.joinMeeting(id)),
    'items.joinNext': () => signedInOrExpired(() => actions.joinNext()),

    'settings.get': () => succeeded(preferences.view()),
    'settings.set': (change) => preferences.change(change),
    'hotkeys.record': ({ hotkey, accelerator }) => preferences.recordHotkey(hotkey, accelerator),
    'hotkeys.suspend': ({ suspended }) => {
      suspendHotkeys(suspended)
      return done
    },
    'vault.retry': ({ lose }) => session.restored.then(() => actions.retryVault(lose)),
    'vault.startOver': () => session.restored.then(() => actions.startOver()),
    'app.quit': () => {
      quit()
      return done
    },

    'view.ready': () => succeeded(view.ready()),
    'view.captureClipboard': async () => {
      await captureClipboard()
      return done
    },
    'view.typed': ({ summon, ...typed }) => {
      view.typed(summon, typed)
      return done
    },
    'view.hide': ({ summon }) => {
      view.hide(summon)
      return done
    },
    'view.hold': ({ held }) => {
      view.hold(held)
      return done
    },
    'view.resize': ({ summon, size }) => {
      view.resize(summon, size)
      return done
    },
    'view.painted': ({ summon }) => {
      view.painted(summon)
      return done
    },
  }
}
