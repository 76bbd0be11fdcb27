// `svc import csv`: the rows of a file, a batch in each transaction. The id of a record is made from its row, so
// that a run that was interrupted continues when it is repeated, and nothing is there twice.
import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import { namedUuid } from '../ids.ts'
import { operatorError } from '../operator/error.ts'
import { workspaceOf } from '../operator/workspaces.ts'
import { titleOf } from '../records/record-title.rules.ts'
import { readValues, systemValues } from '../records/record-values.rules.ts'
import type { Field } from '../objects/objects.store.ts'
import { foldEmail } from '../workspaces/people.store.ts'
import type { RecordValues } from '../records/stored-record.ts'
import { recordEntryOf } from '../search/write-index.store.ts'
import type { Store, Tx } from '../db/store.ts'
import { lookupOf, readCell, type Decimal } from './csv-cells.ts'
import { columnsOf, type Column } from './csv-columns.ts'
import { csvRows, type CsvRow } from './csv-file.ts'

/** The limits of a batch; one row may hold up to 2 MiB. */
const rowsAtOnce = 1_000
const textAtOnce = 2 ** 20
const faultsShown = 20

/** `column` is empty where the whole line is at fault. */
export type RowFault = { line: number; column: string; message: string }

export type CsvInput = {
  file: string
  workspace: string
  /** Its slug or id. */
  object: string
  /** `Column=field`; `Column=` leaves the column out. */
  map: readonly string[]
  delimiter: string
  decimal: Decimal
  /** The email address of the member who creates. */
  as: string | undefined
  mode: 'write' | 'dry run'
  /** Epoch milliseconds. */
  at: number
  passed?: (rows: number) => void
  /** Takes each fault in the order of the lines. */
  onFault?: (fault: RowFault) => Promise<void>
}

export type CsvAnswer = {
  object: string
  columns: { column: string; field: string | null }[]
  rows: number
  created: number
  /** Stored by an earlier run. */
  alreadyThere: number
  badLines: number
  /** The first of them. */
  faults: RowFault[]
}

async function objectNamed(tx: Tx, workspaceId: string, name: string) {
  const object = await tx.objects.find(workspaceId, name)
  if (object) return { id: object.id, fields: await tx.objects.fields(workspaceId, object.id) }
  const slugs = (await tx.objects.list(workspaceId)).map(({ slug }) => slug)
  throw operatorError('not_found', `There is no object \`${name}\`. There are: ${slugs.join(', ')}.`)
}

/** The member who creates: the one that is named, or the only owner. */
async function importerOf(tx: Tx, workspace: { id: string; slug: string }, email: string | undefined) {
  const members = await tx.members.list(workspace.id)
  if (email !== undefined) {
    const member = members.find((one) => one.email === foldEmail(email))
    if (member) return member.id
    throw operatorError('not_found', `${foldEmail(email)} is not a member of \`${workspace.slug}\`.`)
  }
  const [owner, ...others] = members.filter((member) => member.role === 'owner')
  if (owner && others.length === 0) return owner.id
  throw operatorError('bad_option', 'Name the member who creates: --as EMAIL.')
}

/** Ids from the content of rows; equal rows are told apart by their order. Keeps a few bytes for each row. */
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

/** A row, the id that its record gets, and what was read of its cells, by field id. */
type Draft = CsvRow & { id: string; supplied: Record<string, unknown> }

/** Reads one column of all rows, so that looking up names takes few queries. */
async function readColumn(
  tx: Tx,
  workspaceId: string,
  rows: readonly Draft[],
  { index, column: { name: column, field }, decimal }: { index: number; column: Column; decimal: Decimal },
): Promise<RowFault[]> {
  if (!field) return []
  const faults: RowFault[] = []
  const named: { row: Draft; names: string[]; many: boolean }[] = []
  for (const row of rows) {
    const text = row.cells[index]?.trim() ?? ''
    if (text === '') continue
    const cell = readCell(field, text, decimal)
    if (cell.is === 'value') row.supplied[field.id] = cell.value
    else if (cell.is === 'names') named.push({ row, ...cell })
    else faults.push({ line: row.line, column, message: cell.message })
  }
  if (named.length === 0) return faults
  const lookup = await lookupOf(
    tx,
    workspaceId,
    field,
    named.flatMap(({ names }) => names),
  )
  for (const { row, names, many } of named) {
    const ids = new Set<string>()
    for (const found of names.map(lookup))
      if (found.ok) ids.add(found.id)
      else faults.push({ line: row.line, column, message: found.message })
    if (ids.size > 0) row.supplied[field.id] = many ? [...ids] : [...ids][0]
  }
  return faults
}

type ReadyRow = { id: string; values: RecordValues }
type Place = { workspaceId: string; objectId: string; fields: readonly Field[] }
/** Who imports, and when (epoch milliseconds). */
type Importer = { personId: string; at: number }

async function createRecords(
  tx: Tx,
  { workspaceId, objectId, fields }: Place,
  { personId, at }: Importer,
  rows: readonly ReadyRow[],
): Promise<void> {
  const shared = {
    objectId,
    avatarUrl: null,
    archived: false,
    createdBy: personId,
    createdAt: at,
    updatedAt: at,
  }
  const records = rows.map((row) => {
    const values = { ...systemValues(fields, row.id), ...row.values }
    return { ...shared, id: row.id, title: titleOf(fields, values), values }
  })
  await tx.records.createMany(workspaceId, records)
  await tx.search.putMany(
    workspaceId,
    records.map((record) => recordEntryOf(record, fields)),
  )
}

/** Imports the good rows of a batch. The fields are read each time: a schema import may change them meanwhile. */
async function importBatch(
  tx: Tx,
  workspaceId: string,
  input: CsvInput,
  header: readonly string[],
  batch: readonly (CsvRow & { id: string })[],
  importer: Importer,
) {
  const { id: objectId, fields } = await objectNamed(tx, workspaceId, input.object)
  const columns = columnsOf(header, fields, input.map)
  const faults: RowFault[] = []
  const drafts: Draft[] = []
  for (const row of batch) {
    const { line, cells } = row
    if (cells.length === columns.length) drafts.push({ ...row, supplied: {} })
    else
      faults.push({
        line,
        column: '',
        message: `The line has ${cells.length} cells, and the header has ${columns.length}.`,
      })
  }
  for (const [index, column] of columns.entries())
    faults.push(...(await readColumn(tx, workspaceId, drafts, { index, column, decimal: input.decimal })))

  const bad = new Set(faults.map(({ line }) => line))
  const ready: ReadyRow[] = []
  for (const { line, id, supplied } of drafts) {
    // The values of a bad line are checked too, but a field that it lacks may be the one that was at fault.
    const read = readValues(fields, supplied, bad.has(line) ? 'merge' : 'create')
    for (const { path, message } of read.ok ? [] : read.faults) {
      const column = columns.find(({ field }) => field?.id === path[1] || field?.slug === path[1])
      faults.push({ line, column: column?.name ?? '', message })
    }
    if (read.ok && !bad.has(line)) ready.push({ id, values: Object.fromEntries(read.change.set) })
  }
  const ids = ready.map(({ id }) => id)
  const stored = await tx.records.taken(workspaceId, ids)
  const fresh = ready.filter(({ id }) => !stored.has(id))
  if (input.mode === 'write') await createRecords(tx, { workspaceId, objectId, fields }, importer, fresh)
  return { created: fresh.length, alreadyThere: ready.length - fresh.length, faults }
}

/**
 * Imports the rows of a CSV file as records, and reports each line that it cannot import.
 * @throws OperatorError `not_found`, `bad_option`, `invalid_file`; rows of earlier batches stay
 */
export async function importCsv(store: Store, input: CsvInput): Promise<CsvAnswer> {
  const { file, object, mode, at } = input
  const rows = csvRows(file, input.delimiter)
  const { value: first } = await rows.next()
  if (!first) throw operatorError('invalid_file', `${file} is empty.`)
  const header = first.cells
  const { workspaceId, personId, objectId, columns } = await store.read(async (tx) => {
    const workspace = await workspaceOf(tx, input.workspace)
    const { id, fields } = await objectNamed(tx, workspace.id, object)
    return {
      workspaceId: workspace.id,
      personId: await importerOf(tx, workspace, input.as),
      objectId: id,
      columns: columnsOf(header, fields, input.map),
    }
  })
  const idOf = createRowIds(['csv', workspaceId, objectId, basename(file)])
  const answer: CsvAnswer = {
    object,
    columns: columns.map(({ name, field }) => ({ column: name, field: field?.slug ?? null })),
    rows: 0,
    created: 0,
    alreadyThere: 0,
    badLines: 0,
    faults: [],
  }
  let waiting: (CsvRow & { id: string })[] = []
  let length = 0

  const flush = async () => {
    const batch = waiting
    waiting = []
    length = 0
    const run = (tx: Tx) => importBatch(tx, workspaceId, input, header, batch, { personId, at })
    const outcome = await (mode === 'write' ? store.write(run, workspaceId) : store.read(run))
    answer.created += outcome.created
    answer.alreadyThere += outcome.alreadyThere
    answer.badLines += new Set(outcome.faults.map(({ line }) => line)).size
    for (const fault of outcome.faults.toSorted((a, b) => a.line - b.line)) {
      if (answer.faults.length < faultsShown) answer.faults.push(fault)
      await input.onFault?.(fault)
    }
    input.passed?.(answer.rows)
  }

  for await (const row of rows) {
    answer.rows += 1
    waiting.push({ ...row, id: idOf(row.cells) })
    for (const cell of row.cells) length += cell.length
    if (waiting.length === rowsAtOnce || length >= textAtOnce) await flush()
  }
  await flush()
  return answer
}
