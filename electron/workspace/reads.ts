// The reads of the page: live data if the service answers, else cached data. Rows and the brief have a
// `source` that states which of the two they are.
import {
  type ObjectSummary,
  type RecordPreview,
  type ResultKind,
  resultKind,
  type SearchResult,
} from '../../shared/api/launcher/search.ts'
import type { TaskListFilters, TaskOptions } from '../../shared/api/launcher/tasks.ts'
import { failed, type Reply, succeeded } from '../../shared/errors.ts'
import { say } from '../../shared/language.ts'
import type {
  Agenda,
  BriefSection,
  ChangedData,
  Home,
  CacheChanges,
  CachePoint,
  Row,
} from '../../shared/ipc/launcher.ts'
import { namedIn } from '../../shared/search/index.ts'
import { cachedHome, readAgenda } from './agenda.ts'
import { createDetails, type Details } from './details.ts'
import { isPassing } from './api/errors.ts'
import { type ApiClient, priorities } from './api/client.ts'
import type { Cache } from './cache/cache.ts'
import type { ForbiddenCache } from './api/forbidden-cache.ts'
import { keyOf } from './cache/rows.ts'

type BriefAnswer = { brief: Agenda; fetchedAt: number; source: 'live' | 'cached'; failed: BriefSection[] }
type Browsed = { object: ObjectSummary; records: RecordPreview[]; nextCursor: string | null }

export type Workspace = Omit<Details, 'prefetchFields' | 'lose'> & {
  /** The changes of the cached rows since that point. The page searches its copy in the frame of a keystroke. */
  changes: (since: CachePoint | null) => CacheChanges
  /** Records or clears the user's use of a row. */
  uses: Pick<Cache, 'choose' | 'pin' | 'forgetUse'>
  search: (
    query: string,
    types: readonly ResultKind[] | undefined,
  ) => Promise<Reply<{ query: string; rows: Row[] }>>
  /** Tasks by filters, in the order of the service. @param query the text that asks for them */
  list: (
    query: string,
    filters: TaskListFilters,
  ) => Promise<Reply<{ query: string; rows: Row[]; cutAfter?: number }>>
  /** Fetches the most searched rows again, when the cache is empty or damaged. */
  rebuild: () => Promise<void>
  /** The home view from the cache. Starts a background refresh if it is old. */
  home: () => Home
  /** Fetches the data that `home` shows, in the background if nobody waits for it. */
  refresh: (isAwaited?: boolean) => Promise<Reply<undefined>>
  /** Fetches the brief in the background. `brief` waits for it instead of asking a second time. */
  refreshBrief: () => Promise<unknown>
  objects: () => Promise<Reply<ObjectSummary[]>>
  browse: (objectSlug: string, query: string, cursor: string | null) => Promise<Reply<Browsed>>
  brief: () => Promise<Reply<BriefAnswer>>
  options: () => Promise<Reply<TaskOptions>>
}

const refreshAfterMs = 60_000
/** The wait after a failed refresh. */
const retryAfterMs = 10_000
/** A read of the brief that began so recently answers another question for it. */
const joinMs = 100
const shortestQuery = 2
const mostRebuiltObjects = 12
const mostListPages = 2

export const createWorkspace = ({
  api,
  behind = api,
  cache,
  forbidden,
  now,
  me,
  onChange,
  onBrief = () => undefined,
  ourAddress = () => null,
}: {
  api: ApiClient
  /** The client for background reads. */
  behind?: ApiClient
  cache: Cache
  forbidden: ForbiddenCache
  now: () => number
  /** The id of the signed-in user, or null. */
  me: () => string | null
  /** Data that the page shows may have changed. */
  onChange: (what: ChangedData) => void
  /** The service has answered with a brief that was asked for at this time. */
  onBrief?: (brief: Agenda, askedAt: number) => void
  /** The current address of a link into this workspace, or null for any other link. */
  ourAddress?: (link: string) => string | null
}): Workspace => {
  const { lose, prefetchFields, ...details } = createDetails({ api, behind, cache, forbidden, onChange })
  let refreshedAt = Number.NEGATIVE_INFINITY
  /** A read after a change by others that is under way. */
  let following: { at: number; reply: Promise<Reply<BriefAnswer>> } | null = null
  /** The first row gets the latest time, as in the cache. */
  const live = (results: readonly SearchResult[]): Row[] => {
    const at = now()
    return results.map((result, place) => ({ ...result, source: 'live', seenAt: at - place }))
  }

  const readBrief = async (from: ApiClient): Promise<Reply<BriefAnswer>> => {
    // A write that was saved while the brief was under way may not be in it.
    const askedAt = now()
    const reply = await readAgenda(from, new Date(askedAt), () => cache.brief()?.brief ?? null)
    if (reply.ok) {
      const { rows, ...read } = reply.value
      cache.seeBrief(read.brief, rows, askedAt)
      if (!read.failed.includes('notifications')) onBrief(read.brief, askedAt)
      return succeeded({ ...read, fetchedAt: askedAt, source: 'live' })
    }
    const kept = cache.brief()
    return kept !== null && isPassing(reply.error)
      ? succeeded({ ...kept, source: 'cached', failed: [] })
      : reply
  }

  const readOptions = async (from: ApiClient): Promise<Reply<TaskOptions>> => {
    let reply = await from.taskOptions()
    if (!reply.ok && reply.error.kind === 'notFound') {
      // A service without this extension still lists its statuses (LCH-11).
      const statuses = await from.taskStatuses()
      const id = me()
      reply = statuses.ok
        ? succeeded({
            statuses: statuses.value,
            priorities: priorities(),
            members: [],
            sections: [],
            ...(id === null ? {} : { me: id }),
          })
        : statuses
    }
    if (reply.ok) {
      cache.seeOptions(reply.value)
      return reply
    }
    const kept = cache.options()
    return kept !== null && isPassing(reply.error) ? succeeded(kept) : reply
  }

  const refresh = async (from: ApiClient): Promise<Reply<undefined>> => {
    const askedAt = now()
    refreshedAt = askedAt
    if (cache.options() === null) await readOptions(from)
    const [brief, recents] = await Promise.all([readBrief(from), from.recentRecords()])
    if (recents.ok) cache.see(recents.value)
    const isLive = brief.ok && brief.value.source === 'live'
    if (isLive || recents.ok) onChange('home')
    // A failed refresh is retried sooner, because an outage may be short.
    if (!isLive) refreshedAt = askedAt - refreshAfterMs + retryAfterMs
    if (!brief.ok) return brief
    return recents.ok || recents.error.kind === 'notFound' ? succeeded(undefined) : recents
  }

  /** The row of a pasted link or id, from the cache or the service. Null means that the query is searched as text. */
  const findNamed = async (query: string): Promise<Row | null> => {
    const named = namedIn(query)
    if (named === null) return null
    const kinds = named.kind === null ? resultKind.options : [named.kind]
    for (const kind of kinds) {
      const known = cache.find(kind, named.id)
      if (known !== null) return known
    }
    if (named.kind === null || named.kind === 'task') {
      const task = await api.task(named.id)
      if (task.ok) {
        cache.seeTask(task.value)
        return cache.find('task', named.id)
      }
      return null
    }
    const address = ourAddress(query.trim())
    if (address === null) return null
    // The service has no route for one record or meeting, so the row has only the address.
    const { pathname } = new URL(address)
    cache.see([
      {
        kind: named.kind,
        id: named.id,
        title: pathname,
        subtitle: say('row.fromLink'),
        badge: '',
        avatarUrl: null,
        webUrl: address,
      },
    ])
    return cache.find(named.kind, named.id)
  }

  return {
    ...details,
    changes: cache.changes,
    uses: cache,

    search: async (query, types) => {
      if (query.trim().length < shortestQuery) return succeeded({ query, rows: [] })
      const named = await findNamed(query)
      if (named !== null) return succeeded({ query, rows: [named] })
      const reply = await api.search(query, types)
      if (!reply.ok) return reply
      // A snippet belongs to its query.
      cache.see(reply.value.map(({ snippet: _snippet, ...result }) => result))
      // The cache may know more of a row.
      const rows = reply.value.map((one) => {
        const known = cache.find(one.kind, one.id)
        return known === null || one.snippet === undefined
          ? (known ?? one)
          : { ...known, snippet: one.snippet }
      })
      return succeeded({ query, rows: live(rows) })
    },

    list: async (query, filters) => {
      const rows: Row[] = []
      let cursor: string | undefined
      for (let page = 0; page < mostListPages; page += 1) {
        const reply = await api.listTasks(filters, cursor)
        if (!reply.ok) return reply
        const { items, nextCursor } = reply.value
        cache.seeTasks(items)
        const at = now()
        for (const { id } of items) {
          const row = cache.find('task', id)
          if (row !== null) rows.push({ ...row, source: 'live', seenAt: at - rows.length })
        }
        cursor = nextCursor
        if (cursor === undefined) break
      }
      return succeeded({ query, rows, ...(cursor === undefined ? {} : { cutAfter: rows.length }) })
    },

    home: () => {
      // A failure needs no report here: the connection state and later requests show it.
      if (me() !== null && now() - refreshedAt > refreshAfterMs) void refresh(behind)
      return cachedHome(cache, now())
    },

    refresh: (isAwaited = true) => refresh(isAwaited ? api : behind),
    refreshBrief: () => {
      const reply = readBrief(behind)
      const mine = { at: now(), reply }
      following = mine
      return reply.finally(() => {
        if (following === mine) following = null
      })
    },

    objects: async () => {
      const reply = await api.objects()
      if (reply.ok) {
        cache.seeObjects(reply.value)
        return reply
      }
      if (reply.error.kind !== 'notFound' && !isPassing(reply.error)) return reply
      const kept = cache.objects()
      return succeeded(kept.length > 0 ? [...kept] : cache.objectsOfRecords())
    },

    browse: async (objectSlug, query, cursor) => {
      const denied = forbidden.of(keyOf('object', objectSlug))
      if (denied !== null) return failed(denied)
      const reply = await api.browse(objectSlug, query, cursor)
      if (!reply.ok) return failed(lose('object', objectSlug, reply.error))
      cache.see(reply.value.records)
      return reply
    },

    rebuild: async () => {
      // Sequential background requests. The first failure ends the rebuild.
      await readOptions(behind)
      const tasks = await behind.tasks()
      if (tasks.ok) cache.seeTasks(tasks.value.items)
      else if (tasks.error.kind !== 'notFound') return
      const objects = await behind.objects()
      if (!objects.ok) return
      cache.seeObjects(objects.value)
      for (const { slug } of objects.value.slice(0, mostRebuiltObjects)) {
        const page = await behind.browse(slug, '', null)
        if (!page.ok) break
        cache.see(page.value.records)
      }
      await prefetchFields(objects.value.slice(0, mostRebuiltObjects).map(({ slug }) => slug))
      onChange('everything')
    },

    // The page asks because of the change for which it is being read.
    brief: () =>
      following !== null && Math.abs(now() - following.at) < joinMs ? following.reply : readBrief(api),
    options: () => readOptions(api),
  }
}
