// `npm start`: builds the app and runs it, on Electron's own binary or, where that cannot be had, on the stand-in.
import { spawn } from 'node:child_process'
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
    "Electron's own binary cannot be downloaded here: running on the stand-in, in a Chromium window.",
  )
  const missing = missingPackages(['chromium'])
  if (missing.length > 0) leave(installHint(missing))
}

for (const mode of ['renderer', 'main', 'preload', 'service']) await build({ mode })

const child = spawn(runtime.executable, [root, ...process.argv.slice(2)], {
  stdio: 'inherit',
  env: {
    ...process.env,
    ...(runtime.kind === 'stand-in' ? { STANDIN_VISIBLE: '1', STANDIN_OPEN_EXTERNAL: 'browser' } : {}),
  },
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
child.on('exit', (code, signal) => {
  process.exitCode = signal === null ? (code ?? 1) : 0
})
