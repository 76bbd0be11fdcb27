// What was seen, held and ranked by the page: its rows are there with the letter that asks for them. The main process keeps
// the rows and hands over what changed.
import type { ResultKind } from '../../../shared/api/launcher-search.ts'
import type { TaskOptions } from '../../../shared/api/launcher-tasks.ts'
import type { OutboxItem, CacheChanges, CachePoint, Row } from '../../../shared/ipc/launcher.ts'
import { detailOf, spanOf } from '../../../shared/search/local-index-detail.ts'
import { createFacetSharing } from '../../../shared/search/local-index-facets.ts'
import { createLocalIndex, type Reason } from '../../../shared/search/local-index.ts'
import { keysNamedIn } from '../../../shared/search/local-index-named.ts'
import { isUnused, type Use, unused } from '../../../shared/search/local-index-score.ts'
import { readState, type StateQuery } from '../../../shared/search/state-words.ts'
import { ownDateHabits } from '../../ui/dates/date-habits.ts'
import { isUnstored, capturedKey, capturedRow, storedRow } from './captured-tasks.ts'
import { changesByKey, taskAsWritten } from './changed-tasks.ts'
import { fieldsOver } from '../../outbox/pending.ts'
import { itemRow, keyOf, type PaletteRow } from '../rows/rows.ts'

export interface RowCache {
  /** How much of what the main process knows is here; null is nothing. */
  point: () => CachePoint | null
  /** How many rows are here. */
  size: () => number
  /** Takes over what changed in the main process. */
  apply: (changes: CacheChanges) => void
  /** What the service just said of these. */
  see: (rows: readonly Row[]) => void
  /** What is on its way to the service, captured tasks and new titles: found too, until it is stored. */
  keepOutbox: (items: readonly OutboxItem[]) => void
  /** Whose tasks are "mine", and which words are names of a status. */
  keepOptions: (options: Pick<TaskOptions, 'me' | 'statuses'>) => void
  /** Best first. @param kinds null searches everything. */
  search: (query: string, kinds: readonly ResultKind[] | null) => PaletteRow[]
  /** Why the query ranks this row as it does; null where it does not find it. */
  explain: (query: string, key: string) => Reason | null
  rowOf: (key: string) => Row | null
  /** What the person did with it. */
  useOf: (key: string) => Use
  /** Another number once what somebody did with any row is another: what shows it is painted anew. */
  usesVersion: () => number
  /** Calls `listener` when that number is another. @returns the end of it. */
  onUses: (listener: () => void) => () => void
  /** Somebody else is here. */
  clear: () => void
}

const shownRows = 30

/** A task that was renamed here is found by both titles until the new one is stored: this is the new one in the index. */
const renamedMark = 'renamed '
const renamedKey = (key: string): string => `${renamedMark}${key}`
const taskKey = (found: string): string =>
  found.startsWith(renamedMark) ? found.slice(renamedMark.length) : found

export function createRowCache(now: () => number): RowCache {
  const known = new Map<string, Row>()
  /** Of the few that somebody did something with. */
  const used = new Map<string, Use>()
  const index = createLocalIndex({ now })
  const withSharedFacets = createFacetSharing()
  let point: CachePoint | null = null
  let unstored: ReadonlyMap<string, OutboxItem> = new Map()
  /** Changes of tasks that are on their way. */
  let changes: ReadonlyMap<string, OutboxItem[]> = new Map()
  let options: Pick<TaskOptions, 'me' | 'statuses'> = { statuses: [] }

  const listeners = new Set<() => void>()
  let uses = 0

  const knownUse = (key: string): Use => used.get(key) ?? unused
  const put = (row: Row, use: Use): void => {
    const key = keyOf(row)
    const old = knownUse(key)
    // Most rows were never used, and hundreds of them come at once.
    if (use !== old && !(isUnused(use) && isUnused(old))) uses += 1
    known.set(key, withSharedFacets(row))
    if (isUnused(use)) used.delete(key)
    else used.set(key, use)
    const { kind, title, seenAt } = row
    const writes = changes.get(key) ?? []
    const task = taskAsWritten(row.task, writes, options.statuses)
    const said = { kind, task, span: spanOf({ ...row, task }), seenAt, use }
    index.put({ ...said, key, title, detail: detailOf(row) })
    const later = fieldsOver(writes).title
    if (later === undefined) index.remove(renamedKey(key))
    else index.put({ ...said, key: renamedKey(key), title: later })
  }
  const indexUnstored = (): void => {
    for (const [key, { title, createdAt, fields }] of unstored) {
      const task = taskAsWritten({ assignees: fields.assignees ?? [] }, [{ fields }], options.statuses)
      const span = spanOf({ task })
      index.put({ key, kind: 'task', title, task, span, seenAt: createdAt, use: unused })
    }
  }
  const stateOf = (query: string): StateQuery | null =>
    readState(query, {
      now: now(),
      firstDay: ownDateHabits().firstDay,
      me: options.me ?? null,
      statuses: options.statuses,
    })
  const forgetRows = (): void => {
    known.clear()
    used.clear()
    index.clear()
    point = null
    indexUnstored()
  }
  const rowOf = (key: string): PaletteRow | null => {
    const row = known.get(key)
    const item = unstored.get(key)
    return row !== undefined ? itemRow(row) : item !== undefined ? capturedRow(item) : null
  }

  return {
    point: () => point,
    size: () => known.size,
    apply: ({ epoch, upTo, rows, gone }) => {
      if (point?.epoch !== epoch) forgetRows()
      for (const key of gone) {
        known.delete(key)
        used.delete(key)
        index.remove(key)
      }
      const before = uses
      for (const { use, ...row } of rows) put(row, use ?? unused)
      point = { epoch, at: upTo }
      if (uses !== before) for (const listener of listeners) listener()
    },
    see: (rows) => {
      for (const row of rows) put({ ...row, source: 'cached' }, knownUse(keyOf(row)))
    },
    keepOutbox: (items) => {
      for (const item of items) {
        const row = unstored.has(capturedKey(item)) ? storedRow(item) : null
        // Found as itself until the main process tells more of it.
        if (row !== null && !known.has(keyOf(row))) put({ ...row, source: 'cached' }, unused)
      }
      for (const key of unstored.keys()) index.remove(key)
      unstored = new Map(items.filter(isUnstored).map((item) => [capturedKey(item), item]))
      indexUnstored()
      const before = changes
      changes = changesByKey(items.filter(({ kind }) => kind === 'updateTask'))
      for (const key of new Set([...before.keys(), ...changes.keys()])) {
        const row = known.get(key)
        if (row !== undefined) put(row, knownUse(key))
      }
    },
    keepOptions: (kept) => {
      options = kept
    },
    search: (query, kinds) => {
      const named = keysNamedIn(query).filter((key) => known.has(key))
      const found =
        named.length > 0 ? named : index.search(query, kinds ?? undefined, shownRows, stateOf(query))
      return [...new Set(found.map(taskKey))].flatMap((key) => rowOf(key) ?? [])
    },
    explain: (query, key) => {
      const state = stateOf(query)
      return index.explain(query, key, state) ?? index.explain(query, renamedKey(key), state)
    },
    rowOf: (key) => known.get(key) ?? null,
    useOf: knownUse,
    usesVersion: () => uses,
    onUses: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    clear: () => {
      unstored = new Map()
      changes = new Map()
      options = { statuses: [] }
      forgetRows()
    },
  }
}
