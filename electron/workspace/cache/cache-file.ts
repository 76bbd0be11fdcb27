// Stores the cached rows in several files, chosen by a hash of the key. A change rewrites one file, and damage loses one.
// Each is sealed (its tag is the checksum) and has a version. A file that cannot be opened or is invalid counts as missing.
import { z } from 'zod'
import { objectSummary, searchResult, seenMeeting } from '../../../shared/api/launcher-search.ts'
import { launcherTaskDetail, taskOptions } from '../../../shared/api/launcher-tasks.ts'
import { createInOrder } from '../../../shared/in-order.ts'
import { agenda, use } from '../../../shared/ipc/launcher.ts'
import { isUnused, unused } from '../../../shared/search/score.ts'
import type { Document } from '../../storage/vault.ts'
import type { CacheItem } from './cache-items.ts'

/** Increased when the format changes. Rows of another version are dropped and fetched again. */
export const cacheVersion = 2
const partCount = 16

/** The document with everything except the rows. */
export const besideRows = z.object({
  version: z.literal(cacheVersion),
  owner: z.string(),
  tasks: z.array(launcherTaskDetail),
  brief: z.object({ brief: agenda, fetchedAt: z.number() }).nullable(),
  /** Details of meetings by id. Absent in files of earlier releases. */
  meetings: z.array(z.tuple([z.string(), seenMeeting])).default([]),
  options: taskOptions.nullable(),
  objects: z.array(objectSummary),
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
  /**
   * @returns the rows, oldest first, and whether every part was present, valid and of this user. Other parts are written
   * again by the next save.
   */
  load: (owner: string) => Promise<{ items: CacheItem[]; isWhole: boolean }>
  /** Marks the part of this row as changed. */
  touch: (key: string) => void
  /** Writes the changed parts. Throws the file system's error. @param entries returns all rows at the time of the call */
  save: (owner: string, entries: () => Iterable<[string, CacheItem]>) => Promise<void>
  remove: () => Promise<void>
}

const partOf = (key: string): number => {
  let hash = 0
  for (let index = 0; index < key.length; index += 1) hash = (Math.imul(hash, 31) + key.charCodeAt(index)) | 0
  return Math.abs(hash) % partCount
}

const numbers = Array.from({ length: partCount }, (_, number) => number)

/** @param file opens the sealed file of a part */
export const createCacheFiles = (file: (part: number) => Document): CacheFiles => {
  const files = numbers.map(file)
  const touched = new Set<number>()
  /** Increased when the owner changes, which stops a save in progress. */
  let ends = 0
  const inOrder = createInOrder()

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
      // Sequential, so that the process can handle other events in between.
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
      // Saves run in order, and each part takes its rows when it is written. So older rows never overwrite newer ones.
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
