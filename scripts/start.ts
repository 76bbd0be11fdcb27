// `npm start`: builds the app and runs it, on Electron's own binary or, where that cannot be had, on the stand-in.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { installHint, missingPackages } from './debian.ts'
import { chooseRuntime } from './electron-runtime.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

const leave = (message: string): never => {
  console.error(message)
  process.exit(1)
}

const runtime = chooseRuntime()
if (process.platform === 'linux' && !process.env['DISPLAY'] && !process.env['WAYLAND_DISPLAY'])
  leave('There is no display here. Start one (for example: xvfb-run -a npm start) and try again.')

if (runtime.kind === 'stand-in') {
  console.error(
    "Electron's own binary cannot be downloaded here: running on the stand-in, in a Chromium window.\n" +
      'Its global hotkeys stay inside it: npm start -- --toggle brings the launcher up again.',
  )
  const missing = missingPackages(['chromium'])
  if (missing.length > 0) leave(installHint(missing))
}

const args = process.argv.slice(2)
// These only reach the launcher that runs already.
const isMessage = args.some((arg) => ['--toggle', '--capture', '--brief'].includes(arg))
if (!isMessage || !existsSync(`${root}out/main/main.js`))
  for (const mode of ['renderer', 'main', 'preload', 'service']) await build({ mode })

const standIn = {
  STANDIN_VISIBLE: '1',
  STANDIN_OPEN_EXTERNAL: 'browser',
  // Without a keyring nothing would be remembered. Not in node_modules, which the next `npm ci` empties: what was sealed
  // could not be read any more.
  STANDIN_KEYRING: '1',
  STANDIN_KEYRING_FILE: join(homedir(), '.local', 'share', 'svc-launcher-stand-in', 'keyring'),
}
const child = spawn(runtime.executable, [root, ...args], {
  stdio: 'inherit',
  env: { ...process.env, ...(runtime.kind === 'stand-in' ? standIn : {}) },
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
child.on('exit', (code, signal) => {
  process.exitCode = signal === null ? (code ?? 1) : 0
})
