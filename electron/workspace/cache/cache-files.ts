// Stores the cached rows in parts by key, so that a change writes little and damage costs one part. Each part is sealed (its
// tag is the checksum) and has a version. A part that cannot be opened or does not fit is treated as missing.
import { z } from 'zod'
import { brief, objectSummary, searchResult } from '../../../shared/api/launcher-search.ts'
import { launcherTaskDetail, taskOptions } from '../../../shared/api/launcher-tasks.ts'
import { createInOrder } from '../../../shared/in-order.ts'
import { use } from '../../../shared/ipc/launcher.ts'
import { isUnused, unused } from '../../../shared/search/local-index-score.ts'
import type { Document } from '../../storage/vault.ts'
import type { CacheItem } from './cache-items.ts'

/** Raised when older rows would be read wrongly: they are fetched again instead. */
export const cacheVersion = 2
const partCount = 16

/** The document of everything but rows. */
export const besideRows = z.object({
  version: z.literal(cacheVersion),
  owner: z.string(),
  tasks: z.array(launcherTaskDetail),
  brief: z.object({ brief, fetchedAt: z.number() }).nullable(),
  options: taskOptions.nullable(),
  objects: z.array(objectSummary),
  recents: z.array(z.string()),
})
export type BesideRows = z.input<typeof besideRows>

const part = z.object({
  version: z.literal(cacheVersion),
  owner: z.string(),
  items: z.array(
    z.object({
      result: searchResult,
      seenAt: z.number(),
      firstSeenAt: z.number(),
      /** Absent for rows that were never used. */
      use: use.optional(),
      isForgotten: z.literal(true).optional(),
    }),
  ),
})

type Stored = z.input<typeof part>['items'][number]

const itemOf = ({ use: used, isForgotten, ...seen }: Stored): CacheItem => ({
  ...seen,
  use: used ?? unused,
  isForgotten: isForgotten ?? false,
})

export type CacheFiles = {
  /** @returns the rows, oldest first, and whether every part was there, whole and theirs; one that was not is written anew. */
  load: (owner: string) => Promise<{ items: CacheItem[]; isWhole: boolean }>
  /** Marks the row as changed. */
  touch: (key: string) => void
  /** Writes the parts that were touched. Throws the file system's error. @param entries all rows, as they are when asked. */
  save: (owner: string, entries: () => Iterable<[string, CacheItem]>) => Promise<void>
  remove: () => Promise<void>
}

const partOf = (key: string): number => {
  let hash = 0
  for (let index = 0; index < key.length; index += 1) hash = (Math.imul(hash, 31) + key.charCodeAt(index)) | 0
  return Math.abs(hash) % partCount
}

const numbers = Array.from({ length: partCount }, (_, number) => number)

/** @param file the sealed file of a part. */
export const createCacheFiles = (file: (part: number) => Document): CacheFiles => {
  const files = numbers.map(file)
  const touched = new Set<number>()
  /** Grows when the owner changes: a save on its way then stops. */
  let ends = 0
  const inOrder = createInOrder()

  /** The rows of a part as they are now. */
  const rowsOf = (number: number, entries: Iterable<[string, CacheItem]>): Stored[] => {
    const rows: Stored[] = []
    for (const [key, { result, seenAt, firstSeenAt, use: used, isForgotten }] of entries)
      if (partOf(key) === number)
        rows.push({
          result,
          seenAt,
          firstSeenAt,
          ...(isUnused(used) ? {} : { use: used }),
          ...(isForgotten ? { isForgotten } : {}),
        })
    return rows
  }

  return {
    load: async (owner) => {
      ends += 1
      let isWhole = true
      const items: CacheItem[] = []
      // One after the other: the program answers in between.
      for (const [number, each] of files.entries()) {
        const parsed = part.safeParse(await each.read())
        if (parsed.success && parsed.data.owner === owner) items.push(...parsed.data.items.map(itemOf))
        else {
          isWhole = false
          touched.add(number)
        }
      }
      return { items: items.sort((a, b) => a.seenAt - b.seenAt), isWhole }
    },
    touch: (key) => {
      touched.add(partOf(key))
    },
    save: (owner, entries) => {
      const before = ends
      // One save after the other, and each part as it is when its turn comes: no older rows go over newer ones.
      return inOrder(async () => {
        for (const [number, each] of files.entries()) {
          if (ends !== before) return
          if (!touched.delete(number)) continue
          const items = rowsOf(number, entries())
          try {
            await each.write({ version: cacheVersion, owner, items } satisfies z.input<typeof part>)
          } catch (error) {
            touched.add(number)
            throw error
          }
        }
      })
    },
    remove: async () => {
      ends += 1
      touched.clear()
      await Promise.all(files.map((each) => each.remove()))
    },
  }
}
