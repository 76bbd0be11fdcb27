// `svc import csv`: the rows of a file, a batch in each transaction. The id of a record is made from its row, so that an
// interrupted run continues when it is repeated, and no row is stored twice.
import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import { counted } from '../base/counted.ts'
import { namedUuid } from '../base/ids.ts'
import { operatorError } from '../base/operator-error.ts'
import { workspaceOf } from '../operator/workspaces.ts'
import { titleOf, readValues, systemValues, findField } from '../records/record-values.rules.ts'
import { type RecordValues, recordEntryOf } from '../records/record.ts'
import { foldEmail } from '../access/people.store.ts'
import type { Store, Tx } from '../db/store.ts'
import { lookupOf, readCell, type Decimal, type Lookup } from './csv-cells.ts'
import { csvRows, type CsvRow } from './csv-file.ts'
import { membersOfWorkspace } from '../access/members.store.ts'
import { addChanges } from '../changes/changes.store.ts'
import { findObject, objectsOfWorkspace, fieldsOfObject, type Field } from '../objects/objects.store.ts'
import { takenRecordIds, insertRecords } from '../records/records.store.ts'
import { putSearchEntries } from '../search/write-index.store.ts'
import { fold } from '../../shared/search/text-fold.ts'

/** The limits of a batch; one row may hold up to 2 MiB. */
const rowsAtOnce = 1_000
const textAtOnce = 2 ** 20
/** How long a batch should keep other writers waiting, in milliseconds. The next batch has as many rows as that takes. */
const batchTime = 200
const fewestRows = 50
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
  /** By default what the first line `sep=;` says, else a comma. */
  delimiter: string | undefined
  decimal: Decimal
  /** The email address of the member who creates. */
  as: string | undefined
  mode: 'write' | 'dry run'
  /** Epoch milliseconds. Each batch takes its time inside its transaction. */
  now: () => number
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

/** The member who creates: the one that is named, or the only owner. */
async function creatorOf(tx: Tx, workspaceId: string, email: string | undefined): Promise<string> {
  const members = await membersOfWorkspace(tx, workspaceId)
  const [member, ...others] = members.filter((one) =>
    email === undefined ? one.role === 'owner' : one.email === foldEmail(email),
  )
  if (member && others.length === 0) return member.id
  if (email === undefined) throw operatorError('bad_option', 'Name the member who creates: --as EMAIL.')
  throw operatorError('not_found', `${foldEmail(email)} is not a member of the workspace.`)
}

/** Read for each batch, because a schema import may change the fields meanwhile. */
async function targetOf(tx: Tx, { workspace, object: name, map, as }: CsvInput, header: readonly string[]) {
  const { id: workspaceId } = await workspaceOf(tx, workspace)
  const object = await findObject(tx, workspaceId, name)
  if (!object) {
    const slugs = (await objectsOfWorkspace(tx, workspaceId)).map(({ slug }) => slug)
    throw operatorError('not_found', `There is no object \`${name}\`. There are: ${slugs.join(', ')}.`)
  }
  const fields = await fieldsOfObject(tx, workspaceId, object.id)
  const personId = await creatorOf(tx, workspaceId, as)
  return { workspaceId, objectId: object.id, fields, columns: columnsOf(header, fields, map), personId }
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

/** A row, the id that its record gets, and its values so far, by field id. */
type Draft = CsvRow & { id: string; supplied: Record<string, unknown> }

/** Reads one column of all rows, so that looking up names takes few queries. */
async function readColumn(
  tx: Tx,
  workspaceId: string,
  rows: readonly Draft[],
  { index, column: { name: column, field }, decimal }: { index: number; column: Column; decimal: Decimal },
): Promise<RowFault[]> {
  if (!field) return []
  const read = rows.flatMap((row) => {
    const text = row.cells[index]?.trim() ?? ''
    return text === '' ? [] : [{ row, cell: readCell(field, text, decimal) }]
  })
  const names = read.flatMap(({ cell }) => (cell.is === 'names' ? cell.names : []))
  const lookup: Lookup | undefined =
    names.length > 0 ? await lookupOf(tx, workspaceId, field, names) : undefined
  return read.flatMap(({ row, cell }) => {
    const faultOf = (message: string): RowFault => ({ line: row.line, column, message })
    if (cell.is === 'fault') return faultOf(cell.message)
    if (cell.is === 'value') {
      row.supplied[field.id] = cell.value
      return []
    }
    const found = cell.names.flatMap((name) => lookup?.(name) ?? [])
    const ids = [...new Set(found.flatMap((one) => (one.ok ? one.id : [])))]
    if (ids.length > 0) row.supplied[field.id] = cell.many ? ids : ids[0]
    return found.flatMap((one) => (one.ok ? [] : faultOf(one.message)))
  })
}

/** Imports the good rows of a batch. */
async function importBatch(
  tx: Tx,
  input: CsvInput,
  header: readonly string[],
  batch: readonly (CsvRow & { id: string })[],
) {
  const { workspaceId, objectId, fields, columns, personId } = await targetOf(tx, input, header)
  const drafts: Draft[] = batch.map((row) => ({ ...row, supplied: {} }))
  const [whole, ragged] = [
    drafts.filter(({ cells }) => cells.length === columns.length),
    drafts.filter(({ cells }) => cells.length !== columns.length),
  ]
  const faults = ragged.map(({ line, cells }): RowFault => {
    const message = `The line has ${counted(cells.length, 'cell')}, and the header has ${columns.length}.`
    return { line, column: '', message }
  })
  for (const [index, column] of columns.entries())
    faults.push(...(await readColumn(tx, workspaceId, whole, { index, column, decimal: input.decimal })))

  const bad = new Set(faults.map(({ line }) => line))
  const ready: { id: string; values: RecordValues }[] = []
  for (const { line, id, supplied } of whole) {
    // The values of a bad line are checked too, but a field that it lacks may be the one that was at fault.
    const read = readValues(fields, supplied, bad.has(line) ? 'merge' : 'create')
    for (const { path, message } of read.ok ? [] : read.faults) {
      const column = columns.find(({ field }) => field?.id === path[1] || field?.slug === path[1])
      faults.push({ line, column: column?.name ?? '', message })
    }
    if (read.ok && !bad.has(line)) ready.push({ id, values: Object.fromEntries(read.change.set) })
  }

  const stored = await takenRecordIds(
    tx,
    workspaceId,
    ready.map(({ id }) => id),
  )
  const fresh = ready.filter(({ id }) => !stored.has(id))
  // After the last wait: a program that polls for changes must not have passed this time when the batch is committed.
  const at = input.now()
  const records = fresh.map(({ id, values: given }) => {
    const values = { ...systemValues(fields, id), ...given }
    const times = { createdAt: at, updatedAt: at }
    const title = titleOf(fields, values)
    return { id, objectId, title, avatarUrl: null, values, archived: false, createdBy: personId, ...times }
  })
  if (input.mode === 'write') {
    await insertRecords(tx, workspaceId, records)
    const entries = records.map((record) => recordEntryOf(record, fields))
    await putSearchEntries(tx, workspaceId, entries)
    const actor = { type: 'operator', id: personId } as const
    await addChanges(
      tx,
      workspaceId,
      records.map(({ id }) => ({ kind: 'record', id, action: 'created', actor, at })),
    )
  }
  return { created: fresh.length, alreadyThere: ready.length - fresh.length, faults }
}

/**
 * Imports the rows of a CSV file as records, and reports each line that it cannot import.
 * @throws OperatorError `not_found`, `bad_option`, `invalid_file`; rows of earlier batches stay
 */
export async function importCsv(store: Store, input: CsvInput): Promise<CsvAnswer> {
  const { file, object, mode } = input
  const rows = csvRows(file, input.delimiter)
  const { value: first } = await rows.next()
  if (!first) throw operatorError('invalid_file', `${file} is empty.`)
  const header = first.cells
  const { workspaceId, objectId, columns } = await store.read((tx) => targetOf(tx, input, header))
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
  let atOnce = rowsAtOnce

  const flush = async () => {
    const batch = waiting
    waiting = []
    length = 0
    let began = 0
    const run = (tx: Tx) => {
      began = performance.now()
      return importBatch(tx, input, header, batch)
    }
    const outcome = await (mode === 'write' ? store.write(run, workspaceId) : store.read(run))
    const inTime = Math.round((batch.length * batchTime) / (performance.now() - began))
    atOnce = Math.min(rowsAtOnce, Math.max(fewestRows, inTime))
    answer.created += outcome.created
    answer.alreadyThere += outcome.alreadyThere
    answer.badLines += new Set(outcome.faults.map(({ line }) => line)).size
    for (const fault of outcome.faults.toSorted((a, b) => a.line - b.line)) {
      if (answer.faults.length < faultsShown) answer.faults.push(fault)
      await input.onFault?.(fault)
    }
    input.passed?.(answer.rows)
    if (mode === 'write') await store.giveWay?.()
  }

  for await (const row of rows) {
    answer.rows += 1
    waiting.push({ ...row, id: idOf(row.cells) })
    for (const cell of row.cells) length += cell.length
    if (waiting.length >= atOnce || length >= textAtOnce) await flush()
  }
  await flush()
  return answer
}

// Chooses the field that each column fills: that of --map, else the one whose id, slug or name is the header.

/** A column without a field is left out. */
export type Column = { name: string; field: Field | undefined }

const columnsShown = 20

/** Lists the columns that are there. */
function headerShown(names: readonly string[]): string {
  const some = names.slice(0, columnsShown).map((name) => `“${name}”`)
  const more = names.length > columnsShown ? ` and ${names.length - columnsShown} more` : ''
  const [mark] = names.length === 1 ? (/[,;\t|]/.exec(names[0] ?? '') ?? []) : []
  const hint =
    mark === undefined
      ? ''
      : ` Do other marks separate the cells? --delimiter ${mark === '\t' ? 'tab' : `"${mark}"`}.`
  return `${names.length === 1 ? 'The only column is' : 'The columns are'} ${some.join(', ')}${more}.${hint}`
}

const refused = (message: string) => operatorError('bad_option', message)

/** A header may hold a `=`, the slug or id of a field cannot. */
function readMapping(text: string): [column: string, field: string] {
  const at = text.lastIndexOf('=')
  if (at < 1) throw refused(`--map is "Column=field", not \`${text}\`.`)
  return [text.slice(0, at).trim(), text.slice(at + 1).trim()]
}

function mappedField(fields: readonly Field[], key: string): Field {
  const found = findField(fields, key)
  if ('code' in found) {
    const slugs = fields.map(({ slug }) => slug).join(', ')
    throw refused(found.code === 'unknown_field' ? `${found.message} There are: ${slugs}.` : found.message)
  }
  if (found.readOnly) throw refused(`The field \`${key}\` is read-only.`)
  return found
}

function fieldNamed(fields: readonly Field[], column: string): Field | undefined {
  const header = fold(column)
  const named = fields.filter(
    ({ id, slug, name, readOnly }) =>
      !readOnly && (id === column || fold(slug) === header || fold(name) === header),
  )
  if (named.length < 2) return named[0]
  const ids = named.map(({ id, name }) => `${id} (${name})`).join(' or ')
  throw refused(`The column “${column}” could fill ${ids}. Choose one: --map "${column}=ID".`)
}

/**
 * @param header the cells of the first row
 * @param map `Column=field`; `Column=` leaves the column out
 * @throws OperatorError `bad_option`
 */
function columnsOf(header: readonly string[], fields: readonly Field[], map: readonly string[]): Column[] {
  const names = header.map((name) => name.trim())
  const mapping = new Map(map.map(readMapping))
  for (const column of mapping.keys())
    if (!names.includes(column))
      throw refused(`There is no column “${column}”. There are: ${names.join(', ')}.`)
  const columns = names.map((name): Column => {
    const mapped = mapping.get(name)
    if (mapped === '') return { name, field: undefined }
    return { name, field: mapped === undefined ? fieldNamed(fields, name) : mappedField(fields, mapped) }
  })
  for (const { id, slug, required, readOnly } of fields) {
    const filling = columns.filter(({ field }) => field?.id === id).map(({ name }) => `“${name}”`)
    if (filling.length > 1)
      throw refused(
        `The columns ${filling.join(' and ')} both fill \`${slug}\`. Leave one out: --map "Column=".`,
      )
    if (filling.length === 0 && required && !readOnly)
      throw refused(
        `No column fills \`${slug}\`, which is required. Name one: --map "Column=${slug}". ${headerShown(names)}`,
      )
  }
  return columns
}
