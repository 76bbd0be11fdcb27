// Composition root: the only place where the parts meet each other and Electron.
import { hostname } from 'node:os'
import { join } from 'node:path'
import {
  app,
  clipboard,
  globalShortcut,
  nativeTheme,
  net,
  Notification,
  powerMonitor,
  protocol,
  safeStorage,
  session as sessions,
  utilityProcess,
} from 'electron'
import type { BriefMeeting } from '../shared/api/launcher-search.ts'
import type { EventName } from '../shared/ipc/channels.ts'
import type { EventValue } from '../shared/ipc/contract.ts'
import type { View } from '../shared/ipc/launcher.ts'
import type { Settings } from '../shared/ipc/settings.ts'
import { createActions, createLocalTarget } from './ipc/actions.ts'
import { appOrigin, serveAppScheme } from './security/app-protocol.ts'
import type { LaunchRequests } from './desktop/launch-requests.ts'
import { nextToday } from '../shared/next-meeting.ts'
import { ownerOf, readerOf } from '../shared/owner.ts'
import { createFurtherAccess } from './auth/further-access.ts'
import { createSessionRunner } from './auth/session-runner.ts'
import { createSignIn } from './auth/sign-in.ts'
import { createDailyBrief } from './brief/daily-brief.ts'
import { createMeetingReminders } from './brief/meeting-reminders.ts'
import { createReminder, everyMinute, rereadZone } from './brief/reminder.ts'
import { createCalendarFiles } from './desktop/calendar-file.ts'
import { closeBeforeQuit } from './desktop/closing.ts'
import { createHandlers } from './ipc/handlers.ts'
import { createOpenExternal, hardenSession } from './security/hardening.ts'
import { emitTo, serveIpc } from './ipc/ipc.ts'
import { setLaunchAtLogin } from './desktop/launch-at-login.ts'
import type { Log } from './log.ts'
import { createFetch } from './network.ts'
import { createAnnounce, createNotices } from './desktop/notices.ts'
import { createHotkeys } from './window/hotkeys.ts'
import { createTray } from './desktop/tray.ts'
import { createPaletteWindow } from './window/window.ts'
import { relaunchOptions } from './desktop/platform.ts'
import { createPreferences } from './desktop/preferences.ts'
import { openVault } from './storage/vault.ts'
import { createServiceHost } from './service-host.ts'
import { platformOf, type SettingsStore } from './desktop/settings.ts'
import { createSpeech } from './desktop/spoken-language.ts'
import { openWorkspace } from './workspace/open.ts'

/** Starts everything. Must run after Electron is ready. */
export const compose = ({
  log,
  launchRequests,
  settings,
  newId,
}: {
  log: Log
  launchRequests: LaunchRequests
  settings: SettingsStore
  newId: () => string
}): void => {
  const { platform, env } = process
  const isWayland = platform === 'linux' && env['XDG_SESSION_TYPE'] === 'wayland'
  const now = (): number => Date.now()
  const userData = app.getPath('userData')
  const outDir = join(import.meta.dirname, '..')
  const emit = <N extends EventName>(name: N, value: EventValue<N>): void => {
    emitTo(window.contents(), name, value)
  }

  // The machine
  hardenSession(log)
  serveAppScheme(protocol, join(outDir, 'renderer'))

  // The window comes first, because its page loads in parallel.
  nativeTheme.themeSource = settings.get().theme
  const window = createPaletteWindow({
    url: `${appOrigin}/index.html`,
    preload: join(outDir, 'preload', 'preload.cjs'),
    platform,
    // A compositor imposes sizes, and nothing tells them from the person's.
    learnsSize: !isWayland || app.commandLine.getSwitchValue('ozone-platform') === 'x11',
    isHeld: () => session.get().kind === 'signingIn' || further.isWaiting(),
    settings,
    onShown: (contents, shown) => {
      emitTo(contents, 'view.shown', shown)
      rereadZone()
      tray.setBadge('outbox', false)
      tray.setBadge('meeting', false)
      if (shown.view === 'brief') reminder.markShown()
    },
    onHidden: (contents) => {
      hotkeys.suspend(false)
      emitTo(contents, 'view.hidden', undefined)
      workspace.hidden()
      calendarFiles.forget()
    },
    now: () => performance.now(),
    log,
  })

  const openExternal = createOpenExternal({ log })
  const fetch = createFetch({
    read: (input, init) => net.fetch(input, init),
    openConnections: (count) => sessions.fromPartition(`write-${count}`),
  })

  // The account
  const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 500))
  const vault = openVault({ profile: userData, system: safeStorage, platform, log, pause })
  const service = createServiceHost({
    fork: (path, options) => utilityProcess.fork(path, [], options),
    modulePath: join(outDir, 'service', 'embedded.js'),
    databaseFile: join(userData, 'local-workspace', 'workspace.db'),
    preferredPort: () => {
      const account = session.account()
      return account?.kind === 'local' ? Number(new URL(account.workspaceAddress).port) : 0
    },
    onListening: (base) => {
      session.addressChanged(base)
      workspace.outbox.wake()
    },
    now,
    newId,
    log,
  })
  let isSigningIn = false
  const signIn = createSignIn({
    fetch,
    openBrowser: (address, origin) => openExternal(address, { origins: [origin], loopback: 'allowed' }),
    now,
    deviceName: hostname(),
  })
  const session = createSessionRunner({
    vault,
    signIn,
    localBase: service.baseUrl,
    now,
    newId,
    log,
    onChange: (changed) => {
      emit('session.changed', changed)
      // Return from the browser.
      if (isSigningIn && changed.kind === 'signedIn') window.comeBack()
      isSigningIn = changed.kind === 'signingIn'
      if (changed.kind !== 'signedIn') further.cancel()
      const who = owner()
      if (readerOf(changed) !== null) emit('outbox.changed', workspace.outbox.list())
      if (who === null) workspace.leave()
      else
        void workspace.enter(who).then(() => {
          emit('data.changed', 'everything')
          checkMeetings()
        })
      reminder.check()
      checkMeetings()
    },
    onWipe: () => {
      dailyBrief.forget()
      meetingReminders.forget()
      void workspace.wipe()
    },
  })
  const localTarget = createLocalTarget(service)
  const further = createFurtherAccess({
    session,
    signIn,
    localTarget,
    log,
    onChange: () => {
      emit('session.changed', session.get())
      window.comeBack()
    },
  })
  const owner = (): string | null => {
    const account = session.account()
    return account === null ? null : ownerOf(account)
  }
  const reader = (): string | null => readerOf(session.get())

  // The workspace
  const workspace = openWorkspace({
    fetch,
    access: session.access,
    onRefused: session.refused,
    document: vault.document,
    account: session.account,
    owner,
    reader,
    now,
    newId,
    log,
    isShown: () => window.shown() !== null,
    onStuck: (item) => notices.stuckWrite(item),
    onOutbox: (items) => emit('outbox.changed', items),
    onData: (what) => {
      emit('data.changed', what)
      checkMeetings()
    },
    onConnection: (connection) => emit('connection.changed', connection),
  })
  const onBriefProblem = (error: unknown): void => {
    log.bug('brief.notKept', error)
  }
  const dailyBrief = createDailyBrief({
    read: workspace.reads.brief,
    file: vault.document('brief'),
    owner,
    now: () => new Date(),
    onProblem: onBriefProblem,
  })

  const show = (view: View): void => {
    window.dispatch({ type: 'showAsked', view })
  }
  const showMeeting = ({ id, title }: BriefMeeting): void => {
    show('palette')
    emit('meeting.shown', { id, title })
  }
  const notices = createNotices({
    announce: createAnnounce(Notification),
    onFailed: (view) => {
      log.warn('notification.failed', { view })
      if (view === 'brief') reminder.announcementFailed()
      else tray.setBadge(view, true)
    },
    onMeetingFailed: (meeting) => {
      log.warn('notification.failed', { view: 'meeting' })
      meetingReminders.announcementFailed(meeting)
    },
    show,
    showMeeting,
    join: (meetingId) => actions.joinMeeting(meetingId),
    readBrief: dailyBrief.get,
    now: () => new Date(),
  })

  // The desktop
  const calendarFiles = createCalendarFiles()
  const quit = (): void => {
    app.quit()
  }
  const hotkeys = createHotkeys({
    shortcuts: globalShortcut,
    desktop: isWayland ? 'wayland' : 'other',
    onPress: (name) => {
      window.dispatch({ type: 'pressed', view: name === 'summon' ? 'palette' : name })
    },
    onChange: () => emit('settings.changed', preferences.view()),
    log,
  })
  const speech = createSpeech(app)
  const enforce = (changed: Settings): void => {
    const { theme, launchAtLogin } = changed
    speech.follow(changed)
    tray.relabel()
    nativeTheme.themeSource = theme
    void setLaunchAtLogin({ app, platform, env, wanted: launchAtLogin, log })
    reminder.check()
    checkMeetings()
  }
  const preferences = createPreferences({
    store: settings,
    hotkeys,
    platform: platformOf(platform),
    version: app.getVersion(),
    speaks: speech.of,
    enforce,
    onChange: (view) => emit('settings.changed', view),
    log,
  })
  speech.follow(settings.get())
  const tray = createTray({
    platform,
    onShow: show,
    onMeeting: showMeeting,
    onJoin: (meeting) => {
      void actions.joinMeeting(meeting.id).then((joined) => {
        if (!joined.ok) showMeeting(meeting)
      })
    },
    onQuit: quit,
  })
  const reminder = createReminder({
    file: join(userData, 'brief.json'),
    settings: settings.get,
    isSignedIn: () => session.account() !== null,
    idleSeconds: () => powerMonitor.getSystemIdleTime(),
    now: () => new Date(),
    announce: () => void notices.brief(),
    setBadge: (badge) => tray.setBadge('brief', badge === 'brief'),
    onProblem: onBriefProblem,
  })
  const meetings = (): readonly BriefMeeting[] => (reader() === null ? [] : workspace.meetings())
  const meetingReminders = createMeetingReminders({
    file: vault.document('reminders'),
    settings: settings.get,
    owner: reader,
    meetings,
    now,
    announce: notices.meeting,
    setBadge: (isOn) => tray.setBadge('meeting', isOn),
    onProblem: onBriefProblem,
  })
  const checkMeetings = (): void => {
    meetingReminders.check()
    tray.setMeeting(nextToday(meetings(), new Date()))
  }
  const stopMinutes = everyMinute(() => {
    reminder.check()
    checkMeetings()
    void workspace.keepFresh('tick')
  })

  // The page
  const actions = createActions({
    session: { ...session, signInAddress: () => further.address() ?? session.signInAddress() },
    localTarget,
    service,
    addresses: workspace,
    openExternal,
    writeClipboard: (text) => clipboard.writeText(text),
    vault,
    unsaved: workspace.unsaved,
    restart: () => {
      // Chromium chooses the keyring once a process.
      app.relaunch(relaunchOptions(process))
      quit()
    },
  })
  const handlers = createHandlers({
    session,
    further,
    calendarFiles,
    actions,
    workspace,
    dailyBrief,
    briefShown: reminder.markShown,
    preferences,
    suspendHotkeys: hotkeys.suspend,
    quit,
    view: window,
  })
  window.onPage((contents) => {
    serveIpc(contents, handlers, log)
  })

  // The start
  hotkeys.start(settings.get().hotkeys)
  const { accelerator, state } = hotkeys.states().summon
  log.info('launcher.ready', { hotkey: accelerator, state })
  launchRequests.deliverTo((request) => {
    if (request.type === 'openCalendar') {
      calendarFiles.offer(request.path)
      return show('addCalendar')
    }
    window.dispatch(
      request.type === 'toggle' ? { type: 'toggleAsked' } : { type: 'showAsked', view: request.view },
    )
  })
  void session.restored.then(() => {
    if (session.account()?.kind === 'local') service.start()
    return Promise.all([reminder.start(), meetingReminders.start()])
  })
  const awake = (): void => {
    hotkeys.reassert()
    workspace.outbox.wake()
    reminder.check()
    checkMeetings()
    void workspace.keepFresh('woke')
  }
  powerMonitor.on('resume', awake)
  // Not available on Linux, where the reminder's check every minute has to do.
  powerMonitor.on('unlock-screen', awake)

  // The end
  app.on('before-quit', () => {
    window.dispatch({ type: 'quitAsked' })
  })
  closeBeforeQuit(app, {
    stop: () => {
      hotkeys.dispose()
      further.cancel()
      session.dispose()
      stopMinutes()
    },
    close: () => Promise.all([workspace.close(), session.settle()]).then(vault.settled),
    end: service.dispose,
  })
}
