// Imports that the service keeps: their state and progress, their files, and what each batch of them wrote (IMP-04).
import { sql } from 'kysely'
import { gunzip, gzip } from 'node:zlib'
import { promisify } from 'node:util'
import type { ImportTable } from '../db/schema.ts'
import type { ImportFault } from './reading/plan.ts'
import {
  columnsOf,
  type ImportBatch,
  type ImportChange,
  type ImportItem,
  type ImportKey,
  importOf,
  type LeftOutRow,
  type StoredImport,
  textOf,
} from './stored-import.ts'
import type { Tx } from '../db/store.ts'

/** Characters of a part of a file. */
const partLength = 512 * 1024

/** @returns the parts of a file, as they are stored */
export async function packed(bytes: Uint8Array): Promise<string[]> {
  const text = (await promisify(gzip)(bytes, { level: 1 })).toString('base64')
  const parts: string[] = []
  for (let from = 0; from < text.length; from += partLength) parts.push(text.slice(from, from + partLength))
  return parts
}
const unpacked = (parts: readonly string[]): Promise<Buffer> =>
  promisify(gunzip)(Buffer.from(parts.join(''), 'base64'))

/** The time of its end, or of its creation. */
const ended = sql<number>`coalesce(ended_at, created_at)`

export const deleteImportFile = async (tx: Tx, { workspaceId, id }: ImportKey): Promise<void> => {
  await tx
    .deleteFrom('import_file')
    .where('workspace_id', '=', workspaceId)
    .where('import_id', '=', id)
    .execute()
}
export const deleteImport = async (tx: Tx, { workspaceId, id }: ImportKey): Promise<void> => {
  await deleteImportFile(tx, { workspaceId, id })
  await tx
    .deleteFrom('import_batch')
    .where('workspace_id', '=', workspaceId)
    .where('import_id', '=', id)
    .execute()
  await tx.deleteFrom('import').where('workspace_id', '=', workspaceId).where('id', '=', id).execute()
}
/** A column of its batches, where something is in it. */
const notEmpty = async (tx: Tx, { workspaceId, id }: ImportKey, column: 'faults' | 'left_out') => {
  const rows = await tx
    .selectFrom('import_batch')
    .select(column)
    .where('workspace_id', '=', workspaceId)
    .where('import_id', '=', id)
    .where(column, '<>', '[]')
    .orderBy('batch')
    .execute()
  return rows.map((row) => (column === 'faults' ? row.faults : row.left_out))
}

/** @param parts of its file, by `packed` */
export async function insertImport(tx: Tx, one: StoredImport, parts: readonly string[]): Promise<void> {
  const { workspaceId: workspace_id, id, personId: person_id, createdAt: created_at, ...rest } = one
  const row = { workspace_id, id, person_id, created_at, ...columnsOf(rest) }
  // Every column is given: nothing of an import is optional.
  await tx
    .insertInto('import')
    .values(row as ImportTable)
    .execute()
  for (const [part, content] of parts.entries())
    await tx
      .insertInto('import_file')
      .values({ workspace_id: one.workspaceId, import_id: one.id, part, content })
      .execute()
}

export async function getImport(tx: Tx, { workspaceId, id }: ImportKey): Promise<StoredImport | undefined> {
  const row = await tx
    .selectFrom('import')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row && importOf(row)
}

/** The imports of a person, newest first. @param since epoch milliseconds */
export async function importsOfPerson(
  tx: Tx,
  workspaceId: string,
  personId: string,
  since: number,
): Promise<StoredImport[]> {
  const rows = await tx
    .selectFrom('import')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('person_id', '=', personId)
    .where(ended, '>', since)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map(importOf)
}

export async function updateImport(
  tx: Tx,
  { workspaceId, id }: ImportKey,
  to: ImportChange,
): Promise<StoredImport | undefined> {
  const row = await tx
    .updateTable('import')
    .set(columnsOf(to))
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  return row && importOf(row)
}

/** Keeps an import for the process that runs it. */
export async function renewImport(
  tx: Tx,
  { workspaceId, id }: ImportKey,
  holder: string,
  until: number,
): Promise<void> {
  await tx
    .updateTable('import')
    .set({ leased_until: until })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .where('leased_by', '=', holder)
    .execute()
}

/** The imports of a workspace that run or are to run, in their order. */
export async function activeImports(tx: Tx, workspaceId: string): Promise<StoredImport[]> {
  const rows = await tx
    .selectFrom('import')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('state', 'in', ['running', 'undoing'])
    .orderBy('started_at')
    .orderBy('id')
    .execute()
  return rows.map(importOf)
}

/** Workspaces with imports that nobody runs. */
export async function workspacesWithImports(tx: Tx, at: number): Promise<string[]> {
  const { rows } = await sql<{ workspaceId: string }>`
    select distinct workspace_id as ${sql.ref('workspaceId')} from import
    where state in ('running', 'undoing') and leased_until <= ${at} limit 100`.execute(tx)
  return rows.map(({ workspaceId }) => workspaceId)
}

/** The bytes of its file; undefined when they are gone. */
export async function fileOfImport(tx: Tx, { workspaceId, id }: ImportKey): Promise<Buffer | undefined> {
  const rows = await tx
    .selectFrom('import_file')
    .select('content')
    .where('workspace_id', '=', workspaceId)
    .where('import_id', '=', id)
    .orderBy('part')
    .execute()
  return rows.length === 0 ? undefined : unpacked(rows.map(({ content }) => content))
}

export async function insertImportBatch(
  tx: Tx,
  { workspaceId, id }: ImportKey,
  { batch, items, leftOut, faults }: ImportBatch,
) {
  await tx
    .insertInto('import_batch')
    .values({
      workspace_id: workspaceId,
      import_id: id,
      batch,
      items: textOf(items),
      left_out: textOf(leftOut),
      faults: textOf(faults),
    })
    .execute()
}

/** The last batch before this one that wrote something. */
export async function importBatchBelow(
  tx: Tx,
  { workspaceId, id }: ImportKey,
  below: number,
): Promise<Pick<ImportBatch, 'batch' | 'items'> | undefined> {
  const row = await tx
    .selectFrom('import_batch')
    .select(['batch', 'items'])
    .where('workspace_id', '=', workspaceId)
    .where('import_id', '=', id)
    .where('batch', '<', below)
    .where('items', '<>', '[]')
    .orderBy('batch', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && { batch: row.batch, items: JSON.parse(row.items) as ImportItem[] }
}

/** Its faults, in the order of their lines. */
export async function faultsOfImport(tx: Tx, key: ImportKey): Promise<ImportFault[]> {
  const found = (await notEmpty(tx, key, 'faults')).flatMap((text) => JSON.parse(text) as ImportFault[])
  return found.toSorted((a, b) => a.line - b.line)
}

/** The rows of which nothing was stored, in their order. */
export async function leftOutOfImport(tx: Tx, key: ImportKey): Promise<LeftOutRow[]> {
  const found = (await notEmpty(tx, key, 'left_out')).flatMap((text) => JSON.parse(text) as LeftOutRow[])
  return found.toSorted((a, b) => a.line - b.line)
}

/**
 * Sets the version of a record or task that this import created and has now changed: its undo compares with the latest one.
 * @returns false if the import has not created it
 */
export async function raiseVersionOfImported(
  tx: Tx,
  { workspaceId, id }: ImportKey,
  item: Pick<ImportItem, 'id' | 'version'>,
): Promise<boolean> {
  const rows = await tx
    .selectFrom('import_batch')
    .select(['batch', 'items'])
    .where('workspace_id', '=', workspaceId)
    .where('import_id', '=', id)
    .where('items', 'like', `%"${item.id}"%`)
    .execute()
  for (const { batch, items } of rows) {
    const all = JSON.parse(items) as ImportItem[]
    const at = all.findIndex((one) => one.id === item.id && one.changed === undefined)
    const made = all[at]
    if (made === undefined) continue
    await tx
      .updateTable('import_batch')
      .set({ items: textOf(all.with(at, { ...made, version: item.version })) })
      .where('workspace_id', '=', workspaceId)
      .where('import_id', '=', id)
      .where('batch', '=', batch)
      .execute()
    return true
  }
  return false
}

/** Deletes imports that came before a time. @returns whether there may be more */
export async function sweepImports(tx: Tx, before: number, limit: number): Promise<boolean> {
  const rows = await tx
    .selectFrom('import')
    .select(['workspace_id as workspaceId', 'id'])
    .where('created_at', '<', before)
    .where(ended, '<', before)
    .where('state', 'not in', ['running', 'undoing'])
    .limit(limit)
    .execute()
  for (const key of rows) await deleteImport(tx, key)
  return rows.length === limit
}
