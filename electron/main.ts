// Entry point of the main process. The profile, the lock, the scheme and the sandbox must be set before Electron is ready.
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { app, Menu, protocol } from 'electron'
import { z } from 'zod'
import { registerAppScheme } from './security/app-protocol.ts'
import { openedFileIn } from './desktop/opened-file.ts'
import { createLaunchRequests } from './desktop/launch-requests.ts'
import { deepLinkScheme, parseCommandLine, parseDeepLink, withInput } from './desktop/command-line.ts'
import { compose } from './compose.ts'
import { switchRefusal } from './security/debugging.ts'
import { hardenBeforeReady } from './security/hardening.ts'
import { createLog } from './log.ts'
import { applicationMenu, reopenRequest, lendGtkTheme, startArguments } from './desktop/platform.ts'
import { profileRefusal } from './desktop/profile-folder.ts'
import { createSettings, platformOf } from './desktop/settings.ts'

const { platform } = process
const argv = withInput(process.argv, () => readFileSync(0, 'utf8'))
const commandLineWords = z.object({ words: z.array(z.string()) })

const start = (userDataDir: string | null): void => {
  if (userDataDir !== null) app.setPath('userData', userDataDir)
  const profile = app.getPath('userData')
  // The lock is per profile, so that two profiles can run side by side.
  if (!app.requestSingleInstanceLock({ words: argv })) {
    // The running instance receives our command line, and that of Chromium, which moves switches before their values.
    app.quit()
    return
  }
  const log = createLog({
    folder: join(profile, 'logs'),
    write: (line) => process.stderr.write(line),
    now: Date.now,
    newId: randomUUID,
  })
  const launchRequests = createLaunchRequests()
  registerAppScheme(protocol)
  hardenBeforeReady(log)
  // Chromium resends requests of a broken QUIC connection over TCP (see network.ts).
  app.commandLine.appendSwitch('disable-quic')
  const menu = applicationMenu(platform)
  Menu.setApplicationMenu(menu && Menu.buildFromTemplate(menu))
  // Windows groups windows and notifications by this id.
  app.setAppUserModelId('app.svc.launcher')
  if (platform === 'darwin') app.setActivationPolicy('accessory')
  // On Linux the desktop entry registers the scheme; a call here would delay the start.
  if (app.isPackaged && platform !== 'linux') app.setAsDefaultProtocolClient(deepLinkScheme)
  app.on('open-url', (event, url) => {
    event.preventDefault()
    const request = parseDeepLink(url)
    if (request !== null) launchRequests.add(request)
  })
  app.on('second-instance', (_event, moved, workingDirectory, own) => {
    const words = commandLineWords.safeParse(own)
    launchRequests.secondStart(words.success ? words.data.words : moved, workingDirectory)
  })
  // macOS. Other systems pass a path.
  app.on('open-file', (event, path) => {
    event.preventDefault()
    const file = openedFileIn([path], '/', platform)
    if (file !== null) launchRequests.add({ type: 'openFile', ...file })
  })
  // Keep running without a window.
  app.on('window-all-closed', () => undefined)
  const settings = createSettings({
    file: join(profile, 'settings.json'),
    platform: platformOf(platform),
    now: Date.now,
  })
  const endGtkTheme = lendGtkTheme(process.env, settings.get().theme)
  void app.whenReady().then(() => {
    endGtkTheme()
    // Available only after `ready`.
    const wasOpenedAtLogin = platform === 'darwin' && app.getLoginItemSettings().wasOpenedAtLogin
    launchRequests.start(startArguments(argv, { platform, wasOpenedAtLogin }), process.cwd())
    compose({ log, launchRequests, settings, newId: randomUUID })
    // Registered late, because the first start also emits it.
    app.on('activate', () => {
      const request = reopenRequest(platform)
      if (request !== null) launchRequests.add(request)
    })
  })
}

const { userDataDir } = parseCommandLine(argv)
const refusal =
  // Development and tests need a debugger.
  (app.isPackaged ? switchRefusal(argv) : null) ?? profileRefusal(userDataDir ?? app.getPath('userData'))
if (refusal === null) start(userDataDir)
else {
  process.stderr.write(`${refusal}\n`)
  app.exit(1)
}
