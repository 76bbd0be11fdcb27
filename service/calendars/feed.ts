// `GET /calendar/<secret>.ics`: what a person has to do, for their calendar program. Whoever has the address reads it, so it is
// a secret: it is shown once and stored as a hash.
import { createHash, randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { dayBeginningAt, wholeDaysOf } from '../../shared/whole-days.ts'
import type { Store, Tx } from '../db/store.ts'
import { isStoreError } from '../base/store-error.ts'
import { entityTag, matches } from '../http/entity-tag.ts'
import { unavailableSeconds } from '../http/errors.ts'
import { createRateLimiter } from '../http/rate-limit.ts'
import { logPerson } from '../http/server/server.ts'
import { webUrlFor, type WebUrl } from '../access/principal.ts'
import { methodNotAllowed, pathOf } from '../http/server/browser-request.ts'
import { clientAddress } from '../http/server/host-check.ts'
import type { StoredTask } from '../tasks/stored-task.ts'
import { isConcerned } from '../tasks/visibility.rules.ts'
import { hashToken } from '../base/ids.ts'
import { windowAt } from './calendars.ts'
import { seenMeetings, type SeenMeeting } from './meeting.view.ts'
import { writeIcs, type WrittenEvent } from './write-ics.ts'
import { findFeed } from './feed.store.ts'
import { getWorkspace } from '../access/workspaces.store.ts'
import { findMembership } from '../access/members.store.ts'
import { openAssignedTasks } from '../tasks/task-lists.store.ts'
import { meetingsAmong } from '../meetings/meetings.store.ts'

const day = 86_400_000
/** Requests of one address in a minute: an office of 500 people, each with a calendar program. */
const addressLimit = 300
const mostTasks = 2_000
const mostMeetings = 500
const feedForm = /^\/calendar\/([\w-]{43})\.ics$/

export const newFeedSecret = (): string => randomBytes(32).toString('base64url')
export const feedUrl = (baseUrl: string, secret: string): string => `${baseUrl}/calendar/${secret}.ics`

/**
 * The day of a task that is due on a day, as midnight UTC; null for one that is due at a time. A day is stored as its end in
 * the zone of its author, which that instant tells (shared/whole-days.ts).
 */
const dueDay = (dueAt: number): number | null => {
  const next = dayBeginningAt(dueAt + 1, 0)
  return next === null ? null : next - day
}

/** Tasks are events, because Google, Outlook and Apple show no to-dos of a calendar that is subscribed. */
const taskEvent = (task: StoredTask & { dueDate: number }, webUrl: WebUrl): WrittenEvent => {
  const wholeDay = dueDay(task.dueDate)
  return {
    uid: `task-${task.id}`,
    title: task.title,
    stamp: task.updatedAt,
    startAt: wholeDay ?? task.dueDate,
    allDay: wholeDay !== null,
    description: task.description,
    url: webUrl('task', task.id),
    isTransparent: true,
  }
}

const meetingEvent = (meeting: SeenMeeting, tasks: readonly StoredTask[], webUrl: WebUrl): WrittenEvent => {
  const { id, title, startAt, endAt, allDay, location, joinUrl, isTentative, createdAt } = meeting
  const days = allDay ? wholeDaysOf({ startAt, endAt }, 0) : undefined
  const linked = tasks.filter(({ linkedMeetingIds }) => linkedMeetingIds.includes(id))
  return {
    uid: `meeting-${id}`,
    title,
    stamp: Math.max(createdAt, ...linked.map(({ updatedAt }) => updatedAt)),
    startAt: days?.first ?? startAt,
    endAt: days === undefined ? endAt : days.last + day,
    allDay,
    location,
    description: [...linked.map((task) => `• ${task.title}`), joinUrl ?? ''].join('\n').trim(),
    joinUrl,
    url: webUrl('meeting', id),
    isTentative: isTentative || meeting.response === 'tentative',
  }
}

type Contents = { personId: string; text: string } | 'locked' | undefined

/** The open tasks of a person that are due, and their meetings that open tasks of theirs are linked to. */
async function contentsOf(
  tx: Tx,
  tokenHash: string,
  { baseUrl, now }: { baseUrl: string; now: number },
): Promise<Contents> {
  const feed = await findFeed(tx, tokenHash)
  if (feed === undefined) return undefined
  const { workspaceId, personId } = feed
  const workspace = await getWorkspace(tx, workspaceId)
  const membership = await findMembership(tx, workspaceId, personId)
  if (workspace === undefined || membership === undefined) return undefined
  if (membership.memberLimit !== null && membership.activeMembers > membership.memberLimit) return 'locked'
  const webUrl = webUrlFor(baseUrl, { workspaceSlug: workspace.slug })
  const open = await openAssignedTasks(tx, workspaceId, personId, mostTasks)
  const isDue = (task: StoredTask): task is StoredTask & { dueDate: number } => task.dueDate !== null
  const linked = [...new Set(open.flatMap(({ linkedMeetingIds }) => linkedMeetingIds))].slice(0, mostMeetings)
  const reader = { workspaceId, personId }
  const seen = await seenMeetings(tx, reader, await meetingsAmong(tx, workspaceId, linked))
  const meetings = seen
    .filter(
      (meeting) =>
        isConcerned(reader, meeting) && meeting.response !== 'declined' && meeting.endAt > windowAt(now).from,
    )
    .toSorted((a, b) => a.startAt - b.startAt || (a.id < b.id ? -1 : 1))
  const text = writeIcs(`${workspace.name}: my tasks`, [
    ...open.filter(isDue).map((task) => taskEvent(task, webUrl)),
    ...meetings.map((meeting) => meetingEvent(meeting, open, webUrl)),
  ])
  return { personId, text }
}

/** Handles `/calendar/…`; see `handle`. */
export const createFeed = (deps: {
  store: Store
  /** Epoch milliseconds. */
  now: () => number
  baseUrl: () => string
  log: { error(fields: object, message: string): void }
  proxy: 'none' | 'trusted'
}) => {
  const { store, now, baseUrl, log, proxy } = deps
  // Counted in this process: the limit protects the database, so a refused flood must not query it.
  const addresses = createRateLimiter({ now, limit: addressLimit })

  const say = (res: ServerResponse, status: number, text: string, headers: Record<string, string> = {}) =>
    res
      .writeHead(status, {
        'Content-Type': 'text/plain; charset=utf-8',
        'Cache-Control': 'no-store',
        ...headers,
      })
      .end(text)

  const send = (req: IncomingMessage, res: ServerResponse, text: string) => {
    const tag = createHash('sha256').update(text).digest('base64url').slice(0, 22)
    const headers = { ETag: entityTag(tag), 'Cache-Control': 'private, no-cache' }
    if (matches(req.headers['if-none-match'] ?? '', tag)) return void res.writeHead(304, headers).end()
    const body = Buffer.from(text)
    res
      .writeHead(200, {
        ...headers,
        'Content-Type': 'text/calendar; charset=utf-8',
        'Content-Disposition': 'inline; filename="tasks.ics"',
        'Content-Length': body.length,
      })
      .end(req.method === 'HEAD' ? undefined : body)
  }

  const answer = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    if (req.method !== 'GET' && req.method !== 'HEAD') return methodNotAllowed(res, ['GET', 'HEAD'])
    const { admitted, retryAfterSeconds } = await addresses.take(clientAddress(req, proxy))
    if (!admitted)
      return void say(res, 429, 'Too many requests.', { 'Retry-After': String(retryAfterSeconds) })
    const [, secret] = feedForm.exec(pathOf(req)) ?? []
    const contents =
      secret === undefined
        ? undefined
        : await store.read((tx) => contentsOf(tx, hashToken(secret), { baseUrl: baseUrl(), now: now() }))
    if (contents === undefined) say(res, 404, 'There is no such calendar.')
    else if (contents === 'locked') say(res, 423, 'The workspace is locked: it has too many members.')
    else {
      logPerson(res, contents.personId)
      send(req, res, contents.text)
    }
  }

  return {
    /** Answers a request under `/calendar/`. @returns false for other paths, of which it read nothing */
    async handle(req: IncomingMessage, res: ServerResponse): Promise<boolean> {
      if (!pathOf(req).startsWith('/calendar/')) return false
      try {
        await answer(req, res)
      } catch (error) {
        log.error({ err: error }, 'A calendar feed failed.')
        if (isStoreError(error))
          say(res, 503, 'The service is not available now.', { 'Retry-After': String(unavailableSeconds) })
        else say(res, 500, 'The service failed.')
      }
      return true
    },
  }
}
