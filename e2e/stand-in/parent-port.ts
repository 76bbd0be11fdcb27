// Loaded before a utility process's own module: `process.parentPort`, and death with the parent.
import { EventEmitter } from 'node:events'
import { enableCompileCache } from 'node:module'

// Compiling a bundle of megabytes again at every start takes a while.
enableCompileCache()

class ParentPort extends EventEmitter implements Partial<Electron.ParentPort> {
  private queue: unknown[] | undefined = []

  constructor() {
    super()
    process.on('message', (data) => (this.queue ? this.queue.push(data) : this.deliver(data)))
    // Messages wait for the first listener, as Electron promises.
    this.on('newListener', (event) => {
      if (event !== 'message' || !this.queue) return
      setImmediate(() => {
        const waiting = this.queue ?? []
        this.queue = undefined
        for (const data of waiting) this.deliver(data)
      })
    })
  }
  postMessage(message: unknown): void {
    if (process.connected) process.send?.(message)
  }
  private deliver(data: unknown): void {
    this.emit('message', { data, ports: [] })
  }
}

Object.assign(process, { parentPort: new ParentPort(), type: 'utility' })
process.on('disconnect', () => process.exit(0))
