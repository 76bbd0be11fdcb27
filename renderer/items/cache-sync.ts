// Synchronizes the page's row cache with the main process, in batches while the page is idle. Also loads the queries that ↑
// recalls.
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import type { ResultKind } from '../../shared/api/launcher-search.ts'
import type { Row } from '../../shared/ipc/launcher.ts'
import { call, on } from '../state/bridge.ts'
import { createAccountSwitch } from '../state/account-switch.ts'
import { forgetPerson, rememberQuery, restoreQueries, usePaletteStore } from '../state/store.ts'
import { createRowCache } from './row-cache.ts'
import { isScope } from '../state/query.ts'

/** One cache for the page. It outlives the palette, which is mounted at each summon. */
export const rowCache = createRowCache(Date.now)

let isWhole = false
/** Whether all cached rows of the main process are loaded. Later changes arrive as they happen. */
export const isCacheWhole = (): boolean => isWhole

const wholeMark = 'cache.whole'

let running: Promise<void> | null = null
let isAskedAgain = false
/** Somebody waits for rows, so batches are loaded without a pause between them. */
let isHurried = false

const idle = (): Promise<void> =>
  new Promise((resolve) => {
    requestIdleCallback(() => resolve(), { timeout: 200 })
  })

const sync = async (): Promise<void> => {
  do {
    isAskedAgain = false
    for (let more = true; more;) {
      const changes = await call('search.changes', { since: rowCache.point() })
      if (rowCache.point()?.epoch !== changes.epoch) isWhole = false
      rowCache.apply(changes)
      more = changes.more
      if (more && !isHurried) await idle()
    }
    isWhole = true
    isHurried = false
    // Read by bench/palette.ts: from this mark on, a keystroke's rows need no message.
    performance.clearMarks(wholeMark)
    performance.mark(wholeMark, { detail: { rows: rowCache.size() } })
  } while (isAskedAgain)
}

/** Applies the changes of the main process, and resolves when they are applied. Without a session nothing changes. */
export const syncCache = (): Promise<void> => {
  isAskedAgain = true
  running ??= sync()
    .catch(() => {
      isWhole = false
    })
    .finally(() => {
      running = null
    })
  return running
}

/** Loads all rows without pauses. Resolves when they are loaded or cannot be loaded. */
export const fillCache = (): Promise<void> => {
  isHurried = true
  return running ?? syncCache()
}

/** Finds cached rows of this kind by name; null until all of them are loaded. */
export function useSeenRows(kind: ResultKind): ((name: string) => Row[]) | null {
  const [isReady, setReady] = useState(isWhole)
  useEffect(() => {
    // If loading fails, the search runs on an empty cache.
    if (!isReady) void fillCache().then(() => setReady(true))
  }, [isReady])
  return useMemo(
    () =>
      isReady
        ? (name) => rowCache.search(name, [kind]).flatMap((row) => (row.type === 'item' ? [row.row] : []))
        : null,
    [isReady, kind],
  )
}

/** Renders the caller again when the usage of a row changes, for example by a pin. */
export const useUses = (): number => useSyncExternalStore(rowCache.onUses, rowCache.usesVersion)

/** Saves a query that led to an action. Texts of capture and forms are never saved here. */
export const keepQuery = (): void => {
  const { query, scope } = usePaletteStore.getState()
  if (query.trim() === '') return
  rememberQuery({ query, scope })
  // A failure to save it must not interrupt the user.
  call('search.keep', { query, scope }).catch(() => undefined)
}

const loadQueries = (): void => {
  call('search.history').then(
    (queries) =>
      restoreQueries(
        queries.map(({ query, scope }) => ({
          query,
          scope: scope !== null && isScope(scope) ? scope : null,
        })),
      ),
    // No user is signed in.
    () => undefined,
  )
}

export function useCacheSync(): void {
  useEffect(() => {
    const isAccountSwitch = createAccountSwitch()
    let isTold = false
    const stops = [
      on('session.changed', (session) => {
        isTold = true
        if (isAccountSwitch(session)) {
          isWhole = false
          rowCache.clear()
          forgetPerson()
        }
        if (session.kind === 'signedIn') loadQueries()
      }),
      on('data.changed', () => void syncCache()),
      on('view.hidden', () => void syncCache()),
    ]
    call('session.get').then(
      // Reads the initial session. If an event arrived in the meantime, the event is newer.
      (session) => (isTold ? undefined : void isAccountSwitch(session)),
      () => undefined,
    )
    void syncCache()
    loadQueries()
    return () => stops.forEach((stop) => stop())
  }, [])
}
