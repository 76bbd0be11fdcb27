// The home view and the object list from the cache, for when the service has not answered. It changes nothing.
import type { Brief, ObjectSummary, SearchResult } from '../../../shared/api/launcher-search.ts'
import type { LauncherTask } from '../../../shared/api/launcher-tasks.ts'
import { dueAt } from '../../../shared/whole-days.ts'
import type { AppError } from '../../../shared/errors.ts'
import type { Home, Row } from '../../../shared/ipc/launcher.ts'
import { nextMeeting } from '../../../shared/next-meeting.ts'
import type { Cache } from './cache.ts'
import { resultOfMeeting, resultOfTask } from './results.ts'

/** Whether cached data is shown instead of this error. True for a pause or an outage, false for a refusal. */
export const isPassing = ({ kind }: AppError): boolean =>
  ['offline', 'unavailable', 'rateLimited', 'locked', 'unexpectedAnswer'].includes(kind)

const rowOf = (result: SearchResult, seenAt: number): Row => ({ ...result, source: 'cached', seenAt })

const shownDue = 3

/** Tasks that are due by the end of this local day, the most overdue first, at most three. */
export const dueTasks = ({ tasks }: Brief, now: number): LauncherTask[] => {
  const today = new Date(now)
  const tomorrow = new Date(today.getFullYear(), today.getMonth(), today.getDate() + 1).getTime()
  return tasks
    .flatMap((task) => (task.dueDate === null ? [] : [{ task, due: dueAt(task.dueDate).getTime() }]))
    .filter(({ due }) => due < tomorrow)
    .sort((a, b) => a.due - b.due)
    .slice(0, shownDue)
    .map(({ task }) => task)
}

/** The content for an empty query. @param at the current time, epoch milliseconds */
export const cachedHome = (cache: Pick<Cache, 'brief' | 'options' | 'recents'>, at: number): Home => {
  const recents = cache.recents(5)
  const kept = cache.brief()
  if (kept === null) return { nextMeeting: null, dueToday: [], recents }
  const statuses = cache.options()?.statuses ?? []
  const meeting = nextMeeting(kept.brief.meetings, at)
  return {
    nextMeeting: meeting === null ? null : rowOf(resultOfMeeting(meeting), kept.fetchedAt),
    dueToday: dueTasks(kept.brief, at).map((task) => rowOf(resultOfTask(task, statuses), kept.fetchedAt)),
    recents,
  }
}

/** The cached objects of the service. Without any, the objects of cached records. */
export const cachedObjects = (cache: Pick<Cache, 'objects' | 'changes'>): ObjectSummary[] => {
  const listed = cache.objects()
  if (listed.length > 0) return [...listed]
  const bySlug = new Map<string, ObjectSummary>()
  for (const { record } of cache.changes(null).rows)
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
