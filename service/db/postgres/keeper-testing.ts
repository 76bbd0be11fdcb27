// Stands between a test run and its PostgreSQL, so that no server outlives a run, however the run ends: when what
// started it is gone, its input ends. A line on the input only stops the server and keeps its folder.
// Arguments: the folder, then the command.
import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'

const [folder = '', command = '', ...words] = process.argv.slice(2)
const isRoot = process.getuid?.() === 0
// 65534 is nobody: PostgreSQL does not run as root.
const server = spawn(command, words, {
  cwd: folder,
  stdio: 'ignore',
  ...(isRoot && { uid: 65534, gid: 65534 }),
})
let ended = false
const clean = () => {
  if (ended) rmSync(folder, { recursive: true, force: true })
}
server.once('exit', () => {
  clean()
  process.exit(0)
})
// SIGQUIT ends everything at once, as a crash does.
process.stdin.once('data', () => server.kill('SIGQUIT'))
process.stdin.once('end', () => {
  ended = true
  if (server.exitCode === null) server.kill('SIGQUIT')
  else clean()
})
// The terminal's Ctrl+C goes to everyone; the run is to end first.
process.on('SIGINT', () => {})
