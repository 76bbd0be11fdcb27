// The results of a search as a person sees them (LCH-06, LCH-07).
import type { FoundResult, ResultKind } from '../../shared/api/launcher/search.ts'
import type { TaskStatus } from '../../shared/api/launcher/tasks.ts'
import type { Principal } from '../http/app-type.ts'
import { isoOrNull } from '../base/time.ts'
import { presentMeeting, type SeenMeeting, seenMeetings } from '../calendars/meeting.view.ts'
import { seesEveryTask, seesTask } from '../tasks/visibility.rules.ts'
import type { StoredMeeting } from '../meetings/stored-meeting.ts'
import {
  objectsOfPreviews,
  tasksOfResults,
  type FoundTask,
  type PreviewObject,
} from '../records/previews.store.ts'
import { findBestMatches, type Found } from '../search/search.store.ts'
import { everyone, type SearchScope } from '../search/lookup.store.ts'
import { inPipeline } from '../db/sql.ts'
import type { Tx } from '../db/store.ts'
import type { WebUrl } from '../access/principal.ts'
import type { Previews } from '../records/record-previews.view.ts'
import { meetingsAmong, nextMeetingsOfSeries } from '../meetings/meetings.store.ts'
import { statusesOfTasks } from '../tasks/task-settings.store.ts'

/** The scopes that this person searches. */
const scopesFor = (principal: Principal, kinds: readonly ResultKind[]): SearchScope[] =>
  kinds.flatMap((kind): SearchScope[] => {
    const own = { kind, audience: principal.personId }
    const all = { kind, audience: everyone }
    if (kind === 'task') return [seesEveryTask(principal) ? all : own]
    return kind === 'meeting' ? [all, own] : [all]
  })

const presentTaskResult = (
  task: FoundTask,
  statuses: ReadonlyMap<string, TaskStatus>,
  webUrl: WebUrl,
): FoundResult => {
  const status = statuses.get(task.status)
  return {
    kind: 'task',
    id: task.id,
    title: task.title,
    subtitle: 'Task',
    badge: status?.name ?? task.status,
    avatarUrl: null,
    webUrl: webUrl('task', task.id),
    task: {
      ...(status && {
        status: {
          slug: status.slug,
          name: status.name,
          color: status.color,
          isComplete: status.isComplete,
        },
      }),
      priority: task.priority,
      dueDate: isoOrNull(task.dueDate),
      assignees: [...task.assignees],
    },
  }
}

/**
 * Meetings that were found, by the id that was found. Of a series only the first instance is in the index, so the next one with
 * its title is answered, once for each series. A title is found by those who see the details.
 */
const foundMeetings = async (
  tx: Tx,
  principal: Principal,
  ids: readonly string[],
  now: number,
): Promise<Map<string, SeenMeeting>> => {
  const found = await meetingsAmong(tx, principal.workspaceId, ids)
  const seriesOf = ({ series, title }: StoredMeeting) => JSON.stringify([series, title])
  const asked = found.flatMap(({ series, title }) => (series === null ? [] : [{ series, title }]))
  const next = new Map(
    (await nextMeetingsOfSeries(tx, principal, asked, now)).map((meeting) => [seriesOf(meeting), meeting]),
  )
  const replaced = new Map(found.map((meeting) => [meeting.id, next.get(seriesOf(meeting)) ?? meeting]))
  const seen = await seenMeetings(tx, principal, [...new Set(replaced.values())])
  const shown = new Map(seen.filter(({ seesDetail }) => seesDetail).map((meeting) => [meeting.id, meeting]))
  const answered = new Map<string, SeenMeeting>()
  // The best of several finds of one series stays.
  for (const id of ids) {
    const meeting = shown.get(replaced.get(id)?.id ?? '')
    if (meeting === undefined) continue
    shown.delete(meeting.id)
    answered.set(id, meeting)
  }
  return answered
}

/** Reads and presents the results. The index may contain more than this person may see, so each is checked again. */
const presentFinds = async (
  tx: Tx,
  principal: Principal,
  { finds, objects }: { finds: readonly Found[]; objects: ReadonlyMap<string, PreviewObject> },
  { webUrl, previews, now }: { webUrl: WebUrl; previews: Previews; now: number },
): Promise<FoundResult[]> => {
  const { workspaceId } = principal
  const idsOf = (kind: ResultKind) => finds.filter((find) => find.kind === kind).map((find) => find.ref)
  const shown = new Map<string, FoundResult>()
  const taskIds = idsOf('task')
  const records = finds.flatMap(({ record }) => record ?? [])
  const [tasks, taskStatuses, presented, meetings] = await inPipeline([
    tasksOfResults(tx, workspaceId, taskIds),
    taskIds.length === 0 ? Promise.resolve([]) : statusesOfTasks(tx, workspaceId),
    previews.of(tx, principal, { records, objects }, webUrl),
    foundMeetings(tx, principal, idsOf('meeting'), now),
  ])
  const statuses = new Map(taskStatuses.map((status) => [status.slug, status]))
  for (const task of tasks)
    if (seesTask(principal, task)) shown.set(`task ${task.id}`, presentTaskResult(task, statuses, webUrl))
  for (const preview of presented) shown.set(`record ${preview.id}`, preview)
  for (const [id, meeting] of meetings) shown.set(`meeting ${id}`, presentMeeting(meeting, webUrl, 'found'))
  return finds.flatMap(({ kind, ref, snippet }) => {
    const result = shown.get(`${kind} ${ref}`)
    if (result === undefined) return []
    return snippet === undefined || result.kind === 'meeting' ? [result] : [{ ...result, snippet }]
  })
}

const noObjects = Promise.resolve<ReadonlyMap<string, PreviewObject>>(new Map())

/** Searches for a person, best first. Needs no snapshot, because each result is read again. */
export async function foundFor(
  tx: Tx,
  principal: Principal,
  { query, kinds, limit }: { query: string; kinds: readonly ResultKind[]; limit: number },
  shown: { webUrl: WebUrl; previews: Previews; now: number },
): Promise<FoundResult[]> {
  const { workspaceId } = principal
  const [finds, objects] = await inPipeline([
    findBestMatches(tx, workspaceId, query, scopesFor(principal, kinds), limit),
    // Read at once, which saves a round trip if a record is found.
    kinds.includes('record') ? objectsOfPreviews(tx, workspaceId) : noObjects,
  ])
  return presentFinds(tx, principal, { finds, objects }, shown)
}
