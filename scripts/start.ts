// `npm start`: builds the app and runs it, on Electron's own binary or, where that cannot be had, on the stand-in. On Linux
// it brings what is missing, and a virtual display to machines without one. `--picture FILE` shows what is on that.
import { spawn } from 'node:child_process'
import {
  accessSync,
  appendFileSync,
  constants,
  existsSync,
  mkdirSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { browser, librariesOf, provide, xvfb } from './debian.ts'
import { authorityFile, displayAnswers, openVirtualDisplay } from './display.ts'
import { chooseRuntime } from './electron-runtime.ts'
import { takePicture } from './picture.ts'
import { toPerson } from './terminal.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

const leave = (message: string): never => {
  console.error(message)
  process.exit(1)
}

const orLeave = <T>(work: () => T): T => {
  try {
    return work()
  } catch (error) {
    return leave(error instanceof Error ? error.message : String(error))
  }
}

// The command line
const args = process.argv.slice(2)
const pictureAt = args.findIndex((arg) => arg === '--picture' || arg.startsWith('--picture='))
const pictureFile = ((): string | null => {
  if (pictureAt < 0) return null
  const [word = ''] = args.splice(pictureAt, 1)
  const named = word.includes('=') ? word.slice('--picture='.length) : args.splice(pictureAt, 1)[0]
  if (!named || named.startsWith('-'))
    return leave('--picture needs the name of a file: npm start -- --picture launcher.png')
  if (process.platform !== 'linux')
    return leave('--picture needs a virtual display, which there is on Linux only.')
  // npm has changed the folder.
  const file = resolve(process.env['INIT_CWD'] ?? '.', named)
  try {
    accessSync(existsSync(file) ? file : dirname(file), constants.W_OK)
    if (existsSync(file) && !statSync(file).isFile()) throw new Error('not a file')
  } catch {
    return leave(`--picture: ${file} cannot be written.`)
  }
  return file
})()
// These only reach the launcher that runs already.
const isMessage = args.some((arg) => ['--toggle', '--capture', '--brief'].includes(arg))

// The machine
const runtime = orLeave(chooseRuntime)
const isStandIn = runtime.kind === 'stand-in'
const { DISPLAY: display = '', WAYLAND_DISPLAY: wayland = '' } = process.env
const isLinux = process.platform === 'linux'
const isVirtual = isLinux && (pictureFile !== null || (display === '' && wayland === ''))
if (isLinux && !isVirtual && wayland === '' && !(await displayAnswers(display, authorityFile())))
  leave(
    `The display ${display} does not answer, or refuses this user. Name another in DISPLAY, or none for a virtual one.`,
  )

const needs = [
  ...(isStandIn ? [browser] : []),
  ...(isVirtual ? [xvfb] : []),
  ...(!isStandIn && isLinux ? [librariesOf(runtime.executable)] : []),
]
const missing = provide(needs)
if (missing !== null) leave(missing)

if (isStandIn)
  console.error(
    "Electron's own binary cannot be had here: the launcher runs on a stand-in, in a Chromium window.",
  )
const isRoot = process.getuid?.() === 0
if (!isStandIn && isRoot) console.error("Electron's sandbox is off, because it cannot work for root.")

if (!isMessage || !existsSync(`${root}out/main/main.js`))
  for (const mode of ['renderer', 'main', 'preload', 'service']) await build({ mode, logLevel: 'error' })

const virtual = isVirtual
  ? await openVirtualDisplay(`${root}node_modules/.cache/display`).catch((error: Error) =>
      leave(error.message),
    )
  : null
process.on('exit', () => virtual?.stop())

// The launcher
const standInEnv = {
  STANDIN_VISIBLE: '1',
  STANDIN_OPEN_EXTERNAL: 'browser',
  // Without a keyring nothing would be remembered. Not in node_modules, which the next `npm ci` empties: what was sealed
  // could not be read any more.
  STANDIN_KEYRING: '1',
  STANDIN_KEYRING_FILE: join(homedir(), '.local', 'share', 'svc-launcher-stand-in', 'keyring'),
}
const environment: NodeJS.ProcessEnv = { ...process.env, ...(isStandIn ? standInEnv : {}), ...virtual?.env }
if (virtual !== null) {
  // Chromium would prefer it.
  delete environment['WAYLAND_DISPLAY']
  environment['XDG_SESSION_TYPE'] = 'x11'
}
const child = spawn(runtime.executable, [...(!isStandIn && isRoot ? ['--no-sandbox'] : []), root, ...args], {
  stdio: ['inherit', 'ignore', 'pipe'],
  env: environment,
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))

const setting = { isStandIn, isVirtual, isPicture: pictureFile !== null, platform: process.platform }
const explanations: string[] = []
/** What Chromium and the stand-in say, of this start. */
const logFile = `${root}node_modules/.cache/start.log`
mkdirSync(dirname(logFile), { recursive: true })
writeFileSync(logFile, '')
createInterface({ input: child.stderr }).on('line', (line) => {
  const { shown, hidden } = toPerson(line, setting)
  if (shown !== null) console.error(shown)
  if (hidden !== null) {
    explanations.push(hidden)
    appendFileSync(logFile, `${hidden}\n`)
  }
})
const ended = new Promise<number>((settle) =>
  child.once('close', (code, signal) => {
    settle(signal === null ? (code ?? 1) : 0)
  }),
)
const failed = ended.then((code) => {
  if (code !== 0) {
    for (const line of explanations.slice(-5)) console.error(line)
    console.error(`All of it: ${logFile}`)
  }
  return code
})

if (pictureFile === null || virtual === null) process.exit(await failed)

// A launcher that runs already has been told what to show, and goes on.
const picture = await Promise.race([
  takePicture(virtual.frame),
  failed.then((code) => (code === 0 ? takePicture(virtual.frame) : null)),
])
if (picture === null) console.error('The launcher showed nothing on the virtual display.')
else {
  writeFileSync(pictureFile, picture)
  console.error(`${pictureFile} shows the launcher.`)
}
child.kill('SIGTERM')
await ended
process.exit(picture === null ? 1 : 0)
