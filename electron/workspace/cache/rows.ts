// The cached rows with their use (visits, choices, pins), bounded in number. The page gets the changes since its last request and
// ranks the rows. On disk they are in several sealed files, chosen by a hash of the key: a change rewrites one file, and damage
// loses one. A file that cannot be opened or is invalid counts as missing.
import { z } from 'zod'
import { searchResult, type SearchResult } from '../../../shared/api/launcher/search.ts'
import { createInOrder } from '../../../shared/in-order.ts'
import {
  type CacheChanges,
  type CachePoint,
  type Row,
  use as useSchema,
} from '../../../shared/ipc/launcher.ts'
import { createFacetSharing } from '../../../shared/search/index.ts'
import { isUnused, unused } from '../../../shared/search/score.ts'
import { fold } from '../../../shared/search/text-fold.ts'
import type { Document } from '../../storage/vault.ts'

export const keyOf = (kind: string, id: string): string => `${kind}:${id}`

/** Increased when the format changes. Rows of another version are dropped and fetched again. */
export const cacheVersion = 2
const partCount = 16

const storedItem = z.object({
  result: searchResult,
  /** When the service last and first sent this row, epoch milliseconds. */
  seenAt: z.number(),
  firstSeenAt: z.number(),
  /** Absent for rows that were never used. */
  use: useSchema.optional().transform((used) => used ?? unused),
  /** "Remove from suggestions" cleared its use, and also the use that an earlier run still has on disk. */
  isForgotten: z
    .literal(true)
    .optional()
    .transform((isForgotten) => isForgotten ?? false),
})
type CacheItem = z.output<typeof storedItem>
type StoredItem = z.input<typeof storedItem>

const part = z.object({ version: z.literal(cacheVersion), owner: z.string(), items: z.array(storedItem) })

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

const partOf = (key: string): number => {
  let hash = 0
  for (let index = 0; index < key.length; index += 1) hash = (Math.imul(hash, 31) + key.charCodeAt(index)) | 0
  return Math.abs(hash) % partCount
}

const numbers = Array.from({ length: partCount }, (_, number) => number)

/** A search does not say whether a task repeats, so what was seen of it before stays. */
const withRecurrence = (result: SearchResult, old: SearchResult | undefined): SearchResult =>
  result.task === undefined || result.task.recurrence !== undefined || old?.task?.recurrence === undefined
    ? result
    : { ...result, task: { ...result.task, recurrence: old.task.recurrence } }

/**
 * @param file opens the sealed file of a part. @param onChange called when a row has changed
 * @param most the number of rows that are kept. The least recently seen or used are dropped first; pinned rows stay.
 */
export const createCacheRows = ({
  file,
  now,
  most,
  onChange,
}: {
  file: (part: number, owner: string) => Document
  now: () => number
  most: number
  onChange: () => void
}) => {
  /** Ordered by last change. */
  const items = new Map<string, CacheItem & { changed: number }>()
  const withSharedFacets = createFacetSharing()
  let gone: { key: string; changed: number }[] = []
  let changed = 0
  let epoch = now()
  /** The parts with rows that are not written yet. */
  const touched = new Set<number>()
  let isRestoring = false
  /** Increased when the owner changes, which stops a save in progress. */
  let ends = 0
  const inOrder = createInOrder()

  const touch = (key: string): void => {
    if (isRestoring) return
    touched.add(partOf(key))
    onChange()
  }

  const put = (key: string, item: CacheItem): void => {
    changed += 1
    // Deleted first, so that the map stays ordered by last change.
    items.delete(key)
    const { seenAt, firstSeenAt, use, isForgotten } = item
    const result = withSharedFacets(item.result)
    items.set(key, { result, seenAt, firstSeenAt, use, isForgotten, changed })
    touch(key)
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
    touch(key)
  }

  const keepBounded = (): void => {
    for (const [key, item] of items) {
      if (items.size <= most) return
      if (!item.use.pinned) drop(key)
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

  /** The rows of these parts, in one pass: the key of a row says its part. */
  const rowsIn = (due: readonly number[]): ReadonlyMap<number, StoredItem[]> => {
    const rows = new Map<number, StoredItem[]>(due.map((number) => [number, []]))
    if (due.length === 0) return rows
    for (const [key, { result, seenAt, firstSeenAt, use, isForgotten }] of items)
      rows.get(partOf(key))?.push({
        result,
        seenAt,
        firstSeenAt,
        ...(isUnused(use) ? {} : { use }),
        ...(isForgotten ? { isForgotten } : {}),
      })
    return rows
  }

  return {
    /** Adds rows that the service just sent. */
    see: (results: readonly SearchResult[]): void => {
      const at = now()
      // The service's first row gets the latest time, so that it stays first among equal scores (LCH-07).
      for (const [place, result] of results.entries()) {
        const key = keyOf(result.kind, result.id)
        const old = items.get(key)
        put(key, {
          result: withRecurrence(result, old?.result),
          seenAt: at - place,
          firstSeenAt: old?.firstSeenAt ?? at,
          use: old?.use ?? unused,
          isForgotten: old?.isForgotten ?? false,
        })
      }
      keepBounded()
    },
    get: (key: string): CacheItem | undefined => items.get(key),
    entries: (): IterableIterator<[string, CacheItem]> => items.entries(),
    rowOf,
    /** The changes since that point, oldest first, in batches. Null requests all rows. */
    changes: (since: CachePoint | null): CacheChanges => {
      const from = since?.epoch === epoch ? since.at : 0
      const batch: (CacheItem & { changed: number })[] = []
      let more = false
      for (const item of items.values()) {
        if (item.changed <= from) continue
        more = batch.length === changesAtOnce
        if (more) break
        batch.push(item)
      }
      const upTo = more ? (batch.at(-1)?.changed ?? changed) : changed
      return {
        epoch,
        upTo,
        more,
        rows: batch.map(({ result, seenAt, use }) => ({
          ...result,
          source: 'cached',
          seenAt,
          ...(isUnused(use) ? {} : { use }),
        })),
        gone: gone.flatMap((one) => (one.changed > from && one.changed <= upTo ? [one.key] : [])),
      }
    },
    visit: (key: string): void => {
      const at = now()
      const last = items.get(key)?.use.visits.at(-1) ?? Number.NEGATIVE_INFINITY
      if (at - last < oneVisitMs) return
      change(key, ({ use }) => ({
        use: { ...use, visits: [...use.visits, at].slice(-mostVisits) },
        isForgotten: false,
      }))
    },
    /** Records that the user typed this text and chose this row. */
    choose: (typed: string, key: string): void => {
      const folded = fold(typed)
      if (folded === '') return
      change(key, ({ use }) => ({
        use: { ...use, choices: [...use.choices, { typed: folded, at: now() }].slice(-mostChoices) },
      }))
    },
    pin: (key: string, pinned: boolean): void => {
      change(key, ({ use }) => ({ use: { ...use, pinned } }))
    },
    /** Clears the use of the row; the row stays. */
    forgetUse: (key: string): void => {
      change(key, () => ({ use: unused, isForgotten: true }))
    },
    drop,
    clear: (): void => {
      items.clear()
      gone = []
      changed = 0
      epoch = Math.max(now(), epoch + 1)
    },
    /**
     * Reads the rows of an earlier run, and whether every file was present, valid and of this user. The next save writes the
     * others again. `restore` adds the rows: those that are already cached are newer and stay, and the uses are merged.
     */
    read: async (owner: string): Promise<{ restore: () => void; isWhole: boolean }> => {
      ends += 1
      let isWhole = true
      const kept: CacheItem[] = []
      // Sequential, so that the process can handle other events in between.
      for (const number of numbers) {
        const parsed = part.safeParse(await file(number, owner).read())
        if (parsed.success && parsed.data.owner === owner) kept.push(...parsed.data.items)
        else {
          isWhole = false
          touched.add(number)
        }
      }
      const restore = (): void => {
        isRestoring = true
        const known = [...items]
        for (const item of kept.sort((a, b) => a.seenAt - b.seenAt))
          put(keyOf(item.result.kind, item.result.id), item)
        // Put again, so that they stay last in the order of changes.
        for (const [key, item] of known) put(key, withEarlier(item, items.get(key)))
        keepBounded()
        isRestoring = false
      }
      return { restore, isWhole }
    },
    /** Writes the files of the changed rows. Throws the file system's error. */
    save: (owner: string): Promise<void> => {
      const before = ends
      // Saves run in order, and each takes its rows when it begins. So older rows never overwrite newer ones.
      return inOrder(async () => {
        if (ends !== before) return
        // A row that changes from now on is written by the next save.
        const due = numbers.filter((number) => touched.delete(number))
        const rows = rowsIn(due)
        for (const [at, number] of due.entries()) {
          if (ends !== before) return
          try {
            await file(number, owner).write({
              version: cacheVersion,
              owner,
              items: rows.get(number) ?? [],
            } satisfies z.input<typeof part>)
          } catch (error) {
            for (const unwritten of due.slice(at)) touched.add(unwritten)
            throw error
          }
        }
      })
    },
    /** Removes the files of this user. */
    remove: async (owner: string): Promise<void> => {
      ends += 1
      touched.clear()
      await Promise.all(numbers.map((number) => file(number, owner).remove()))
    },
  }
}
