// Tools for the workspace: the brief of the day, and the description of what it holds.
import { z } from 'zod'
import { briefLimits } from '../../shared/api/launcher/search.ts'
import type { Scope } from '../../shared/api/primitives.ts'
import { holdsScope } from '../access/principal.ts'
import { shownEmail } from '../access/people.store.ts'
import { findMembership } from '../access/members.store.ts'
import { iso } from '../base/time.ts'
import { seenMeetings } from '../calendars/meeting.view.ts'
import { inPipeline } from '../db/sql.ts'
import type { Tx } from '../db/store.ts'
import type { Principal } from '../http/app-type.ts'
import { decodeCursorAs, encodeCursor } from '../http/cursor.ts'
import { daysAheadIn } from '../meetings/reader-days.rules.ts'
import { upcomingMeetings } from '../meetings/meetings.store.ts'
import { listNotifications } from '../notifications/notifications.store.ts'
import { valueFormats } from '../objects/field-types.rules.ts'
import {
  fieldsOfObject,
  fieldsOfWorkspace,
  findObject,
  objectsOfWorkspace,
  type Field,
} from '../objects/objects.store.ts'
import { fieldKey } from '../records/record-values.rules.ts'
import { openAssignedTasks } from '../tasks/task-lists.store.ts'
import { hiddenMeetingTitle } from '../tasks/visibility.rules.ts'
import { dataBlock, fitting, lineOf, pageRows, present, refused, short, type Answer } from './answers.ts'
import { dateWords, priorities, type Call, type Tool, taskWords } from './call.ts'
import type { Inputs } from './schemas.ts'
import { badCursor } from './tasks.ts'

const holds = ({ scopes }: Principal, scope: Scope): boolean => holdsScope(scopes, scope)

/** The day of the person, as far as their token reaches. */
export async function briefLines(tx: Tx, { deps, principal }: Call): Promise<string[]> {
  const { workspaceId, personId } = principal
  const words = await taskWords(tx, principal, deps)
  const now = deps.now()
  const [tasks, meetings, notifications] = await inPipeline([
    openAssignedTasks(tx, workspaceId, personId, briefLimits.tasks),
    holds(principal, 'meetings:read')
      ? upcomingMeetings(tx, workspaceId, personId, now, briefLimits.meetings, daysAheadIn(words.zone, now))
      : Promise.resolve([]),
    holds(principal, 'notifications:read')
      ? listNotifications(tx, workspaceId, personId, { unread: true, limit: 10 })
      : Promise.resolve([]),
  ])
  const seen = await seenMeetings(tx, principal, meetings)
  return [
    lineOf({ kind: 'brief', now: iso(now), time_zone: words.zone, open_tasks: tasks.length }),
    ...seen.map(({ id, title, startAt, endAt, allDay, seesDetail, location }) =>
      lineOf({
        kind: 'meeting',
        id,
        title: seesDetail ? short(title, 200) : hiddenMeetingTitle,
        start: iso(startAt),
        end: iso(endAt),
        ...present({
          all_day: allDay || undefined,
          location: seesDetail ? short(location ?? '', 120) : undefined,
        }),
      }),
    ),
    ...tasks.slice(0, pageRows).map(({ id, title, status, dueDate, priority }) => {
      const due = dateWords(dueDate, words.zone, 'end')
      const late = dueDate !== null && dueDate < now ? true : undefined
      const urgency = priority === 'no_priority' ? undefined : priority
      return lineOf({
        kind: 'task',
        id,
        title: short(title, 200),
        status,
        ...present({ due, late, priority: urgency }),
      })
    }),
    ...notifications.map(({ title, body, createdAt }) =>
      lineOf({
        kind: 'notification',
        title: short(title, 160),
        ...present({ body: short(body ?? '', 160) }),
        at: iso(createdAt),
      }),
    ),
  ]
}

/** The brief as text, cut where it is too long. */
export function briefText(lines: readonly string[]): string {
  const shown = fitting(lines)
  const more = 'There is more: list_tasks with assignee "me" and complete false pages through all open tasks.'
  return `${dataBlock(lines.slice(0, shown))}\n${shown < lines.length ? more : 'list_tasks pages through all tasks.'}`
}

export const brief: Tool<Inputs['brief']> = {
  name: 'brief',
  title: 'Brief of the day',
  description:
    'Your day: meetings ahead, open tasks by due date (the first 25), unread notifications, and the time now.',
  scopes: () => ['tasks:read'],
  changes: 'nothing',
  run: async (call) => ({ text: briefText(await call.deps.store.ask((tx) => briefLines(tx, call))) }),
}

// Description of the workspace.

const fieldWord = (fields: readonly Field[], field: Field): string =>
  `${fieldKey(fields, field)}:${field.kind}${field.required ? '!' : ''}`

const mostChoices = 50

const fieldRow = (fields: readonly Field[], field: Field) => {
  const { name, kind, required, readOnly, options } = field
  const choices = options?.choices?.map((choice) => `${choice.id} = ${choice.name}`)
  return lineOf({
    kind: 'field',
    slug: fieldKey(fields, field),
    name,
    type: kind,
    value: valueFormats[kind],
    ...present({
      required: required || undefined,
      read_only: readOnly || undefined,
      several: options?.multiple || undefined,
      objects: options?.objects,
      currency: options?.currencyCode,
      choices: choices?.slice(0, mostChoices),
      more_choices: choices && choices.length > mostChoices ? choices.length - mostChoices : undefined,
    }),
  })
}

/** An object with its fields in full; undefined for an unknown one. */
export async function objectLines(
  tx: Tx,
  { workspaceId }: Principal,
  slug: string,
): Promise<string[] | undefined> {
  const object = await findObject(tx, workspaceId, slug)
  if (!object) return undefined
  const fields = await fieldsOfObject(tx, workspaceId, object.id)
  const { singularName, pluralName, description } = object
  return [
    lineOf({
      kind: 'object',
      slug: object.slug,
      one: singularName,
      many: pluralName,
      ...present({ description: short(description ?? '') }),
    }),
    ...fields.map((field) => fieldRow(fields, field)),
  ]
}

async function workspaceLines(tx: Tx, { deps, principal }: Call): Promise<string[]> {
  const { workspaceId, personId, role } = principal
  const [membership, words, objects, fields] = await inPipeline([
    findMembership(tx, workspaceId, personId),
    taskWords(tx, principal, deps),
    holds(principal, 'objects:read') ? objectsOfWorkspace(tx, workspaceId) : Promise.resolve([]),
    holds(principal, 'objects:read') ? fieldsOfWorkspace(tx, workspaceId) : Promise.resolve([]),
  ])
  const { people, statuses, sections, zone } = words
  const tasksToo = holds(principal, 'tasks:read')
  const you = people.members.find(({ id }) => id === personId)?.name
  return [
    lineOf({ kind: 'workspace', name: membership?.workspaceName, you, your_role: role, time_zone: zone }),
    ...objects.map((object) => {
      const own = fields.filter(({ objectId }) => objectId === object.id)
      return lineOf({
        kind: 'object',
        slug: object.slug,
        one: object.singularName,
        ...present({ description: short(object.description ?? '', 120) }),
        fields: short(own.map((field) => fieldWord(own, field)).join(' '), 900),
      })
    }),
    ...(tasksToo
      ? [
          ...statuses.map(({ slug, name, isComplete, isDefault }) =>
            lineOf({
              kind: 'status',
              slug,
              name,
              ...present({ means_done: isComplete || undefined, default: isDefault || undefined }),
            }),
          ),
          lineOf({ kind: 'priorities', slugs: priorities }),
          ...sections.map(({ id, name }) => lineOf({ kind: 'section', id, name: short(name, 120) })),
          ...people.members.map(({ id, name, role: theirs, email }) =>
            // Keys see no addresses (TSK-07).
            lineOf({
              kind: 'member',
              id,
              name: short(name, 120),
              role: theirs,
              ...present({ email: principal.kind === 'key' ? undefined : shownEmail(email) }),
            }),
          ),
        ]
      : []),
  ]
}

const offset = z.tuple([z.int().min(0)])

/** Lines from an offset on, as many as fit. */
function linesAnswer(lines: readonly string[], from: number, filtersKey: string): Answer {
  const rest = lines.slice(from)
  const shown = Math.max(1, fitting(rest))
  const behind = from + shown
  const more =
    behind < lines.length
      ? `\nThere is more: repeat the call with the same arguments and cursor: ${encodeCursor('mcp.describe', filtersKey, [behind])}`
      : ''
  return { text: `${dataBlock(rest.slice(0, shown))}${more}` }
}

export const describeWorkspace: Tool<Inputs['describe_workspace']> = {
  name: 'describe_workspace',
  title: 'Describe the workspace',
  description:
    'Objects and their fields (slug:type, ! is required), task statuses, sections and members. With an object: its fields in full, with formats and choices. Call it before you write.',
  scopes: () => ['objects:read'],
  changes: 'nothing',
  run(call, { object, cursor }) {
    const { workspaceId } = call.principal
    return call.deps.store.ask(async (tx) => {
      const filtersKey = JSON.stringify([workspaceId, object ?? null])
      const from = cursor === undefined ? [0] : decodeCursorAs(offset, 'mcp.describe', filtersKey, cursor)
      if (from === null) return badCursor
      const lines =
        object === undefined ? await workspaceLines(tx, call) : await objectLines(tx, call.principal, object)
      if (!lines)
        return refused(
          `There is no object \`${short(object ?? '', 60)}\`. Call describe_workspace without one.`,
        )
      return linesAnswer(lines, from[0] ?? 0, filtersKey)
    })
  },
}
