// An import as the store gives and takes it, its batches, and its row.
import type { ImportReason } from '../../shared/api/import-reasons.ts'
import type { ImportChoices, ImportLook } from '../../shared/api/launcher/imports.ts'
import type { ImportTable } from '../db/schema.ts'
import type { FieldValue } from '../objects/field-types.rules.ts'
import type { ImportFault } from './reading/plan.ts'

export type ImportState = ImportTable['state']
export type ImportCounts = {
  created: number
  updated: number
  unchanged: number
  leftOut: number
  /** By the slug of their object. */
  alsoCreated: Record<string, number>
}
export type KeptFaults = {
  first: readonly ImportFault[]
  count: number
  /** Why it failed, beside the sentence in `problem`. */
  problem?: ImportReason
}

/** The position of a draft in the order in which drafts are written. */
export type Place = readonly [rank: number, line: number, nth: number]

/** The rest of an undo: the batches before this one, and this many items of this one; null for none. */
export type UndoPlace = { batch: number; items: number | null }

/** Times are epoch milliseconds. */
export type StoredImport = {
  workspaceId: string
  id: string
  personId: string
  name: string
  state: ImportState
  goal: ImportTable['goal']
  zone: string
  choices: ImportChoices
  look: ImportLook | null
  /** Names of its columns; null where it has none. */
  header: readonly string[] | null
  object: string
  repeating: number
  total: number
  done: number
  place: Place | null
  batches: number
  counts: ImportCounts
  faults: KeptFaults | null
  problem: string | null
  rate: number | null
  /** The process that runs it. */
  leasedBy: string | null
  leasedUntil: number
  startedAt: number | null
  endedAt: number | null
  undoPlace: UndoPlace | null
  undone: number
  spared: number
  createdAt: number
}

/** A record or task that a batch wrote: its version afterwards, and for an update each field before and after. */
export type ImportItem = {
  kind: 'record' | 'task'
  id: string
  version: number
  changed?: Readonly<Record<string, readonly [before: FieldValue, after: FieldValue]>>
}
/** A row of which nothing was stored. Cells are there where the file has columns. */
export type LeftOutRow = {
  line: number
  text: string
  why: string
  /** The same for words in other languages. */
  reasons?: readonly (ImportReason & { column: string })[]
  cells?: readonly string[]
}
export type ImportBatch = {
  batch: number
  items: readonly ImportItem[]
  leftOut: readonly LeftOutRow[]
  faults: readonly ImportFault[]
}

type JsonColumn = 'choices' | 'look' | 'header' | 'place' | 'counts' | 'faults' | 'undo_place'
export const textOf = (value: unknown): string => JSON.stringify(value)
/** Undefined stays undefined. */
const textOrNull = (value: unknown): string | null | undefined =>
  value === null ? null : JSON.stringify(value)
// Only `columnsOf` writes these columns.
const parsed = (row: ImportTable, column: JsonColumn): unknown => {
  const text = row[column]
  return text === null ? null : JSON.parse(text)
}

export const importOf = (row: ImportTable): StoredImport => ({
  workspaceId: row.workspace_id,
  id: row.id,
  personId: row.person_id,
  name: row.name,
  state: row.state,
  goal: row.goal,
  zone: row.zone,
  choices: parsed(row, 'choices') as ImportChoices,
  look: parsed(row, 'look') as ImportLook | null,
  header: parsed(row, 'header') as string[] | null,
  object: row.object,
  repeating: row.repeating,
  total: row.total,
  done: row.done,
  place: parsed(row, 'place') as Place | null,
  batches: row.batches,
  counts: parsed(row, 'counts') as ImportCounts,
  faults: parsed(row, 'faults') as KeptFaults | null,
  problem: row.problem,
  rate: row.rate,
  leasedBy: row.leased_by,
  leasedUntil: row.leased_until,
  startedAt: row.started_at,
  endedAt: row.ended_at,
  undoPlace: parsed(row, 'undo_place') as UndoPlace | null,
  undone: row.undone,
  spared: row.spared,
  createdAt: row.created_at,
})

/** A change of an import. */
export type ImportChange = Partial<Omit<StoredImport, 'workspaceId' | 'id' | 'personId' | 'createdAt'>>

export const columnsOf = (change: ImportChange): Partial<ImportTable> => {
  const { choices, look, header, place, counts, faults, undoPlace } = change
  const given: { [K in keyof ImportTable]?: ImportTable[K] | undefined } = {
    name: change.name,
    state: change.state,
    goal: change.goal,
    zone: change.zone,
    choices: choices && JSON.stringify(choices),
    look: textOrNull(look),
    header: textOrNull(header),
    object: change.object,
    repeating: change.repeating,
    total: change.total,
    done: change.done,
    place: textOrNull(place),
    batches: change.batches,
    counts: counts && JSON.stringify(counts),
    faults: textOrNull(faults),
    problem: change.problem,
    rate: change.rate,
    leased_by: change.leasedBy,
    leased_until: change.leasedUntil,
    started_at: change.startedAt,
    ended_at: change.endedAt,
    undo_place: textOrNull(undoPlace),
    undone: change.undone,
    spared: change.spared,
  }
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
}

export type ImportKey = Pick<StoredImport, 'workspaceId' | 'id'>
