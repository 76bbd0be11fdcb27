// Everything that the page reads from the main process, as TanStack queries, and what makes each of them stale.
import {
  focusManager,
  keepPreviousData,
  QueryClient,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ResultKind } from '../shared/api/launcher-search.ts'
import { call, on } from './bridge.ts'

export const keys = {
  session: ['session'],
  settings: ['settings'],
  outbox: ['outbox'],
  drafts: ['drafts'],
  /** Read from the workspace: stale when `data.changed`, gone when another person signs in. */
  data: ['data'],
  connection: ['connection'],
  home: ['data', 'home'],
  objects: ['data', 'objects'],
  options: ['data', 'options'],
  brief: ['data', 'brief'],
  task: (id: string) => ['data', 'task', id],
  browse: (objectSlug: string, query: string) => ['data', 'browse', objectSlug, query],
  search: (query: string, types: readonly ResultKind[] | null) => ['data', 'search', query, types ?? 'all'],
} as const

/** Retries belong to the main process's scheduler, which knows the rate limit; a second layer would double them. */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: { retry: false, networkMode: 'always', staleTime: 15_000, gcTime: 10 * 60_000 },
      mutations: { retry: false, networkMode: 'always' },
    },
  })

/**
 * Keeps the cache in step with the main process's events. The page stays "visible" for ever, because the window is
 * never throttled, so focus is what the window says, not what the document says.
 */
export function useEventsIntoCache(): void {
  const client = useQueryClient()
  useEffect(() => {
    focusManager.setEventListener((setFocused) => {
      const stops = [on('view.shown', () => setFocused(true)), on('view.hidden', () => setFocused(false))]
      return () => stops.forEach((stop) => stop())
    })
    const stops = [
      on('session.changed', (session) => {
        const before = client.getQueryData<{ kind: string; account?: { user: { id: string } } }>(keys.session)
        client.setQueryData(keys.session, session)
        const person = session.kind === 'signedIn' ? session.account.user.id : null
        if (before?.account?.user.id === person) return
        if (person === null) return
        client.removeQueries({ queryKey: keys.data })
        // What the one before wrote and began is theirs.
        for (const queryKey of [keys.outbox, keys.drafts]) void client.resetQueries({ queryKey })
      }),
      on('connection.changed', (connection) => client.setQueryData(keys.connection, connection)),
      on('settings.changed', (settings) => client.setQueryData(keys.settings, settings)),
      on('outbox.changed', (items) => client.setQueryData(keys.outbox, items)),
      // What was opened is among the recents now.
      on('view.hidden', () => void client.invalidateQueries({ queryKey: keys.home })),
      on('data.changed', () => void client.invalidateQueries({ queryKey: keys.data })),
    ]
    return () => stops.forEach((stop) => stop())
  }, [client])
}

export const useSession = () =>
  useQuery({ queryKey: keys.session, queryFn: () => call('session.get'), staleTime: Infinity })

export const useSettings = () =>
  useQuery({ queryKey: keys.settings, queryFn: () => call('settings.get'), staleTime: Infinity })

export const useConnection = () =>
  useQuery({ queryKey: keys.connection, queryFn: () => call('connection.get'), staleTime: Infinity })

export const useOutbox = () =>
  useQuery({ queryKey: keys.outbox, queryFn: () => call('outbox.get'), staleTime: Infinity })

export const useHome = () =>
  useQuery({ queryKey: keys.home, queryFn: () => call('home.get'), placeholderData: keepPreviousData })

export const useObjects = () =>
  useQuery({ queryKey: keys.objects, queryFn: () => call('objects.list'), staleTime: 5 * 60_000 })

export const useTaskOptions = () =>
  useQuery({ queryKey: keys.options, queryFn: () => call('tasks.options'), staleTime: 5 * 60_000 })

export const useBrief = () =>
  useQuery({ queryKey: keys.brief, queryFn: () => call('brief.get'), staleTime: 60_000 })

/** Not kept: a form that starts from what was there before the last save shows it as if it were there now. */
export const useTask = (id: string) =>
  useQuery({ queryKey: keys.task(id), queryFn: () => call('tasks.get', { id }), staleTime: 0, gcTime: 0 })

/** Records of one object, page by page; the cursor goes back as it came (LCH-04). */
export const useBrowseRecords = (objectSlug: string, query: string) =>
  useInfiniteQuery({
    queryKey: keys.browse(objectSlug, query),
    queryFn: ({ pageParam }) => call('records.browse', { objectSlug, query, cursor: pageParam }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })

/** Texts that were not sent, newest first, for "Continue draft". */
export const useDrafts = () =>
  useQuery({
    queryKey: keys.drafts,
    queryFn: () => call('drafts.list'),
    staleTime: 0,
  })
