// Runs the query: cached rows in the frame of the keystroke, the service's rows soon after (APP-03).
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useLayoutEffect, useMemo, useReducer, useRef, useState } from 'react'
import type { ObjectSummary, ResultKind } from '../../shared/api/launcher/search.ts'
import type { TaskStatus } from '../../shared/api/launcher/tasks.ts'
import type { AppError } from '../../shared/errors.ts'
import type { OutboxItem, PinnedList } from '../../shared/ipc/launcher.ts'
import { call, on, reasonOf } from '../state/bridge.ts'
import { select, usePaletteStore } from '../state/store.ts'
import { keys, useConnection, useTaskOptions } from '../state/queries.ts'
import { connectionError } from '../ui/error-words.ts'
import {
  type Asked,
  type SearchResults,
  nextResults,
  noResults,
  sameAsked,
  withOffers,
} from './search-results.ts'
import { fillCache, isCacheWhole, rowCache } from '../items/row-cache.ts'
import { spanOf } from '../../shared/search/score.ts'
import { createDebounce } from './debounce.ts'
import { isUnstored, keyAfter, capturedKey, changedTitles, withChanges } from '../items/pending-rows.ts'
import { commandsFor, commandsIn, listCommands, pinCommand } from '../actions/actions.ts'
import { matchingCommands, type Scored, withNamed } from './matching-commands.ts'
import { offeredObjects } from '../items/record-offers.ts'
import { commandRow, inOrderOf, type PaletteRow, rowsOf } from '../items/rows.ts'
import { isAsTyped, isSearched, kindsOf, type Scope, searchedIn, wholeOf } from '../state/query.ts'

/** When the records of an object were last browsed, epoch milliseconds. */
const lastUseOf = (slug: string): number => Math.max(0, ...rowCache.useOf(`object:${slug}`).visits)

/** The service searches for two letters or more (LCH-06). */
export const shortestRemoteQuery = 2

const freshMilliseconds = 15_000

const ownRows = (
  { query, scope }: Asked,
  objects: readonly ObjectSummary[],
  lists: readonly PinnedList[],
  asksForState: boolean,
): Scored[] => {
  const commands =
    isSearched(scope) && scope !== null
      ? []
      : [...commandsIn(), ...commandsFor(objects), ...listCommands(lists)]
  switch (scope) {
    case 'objects':
      return matchingCommands(query, commands, objects, 'objects')
    case 'commands':
      return matchingCommands(query, commands, objects, 'commands')
    case null:
      return matchingCommands(query, commands, objects, 'all', asksForState)
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

/** The text and the scope of the field. */
const typedNow = (): Asked => {
  const state = usePaletteStore.getState()
  return { query: state.query, scope: state.scope, whole: wholeOf(state) }
}

/** A list is remembered beside the search that its text was before the names were known. */
const searchKey = (search: { query: string; types: readonly ResultKind[] | null; list: object | null }) => [
  ...keys.search(search.query, search.types),
  search.list === null ? 'text' : 'list',
]

const isBlank = ({ query, scope }: Asked): boolean => query === '' && scope === null

/** @param held the text from before a composition, which is searched until it ends; null outside one */
export function useSearch(
  held: Asked | null,
  objects: readonly ObjectSummary[],
  outbox: readonly OutboxItem[],
  lists: readonly PinnedList[],
): SearchState {
  const client = useQueryClient()
  const [found, tell] = useReducer(nextResults, noResults)
  const painted = useRef(found)
  const holding = useRef(held)
  const last = useRef<Asked | null>(null)
  const [debounce] = useState(createBrowserDebounce)
  const turn = useRef(0)
  const known = useRef({ objects, lists })
  useLayoutEffect(() => {
    painted.current = found
    known.current = { objects, lists }
    holding.current = held
  })

  const unstoredNames = JSON.stringify([outbox.filter(isUnstored).map(capturedKey), ...changedTitles(outbox)])
  const ask = useCallback(
    (freshness: number) => {
      turn.current += 1
      const mine = turn.current
      const now = holding.current ?? typedNow()
      const { query, scope, whole } = now
      last.current = now
      if (isBlank(now)) {
        debounce.cancel()
        return tell({ type: 'cleared' })
      }
      const types = kindsOf(scope)
      const typed = searchedIn(query)
      const title = whole === undefined ? null : searchedIn(whole)
      const list = types === null || types.includes('task') ? rowCache.listOf(typed) : null
      const searches = [
        ...(isSearched(scope) && typed.length >= shortestRemoteQuery ? [{ query: typed, types, list }] : []),
        ...(title === null ? [] : [{ query: title, types: null, list: null }]),
      ]
      const isLate = (): boolean => mine !== turn.current

      tell({
        type: 'asked',
        asked: now,
        searched: searches.length > 0 ? 'remotely' : 'here',
        creatable: () => offeredObjects(known.current.objects, lastUseOf),
      })
      const selectedKey = (): string | null =>
        usePaletteStore.getState().selectedKey ?? rowsOf(painted.current.groups)[0]?.key ?? null
      const state = rowCache.stateOf(typed)
      const isList = state !== null && state.list !== null
      const { objects: some, lists: pinned } = known.current
      const others = pinned.filter((one) => one.query !== typed)
      // A list holds its tasks alone.
      const own = isList && scope === null ? [] : ownRows(now, some, others, state !== null)
      const pin = isList && others.length === pinned.length ? pinCommand().map(commandRow) : []
      const scoreOf = (key: string): number => rowCache.explain(typed, key)?.score ?? 0
      const answerLocally = (seen: readonly PaletteRow[]): void => {
        // Only below tasks, because Enter is for them.
        const rows = withNamed(seen.length > 0 ? [...seen, ...pin] : seen, own, scoreOf)
        if (!isLate()) tell({ type: 'localAnswered', asked: now, rows, selectedKey: selectedKey() })
      }
      const seenRows = (): PaletteRow[] => {
        const scoped = isSearched(scope) ? rowCache.search(typed, types) : []
        if (title === null) return scoped
        const known = new Set(scoped.map(({ key }) => key))
        const named = rowCache.search(title, null).filter((row) => isAsTyped(title, row.title))
        return [...scoped, ...named.filter(({ key }) => !known.has(key))]
      }
      if (!isSearched(scope) && title === null) answerLocally([])
      // Answers in the same frame.
      else if (isCacheWhole()) answerLocally(seenRows())
      else void fillCache().then(() => answerLocally(seenRows()))

      debounce.cancel()
      let cutAfter: number | undefined
      const run = async (at: number): Promise<void> => {
        const search = searches[at]
        if (search === undefined) return
        const queryKey = searchKey(search)
        // A pending answer may be older than the change.
        if (freshness === 0) await client.cancelQueries({ queryKey })
        client
          .fetchQuery({
            queryKey,
            queryFn: () =>
              call('search.run', {
                query: search.query,
                ...(search.types === null ? {} : { types: search.types }),
                ...(search.list === null ? {} : { list: search.list.filters }),
              }),
            staleTime: freshness,
          })
          .then(
            (answer) => {
              rowCache.see(answer.rows)
              if (isLate()) return
              const fits = answer.rows.filter((row) =>
                search.list === null
                  ? search.query !== title || isAsTyped(title, row.title)
                  : search.list.fits({ kind: row.kind, task: row.task, span: spanOf(row) }, row.title),
              )
              const more = at + 1 < searches.length
              if (search.list !== null) cutAfter = answer.cutAfter
              tell({
                type: 'remoteAnswered',
                asked: now,
                rows: inOrderOf(seenRows(), fits),
                also: fits.length > 0 ? pin : [],
                selectedKey: selectedKey(),
                more,
                cutAfter,
              })
              // One at a time: a newer search aborts the older one.
              if (more) debounce.ask(() => void run(at + 1))
            },
            (error: unknown) => {
              const reason = reasonOf(error)
              // An aborted search was replaced by a newer keystroke, or will be repeated.
              if (!isLate() && reason.kind !== 'cancelled')
                tell({ type: 'remoteFailed', asked: now, error: reason })
            },
          )
      }
      const [first] = searches
      if (first === undefined) return
      const remembered = client.getQueryState(searchKey(first))
      const isFresh = remembered?.status === 'success' && Date.now() - remembered.dataUpdatedAt < freshness
      if (isFresh) void run(0)
      else debounce.ask(() => void run(0))
    },
    [client, debounce],
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

  // Searches again when objects, options or unsent tasks arrive, because their rows are among the results.
  useLayoutEffect(() => ask(freshMilliseconds), [ask, lists, objects, options, unstoredNames])

  const askIfChanged = useCallback(() => {
    const now = holding.current ?? typedNow()
    if (last.current === null || !sameAsked(last.current, now)) ask(freshMilliseconds)
  }, [ask])
  // In the event that changes the text, so that its rows are painted with the letter, by one render.
  useLayoutEffect(() => usePaletteStore.subscribe(askIfChanged), [askIfChanged])
  useLayoutEffect(askIfChanged, [askIfChanged, held])

  // Another save, or somebody else, may have changed the painted rows.
  useEffect(
    () =>
      on('data.changed', (what) => {
        if (what === 'home' || isBlank(typedNow())) return
        if (what !== 'everything') {
          const selectedKey = usePaletteStore.getState().selectedKey
          // The search below would find them again.
          rowCache.drop(what.gone)
          tell({ type: 'gone', keys: what.gone, selectedKey })
          if (!what.kinds.some((kind) => kind === 'task' || kind === 'record' || kind === 'meeting')) return
        }
        ask(0)
      }),
    [ask],
  )

  useEffect(() => () => debounce.cancel(), [debounce])

  return {
    found,
    refresh: useCallback(() => ask(0), [ask]),
    reorder: useCallback(() => {
      if (isBlank(typedNow())) return
      tell({ type: 'outdated' })
      ask(freshMilliseconds)
    }, [ask]),
  }
}

/** The rows with the changes they do not contain yet. If only deleted tasks matched, nothing did. */
export function useShown(
  { asked, local, remote, groups, cutAfter, creatable }: SearchResults,
  isHome: boolean,
  outbox: readonly OutboxItem[],
  statuses: readonly TaskStatus[],
): SearchResults {
  const changed = useMemo(() => withChanges(groups, outbox, statuses), [groups, outbox, statuses])
  return useMemo(() => {
    const shown = { asked, local, remote, groups: changed, cutAfter, creatable }
    return isHome ? shown : withOffers(shown)
  }, [asked, changed, creatable, cutAfter, isHome, local, remote])
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
