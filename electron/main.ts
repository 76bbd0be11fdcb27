// Where the program starts. What stands outside `whenReady` must come before Electron is ready: the profile, the lock,
// the scheme, the sandbox.
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { app, Menu } from 'electron'
import { registerAppScheme } from './app-protocol.ts'
import { createArrivals } from './arrivals.ts'
import { parseCommandLine } from './command-line.ts'
import { compose } from './compose.ts'
import { debuggingRefusal } from './debugging-switch.ts'
import { deepLinkScheme, parseDeepLink } from './deep-link.ts'
import { hardenBeforeReady } from './hardening.ts'
import { createLog } from './log.ts'
import { applicationMenu, askOfReopening, startArguments } from './macos.ts'
import { lendGtkTheme } from './palette/gtk-theme.ts'
import { profileRefusal } from './profile-folder.ts'
import { createSettings, platformOf } from './settings.ts'

const { userDataDir } = parseCommandLine(process.argv)
const refusal =
  // Chromium listens to a debugger once this module has run. Development and its tests need one.
  (app.isPackaged ? debuggingRefusal(process.argv) : null) ??
  profileRefusal(userDataDir ?? app.getPath('userData'))
if (userDataDir !== null && refusal === null) app.setPath('userData', userDataDir)

const log = createLog({
  folder: join(app.getPath('userData'), 'logs'),
  write: (line) => process.stderr.write(line),
  now: Date.now,
  newId: randomUUID,
})
const arrivals = createArrivals()

// After setPath: the lock belongs to the profile, so that two profiles may run side by side.
if (refusal !== null) {
  process.stderr.write(`${refusal}\n`)
  app.exit(1)
} else if (app.requestSingleInstanceLock()) {
  registerAppScheme()
  hardenBeforeReady(log)
  // When a QUIC connection breaks, Chromium sends its request again over TCP (network.ts).
  app.commandLine.appendSwitch('disable-quic')
  const menu = applicationMenu(process.platform)
  Menu.setApplicationMenu(menu && Menu.buildFromTemplate(menu))
  // Grouping and notifications on Windows go by this name.
  app.setAppUserModelId('app.svc.launcher')
  if (process.platform === 'darwin') app.setActivationPolicy('accessory')
  if (app.isPackaged) app.setAsDefaultProtocolClient(deepLinkScheme)
  app.on('open-url', (event, url) => {
    event.preventDefault()
    const view = parseDeepLink(url)
    if (view !== null) arrivals.ask({ type: 'show', view })
  })
  app.on('second-instance', (_event, argv) => {
    arrivals.secondStart(argv)
  })
  // A launcher lives on without a window.
  app.on('window-all-closed', () => undefined)
  const settings = createSettings({
    file: join(app.getPath('userData'), 'settings.json'),
    platform: platformOf(process.platform),
    now: Date.now,
  })
  const endGtkTheme = lendGtkTheme(process.env, settings.get().theme)
  void app.whenReady().then(() => {
    endGtkTheme()
    const { platform } = process
    // Known from here on.
    const wasOpenedAtLogin = platform === 'darwin' && app.getLoginItemSettings().wasOpenedAtLogin
    arrivals.start(startArguments(process.argv, { platform, wasOpenedAtLogin }))
    compose({ log, arrivals, settings, newId: randomUUID })
    // From here on, because the first start is told as well.
    app.on('activate', () => {
      const ask = askOfReopening(platform)
      if (ask !== null) arrivals.ask(ask)
    })
  })
} else {
  // The running instance has our command line.
  app.quit()
}
