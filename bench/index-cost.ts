// What the local index costs by itself: from sealed files to the first answer, and in memory, on both sides.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { vaultOn } from '../electron/storage/vault.fake.ts'
import { type Cache, createCache } from '../electron/workspace/cache/cache.ts'
import { createRowCache, type RowCache } from '../renderer/items/row-cache.ts'
import type { SearchResult } from '../shared/api/launcher/search.ts'
import { percentile } from './percentile.ts'

const rounds = 5

export type IndexCost = {
  /** Median of five: read, opened and checked, handed over and folded, until the first search was answered. */
  indexBuildMs: number
  /**
   * What 20,000 rows and what finds them weigh in both processes together, and in each: used heap after a full collection,
   * with them less without them, in MiB. Both are weighed in Node, whose pointers are twice as wide as those of Electron.
   */
  indexMb: number
  mainIndexMb: number
  pageIndexMb: number
  /** All rows handed over to the page, a part at a time, without the message between them. */
  pageFillMs: number
}

export const measureIndex = async (rows: readonly SearchResult[]): Promise<IndexCost> => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const heapMb = (): number => {
    collect()
    return process.memoryUsage().heapUsed / 2 ** 20
  }
  const folder = mkdtempSync(join(tmpdir(), 'svc-bench-index-'))
  const open = async (): Promise<Cache> => {
    const { document } = vaultOn(folder)
    const cache = createCache({
      file: () => document('cache'),
      part: (number) => document(`cache-${number}`),
      now: Date.now,
      setTimer: () => () => undefined,
      onProblem: (error) => {
        throw error
      },
    })
    await cache.load('bench')
    return cache
  }
  try {
    const first = await open()
    first.see(rows)
    await first.flush()
    await first.load('nobody')

    const fill = (cache: Cache): RowCache => {
      const page = createRowCache(Date.now)
      for (let more = true; more;) {
        const changes = cache.changes(page.point())
        page.apply(structuredClone(changes))
        more = changes.more
      }
      page.search('acme', null)
      return page
    }
    // Weighed first: rounds leave more behind than one collection takes away.
    const before = heapMb()
    const cache = await open()
    const withRows = heapMb()
    const filling = performance.now()
    const page = fill(cache)
    const pageFillMs = performance.now() - filling
    const withPage = heapMb()
    // Both are held until here.
    if (page.size() !== rows.length || cache.find('', '') !== null) throw new Error('Rows are missing.')

    const builds: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      // The garbage of the round before is none of this one's work.
      collect()
      const started = performance.now()
      fill(await open())
      builds.push(performance.now() - started)
    }
    return {
      indexBuildMs: percentile(builds, 0.5),
      indexMb: Math.round(withPage - before),
      mainIndexMb: Math.round(withRows - before),
      pageIndexMb: Math.round(withPage - withRows),
      pageFillMs: Math.round(pageFillMs),
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
