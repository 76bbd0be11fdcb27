// Where an export goes: a file that appears when it is complete, or standard output.
import { once } from 'node:events'
import { open, rename, rm } from 'node:fs/promises'
import { removeWhenInterrupted } from '../operator/unfinished-file.ts'
import { asFileError } from './text-lines.ts'

const chunkLength = 64 * 1024

export type TextOutput = {
  write: (text: string) => Promise<void>
  /** Writes what is left. A file is on disk under its name after this, and not before. */
  close(): Promise<void>
  /** Removes what was written so far. */
  discard(): Promise<void>
}

/** Joins short texts, because a write of each would cost more than all the rest. */
function joined(write: (text: string) => Promise<unknown>) {
  let waiting = ''
  return {
    write: async (text: string) => {
      waiting += text
      if (waiting.length < chunkLength) return
      const now = waiting
      waiting = ''
      await write(now)
    },
    rest: async () => {
      if (waiting !== '') await write(waiting)
      waiting = ''
    },
  }
}

async function fileOutput(path: string): Promise<TextOutput> {
  const part = `${path}.part`
  // What a workspace holds is nobody else's business.
  const file = await open(part, 'w', 0o600)
  const release = removeWhenInterrupted(part)
  const text = joined((some) => file.appendFile(some))
  return {
    write: text.write,
    async close() {
      await text.rest()
      await file.sync()
      await file.close()
      await rename(part, path)
      release()
    },
    async discard() {
      await file.close()
      await rm(part, { force: true })
      release()
    },
  }
}

function standardOutput(): TextOutput {
  const text = joined(async (some) => {
    if (!process.stdout.write(some)) await once(process.stdout, 'drain')
  })
  return { write: text.write, close: text.rest, discard: async () => {} }
}

/**
 * @param path `-` is standard output
 * @throws OperatorError where the file cannot be written
 */
export async function writingTo<T>(path: string, run: (output: TextOutput) => Promise<T>): Promise<T> {
  try {
    const output = path === '-' ? standardOutput() : await fileOutput(path)
    try {
      const value = await run(output)
      await output.close()
      return value
    } catch (error) {
      await output.discard().catch(() => {})
      throw error
    }
  } catch (error) {
    throw asFileError(error, path, 'written')
  }
}
