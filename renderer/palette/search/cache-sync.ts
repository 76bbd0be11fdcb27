// Keeps the page's rows in step with those of the main process, in parts while the page is idle, and loads the queries that
// ↑ brings back.
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import type { ResultKind } from '../../../shared/api/launcher-search.ts'
import type { Row } from '../../../shared/ipc/launcher.ts'
import { call, on } from '../../app/bridge.ts'
import { createAccountSwitch } from '../../app/account-switch.ts'
import { forgetPerson, rememberQuery, restoreQueries, usePaletteStore } from '../../app/palette-store.ts'
import { createRowCache } from './row-cache.ts'
import { isScope } from './scope.ts'

/** One for the page: it outlives the palette, which is mounted at each summon. */
export const rowCache = createRowCache(Date.now)

let isWhole = false
/** Whether everything that the main process kept is here; what changes afterwards follows. */
export const isCacheWhole = (): boolean => isWhole

const wholeMark = 'cache.whole'

let running: Promise<void> | null = null
let isAskedAgain = false
/** Somebody waits for rows: the parts come without a pause between them. */
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
    // Read by bench/palette.ts: from here on a keystroke's rows need no message.
    performance.clearMarks(wholeMark)
    performance.mark(wholeMark, { detail: { rows: rowCache.size() } })
  } while (isAskedAgain)
}

/** Applies what changed; resolves when that is done. Without a session nothing changes. */
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

/** Resolves when everything is here, as soon as can be, or cannot be had. */
export const fillCache = (): Promise<void> => {
  isHurried = true
  return running ?? syncCache()
}

/** Finds rows of this kind by name; null until everything that was seen is here. */
export function useSeenRows(kind: ResultKind): ((name: string) => Row[]) | null {
  const [isReady, setReady] = useState(isWhole)
  useEffect(() => {
    // Where nothing can be had, nothing was seen.
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

/** Renders the caller again when the use of a row changes, for example a pin. */
export const useUses = (): number => useSyncExternalStore(rowCache.onUses, rowCache.usesVersion)

/** Keeps the query that led to something. Texts of capture and forms are never kept here. */
export const keepQuery = (): void => {
  const { query, scope } = usePaletteStore.getState()
  if (query.trim() === '') return
  rememberQuery({ query, scope })
  // A failure to keep it does not interrupt the person.
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
    // Nobody is signed in.
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
      // The owner at the start; an event that came meanwhile is newer.
      (session) => (isTold ? undefined : void isAccountSwitch(session)),
      () => undefined,
    )
    void syncCache()
    loadQueries()
    return () => stops.forEach((stop) => stop())
  }, [])
}
