// Some rows of a spreadsheet, checked against the workspace and stored: the good ones, whatever the others are.
import { sortKey } from '../rules/record-keys.ts'
import { titleOf } from '../rules/record-title.ts'
import { mergeValues, readValues } from '../rules/record-values.ts'
import type { StoredRecord } from '../store/records.ts'
import type { Tx } from '../store/store.ts'
import { readCell, type Decimal } from './cell-values.ts'
import type { CsvRow } from './csv-file.ts'
import { isSameKey } from './csv-keys.ts'
import { nameFinder, type Names } from './csv-names.ts'
import type { CsvTarget, Importer, ReadyRow, TargetField, Values } from './csv-target.ts'

/** A column, and the field that it fills. */
export type Column = { name: string; field: TargetField | undefined; decimal: Decimal }
/** A row, and the id that its record or task gets. */
export type KnownRow = CsvRow & { id: string }
/** `column` is empty where the whole line is at fault. */
export type RowFault = { line: number; column: string; message: string }
export type RowsOutcome = {
  created: number
  updated: number
  /** Stored by an earlier run, or a record that says what the row says. */
  alreadyThere: number
  faults: RowFault[]
}

type Draft = { row: KnownRow; supplied: Record<string, unknown>; names: (Names & { column: string })[] }

function draftOf(row: KnownRow, columns: readonly Column[], faults: RowFault[]): Draft {
  const draft: Draft = { row, supplied: {}, names: [] }
  const { line, cells } = row
  if (cells.length !== columns.length) {
    const message = `The line has ${cells.length} cells, and the header has ${columns.length}.`
    faults.push({ line, column: '', message })
    return draft
  }
  for (const [index, { name: column, field, decimal }] of columns.entries()) {
    const cell = cells[index] ?? ''
    if (!field || cell.trim() === '') continue
    const read = readCell(field, cell, decimal)
    if (read.is === 'refused') faults.push({ line, column, message: read.message })
    else if (read.is === 'names') draft.names.push({ field, of: read.of, names: read.names, column })
    else draft.supplied[field.id] = read.value
  }
  return draft
}

/** The records that hold the keys of these rows, archived ones too. */
async function recordsByKey(tx: Tx, workspaceId: string, key: TargetField, rows: readonly Values[]) {
  const keys = rows.map((values) => sortKey(values[key.id])).filter((one) => one !== null)
  const records = await tx.records.among(
    workspaceId,
    await tx.recordFields.underKeys(workspaceId, key.id, keys),
  )
  return (values: Values) => records.filter((record) => isSameKey(record.values[key.id], values[key.id]))
}

async function update(
  tx: Tx,
  workspaceId: string,
  target: CsvTarget,
  record: StoredRecord,
  values: Values,
  at: number,
) {
  const title = titleOf(target.fields, values)
  const updatedAt = Math.max(at, record.updatedAt)
  const changed = await tx.records.update(workspaceId, record, { values: { ...values }, title, updatedAt })
  if (!changed.archived) await tx.search.put(workspaceId, 'record', record.id, title, updatedAt)
}

export type RowsInput = {
  workspaceId: string
  target: CsvTarget
  columns: readonly Column[]
  /** The field of `--key`: a row with the key of a record changes that record. */
  key: TargetField | undefined
  importer: Importer
  mode: 'write' | 'dry run'
}

/** Inside a transaction; a dry run only reads. */
export async function importRows(tx: Tx, rows: readonly KnownRow[], input: RowsInput): Promise<RowsOutcome> {
  const { workspaceId, target, columns, key, importer, mode } = input
  const outcome: RowsOutcome = { created: 0, updated: 0, alreadyThere: 0, faults: [] }
  const { faults } = outcome
  const columnOf = new Map(
    columns.flatMap(({ name, field }) =>
      field
        ? [
            [field.id, name],
            [field.slug, name],
          ]
        : [],
    ),
  )
  const refuse = (line: number, field: string, message: string) =>
    faults.push({ line, column: columnOf.get(field) ?? field, message })

  const drafts = rows.map((row) => draftOf(row, columns, faults))
  const find = await nameFinder(
    tx,
    workspaceId,
    drafts.flatMap((draft) => draft.names),
  )
  for (const { row, supplied, names } of drafts)
    for (const { field, of, names: some, column } of names) {
      const ids = some.map((name) => find(field, of, name))
      for (const found of ids) if (!found.ok) faults.push({ line: row.line, column, message: found.message })
      const known = ids.flatMap((found) => (found.ok ? [found.id] : []))
      supplied[field.id] = field.options?.multiple ? [...new Set(known)] : known[0]
    }

  const bad = new Set(faults.map(({ line }) => line))
  const ready: (ReadyRow & { line: number; change: Parameters<typeof mergeValues>[1] })[] = []
  for (const { row, supplied } of drafts) {
    if (bad.has(row.line)) continue
    // With a key, a required field that the row leaves out may be in the record already.
    const read = readValues(target.fields, supplied, key ? 'merge' : 'create')
    if (!read.ok) {
      for (const { path, message } of read.faults) refuse(row.line, path[1] ?? '', message)
      continue
    }
    const values = mergeValues({}, read.change)
    const wrong = target.faults(values)
    for (const { field, message } of wrong) refuse(row.line, field, message)
    if (wrong.length === 0) ready.push({ line: row.line, id: row.id, values, change: read.change })
  }

  const stored = await target.stored(
    tx,
    ready.map(({ id }) => id),
  )
  const byKey =
    key &&
    (await recordsByKey(
      tx,
      workspaceId,
      key,
      ready.map(({ values }) => values),
    ))
  const fresh: ReadyRow[] = []
  for (const { line, id, values, change } of ready) {
    if (key && values[key.id] === undefined) {
      refuse(line, key.id, 'The key is empty.')
      continue
    }
    const [record, other] = byKey?.(values) ?? []
    if (record && other) {
      refuse(line, key?.id ?? '', `Several records have this key: ${record.id}, ${other.id}.`)
    } else if (record) {
      const merged = mergeValues(record.values, change)
      if (
        Object.entries(merged).every(
          ([field, value]) => JSON.stringify(value) === JSON.stringify(record.values[field]),
        )
      )
        outcome.alreadyThere += 1
      else {
        outcome.updated += 1
        if (mode === 'write') await update(tx, workspaceId, target, record, merged, importer.at)
      }
    } else if (stored.has(id)) {
      outcome.alreadyThere += 1
    } else {
      const missing = target.fields.filter(
        (field) => field.required && !field.readOnly && values[field.id] === undefined,
      )
      for (const { id: field, slug } of missing) refuse(line, field, `The field \`${slug}\` is required.`)
      if (missing.length === 0) fresh.push({ id, values })
    }
  }
  outcome.created = fresh.length
  if (mode === 'write') await target.create(tx, importer, fresh)
  faults.sort((a, b) => a.line - b.line)
  return outcome
}
