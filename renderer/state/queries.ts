// All data that the page reads from the main process, as TanStack queries. app/events.ts invalidates them.
import { keepPreviousData, QueryClient, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { ChangeKind } from '../../shared/api/changes.ts'
import type { ResultKind } from '../../shared/api/launcher/search.ts'
import type { FurtherScope, ImportSeen, PinnedList } from '../../shared/ipc/launcher.ts'
import { call } from './bridge.ts'

export const keys = {
  session: ['session'],
  localWorkspace: ['localWorkspace'],
  workspaces: ['workspaces'],
  settings: ['settings'],
  outbox: ['outbox'],
  drafts: ['drafts'],
  lists: ['lists'],
  /** Workspace data: invalidated by `data.changed`, removed when another account signs in. */
  data: ['data'],
  connection: ['connection'],
  timer: ['timer'],
  /** Whether the sign-in has a scope that some services and older sign-ins lack. */
  scope: ['scope'],
  home: ['data', 'home'],
  calendars: ['data', 'calendars'],
  calendarAddresses: ['data', 'calendarAddresses'],
  imports: ['data', 'imports'],
  objects: ['data', 'objects'],
  options: ['data', 'options'],
  brief: ['data', 'brief'],
  task: (id: string) => ['data', 'task', id],
  record: (id: string) => ['data', 'record', id],
  fields: (objectSlug: string) => ['data', 'fields', objectSlug],
  /** Details of an item from the cache of the main process, and from the service. */
  kept: ['data', 'detail', 'cache'],
  detail: (kind: string, id: string, from: 'cache' | 'service') => ['data', 'detail', from, kind, id],
  comments: (kind: string, id: string) => ['data', 'comments', kind, id],
  browse: (objectSlug: string, query: string) => ['data', 'browse', objectSlug, query],
  search: (query: string, types: readonly ResultKind[] | null) => ['data', 'search', query, types ?? 'all'],
} as const

/** Which data other people's changes of items affect. What an empty query shows follows by itself. */
export const affectedBy = {
  task: [keys.brief, ['data', 'task'], ['data', 'detail'], ['data', 'search']],
  record: [
    ['data', 'record'],
    ['data', 'detail'],
    ['data', 'browse'],
    ['data', 'search'],
  ],
  meeting: [keys.brief, ['data', 'detail'], ['data', 'search']],
  comment: [keys.brief, ['data', 'comments']],
  notification: [keys.brief],
} as const satisfies Record<ChangeKind | 'notification', readonly (readonly string[])[]>

/** No retries: the main process's scheduler retries and knows the rate limit. */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: { retry: false, networkMode: 'always', staleTime: 15_000, gcTime: 10 * 60_000 },
      mutations: { retry: false, networkMode: 'always' },
    },
  })

/** Puts an import into the list, or its new state. */
export const keepImport = (client: QueryClient, seen: ImportSeen): void => {
  client.setQueryData<ImportSeen[] | null>(keys.imports, (list) => {
    if (list === undefined || list === null) return [seen]
    return list.some(({ id }) => id === seen.id)
      ? list.map((one) => (one.id === seen.id ? seen : one))
      : [seen, ...list]
  })
}

export const useSession = () =>
  useQuery({ queryKey: keys.session, queryFn: () => call('session.get'), staleTime: Infinity })

/** Asked anew by each sign-in view, because a workspace may have been created since. */
export const useLocalWorkspace = () =>
  useQuery({ queryKey: keys.localWorkspace, queryFn: () => call('session.localWorkspace'), gcTime: 0 })

/** The workspaces that can be switched to. Asked anew by each list of them. */
export const useWorkspaces = () =>
  useQuery({ queryKey: keys.workspaces, queryFn: () => call('workspaces.list'), gcTime: 0, staleTime: 0 })

export const useSettings = () =>
  useQuery({ queryKey: keys.settings, queryFn: () => call('settings.get'), staleTime: Infinity })

export const useConnection = () =>
  useQuery({ queryKey: keys.connection, queryFn: () => call('connection.get'), staleTime: Infinity })

/** The timer of the person. */
export const useTimer = () =>
  useQuery({ queryKey: keys.timer, queryFn: () => call('timer.get'), staleTime: Infinity })

/** Whether the sign-in has a further scope. Asked anew by each view, because the service may have been updated. */
export const useScope = (scope: FurtherScope, isNeeded = true) =>
  useQuery({
    queryKey: [...keys.scope, scope],
    queryFn: () => call('session.scope', { scope }),
    staleTime: 0,
    enabled: isNeeded,
  })

export const useOutbox = () =>
  useQuery({ queryKey: keys.outbox, queryFn: () => call('outbox.get'), staleTime: Infinity })

export const useHome = () =>
  useQuery({ queryKey: keys.home, queryFn: () => call('home.get'), placeholderData: keepPreviousData })

export const useObjects = () =>
  useQuery({ queryKey: keys.objects, queryFn: () => call('objects.list'), staleTime: 5 * 60_000 })

export const useTaskOptions = () =>
  useQuery({ queryKey: keys.options, queryFn: () => call('tasks.options'), staleTime: 5 * 60_000 })

/** The pinned lists, by their keys. */
export const useLists = () =>
  useQuery({ queryKey: keys.lists, queryFn: () => call('lists.get'), staleTime: Infinity })

/** Keeps the lists instead of the earlier ones. */
export const keepLists = async (client: QueryClient, lists: PinnedList[]): Promise<void> => {
  client.setQueryData(keys.lists, await call('lists.set', { lists }))
}

export const useBrief = () =>
  useQuery({ queryKey: keys.brief, queryFn: () => call('brief.get'), staleTime: 60_000 })

/** Not cached: a form must not start from the state before the last save. */
export const useTask = (id: string) =>
  useQuery({ queryKey: keys.task(id), queryFn: () => call('tasks.get', { id }), staleTime: 0, gcTime: 0 })

/** The record of a form; see `useTask`. */
export const useRecord = (id: string) =>
  useQuery({
    queryKey: keys.record(id),
    queryFn: () => call('records.get', { id }),
    staleTime: 0,
    gcTime: 0,
  })

/** The fields of an object. @param objectSlug undefined while it is not known */
export const useFields = (objectSlug: string | undefined) =>
  useQuery({
    queryKey: keys.fields(objectSlug ?? ''),
    queryFn: () => call('records.fields', { objectSlug: objectSlug ?? '' }),
    staleTime: 5 * 60_000,
    enabled: objectSlug !== undefined,
  })

/** Records of one object, page by page. The cursor is opaque (LCH-04). */
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
