// A cache on a disk in memory, with a clock that only tests advance.
import type { SearchResult } from '../../../shared/api/launcher/search.ts'
import { createCache } from './cache.ts'

/** A row as the service sends it. */
export const result = (id: string, title: string, kind = 'record'): SearchResult => ({
  kind,
  id,
  title,
  subtitle: '',
  badge: '',
  avatarUrl: null,
  webUrl: `https://acme.example/${id}`,
})
/** Documents by name, as JSON like in the sealed files. */
export const createDisk = () => {
  const documents = new Map<string, string>()
  let unreadable: string | null = null
  return {
    documents,
    /** Fails reads of this document, as if another program had locked it. Null allows all reads. */
    refuseReadsOf: (name: string | null) => {
      unreadable = name
    },
    file: (name: string) => ({
      read: () =>
        name === unreadable
          ? Promise.reject(new Error('EBUSY'))
          : Promise.resolve(JSON.parse(documents.get(name) ?? 'null') as unknown),
      write: (document: unknown) => {
        documents.set(name, JSON.stringify(document))
        return Promise.resolve()
      },
      remove: () => {
        documents.delete(name)
        return Promise.resolve()
      },
    }),
  }
}
/** A cache that one user has just opened. Its timers run when the test runs them. */
export const openCache = async (disk = createDisk(), options: { most?: number; owner?: string } = {}) => {
  let now = 1_000
  const timers: (() => void)[] = []
  const cache = createCache({
    file: () => disk.file('cache'),
    part: (number) => disk.file(`cache-${number}`),
    now: () => now,
    setTimer: (run) => {
      timers.push(run)
      return () => undefined
    },
    onProblem: () => undefined,
    ...(options.most === undefined ? {} : { most: options.most }),
  })
  const isWhole = await cache.load(options.owner ?? 'ada')
  return { cache, isWhole, timers, setNow: (at: number) => (now = at) }
}
export const titles = (rows: readonly { title: string }[]): string[] => rows.map(({ title }) => title)
