// A file that is being written is of no use before it is whole, and if the writing ends early it is in the way.
import { rmSync } from 'node:fs'

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Removes the file when the process is interrupted, which then ends as it would have without this.
 * @returns to be called when the file is whole, or gone
 */
export function removeWhenInterrupted(path: string): () => void {
  const release = () => {
    for (const signal of signals) process.off(signal, end)
  }
  const end = (signal: NodeJS.Signals) => {
    release()
    rmSync(path, { force: true })
    // Whoever else listens decides how the process ends.
    if (process.listenerCount(signal) === 0) process.kill(process.pid, signal)
  }
  for (const signal of signals) process.on(signal, end)
  return release
}
