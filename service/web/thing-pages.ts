// The pages of a task, a record, a meeting and a notification.
import type { Priority } from '../../shared/api/primitives.ts'
import { localeNow, say, sayParts, type PlainKey } from '../language/say.ts'
import { html, type Html } from '../oauth/pages/html.ts'
import { notificationOf, type StoredNotification } from '../notifications/notifications.store.ts'
import { pageWordsOf } from '../notifications/page-words.ts'
import { targetPath } from '../access/principal.ts'
import { phoneParts } from '../objects/field-types.rules.ts'
import type { Field } from '../objects/objects.store.ts'
import { allDigits, placeWords } from '../records/preview-values.rules.ts'
import type { RecordValue } from '../records/record.ts'
import { type SeenMeeting, seenMeetings } from '../calendars/meeting.view.ts'
import { seesTask } from '../tasks/visibility.rules.ts'
import { dayWords, isWholeDay, timeText } from '../home/dates.ts'
import { recordActions } from '../home/record-pages.ts'
import { repeatWords } from '../home/repeat.ts'
import { taskActions } from '../home/task-pages.ts'
import { commentsPart } from './comment-pages.ts'
import {
  commaList,
  dayOf,
  type Fact,
  factList,
  instant,
  linkOut,
  linkTo,
  namesOf,
  recordLinks,
  type ThingReader,
  type Visit,
  wholeDay,
  written,
} from './page-parts.ts'
import { minutesLogged } from '../tasks/stored-task.ts'
import { getTask, tasksAmong } from '../tasks/tasks.store.ts'
import { meetingsAmong } from '../meetings/meetings.store.ts'
import { getRecord, recordsAmong } from '../records/records.store.ts'
import { statusesOfTasks, getSection } from '../tasks/task-settings.store.ts'
import { tasksByCreation } from '../tasks/task-lists.store.ts'
import { getObject, fieldsOfObject } from '../objects/objects.store.ts'

const priorities = {
  no_priority: undefined,
  low: 'thing.priority.low',
  medium: 'thing.priority.medium',
  high: 'thing.priority.high',
  urgent: 'thing.priority.urgent',
} as const satisfies Record<Priority, PlainKey | undefined>

const mostTasks = 20

const readerOf = ({ workspace, viewer }: Visit) => ({ workspaceId: workspace.id, personId: viewer.personId })

/** A task, to those who may see it (AUT-09, AUT-10). */
export const readTask: ThingReader = async (visit, id) => {
  const { tx, workspace, viewer } = visit
  const task = await getTask(tx, workspace.id, id)
  if (!task || !seesTask(viewer, task)) return undefined
  const { description, parentId, sectionId } = task
  const status = (await statusesOfTasks(tx, workspace.id)).find(({ slug }) => slug === task.status)
  const section = sectionId === null ? undefined : await getSection(tx, workspace.id, sectionId)
  const parent = parentId === null ? undefined : await getTask(tx, workspace.id, parentId)
  const { timer } = task
  const priority = priorities[task.priority]
  const next = task.nextTaskId === null ? undefined : await getTask(tx, workspace.id, task.nextTaskId)
  const names = await namesOf(visit, [
    task.createdBy,
    ...task.assignees,
    ...(timer === null ? [] : [timer.personId]),
  ])
  const linked = await meetingsAmong(tx, workspace.id, task.linkedMeetingIds)
  const meetings = await seenMeetings(tx, readerOf(visit), linked)
  return {
    title: task.title,
    tag: say(task.archived ? 'thing.task.archived' : 'thing.task'),
    place: 'tasks',
    body: html`${taskActions(visit, task, status?.isComplete === true)}${factList([
      [say('thing.status'), status?.name ?? task.status],
      [say('thing.priority'), priority && say(priority)],
      [say('thing.start'), dayOrInstant(visit, task.startDate)],
      [say('thing.due'), dayOrInstant(visit, task.dueDate)],
      [say('thing.repeats'), task.recurrence && (await repeatWords(task.recurrence))],
      [
        say('thing.next'),
        next && !next.archived && seesTask(viewer, next) && linkTo(visit, 'tasks', next.id, next.title),
      ],
      [say('thing.assignees'), commaList(task.assignees.map((person) => names.get(person) ?? ''))],
      [say('thing.estimate'), duration(task.estimatedTime)],
      [say('thing.logged'), duration(minutesLogged(task))],
      [
        say('thing.timer'),
        timer &&
          html`${sayParts('thing.timer.since', { person: names.get(timer.personId) ?? '', time: html`${instant(visit, timer.startedAt)}` })}`,
      ],
      [say('thing.section'), section?.name],
      [
        say('thing.partOf'),
        parent && seesTask(viewer, parent) && linkTo(visit, 'tasks', parent.id, parent.title),
      ],
      [say('thing.subtasks'), await linksToTasks(visit, { parentId: id })],
      [say('thing.records'), await recordLinks(visit, task.linkedRecordIds)],
      [
        say('thing.meetings'),
        commaList(
          meetings.map((meeting) => {
            const title = meeting.seesDetail ? meeting.title : say('thing.meeting.hidden')
            return linkTo(visit, 'meetings', meeting.id, title)
          }),
        ),
      ],
      [say('thing.createdBy'), names.get(task.createdBy)],
    ])}${
      description !== null &&
      description !== '' &&
      html`<h2>${say('thing.description')}</h2>
        ${written(description)}`
    }${await commentsPart(visit, {
      target: { kind: 'task', id },
      isArchived: task.archived,
      isSeenBy: ({ id: personId, role }) => seesTask({ personId, role }, task),
      after: visit.after,
      refused: visit.refused,
    })}`,
  }
}

/** A day of the reader, where the instant stands for one: its end as a due date, its beginning as a start. */
const dayOrInstant = (visit: Visit, at: number | null): Fact[1] =>
  at !== null && (isWholeDay(visit, at) || timeText(visit, at) === '00:00')
    ? html`<time datetime="${new Date(at).toISOString()}">${dayWords(visit, at)}</time>`
    : instant(visit, at)

const duration = (count: number | null): string => {
  const hours = Math.floor((count ?? 0) / 60)
  const minutes = (count ?? 0) % 60
  if (hours === 0) return minutes === 0 ? '' : say('thing.minutes', { minutes })
  return minutes === 0 ? say('thing.hours', { hours }) : say('thing.hoursAndMinutes', { hours, minutes })
}

/** A record with its fields. Without the Pro plan the enriched ones are left out, as in previews (LCH-04). */
export const readRecord: ThingReader = async (visit, id) => {
  const { tx, workspace, viewer } = visit
  const record = await getRecord(tx, workspace.id, id)
  const object = record && (await getObject(tx, workspace.id, record.objectId))
  if (!record || !object) return undefined
  const fields = await fieldsOfObject(tx, workspace.id, object.id)
  const facts: Fact[] = []
  for (const field of fields) {
    const value = record.values[field.id]
    if (field.primary || value === undefined || value === null) continue
    if (field.proOnly && workspace.plan !== 'pro') continue
    facts.push([field.name, await showValue(visit, field, value)])
  }
  return {
    title: record.title,
    tag: record.archived
      ? say('thing.record.archived', { object: object.singularName })
      : object.singularName,
    place: `records?object=${object.slug}`,
    body: html`${recordActions({ ...visit, role: viewer.role }, record, object)}${factList([
      ...facts,
      [say('thing.tasks'), await linksToTasks(visit, { linkedRecordId: id })],
      [say('thing.updated'), instant(visit, record.updatedAt)],
    ])}${await commentsPart(visit, {
      target: { kind: 'record', id },
      isArchived: record.archived,
      isSeenBy: () => true,
      after: visit.after,
      refused: visit.refused,
    })}`,
  }
}

/** The newest tasks of a record or of a task that the reader sees. */
const linksToTasks = async (
  visit: Visit,
  of: { linkedRecordId: string } | { parentId: string },
): Promise<Fact[1]> => {
  const { tx, workspace, viewer } = visit
  const filters = { archived: 'left out', ...of } as const
  const { tasks } = await tasksByCreation(tx, workspace.id, viewer, filters, { limit: mostTasks })
  return commaList(tasks.map(({ id, title }) => linkTo(visit, 'tasks', id, title)))
}

const listed = (value: RecordValue): string[] =>
  (Array.isArray(value) ? value : [value]).filter((each) => typeof each === 'string')

/** A formatted value. One that does not fit its field's kind is shown as stored (FLD-03). */
const showValue = async (visit: Visit, field: Field, value: RecordValue): Promise<Fact[1]> => {
  const { kind, options } = field
  if (kind === 'record_reference') return await recordLinks(visit, listed(value))
  if (kind === 'user_reference') return commaList([...(await namesOf(visit, listed(value))).values()])
  if (kind === 'select' || kind === 'status' || kind === 'multi_select') {
    const choices = new Map(options?.choices?.map(({ id, name }) => [id, name]))
    return commaList(listed(value).map((id) => choices.get(id) ?? id))
  }
  if (kind === 'checkbox') return say(value === true ? 'thing.yes' : 'thing.no')
  if (kind === 'location') return plain(placeWords(value))
  if (typeof value === 'string') return showText(visit, field, value)
  return typeof value === 'number' ? showNumber(field, value) : plain(value)
}

const showText = (visit: Visit, { kind }: Field, value: string): Fact[1] => {
  if (kind === 'url') return linkOut(value)
  if (kind === 'email') {
    // The name may hold `?` and `&`, which would begin headers of the message.
    const address = value.split('@').map(encodeURIComponent).join('@')
    return html`<a href="mailto:${address}">${value}</a>`
  }
  if (kind === 'phone') {
    const { number, extension } = phoneParts(value)
    const address = number.replaceAll(/[^+\d]/g, '') + (extension === undefined ? '' : `;ext=${extension}`)
    return html`<a href="tel:${address}">${value}</a>`
  }
  const at = kind === 'date' || kind === 'datetime' ? Date.parse(value) : Number.NaN
  if (Number.isNaN(at)) return value
  return kind === 'date' ? dayOf(at) : instant(visit, at)
}

const showNumber = ({ kind, options }: Field, value: number): string => {
  if (kind === 'currency') return money(value, options?.currencyCode)
  const words = value.toLocaleString(localeNow(), allDigits)
  if (kind === 'rating') return say('thing.rating', { value: words, maximum: String(options?.maximum ?? 5) })
  return kind === 'number' ? words : plain(value)
}

const plain = (value: RecordValue): string =>
  typeof value === 'string' ? value : JSON.stringify(value, null, 2)

const money = (amount: number, currency: string | undefined): string =>
  new Intl.NumberFormat(localeNow(), {
    ...allDigits,
    ...(currency !== undefined && /^[A-Z]{3}$/.test(currency) && { style: 'currency', currency }),
  }).format(amount)

const answers = {
  accepted: undefined,
  tentative: 'thing.answer.tentative',
  declined: 'thing.answer.declined',
  needsAction: 'thing.answer.needsAction',
} as const

/** The attendees: members, and by name or address the guests of a calendar. */
const attendeesOf = (meeting: SeenMeeting): string[] =>
  meeting.series === null
    ? meeting.attendees.map(({ name }) => name)
    : meeting.guests.map(({ name, email, response }) => {
        const answer = response === null ? undefined : answers[response]
        return answer === undefined ? (name ?? email) : say(answer, { name: name ?? email })
      })

/** A meeting. Of a private one, only those whom it concerns see more than the time, or that it is there (LCH-10, CAL-06). */
export const readMeeting: ThingReader = async (visit, id) => {
  const found = await meetingsAmong(visit.tx, visit.workspace.id, [id])
  const [meeting] = await seenMeetings(visit.tx, readerOf(visit), found)
  if (!meeting) return undefined
  const when: Fact[] = meeting.allDay
    ? [[say('thing.when'), say('thing.allDay', { day: wholeDay(meeting) })]]
    : [
        [say('thing.starts'), instant(visit, meeting.startAt)],
        [say('thing.ends'), instant(visit, meeting.endAt)],
      ]
  const tag = say(meeting.isPrivate ? 'thing.meeting.private' : 'thing.meeting')
  if (!meeting.seesDetail) return { title: say('thing.meeting.hidden'), tag, body: factList(when) }
  const { description } = meeting
  return {
    title: meeting.title,
    tag,
    body: html`${factList([
      ...when,
      [say('thing.where'), meeting.location],
      [say('thing.join'), meeting.joinUrl !== null && linkOut(meeting.joinUrl)],
      [say('thing.attendees'), commaList(attendeesOf(meeting))],
      [say('thing.records'), await recordLinks(visit, meeting.linkedRecordIds)],
    ])}${
      description !== null &&
      description !== '' &&
      html`<h2>${say('thing.description')}</h2>
        ${written(description)}`
    }`,
  }
}

/** The items of a notification that stands for several, newest first, as links where the viewer sees them. */
const notedItems = async (visit: Visit, { target, items }: StoredNotification): Promise<Html | undefined> => {
  if (target !== null || items.length === 0) return undefined
  const { tx, workspace, viewer } = visit
  const newest = items.toReversed()
  const ids = newest.map(({ id }) => id)
  const tasks = (await tasksAmong(tx, workspace.id, ids)).filter((task) => seesTask(viewer, task))
  const records = await recordsAmong(tx, workspace.id, ids)
  const links = new Map([
    ...tasks.map(({ id, title }) => [id, linkTo(visit, 'tasks', id, title)] as const),
    ...records.map(({ id, title }) => [id, linkTo(visit, 'records', id, title)] as const),
  ])
  return html`<ul>
    ${newest.map(({ id, title }) => html`<li>${links.get(id) ?? title}</li>`)}
  </ul>`
}

/** A notification of the viewer (LCH-08). It stays unread until its button is pressed. */
export const readNotification: ThingReader = async (visit, id) => {
  const { tx, workspace, viewer } = visit
  const notification = await notificationOf(tx, workspace.id, viewer.personId, id)
  if (!notification) return undefined
  const { target, createdAt, readAt } = notification
  const { title, body } = pageWordsOf(notification)
  const items = await notedItems(visit, notification)
  return {
    title,
    tag: say('thing.notification'),
    body: html`${items ?? (body !== null && written(body))}
    ${factList([
      [
        say('thing.about'),
        target &&
          html`<a href="${targetPath(workspace.slug, target)}">${say(`thing.open.${target.kind}`)}</a>`,
      ],
      [say('thing.received'), instant(visit, createdAt)],
      [say('thing.read'), instant(visit, readAt)],
    ])}
    ${
      readAt === null &&
      html`<form method="post" action="/w/${workspace.slug}/notifications/${encodeURIComponent(id)}">
        <div class="actions">
          <button class="primary" type="submit">${say('notifications.markRead')}</button>
        </div>
      </form>`
    }`,
  }
}
