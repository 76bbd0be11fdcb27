// Applies changes of others to the cache, and names the data of the page that they affect (FED-03).
import type { Change, ChangeKind } from '../../shared/api/changes.ts'
import type { ChangedData } from '../../shared/ipc/launcher.ts'
import type { Cache } from './cache/cache.ts'
import { keyOf } from './cache/rows.ts'
import type { Workspace } from './reads.ts'

/** Cached rows that are read again one by one. Beyond them, a search brings them. */
const mostReadAgain = 8

type Kind = 'task' | 'record' | 'meeting'
const isGone = ({ action }: Change): boolean => ['archived', 'deleted', 'gone'].includes(action)
const isItem = (change: Change): change is Change & { kind: Kind } => change.kind !== 'comment'

/** Brings changes into the cache and tells the page which data they affect. */
export const createChangeEffects =
  ({
    cache,
    reads,
    onData,
  }: {
    cache: Pick<Cache, 'find' | 'forget'>
    reads: Pick<Workspace, 'detail' | 'refresh' | 'refreshBrief'>
    onData: (what: ChangedData) => void
  }) =>
  (changes: readonly Change[] | 'unknown'): void => {
    if (changes === 'unknown') {
      onData('everything')
      void reads.refresh(false)
      return
    }
    if (changes.length === 0) return
    const latest = [...new Map(changes.map((change) => [keyOf(change.kind, change.id), change])).values()]
    const items = latest.filter(isItem)
    const gone = items.filter(isGone)
    for (const { kind, id } of gone) cache.forget(kind, id)
    const kinds: ChangeKind[] = [...new Set(latest.map(({ kind }) => kind))]
    const isCached = ({ kind, id }: (typeof items)[number]): boolean => cache.find(kind, id) !== null
    const again = items.filter((change) => !isGone(change) && isCached(change)).slice(0, mostReadAgain)
    const reading = again.map(({ kind, id }) => reads.detail({ kind, id, from: 'service' }))
    // The brief has tasks, meetings and notifications; records are among the recents.
    const refreshed = kinds.some((kind) => kind !== 'record') ? reads.refreshBrief() : Promise.resolve()
    const keysOf = (some: typeof items): string[] => some.map(({ kind, id }) => keyOf(kind, id))
    onData({ kinds, gone: keysOf(gone), unseen: keysOf(gone.filter(({ action }) => action === 'gone')) })
    void Promise.all([...reading, refreshed]).then(() => onData('home'))
  }
