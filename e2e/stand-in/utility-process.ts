// utilityProcess.fork: a Node child with `process.parentPort`, which dies with this process.
import { type ChildProcess, fork } from 'node:child_process'
import { constants } from 'node:os'
import { app, beforeExit } from './app.ts'
import { createEvent, StrictEmitter, type Emulates } from './strict.ts'

const parentPort = import.meta.resolve('./parent-port.ts')
const running = new Set<UtilityProcess>()

class UtilityProcess extends StrictEmitter implements Emulates<Electron.UtilityProcess> {
  pid: number | undefined
  readonly stdout: ChildProcess['stdout']
  readonly stderr: ChildProcess['stderr']
  private readonly child: ChildProcess
  private asked = false

  constructor(modulePath: string, args: string[], options: Electron.ForkOptions) {
    super()
    const { env, execArgv = [], stdio = 'inherit', cwd, serviceName = 'Node Utility Process' } = options
    type Stream = 'pipe' | 'ignore' | 'inherit'
    const [, stdout = 'inherit', stderr = 'inherit'] = (
      typeof stdio === 'string' ? [stdio, stdio, stdio] : stdio
    ) as Stream[]
    this.child = fork(modulePath, args, {
      env: { ...(env ?? process.env) } as NodeJS.ProcessEnv,
      execArgv: [...execArgv, '--disable-warning=ExperimentalWarning', '--import', parentPort],
      stdio: ['ignore', stdout, stderr, 'ipc'],
      serialization: 'advanced',
      ...(cwd === undefined ? {} : { cwd }),
    })
    this.stdout = this.child.stdout
    this.stderr = this.child.stderr
    running.add(this)
    this.child.on('spawn', () => {
      this.pid = this.child.pid
      this.emit('spawn')
    })
    this.child.on('message', (message) => void this.emit('message', message))
    this.child.on('error', (error) => console.error(`[stand-in] ${serviceName}:`, error))
    this.child.on('exit', (code, signal) => {
      running.delete(this)
      this.pid = undefined
      const exitCode = code ?? (signal ? constants.signals[signal] : 1)
      this.emit('exit', exitCode)
      if (this.asked || exitCode === 0 || app.isLeaving()) return
      const reason = signal ? 'killed' : 'abnormal-exit'
      app.emit('child-process-gone', createEvent({}), {
        type: 'Utility',
        reason,
        exitCode,
        serviceName,
        name: serviceName,
      })
    })
  }

  postMessage(message: unknown): void {
    // A child that has just died is no error here: 'exit' tells of it.
    if (this.child.connected) this.child.send(message as object, () => undefined)
  }
  kill(): boolean {
    this.asked = true
    return this.child.kill()
  }
  /** @internal As Electron's exit does: at once, whatever is under way. */
  cutOff(): void {
    this.child.kill('SIGKILL')
  }
}

beforeExit.push(async () => {
  for (const child of running) child.cutOff()
})

export const utilityProcess = {
  fork: (modulePath: string, args: string[] = [], options: Electron.ForkOptions = {}) => {
    if (!app.isReady()) throw new Error('utilityProcess cannot be created before app is ready')
    return new UtilityProcess(modulePath, args, options)
  },
}
