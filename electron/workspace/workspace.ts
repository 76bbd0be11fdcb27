// What the page reads of the workspace: live when the service answers, else what was seen before, and never one taken for
// the other.
import {
  type Brief,
  type ObjectSummary,
  type RecordPreview,
  type ResultKind,
  type SearchResult,
} from '../../shared/api/launcher-search.ts'
import type { LauncherTaskDetail, TaskOptions } from '../../shared/api/launcher-tasks.ts'
import { type AppError, failed, type Reply, succeeded } from '../../shared/errors.ts'
import type { BriefSection, Home, RememberedRow, Row } from '../../shared/launcher.ts'
import type { ApiClient } from './api-client.ts'
import { readBrief as understandBrief } from './brief-answer.ts'
import type { Cache } from './cache.ts'
import { dueTasks, nextMeeting } from './home.ts'
import { resultOfMeeting, resultOfTask } from './seen.ts'

type BriefAnswer = { brief: Brief; fetchedAt: number; source: 'live' | 'cached'; failed: BriefSection[] }
type Found = { query: string; rows: Row[] }
type Browsed = { object: ObjectSummary; records: RecordPreview[]; nextCursor: string | null }

export type Workspace = {
  /** What the page searches by itself, in the frame of a keystroke. */
  remembered: () => RememberedRow[]
  searchLocal: (query: string, types: readonly ResultKind[] | undefined) => Found
  search: (query: string, types: readonly ResultKind[] | undefined) => Promise<Reply<Found>>
  /** From memory; what is old is refreshed behind it. */
  home: () => Home
  objects: () => Promise<Reply<ObjectSummary[]>>
  browse: (objectSlug: string, query: string, cursor: string | null) => Promise<Reply<Browsed>>
  brief: () => Promise<Reply<BriefAnswer>>
  options: () => Promise<Reply<TaskOptions>>
  task: (id: string) => Promise<Reply<LauncherTaskDetail>>
}

const refreshAfterMs = 60_000
const shortestQuery = 2
/** Enough for what a person works with, little enough to hand over while nobody looks. */
const mostRemembered = 2_000

const priorities: TaskOptions['priorities'] = [
  { slug: 'no_priority', name: 'No priority' },
  { slug: 'low', name: 'Low' },
  { slug: 'medium', name: 'Medium' },
  { slug: 'high', name: 'High' },
  { slug: 'urgent', name: 'Urgent' },
]

/** Whether what was seen before is better than this error: for a pause or an outage, but not for a refusal. */
const isPassing = ({ kind }: AppError): boolean =>
  ['offline', 'unavailable', 'rateLimited', 'locked', 'unexpectedAnswer'].includes(kind)

export const createWorkspace = ({
  api,
  cache,
  now,
  me,
  onChange,
}: {
  api: ApiClient
  cache: Cache
  now: () => number
  /** The person's id, or null when nobody is signed in. */
  me: () => string | null
  /** Something that was read may have changed. */
  onChange: () => void
}): Workspace => {
  let refreshedAt = Number.NEGATIVE_INFINITY

  const live = (result: SearchResult): Row => ({ ...result, source: 'live', seenAt: now() })
  const cached = (result: SearchResult, seenAt: number): Row => ({ ...result, source: 'cached', seenAt })

  const readBrief = async (): Promise<Reply<BriefAnswer>> => {
    const reply = await api.brief()
    const kept = cache.brief()
    if (reply.ok) {
      const read = understandBrief(reply.value, kept?.brief ?? null)
      cache.seeBrief(read.brief)
      return succeeded({ ...read, fetchedAt: now(), source: 'live' })
    }
    return kept !== null && isPassing(reply.error)
      ? succeeded({ ...kept, source: 'cached', failed: [] })
      : reply
  }

  const readOptions = async (): Promise<Reply<TaskOptions>> => {
    let reply = await api.taskOptions()
    if (!reply.ok && reply.error.kind === 'notFound') {
      // A service without this extension still lists its statuses (LCH-11).
      const statuses = await api.taskStatuses()
      const id = me()
      reply = statuses.ok
        ? succeeded({
            statuses: statuses.value,
            priorities,
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

  const refresh = async (): Promise<void> => {
    if (cache.options() === null) await readOptions()
    const [brief, recents] = await Promise.all([readBrief(), api.recentRecords()])
    if (recents.ok) cache.seeRecents(recents.value)
    if ((brief.ok && brief.value.source === 'live') || recents.ok) onChange()
  }

  /** Objects of records that were seen, for a service that does not list its objects. */
  const derivedObjects = (): ObjectSummary[] => {
    const bySlug = new Map<string, ObjectSummary>()
    for (const { record } of cache.recents(50))
      if (record !== undefined)
        bySlug.set(record.objectTypeSlug, {
          id: record.objectTypeSlug,
          name: record.objectTypeName,
          singularName: record.objectTypeName,
          pluralName: record.objectTypeName,
          slug: record.objectTypeSlug,
          icon: record.icon,
          color: record.color,
          description: null,
        })
    return [...bySlug.values()]
  }

  return {
    remembered: () => cache.remembered(mostRemembered),
    searchLocal: (query, types) => ({ query, rows: cache.search(query, types) }),

    search: async (query, types) => {
      if (query.trim().length < shortestQuery) return succeeded({ query, rows: [] })
      const reply = await api.search(query, types)
      if (!reply.ok) return reply
      cache.see(reply.value)
      return succeeded({ query, rows: reply.value.map(live) })
    },

    home: () => {
      if (me() !== null && now() - refreshedAt > refreshAfterMs) {
        refreshedAt = now()
        // Its failures are told by whoever asks for the thing itself.
        void refresh()
      }
      const kept = cache.brief()
      const statuses = cache.options()?.statuses ?? []
      const meeting = kept === null ? null : nextMeeting(kept.brief, now())
      return {
        nextMeeting:
          kept === null || meeting === null ? null : cached(resultOfMeeting(meeting), kept.fetchedAt),
        dueToday:
          kept === null
            ? []
            : dueTasks(kept.brief, now()).map((task) => cached(resultOfTask(task, statuses), kept.fetchedAt)),
        recents: cache.recents(5),
      }
    },

    objects: async () => {
      const reply = await api.objects()
      if (reply.ok) {
        cache.seeObjects(reply.value)
        return reply
      }
      if (reply.error.kind !== 'notFound' && !isPassing(reply.error)) return reply
      const kept = cache.objects()
      return succeeded(kept.length > 0 ? [...kept] : derivedObjects())
    },

    browse: async (objectSlug, query, cursor) => {
      const reply = await api.browse(objectSlug, query, cursor)
      if (reply.ok) cache.see(reply.value.records)
      return reply
    },

    brief: readBrief,
    options: readOptions,

    task: async (id) => {
      const reply = await api.task(id)
      if (reply.ok) {
        cache.seeTask(reply.value)
        cache.visit('task', id)
        return reply
      }
      const kept = cache.task(id)
      if (reply.error.kind === 'forbidden') {
        cache.forget('task', id)
        return failed({ ...reply.error, message: "You can't open this." })
      }
      if (reply.error.kind !== 'notFound')
        return kept !== null && isPassing(reply.error) ? succeeded(kept) : reply
      // Gone, or a service without this route: only one that lists tasks can say that one is gone (LCH-11).
      const list = await api.tasks()
      if (kept !== null && !list.ok && list.error.kind === 'notFound') return succeeded(kept)
      cache.forget('task', id)
      return reply
    },
  }
}
