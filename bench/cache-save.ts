// The cost of a save of the cache in the main process with 20,000 rows: after one row has changed, and after a search answered.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { vaultOn } from '../electron/storage/vault.fake.ts'
import { createCache } from '../electron/workspace/cache/cache.ts'
import type { SearchResult } from '../shared/api/launcher/search.ts'
import { percentile } from './percentile.ts'

const rounds = 15
/** As many rows as an answer has. */
const answered = 12

export type CacheSaveCost = {
  /** Medians, in milliseconds of CPU time. */
  cacheSaveCpuMs: { oneRow: number; answer: number }
  /** How many of the sealed files each of them wrote. */
  cacheSaveFiles: { oneRow: number; answer: number }
}

export const measureCacheSave = async (rows: readonly SearchResult[]): Promise<CacheSaveCost> => {
  const folder = mkdtempSync(join(tmpdir(), 'svc-bench-save-'))
  let files = 0
  const { document } = vaultOn(folder)
  const counted = (name: string): ReturnType<typeof document> => {
    const file = document(name)
    return {
      ...file,
      write: (what) => {
        files += 1
        return file.write(what)
      },
    }
  }
  const cache = createCache({
    file: () => counted('cache'),
    part: (number) => counted(`cache-${number}`),
    now: Date.now,
    setTimer: () => () => undefined,
    onProblem: (error) => {
      throw error
    },
  })
  const measure = async (seen: readonly SearchResult[]) => {
    const spent: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      files = 0
      cache.see(seen)
      const before = process.cpuUsage()
      await cache.flush()
      const { user, system } = process.cpuUsage(before)
      spent.push((user + system) / 1_000)
    }
    return { cpuMs: percentile(spent, 0.5), files }
  }
  try {
    await cache.load('bench')
    cache.see(rows)
    await cache.flush()
    const oneRow = await measure(rows.slice(0, 1))
    const answer = await measure(rows.slice(0, answered))
    return {
      cacheSaveCpuMs: { oneRow: oneRow.cpuMs, answer: answer.cpuMs },
      cacheSaveFiles: { oneRow: oneRow.files, answer: answer.files },
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
