// The file of a backup: compressed lines of JSON, the same for SQLite and PostgreSQL. The header lists the migrations, the
// last line has the number of rows and their hash.
import { createHash } from 'node:crypto'
import { createReadStream, statSync } from 'node:fs'
import { pipeline, type Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { z } from 'zod'
import { storeError, type StoreError } from '../base/store-error.ts'
import { operatorError, type OperatorError } from '../base/operator-error.ts'
import { asFileError } from '../base/file-error.ts'

const formatVersion = 1

/** In characters. A record with 500 long texts fits; a file made of one endless line would fill the memory. */
export const longestLine = 128 * 1024 * 1024

const header = z.object({
  format: z.literal('svc-backup'),
  version: z.int(),
  migrations: z.array(z.string()).min(1),
  createdAt: z.iso.datetime(),
})
const tableLine = z.object({ table: z.string(), columns: z.array(z.string()).min(1) })
const endLine = z.object({ end: z.literal(true), rows: z.int(), sha256: z.string() })
const cells = z.array(z.union([z.string(), z.int(), z.null()]))

export type Header = z.infer<typeof header>
type Cells = z.infer<typeof cells>
type Part =
  | { kind: 'header'; header: Header }
  | { kind: 'table'; name: string; columns: string[] }
  | { kind: 'row'; cells: Cells }

export const headerLine = (migrations: readonly string[], at: number): string =>
  line({
    format: 'svc-backup',
    version: formatVersion,
    migrations,
    createdAt: new Date(at).toISOString(),
  })

export const line = (value: unknown): string => `${JSON.stringify(value)}\n`

export const newer = (path: string): StoreError =>
  storeError(
    'database_newer',
    `The backup ${path} was written by a newer version of this program. Update the program.`,
  )

const notBackup = (path: string): OperatorError =>
  operatorError('invalid_file', `The file ${path} is not a backup, or it is damaged. Nothing was restored.`)

function readHeader(path: string, value: unknown): Header {
  const read = header.safeParse(value)
  if (!read.success) throw notBackup(path)
  if (read.data.version > formatVersion) throw newer(path)
  return read.data
}

function openText(path: string): Readable {
  const kind = statSync(path, { throwIfNoEntry: false })
  if (kind && !kind.isFile() && !kind.isDirectory())
    throw operatorError(
      'file_unusable',
      `The backup ${path} is not a file on disk. It is read twice, so save it to one first.`,
    )
  const text = createGunzip()
  // Errors reach the reader of the lines.
  pipeline(createReadStream(path), text, () => {})
  return text
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined)

const tooLong = (path: string): OperatorError =>
  operatorError(
    'invalid_file',
    `The file ${path} has a line that is longer than that of any backup. Nothing was restored.`,
  )

/**
 * The parts of a backup in order. A damaged or cut file throws, at the latest at its end.
 * @throws OperatorError `invalid_file` or `file_unusable`, StoreError `database_newer`
 */
export async function* readBackup(path: string, longest = longestLine): AsyncGenerator<Part> {
  let text: Readable | undefined
  const hash = createHash('sha256')
  let [first, rows, ended] = [true, 0, false]
  try {
    text = openText(path)
    for await (const read of linesOf(text, longest, () => tooLong(path))) {
      if (ended) throw notBackup(path)
      const value: unknown = JSON.parse(read)
      if (first) {
        first = false
        yield { kind: 'header', header: readHeader(path, value) }
      } else if (Array.isArray(value)) {
        rows += 1
        yield { kind: 'row', cells: cells.parse(value) }
      } else {
        const end = endLine.safeParse(value)
        if (end.success) {
          ended = true
          if (end.data.rows !== rows || end.data.sha256 !== hash.digest('hex')) throw notBackup(path)
          continue
        }
        const { table, columns } = tableLine.parse(value)
        yield { kind: 'table', name: table, columns }
      }
      hash.update(read).update('\n')
    }
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof z.ZodError || String(codeOf(error)).startsWith('Z_'))
      throw notBackup(path)
    throw asFileError(error, path)
  } finally {
    text?.destroy()
  }
  if (!ended) throw notBackup(path)
}

/** `readline` hides errors of its input, and splits at more than line feeds. */
async function* linesOf(text: Readable, longest: number, tooLongError: () => Error): AsyncGenerator<string> {
  // Joined once a line: a text that grows with each chunk would be copied each time.
  let parts: string[] = []
  let length = 0
  const add = (part: string) => {
    parts.push(part)
    length += part.length
    if (length > longest) throw tooLongError()
  }
  for await (const chunk of text.setEncoding('utf8')) {
    const [first = '', ...others] = String(chunk).split('\n')
    add(first)
    for (const next of others) {
      yield parts.join('')
      parts = []
      length = 0
      add(next)
    }
  }
  if (length > 0) yield parts.join('')
}
