// Runs the query: cached rows in the frame of the keystroke, the service's rows soon after (APP-03).
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useLayoutEffect, useMemo, useReducer, useRef, useState } from 'react'
import type { ObjectSummary } from '../../../shared/api/launcher-search.ts'
import type { AppError } from '../../../shared/errors.ts'
import type { OutboxItem } from '../../../shared/ipc/launcher.ts'
import { call, on, reasonOf } from '../../app/bridge.ts'
import { select, usePaletteStore } from '../../app/palette-store.ts'
import { keys, useConnection, useTaskOptions } from '../../app/queries.ts'
import { connectionError } from '../../ui/error-words.ts'
import { type Asked, type SearchResults, nextResults, noResults } from './search-results.ts'
import { fillCache, isCacheWhole, rowCache } from './cache-sync.ts'
import { createDebounce } from './debounce.ts'
import { isUnstored, keyAfter, capturedKey } from './captured-tasks.ts'
import { changedTitles } from './changed-tasks.ts'
import { matchingCommands, type Scored, withNamed } from './matching-commands.ts'
import { inOrderOf, type PaletteRow, rowsOf } from '../rows/rows.ts'
import { isSearched, kindsOf, type Scope, searchedIn } from './scope.ts'

/** The service searches for two letters or more (LCH-06). */
export const shortestRemoteQuery = 2

const freshMilliseconds = 15_000

const ownRows = (
  { query, scope }: Asked,
  objects: readonly ObjectSummary[],
  asksForState: boolean,
): Scored[] => {
  switch (scope) {
    case 'objects':
      return matchingCommands(query, objects, 'objects')
    case 'commands':
      return matchingCommands(query, objects, 'commands')
    case null:
      return matchingCommands(query, objects, 'all', asksForState)
    case 'tasks':
    case 'records':
    case 'meetings':
      return []
  }
}

const createBrowserDebounce = () =>
  createDebounce({
    now: () => performance.now(),
    schedule: (task, milliseconds) => {
      const timer = setTimeout(task, milliseconds)
      return () => clearTimeout(timer)
    },
  })

export interface SearchState {
  found: SearchResults
  /** Searches again and bypasses the request cache. */
  refresh: () => void
  /** Ranks the rows again after a pin or a removal from suggestions. */
  reorder: () => void
}

export function useSearch(
  asked: Asked,
  objects: readonly ObjectSummary[],
  outbox: readonly OutboxItem[],
): SearchState {
  const client = useQueryClient()
  const [found, tell] = useReducer(nextResults, noResults)
  const painted = useRef(found)
  const [debounce] = useState(createBrowserDebounce)
  const turn = useRef(0)
  const known = useRef(objects)
  useLayoutEffect(() => {
    painted.current = found
    known.current = objects
  })

  const { query, scope } = asked
  const unstoredNames = JSON.stringify([outbox.filter(isUnstored).map(capturedKey), ...changedTitles(outbox)])
  const ask = useCallback(
    (freshness: number) => {
      turn.current += 1
      const mine = turn.current
      const now: Asked = { query, scope }
      const types = kindsOf(scope)
      const typed = searchedIn(query)
      const input = types === null ? { query: typed } : { query: typed, types }
      const remotely = isSearched(scope) && typed.length >= shortestRemoteQuery
      const isLate = (): boolean => mine !== turn.current

      tell({ type: 'asked', asked: now, searched: remotely ? 'remotely' : 'here' })
      const selectedKey = (): string | null =>
        usePaletteStore.getState().selectedKey ?? rowsOf(painted.current.groups)[0]?.key ?? null
      const own = ownRows(now, known.current, rowCache.asksForState(typed))
      const scoreOf = (key: string): number => rowCache.explain(typed, key)?.score ?? 0
      const answerLocally = (seen: readonly PaletteRow[]): void => {
        const rows = withNamed(seen, own, scoreOf)
        if (!isLate()) tell({ type: 'localAnswered', asked: now, rows, selectedKey: selectedKey() })
      }
      if (!isSearched(scope)) answerLocally([])
      // Answers in the same frame.
      else if (isCacheWhole()) answerLocally(rowCache.search(typed, types))
      else void fillCache().then(() => answerLocally(rowCache.search(typed, types)))

      debounce.cancel()
      if (!remotely) return
      const run = async (): Promise<void> => {
        // A pending answer may be older than the change.
        if (freshness === 0) await client.cancelQueries({ queryKey: keys.search(typed, types) })
        client
          .fetchQuery({
            queryKey: keys.search(typed, types),
            queryFn: () => call('search.run', input),
            staleTime: freshness,
          })
          .then(
            (answer) => {
              rowCache.see(answer.rows)
              const rows = inOrderOf(rowCache.search(typed, types), answer.rows)
              if (!isLate()) tell({ type: 'remoteAnswered', asked: now, rows, selectedKey: selectedKey() })
            },
            (error: unknown) => {
              const reason = reasonOf(error)
              // An aborted search was replaced by a newer keystroke, or will be repeated.
              if (!isLate() && reason.kind !== 'cancelled')
                tell({ type: 'remoteFailed', asked: now, error: reason })
            },
          )
      }
      const remembered = client.getQueryState(keys.search(typed, types))
      const isFresh = remembered?.status === 'success' && Date.now() - remembered.dataUpdatedAt < freshness
      if (isFresh) void run()
      else debounce.ask(() => void run())
    },
    [client, debounce, query, scope],
  )

  // Runs before the search below, so that it finds tasks captured or renamed a moment ago. Painted rows become the stored task.
  useLayoutEffect(() => {
    const { selectedKey } = usePaletteStore.getState()
    const chosen = selectedKey ?? rowsOf(painted.current.groups)[0]?.key ?? null
    rowCache.keepOutbox(outbox)
    tell({ type: 'outboxChanged', items: outbox, selectedKey: chosen })
    const next = keyAfter(selectedKey, outbox)
    if (next !== selectedKey) select(next)
  }, [outbox])

  const options = useTaskOptions().data
  useLayoutEffect(() => {
    if (options !== undefined) rowCache.keepOptions(options)
  }, [options])

  // Runs before the frame is painted, so that rows appear with the typed letter.
  useLayoutEffect(() => {
    if (query === '' && scope === null) tell({ type: 'cleared' })
    else ask(freshMilliseconds)
    // Searches again when objects, options or unsent tasks arrive, because their rows are among the results.
  }, [ask, query, scope, objects, options, unstoredNames])

  // Another save may have changed the painted rows.
  useEffect(
    () =>
      on('data.changed', (what) => {
        if (what === 'everything' && (query !== '' || scope !== null)) ask(0)
      }),
    [ask, query, scope],
  )

  useEffect(() => () => debounce.cancel(), [debounce])

  return {
    found,
    refresh: useCallback(() => ask(0), [ask]),
    reorder: useCallback(() => {
      if (query === '' && scope === null) return
      tell({ type: 'outdated' })
      ask(freshMilliseconds)
    }, [ask, query, scope]),
  }
}

/** Failures that the connection banner shows in every view. */
const toldByConnection: ReadonlySet<AppError['kind']> = new Set([
  'offline',
  'unavailable',
  'locked',
  'rateLimited',
  'signedOut',
  'cancelled',
])

export const isKnownTrouble = ({ kind }: AppError): boolean => toldByConnection.has(kind)

/** The connection's error, for queries that send no request: an empty query or a single letter. */
export function useKnownTrouble(): AppError | null {
  const { data: connection, dataUpdatedAt } = useConnection()
  // A countdown starts when it is first shown here.
  const [mountedAt] = useState(() => Date.now())
  return useMemo(
    () => (connection === undefined ? null : connectionError(connection, Math.max(mountedAt, dataUpdatedAt))),
    [connection, dataUpdatedAt, mountedAt],
  )
}

/** The error above the rows: that of the search, or the connection's for queries that send no request. */
export function shownError(
  { remote }: SearchResults,
  known: AppError | null,
  answered: boolean,
  scope: Scope | null,
  isHome: boolean,
): AppError | null {
  if (remote.state === 'failed' && answered && !isHome) return remote.error
  return isHome || (remote.state === 'none' && isSearched(scope)) ? known : null
}
