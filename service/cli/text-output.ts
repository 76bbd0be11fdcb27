// Writes long text to a file that appears when it is complete, or to standard output.
import { once } from 'node:events'
import { writePrivateFile } from './env/private-file.ts'

const chunkLength = 64 * 1024

type Write = (text: string) => Promise<void>

/** Joins short texts, because many small writes are slow. */
async function joining<T>(write: (text: string) => Promise<unknown>, run: (write: Write) => Promise<T>) {
  let waiting = ''
  const value = await run(async (text) => {
    waiting += text
    if (waiting.length < chunkLength) return
    const now = waiting
    waiting = ''
    await write(now)
  })
  if (waiting !== '') await write(waiting)
  return value
}

const toStandardOutput = async (text: string) => {
  if (!process.stdout.write(text)) await once(process.stdout, 'drain')
}

/**
 * A file appears when all is written, and only its owner can read it, because it holds the data of a workspace.
 * @param path `-` is standard output
 * @param existing `keep` fails if the file exists
 * @throws OperatorError if the file cannot be written
 */
export const writingTo = <T>(
  path: string,
  existing: 'keep' | 'replace',
  run: (write: Write) => Promise<T>,
): Promise<T> =>
  path === '-'
    ? joining(toStandardOutput, run)
    : writePrivateFile(path, existing, (file) => joining((text) => file.appendFile(text), run))
