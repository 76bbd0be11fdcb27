// Imports an exported workspace in one transaction, so that a crash or a bad line leaves nothing behind. It sends no
// events, because no person or program changed anything.
import { createReadStream } from 'node:fs'
import { prefixedId } from '../ids.ts'
import { isOperatorError, operatorError } from '../operator/error.ts'
import { asFileError } from '../operator/file-error.ts'
import { faultAt, readJson } from '../http/json-document.rules.ts'
import type { Store, Tx } from '../db/store.ts'
import type { Workspace } from '../workspaces/workspaces.store.ts'
import { line as lineSchema, lineOrder, type Line, type LineCounts, type LineOf } from './format.ts'
import { workspaceWriter } from './workspace-writer.ts'

/** No export has a longer line, and one without an end would fill the memory. */
const longestLine = 8 * 1024 * 1024

/**
 * The lines of a file of UTF-8 text. `readline` would also end a line at U+2028, which JSON text may hold.
 * @throws OperatorError `invalid_file`
 */
export async function* textLines(path: string): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let rest = ''
  try {
    for await (const chunk of createReadStream(path, { highWaterMark: 256 * 1024 })) {
      const lines = (rest + decoder.decode(chunk as Buffer, { stream: true })).split('\n')
      rest = lines.pop() ?? ''
      if (rest.length > longestLine)
        throw operatorError('invalid_file', `${path} has a line that is longer than 8 MiB.`)
      yield* lines
    }
    rest += decoder.decode()
  } catch (error) {
    throw asFileError(error, path)
  }
  if (rest !== '') yield rest
}

export type ImportedWorkspace = {
  workspace: Workspace
  /** Whether this import created it. */
  created: boolean
  /** Lines by type. */
  lines: LineCounts
  /** People who were not in the database; they have no password yet. */
  newPeople: number
}

function readLine(text: string): Line {
  const read = readJson(text)
  if (read.is === 'no JSON') throw operatorError('invalid_file', 'This is not JSON.')
  if (read.is === 'fault') throw operatorError('invalid_file', faultAt(read))
  const parsed = lineSchema.safeParse(read.document)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw operatorError('invalid_file', issue ? faultAt(issue) : 'This is not a line of an export.')
}

/** Creates the workspace that the header describes, or finds an empty one. */
async function emptyWorkspace(tx: Tx, slug: string, header: LineOf<'header'>) {
  const known = await tx.workspaces.bySlug(slug)
  if (!known) {
    const workspace = { ...header.workspace, id: prefixedId('wsp'), slug }
    await tx.workspaces.create(workspace)
    return { workspace, created: true }
  }
  await tx.lock(known.id)
  if (!(await tx.transfer.isEmpty(known.id))) {
    throw operatorError('already_exists', `The workspace \`${slug}\` is not empty. Import into a new one.`)
  }
  await tx.transfer.clearStatuses(known.id)
  return { workspace: known, created: false }
}

async function importInto(
  tx: Tx,
  { slug, lines, recordIds, passed }: ImportInput,
): Promise<ImportedWorkspace> {
  const counts: LineCounts = {}
  let number = 0
  let target:
    | { workspace: Workspace; created: boolean; writer: ReturnType<typeof workspaceWriter> }
    | undefined
  let last: Line['type'] | undefined

  const take = async (line: Line) => {
    if (last === 'end') throw operatorError('invalid_file', 'Nothing may follow the end.')
    if ((last === undefined) !== (line.type === 'header'))
      throw operatorError('invalid_file', 'The file begins with its header, and with no other line.')
    if (last !== undefined && lineOrder.indexOf(line.type) < lineOrder.indexOf(last))
      throw operatorError('invalid_file', `A ${line.type} comes before every ${last}.`)
    last = line.type
    counts[line.type] = (counts[line.type] ?? 0) + 1
    if (line.type === 'header') {
      const found = await emptyWorkspace(tx, slug, line)
      target = { ...found, writer: workspaceWriter(tx, found.workspace.id, recordIds) }
    } else if (line.type !== 'end') {
      await target?.writer.take(line)
    } else if (line.lines !== number - 2) {
      throw operatorError('invalid_file', `There should be ${line.lines} lines between header and end.`)
    }
  }

  for await (const text of lines()) {
    number += 1
    // Editors add blank lines at the end.
    if (last === 'end' && text.trim() === '') continue
    try {
      await take(readLine(text))
    } catch (error) {
      if (!isOperatorError(error) || error.operatorCode !== 'invalid_file') throw error
      throw operatorError('invalid_file', `Line ${number}: ${error.message}`)
    }
    passed?.(number)
  }
  if (!target || last !== 'end') throw operatorError('invalid_file', 'The file ends before its end line.')
  const { workspace, created, writer } = target
  const { newPeople } = await writer.finish()
  return { workspace, created, lines: counts, newPeople }
}

export type ImportInput = {
  slug: string
  /** Starts at the first line each time, because a transaction may be retried. */
  lines: () => AsyncIterable<string>
  /** `new` for a copy in a database that holds the original. */
  recordIds: 'kept' | 'new'
  passed?: (lines: number) => void
}

/**
 * Creates the workspace that the lines describe, with its search index.
 * @throws OperatorError `invalid_file`, `already_exists` or `conflict`; nothing is changed then
 */
export const importWorkspace = (store: Store, input: ImportInput): Promise<ImportedWorkspace> =>
  store.write((tx) => importInto(tx, input))
