// What was seen, held by the page itself: its rows are there with the letter that asks for them. The main process owns it
// and hands over what changed; the rules are the same on both sides (shared/search/local-index.ts).
import type { ResultKind } from '../../../shared/api/launcher-search.ts'
import type { OutboxItem, CacheChanges, CachePoint, Row } from '../../../shared/ipc/launcher.ts'
import { detailOf, spanOf } from '../../../shared/search/local-index-detail.ts'
import { createFacetSharing } from '../../../shared/search/local-index-facets.ts'
import { createLocalIndex, type Reason } from '../../../shared/search/local-index.ts'
import { keysNamedIn } from '../../../shared/search/local-index-named.ts'
import { isUnused, type Use, unused } from '../../../shared/search/local-index-score.ts'
import { isUnstored, capturedKey, capturedRow, storedRow } from './captured-tasks.ts'
import { changedTitles } from './changed-tasks.ts'
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
  let renamed: ReadonlyMap<string, string> = new Map()

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
    index.put({ key, kind, title, detail: detailOf(row), span: spanOf(row), seenAt, use })
    const later = renamed.get(key)
    if (later !== undefined) index.put({ key: renamedKey(key), kind, title: later, seenAt, use })
  }
  const indexUnstored = (): void => {
    for (const [key, { title, createdAt }] of unstored)
      index.put({ key, kind: 'task', title, seenAt: createdAt, use: unused })
  }
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
      for (const key of renamed.keys()) index.remove(renamedKey(key))
      renamed = changedTitles(items)
      for (const key of renamed.keys()) {
        const row = known.get(key)
        if (row !== undefined) put(row, knownUse(key))
      }
    },
    search: (query, kinds) => {
      const named = keysNamedIn(query).filter((key) => known.has(key))
      const found = named.length > 0 ? named : index.search(query, kinds ?? undefined, shownRows)
      return [...new Set(found.map(taskKey))].flatMap((key) => rowOf(key) ?? [])
    },
    explain: (query, key) => index.explain(query, key) ?? index.explain(query, renamedKey(key)),
    rowOf: (key) => known.get(key) ?? null,
    useOf: knownUse,
    usesVersion: () => uses,
    onUses: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    clear: () => {
      unstored = new Map()
      renamed = new Map()
      forgetRows()
    },
  }
}
