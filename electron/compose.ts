// Composition root: here the parts meet each other and Electron. What is not needed for the first frame is in background.ts.
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  app,
  clipboard,
  nativeTheme,
  net,
  protocol,
  safeStorage,
  session as sessions,
  utilityProcess,
} from 'electron'
import type { BriefMeeting, BriefNotification } from '../shared/api/launcher/search.ts'
import type { EventName } from '../shared/ipc/channels.ts'
import type { EventValue } from '../shared/ipc/contract.ts'
import type { Opening, View } from '../shared/ipc/launcher.ts'
import { createActions, createLocalTarget } from './ipc/actions.ts'
import { createLocalWorkspace } from './ipc/local-workspace.ts'
import { createWorkspaces } from './ipc/workspaces.ts'
import { createFileDialogs } from './desktop/file-dialogs.ts'
import { appOrigin, serveAppScheme } from './security/app-protocol.ts'
import { captureOf } from './desktop/command-line.ts'
import type { LaunchRequests } from './desktop/launch-requests.ts'
import { ownerOf, readerOf } from '../shared/owner.ts'
import { type Background, composeBackground } from './background.ts'
import { createFurtherAccess } from './auth/further-access.ts'
import { createSessionRunner } from './auth/session-runner.ts'
import { createSignIn } from './auth/sign-in.ts'
import { createDailyBrief } from './brief/daily-brief.ts'
import { rereadZone } from './brief/reminder.ts'
import { createOpenedFile } from './desktop/opened-file.ts'
import { saveDownload } from './desktop/downloads.ts'
import { closeBeforeQuit } from './desktop/closing.ts'
import { createHandlers } from './ipc/handlers.ts'
import { createOpenExternal, hardenSession, showInFolder } from './security/hardening.ts'
import { emitTo, serveIpc } from './ipc/ipc.ts'
import type { Log } from './log.ts'
import { createFetch } from './network.ts'
import { createPaletteWindow } from './window/window.ts'
import { relaunchOptions } from './desktop/platform.ts'
import { openVault } from './storage/vault.ts'
import { composeSettings } from './settings-effects.ts'
import { createServiceHost } from './local-service/service-host.ts'
import type { SettingsStore } from './desktop/settings.ts'
import { openWorkspace } from './workspace/open.ts'

const backgroundDelayMs = 300

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
  const tell = (act: (part: Background) => void): void => void background.then(act)
  const check = (): void => tell(({ check: checkNow }) => checkNow())
  const emit = <N extends EventName>(name: N, value: EventValue<N>): void =>
    emitTo(window.contents(), name, value)

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
    isHeld: () => session.get().kind === 'signingIn' || further.isWaiting() || dialogs.isOpen(),
    settings,
    onShown: (contents, shown) => {
      emitTo(contents, 'view.shown', shown)
      rereadZone()
      workspace.shown()
      tell(({ shown: wasShown }) => wasShown(shown.view))
    },
    onHidden: (contents) => {
      hotkeys.suspend(false)
      emitTo(contents, 'view.hidden', undefined)
      workspace.hidden()
      opened.calendar.forget()
      opened.import.forget()
    },
    now: () => performance.now(),
    log,
  })

  const dialogs = createFileDialogs({ contents: window.contents, onClosed: window.comeBack })
  const openExternal = createOpenExternal({ log })
  const fetch = createFetch({
    read: (input, init) => net.fetch(input, init),
    openConnections: (count) => sessions.fromPartition(`write-${count}`),
  })

  // The account
  const vault = openVault({ profile: userData, system: safeStorage, platform, log, pause: () => sleep(500) })
  const databaseFile = join(userData, 'local-workspace', 'workspace.db')
  const service = createServiceHost({
    fork: (path, options) => utilityProcess.fork(path, [], options),
    modulePath: join(outDir, 'service', 'embedded.js'),
    databaseFile,
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
  /** The person who was signed in last. */
  let lastOwner: string | null = null
  const signIn = createSignIn({
    fetch,
    openBrowser: (address, origin) => openExternal(address, { origins: [origin], loopback: 'allowed' }),
    now,
    deviceName: hostname(),
  })
  const session = createSessionRunner({
    vault,
    signIn,
    localBase: () => window.firstPaint.then(service.baseUrl),
    now,
    newId,
    log,
    onChange: (changed) => {
      const who = owner()
      const isSwitch = who !== null && lastOwner !== null && who !== lastOwner
      lastOwner = who ?? lastOwner
      if (isSwitch) {
        // Before the page hears of it: what it asks for next is of the new workspace.
        further.forget()
        workspace.leave()
      }
      emit('session.changed', changed)
      // Return from the browser.
      if (isSigningIn && changed.kind === 'signedIn') window.comeBack()
      isSigningIn = changed.kind === 'signingIn'
      if (changed.kind !== 'signedIn') further.cancel()
      if (readerOf(changed) !== null) emit('outbox.changed', workspace.outbox.list())
      if (who === null) workspace.leave()
      else
        void workspace.enter(who).then(() => {
          emit('data.changed', 'everything')
          check()
          if (isSwitch) void workspace.reads.refresh(false)
        })
      check()
    },
    onWipe: () => {
      dailyBrief.forget()
      tell(({ forget }) => forget())
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
    onDenied: (right) => further.wasDenied(right),
    onStuck: (item) => tell(({ stuckWrite }) => stuckWrite(item)),
    onOutbox: (items) => emit('outbox.changed', items),
    onData: (what) => {
      emit('data.changed', what)
      check()
    },
    onImport: (seen) => emit('import.changed', seen),
    onConnection: (connection) => emit('connection.changed', connection),
    onNotifications: (some) => tell(({ notified }) => notified(some)),
    onUnread: (count) => tell(({ unread }) => unread(count)),
    onTimer: (view) => {
      emit('timer.changed', view)
      tell(({ timer }) => timer(view))
    },
  })
  const dailyBrief = createDailyBrief({
    read: workspace.reads.brief,
    file: vault.document('brief'),
    owner,
    now: () => new Date(),
    onProblem: (error) => void log.bug('brief.notKept', error),
  })

  const show = (view: View): void => window.dispatch({ type: 'showAsked', view })
  const showMeeting = ({ id, title }: BriefMeeting): void => {
    show('palette')
    emit('meeting.shown', { id, title })
  }
  /** Asked for before the page was there, which fetches it. */
  let unopened: Opening | null = null
  const open = (opening: Opening): void => {
    show(opening.kind === 'capture' ? 'capture' : 'palette')
    if (window.shown() === null) unopened = opening
    else emit('opening.shown', opening)
  }
  const showNotification = (notification: BriefNotification): void => {
    show('palette')
    emit('notification.shown', notification)
  }
  // The desktop
  const opened = { calendar: createOpenedFile('calendar'), import: createOpenedFile('import') }
  const quit = (): void => app.quit()
  const downloads = (): string | null => {
    try {
      return app.getPath('downloads')
    } catch {
      // Some desktops name none.
      return null
    }
  }
  const { hotkeys, preferences } = composeSettings({
    settings,
    window,
    isWayland,
    databaseFile,
    onView: (view) => emit('settings.changed', view),
    onApplied: () => tell(({ settingsApplied }) => settingsApplied()),
    log,
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
  const local = createLocalWorkspace({
    session,
    service,
    signIn: actions.openLocal,
    dialogs,
    showInFolder,
    databaseFile,
    onProgress: (count) => emit('local.progress', count),
    // The row of the person.
    onRenamed: () => void workspace.reads.options().then(() => emit('data.changed', 'everything')),
    now: () => new Date(now()),
  })
  const workspaces = createWorkspaces({
    session,
    hasLocal: service.hasLocal,
    openLocal: actions.openLocal,
    waiting: workspace.outbox.waiting,
    flush: workspace.flush,
  })
  const handlers = createHandlers({
    session,
    further,
    opened,
    actions,
    local,
    workspaces,
    saveDownload: (name, text) => saveDownload(downloads(), name, text),
    workspace,
    dailyBrief,
    briefShown: () => tell(({ briefShown }) => briefShown()),
    preferences,
    suspendHotkeys: hotkeys.suspend,
    quit,
    view: {
      ...window,
      ready: () => {
        const shown = window.ready()
        const opening = unopened
        unopened = null
        return shown && { ...shown, opening }
      },
    },
    captureClipboard: async () => {
      // A hidden page reads nothing of it.
      if (window.shown() === null) return
      const request = captureOf(await clipboard.readText())
      open(request.type === 'open' ? request.opening : { kind: 'capture', text: '' })
    },
  })
  window.onPage((contents) => serveIpc(contents, handlers, log))

  // The start
  hotkeys.start(settings.get().hotkeys)
  const { accelerator, state } = hotkeys.states().summon
  log.info('launcher.ready', { hotkey: accelerator, state })
  launchRequests.deliverTo((request) => {
    if (request.type === 'openFile') {
      opened[request.kind].offer(request.path)
      return show(request.kind === 'calendar' ? 'addCalendar' : 'import')
    }
    if (request.type === 'open') return open(request.opening)
    window.dispatch(
      request.type === 'toggle' ? { type: 'toggleAsked' } : { type: 'showAsked', view: request.view },
    )
  })
  // The first rows come before it.
  const background = window.firstPaint
    .then(() => sleep(backgroundDelayMs))
    .then(() =>
      composeBackground({
        session,
        workspace,
        dailyBrief,
        actions,
        hotkeys,
        settings,
        vault,
        userData,
        reader,
        shownView: () => window.shown()?.view ?? null,
        show,
        showMeeting,
        showNotification,
        quit,
        now,
        log,
      }),
    )
  void Promise.all([session.restored, window.firstPaint]).then(() => {
    if (session.account()?.kind === 'local') service.start()
  })

  // The end
  app.on('before-quit', () => window.dispatch({ type: 'quitAsked' }))
  closeBeforeQuit(app, {
    stop: () => {
      hotkeys.dispose()
      further.cancel()
      session.dispose()
      tell(({ stop }) => stop())
    },
    close: () => Promise.all([workspace.close(), session.settle()]).then(vault.settled),
    end: service.dispose,
  })
}
