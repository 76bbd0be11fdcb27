// `svc import csv`: first a look at the whole file, then its rows, some in each transaction. A run that is cut off goes
// on when it is repeated: what a row becomes has an id made of the row, so that nothing is there twice.
import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { namedUuid } from '../ids.ts'
import { operatorError } from '../operator/error.ts'
import { workspaceOf } from '../operator/workspaces.ts'
import { foldEmail } from '../store/people.ts'
import type { Store, Tx } from '../store/store.ts'
import { decimalShownBy, type Decimal } from './cell-values.ts'
import { columnFields } from './csv-columns.ts'
import { csvFormatOf, csvRows, type CsvFormat } from './csv-file.ts'
import { createKeyLines } from './csv-keys.ts'
import { importRows, type Column, type KnownRow, type RowFault, type RowsInput } from './csv-rows.ts'
import { targetOf, type TargetField } from './csv-target.ts'
import { columnNames } from './header-guess.ts'

/** A transaction takes so many rows, or fewer that hold so many characters. */
const rowsAtOnce = 1_000
const textAtOnce = 2 ** 20
const faultsShown = 20

export type CsvInput = {
  file: string
  workspace: string
  /** An object's slug or id, or `tasks`. */
  object: string
  /** `Column=field`; `Column=` passes the column over. */
  map: readonly string[]
  key: string | undefined
  /** The address of the member who brings the rows in. */
  as: string | undefined
  decimal: Decimal | undefined
  /** Names the import: the rows of another one are others, even if they are equal. The file's name unless it is given. */
  run: string | undefined
  /** `strict` stores nothing unless every line is good. */
  mode: 'write' | 'strict' | 'dry run'
  /** Epoch milliseconds. */
  at: number
  passed?: (rows: number) => void
  /** Takes each fault in the order of the lines. */
  onFault?: (fault: RowFault) => Promise<void>
}

export type CsvAnswer = CsvFormat & {
  object: string
  columns: { column: string; field: string | null; decimal?: Decimal; reason?: string }[]
  rows: number
  created: number
  updated: number
  alreadyThere: number
  badLines: number
  /** The first of them. */
  faults: RowFault[]
}

/** The member in whose name things are created: the one who is named, or the only owner. */
async function importerOf(tx: Tx, workspace: { id: string; slug: string }, email: string | undefined) {
  const members = await tx.members.list(workspace.id)
  if (email !== undefined) {
    const member = members.find((one) => one.email === foldEmail(email))
    if (!member)
      throw operatorError('not_found', `${foldEmail(email)} is no member of \`${workspace.slug}\`.`)
    return member.id
  }
  const [owner, ...others] = members.filter((member) => member.role === 'owner')
  if (owner && others.length === 0) return owner.id
  throw operatorError('bad_option', 'Say in whose name with --as: an address of a member.')
}

type Survey = { names: string[]; rows: number; decimals: Decimal[] }

/** The header, how many rows there are, and how each column writes its numbers: decided once for all of its cells. */
async function surveyOf(file: string, format: CsvFormat): Promise<Survey> {
  let names: string[] | undefined
  let rows = 0
  const votes: Record<Decimal, number>[] = []
  for await (const { cells } of csvRows(file, format)) {
    if (!names) {
      names = columnNames(cells)
      for (const _name of names) votes.push({ '.': 0, ',': 0 })
      continue
    }
    rows += 1
    for (const [index, vote] of votes.entries()) {
      const shown = decimalShownBy(cells[index] ?? '')
      if (shown !== undefined) vote[shown] += 1
    }
  }
  if (!names) throw operatorError('invalid_file', `${file} is empty.`)
  return { names, rows, decimals: votes.map((vote) => (vote[','] > vote['.'] ? ',' : '.')) }
}

const numeric = new Set(['number', 'currency', 'rating'])
const keyKinds = new Set(['text', 'email', 'url', 'phone', 'number', 'date', 'datetime'])

function keyFieldOf(columns: readonly Column[], input: CsvInput): TargetField | undefined {
  const { key, object } = input
  if (key === undefined) return undefined
  const field = columns.find((column) => column.field?.id === key || column.field?.slug === key)?.field
  if (!field) throw operatorError('bad_option', `No column fills the key \`${key}\`.`)
  if (object === 'tasks' && field.id === field.slug) throw operatorError('bad_option', 'Tasks have no --key.')
  if (!keyKinds.has(field.kind))
    throw operatorError('bad_option', `A ${field.kind} tells no two records apart.`)
  return field
}

/** Makes a row's id of what it holds and, among equal rows of the file, of its place. Takes a few bytes for each row. */
function createRowIds(names: readonly string[]) {
  const seen = new Map<number, number>()
  return (cells: readonly string[]): string => {
    const digest = createHash('sha256').update(JSON.stringify(cells)).digest('hex')
    const short = Number.parseInt(digest.slice(0, 12), 16)
    const time = seen.get(short) ?? 0
    seen.set(short, time + 1)
    return namedUuid(...names, digest, String(time))
  }
}

/** The columns were matched with the fields at the start. A schema import that comes in between may have changed those. */
async function refuseChanged(tx: Tx, { workspaceId, target }: RowsInput, object: string): Promise<void> {
  const { fields } = await targetOf(tx, workspaceId, object)
  if (isDeepStrictEqual(fields, target.fields)) return
  throw operatorError(
    'conflict',
    `The fields of \`${object}\` were changed while rows came in. Run this again: it goes on with the new ones.`,
  )
}

type Tally = Pick<CsvAnswer, 'created' | 'updated' | 'alreadyThere' | 'badLines' | 'faults'>

/** Goes through the rows once. */
async function walk(
  store: Store,
  input: CsvInput,
  format: CsvFormat,
  names: readonly string[],
  rowsInput: RowsInput,
): Promise<Tally> {
  const { mode, key, columns } = rowsInput
  const tally: Tally = { created: 0, updated: 0, alreadyThere: 0, badLines: 0, faults: [] }
  const idOf = createRowIds(names)
  const keyColumn = columns.findIndex((column) => key !== undefined && column.field?.id === key.id)
  const keyLineOf = createKeyLines(columns, keyColumn)
  let waiting: KnownRow[] = []
  let repeated: RowFault[] = []
  let passed = 0
  let length = 0

  const flush = async () => {
    const [rows, own] = [waiting, repeated]
    waiting = []
    repeated = []
    length = 0
    const outcome = await store[mode === 'write' ? 'write' : 'read'](async (tx) => {
      await refuseChanged(tx, rowsInput, input.object)
      return importRows(tx, rows, rowsInput)
    })
    tally.created += outcome.created
    tally.updated += outcome.updated
    tally.alreadyThere += outcome.alreadyThere
    const faults = [...own, ...outcome.faults].toSorted((a, b) => a.line - b.line)
    tally.badLines += new Set(faults.map(({ line }) => line)).size
    for (const fault of faults) {
      if (tally.faults.length < faultsShown) tally.faults.push(fault)
      await input.onFault?.(fault)
    }
    input.passed?.(passed)
  }

  let isHeader = true
  for await (const row of csvRows(input.file, format)) {
    if (isHeader) {
      isHeader = false
      continue
    }
    passed += 1
    const known = { ...row, id: idOf(row.cells) }
    const before = keyLineOf(known)
    if (before === undefined) waiting.push(known)
    else
      repeated.push({
        line: row.line,
        column: columns[keyColumn]?.name ?? '',
        message: `The key is on line ${before} already.`,
      })
    for (const cell of row.cells) length += cell.length
    if (waiting.length + repeated.length === rowsAtOnce || length >= textAtOnce) await flush()
  }
  await flush()
  return tally
}

/**
 * Brings the rows of a CSV file in as records or tasks, and says which it could not bring in and why.
 * @throws OperatorError `not_found`, `bad_option`, `invalid_file`, `conflict`
 */
export async function importCsv(store: Store, input: CsvInput): Promise<CsvAnswer> {
  const format = await csvFormatOf(input.file)
  const survey = await surveyOf(input.file, format)
  const { workspaceId, target, personId } = await store.read(async (tx) => {
    const workspace = await workspaceOf(tx, input.workspace)
    const found = await targetOf(tx, workspace.id, input.object)
    return { workspaceId: workspace.id, target: found, personId: await importerOf(tx, workspace, input.as) }
  })
  const chosen = columnFields(survey.names, target, input)
  const columns = chosen.map(({ column, field }, index): Column => ({
    name: column,
    field,
    decimal: input.decimal ?? survey.decimals[index] ?? '.',
  }))
  const key = keyFieldOf(columns, input)
  const names = ['csv', workspaceId, target.id, input.run ?? basename(input.file)]
  const rows = { workspaceId, target, columns, key, importer: { personId, at: input.at } }
  const run = (mode: 'write' | 'dry run') => walk(store, input, format, names, { ...rows, mode })
  let tally = await run(input.mode === 'write' ? 'write' : 'dry run')
  if (input.mode === 'strict')
    tally = tally.badLines > 0 ? { ...tally, created: 0, updated: 0 } : await run('write')
  return {
    ...format,
    object: input.object,
    columns: chosen.map(({ column, field, reason }, index) => ({
      column,
      field: field?.slug ?? null,
      ...(field && numeric.has(field.kind) && { decimal: columns[index]?.decimal ?? '.' }),
      ...(reason !== undefined && { reason }),
    })),
    rows: survey.rows,
    ...tally,
  }
}
