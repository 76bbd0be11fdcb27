// The cached rows in memory, with their use (visits, choices, pins) and a maximum number. The page gets the changes since its
// last request and ranks the rows. Pure except for the clock.
import type { SearchResult } from '../../../shared/api/launcher-search.ts'
import type { CacheChanges, CachePoint, Row } from '../../../shared/ipc/launcher.ts'
import { createFacetSharing } from '../../../shared/search/index.ts'
import { isUnused, type Use, unused } from '../../../shared/search/score.ts'
import { fold } from '../../../shared/search/text-fold.ts'
import { keyOf } from './results.ts'

export type CacheItem = {
  result: SearchResult
  /** When the service last and first sent this row, epoch milliseconds. */
  seenAt: number
  firstSeenAt: number
  use: Use
  /** "Remove from suggestions" cleared its use, and also the use that an earlier run still has on disk. */
  isForgotten: boolean
}

export type CacheItems = {
  /** Adds rows that the service just sent. */
  see: (results: readonly SearchResult[]) => void
  /** Adds rows of an earlier run. Rows that are already cached are newer and stay; the uses are merged. */
  restore: (items: readonly CacheItem[]) => void
  get: (key: string) => CacheItem | undefined
  entries: () => IterableIterator<[string, CacheItem]>
  rowOf: (key: string) => Row | null
  /** The changes since that point, oldest first, in batches. Null requests all rows. */
  changes: (since: CachePoint | null) => CacheChanges
  visit: (key: string) => void
  /** Records that the user typed this text and chose this row. */
  choose: (typed: string, key: string) => void
  pin: (key: string, pinned: boolean) => void
  /** Clears the use of the row; the row stays. */
  forgetUse: (key: string) => void
  drop: (key: string) => void
  clear: () => void
}

const mostVisits = 20
const mostChoices = 12
/** Small enough to block neither process. */
const changesAtOnce = 250
const mostGone = 5_000
/** Repeated reads within this time are one visit. */
const oneVisitMs = 60_000

/** Merges a row of this run with the same row of the earlier run, which was read later. */
const withEarlier = (item: CacheItem, kept: CacheItem | undefined): CacheItem => {
  if (kept === undefined || item.isForgotten) return item
  const { use } = item
  return {
    ...item,
    firstSeenAt: Math.min(kept.firstSeenAt, item.firstSeenAt),
    use: {
      visits: [...kept.use.visits, ...use.visits].slice(-mostVisits),
      choices: [...kept.use.choices, ...use.choices].slice(-mostChoices),
      pinned: kept.use.pinned || use.pinned,
    },
    isForgotten: kept.isForgotten && use.visits.length === 0,
  }
}

/**
 * @param most the number of rows that are kept. The least recently seen or used are dropped first; pinned rows stay.
 * @param onChange called with the key of each changed row
 */
export const createCacheItems = ({
  now,
  most,
  onChange,
}: {
  now: () => number
  most: number
  onChange: (key: string) => void
}): CacheItems => {
  /** Ordered by last change. */
  const items = new Map<string, CacheItem & { changed: number }>()
  const withSharedFacets = createFacetSharing()
  let gone: { key: string; changed: number }[] = []
  let changed = 0
  let epoch = now()

  const put = (key: string, item: CacheItem): void => {
    changed += 1
    // Deleted first, so that the map stays ordered by last change.
    items.delete(key)
    const { seenAt, firstSeenAt, use, isForgotten } = item
    const result = withSharedFacets(item.result)
    items.set(key, { result, seenAt, firstSeenAt, use, isForgotten, changed })
    onChange(key)
  }

  const drop = (key: string): void => {
    if (!items.delete(key)) return
    changed += 1
    gone.push({ key, changed })
    if (gone.length > mostGone) {
      // The list is too long, so the next reader gets all rows.
      gone = []
      epoch += 1
    }
    onChange(key)
  }

  const keepBounded = (): void => {
    for (const [key, { use }] of items) {
      if (items.size <= most) return
      if (!use.pinned) drop(key)
    }
  }

  const change = (key: string, with_: (item: CacheItem) => Partial<CacheItem>): void => {
    const item = items.get(key)
    if (item !== undefined) put(key, { ...item, ...with_(item) })
  }

  const rowOf = (key: string): Row | null => {
    const item = items.get(key)
    return item === undefined ? null : { ...item.result, source: 'cached', seenAt: item.seenAt }
  }

  return {
    see: (results) => {
      const at = now()
      // The service's first row gets the latest time, so that it stays first among equal scores (LCH-07).
      for (const [place, result] of results.entries()) {
        const key = keyOf(result.kind, result.id)
        const old = items.get(key)
        put(key, {
          result,
          seenAt: at - place,
          firstSeenAt: old?.firstSeenAt ?? at,
          use: old?.use ?? unused,
          isForgotten: old?.isForgotten ?? false,
        })
      }
      keepBounded()
    },
    restore: (kept) => {
      const known = [...items]
      for (const item of kept) put(keyOf(item.result.kind, item.result.id), item)
      // Put again, so that they stay last in the order of changes.
      for (const [key, item] of known) put(key, withEarlier(item, items.get(key)))
      keepBounded()
    },
    get: (key) => items.get(key),
    entries: () => items.entries(),
    rowOf,
    changes: (since) => {
      const from = since?.epoch === epoch ? since.at : 0
      const part: (CacheItem & { changed: number })[] = []
      let more = false
      for (const item of items.values()) {
        if (item.changed <= from) continue
        more = part.length === changesAtOnce
        if (more) break
        part.push(item)
      }
      const upTo = more ? (part.at(-1)?.changed ?? changed) : changed
      return {
        epoch,
        upTo,
        more,
        rows: part.map(({ result, seenAt, use }) => ({
          ...result,
          source: 'cached',
          seenAt,
          ...(isUnused(use) ? {} : { use }),
        })),
        gone: gone.flatMap((one) => (one.changed > from && one.changed <= upTo ? [one.key] : [])),
      }
    },
    visit: (key) => {
      const at = now()
      const last = items.get(key)?.use.visits.at(-1) ?? Number.NEGATIVE_INFINITY
      if (at - last < oneVisitMs) return
      change(key, ({ use }) => ({
        use: { ...use, visits: [...use.visits, at].slice(-mostVisits) },
        isForgotten: false,
      }))
    },
    choose: (typed, key) => {
      const folded = fold(typed)
      if (folded === '') return
      change(key, ({ use }) => ({
        use: { ...use, choices: [...use.choices, { typed: folded, at: now() }].slice(-mostChoices) },
      }))
    },
    pin: (key, pinned) => {
      change(key, ({ use }) => ({ use: { ...use, pinned } }))
    },
    forgetUse: (key) => {
      change(key, () => ({ use: unused, isForgotten: true }))
    },
    drop,
    clear: () => {
      items.clear()
      gone = []
      changed = 0
      epoch = Math.max(now(), epoch + 1)
    },
  }
}
