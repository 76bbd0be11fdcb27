// One request of every operation that succeeds, with an id wherever one can stand. A route that is missing here fails
// the proofs with a sentence that says what to add.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Answer } from '../contract/client.ts'
import { newUuid } from '../../base/ids.ts'
import type { Operation } from './document.ts'
import type { Place } from './places.ts'

export type Sample = {
  parameters: Readonly<Record<string, string>>
  query: Readonly<Record<string, string>>
  body: unknown
}

const idIn = ({ status, body }: Answer): string => {
  if (status >= 300) throw new Error(`A thing to work on was refused: ${status} ${JSON.stringify(body)}`)
  return body.data.id
}

/** A value of every kind that can be written. */
const valuesOf = ({ ids }: Place) => ({
  a_text: 'Words',
  a_long_text: 'Words\nand words',
  a_number: 1.5,
  a_currency: 1999.99,
  a_rating: 5,
  a_checkbox: true,
  a_date: '2026-02-28',
  a_datetime: '2026-02-28T10:00:00+01:00',
  a_email: 'one@acme.test',
  a_url: 'https://acme.test/',
  a_phone: '+351 210 000 000',
  a_select: 'one',
  a_multi_select: ['one', 'two'],
  a_status: 'two',
  a_location: { city: 'Lisbon', country: 'PT', latitude: 38.7, longitude: -9.1 },
  [ids.nameField]: 'A new thing',
  [ids.parentField]: ids.record,
  [ids.ownerField]: ids.person,
})

/** Nobody listens there: what is sent to it waits. */
const webhook = { url: 'https://127.0.0.1:9/hook', events: ['task.archived'] }

const calendarFile = [
  'BEGIN:VCALENDAR',
  'BEGIN:VEVENT',
  'UID:one@acme.test',
  'SUMMARY:A meeting',
  'DTSTART:20261201T090000Z',
  'END:VEVENT',
  'END:VCALENDAR',
  '',
].join('\r\n')

const importedFile = 'Task,Priority\nA task,high\n'

/** An import that has ended. */
const ended = async ({ launcher }: Place, id: string): Promise<void> => {
  const path = `/v1/launcher/imports/${id}`
  for (await launcher.post(`${path}/start`); ; await sleep(20))
    if ((await launcher.get(path)).body.data.state === 'done') return
}

type Maker = (place: Place, made: Readonly<Record<string, string>>) => Promise<string> | string

/** The last two steps of a path up to a parameter → a thing of its own that the operation may use up. */
const makers: Readonly<Record<string, Maker>> = {
  'objects/{object}': ({ ids }) => ids.object,
  'objects/{objectSlug}': ({ ids }) => ids.objectSlug,
  'records/{id}': async (place) =>
    idIn(await place.api.post('/v1/records', { object: place.ids.object, values: valuesOf(place) })),
  'webhooks/{id}': async ({ api }) => idIn(await api.post('/v1/webhooks', webhook)),
  // Whatever was sent to an endpoint first: a test of it.
  'deliveries/{deliveryId}': async ({ api }, made) => {
    const path = `/v1/webhooks/${made['id'] ?? ''}`
    await api.post(`${path}/test`, { event: 'task.archived' })
    return (await api.get(`${path}/deliveries`)).body.data[0].id
  },
  'projects/{project}': ({ ids }) => ids.project,
  'meetings/{meetingId}': ({ ids }) => ids.meeting,
  'calendars/{calendarId}': async ({ launcher }) =>
    idIn(await launcher.post('/v1/launcher/calendars', { ics: calendarFile })),
  'imports/{importId}': async ({ launcher }) =>
    idIn(
      await launcher.raw('POST', '/v1/launcher/imports?name=a.csv', importedFile, 'application/octet-stream'),
    ),
  'comments/{commentId}': async ({ launcher, ids }) =>
    idIn(await launcher.post(`/v1/launcher/records/${ids.record}/comments`, { content: 'Words' })),
  'tasks/{taskId}': async ({ launcher }) =>
    idIn(await launcher.post('/v1/launcher/tasks', { title: 'A task' })),
}

/** A workspace holds few endpoints, and the proofs make many. */
async function makeRoomForWebhooks({ api }: Place): Promise<void> {
  const { body } = await api.get('/v1/webhooks')
  if (body.data.length < 30) return
  for (const { id } of body.data) await api.delete(`/v1/webhooks/${id}`)
}

/** A person has each file once. */
async function removeCalendars({ launcher }: Place): Promise<void> {
  const { body } = await launcher.get('/v1/launcher/calendars')
  for (const { id } of body.data) await launcher.delete(`/v1/launcher/calendars/${id}`)
}

const anyTask = { title: 'A task', description: 'Words', status: 'todo', priority: 'high' }

const recurrence = { rule: 'FREQ=WEEKLY;BYDAY=MO', after: 'due' }

const developerTask = ({ ids }: Place) => ({
  ...anyTask,
  start_date: 1_700_000_000_000,
  due_date: 1_800_000_000_000,
  parent_task_id: ids.task,
  assignees: [ids.person],
  estimated_time: 30,
  recurrence,
})

const launcherTask = ({ ids }: Place) => ({
  ...anyTask,
  startDate: '2026-04-01T10:00:00+02:00',
  dueDate: '2026-05-01T10:00:00+02:00',
  parentTaskId: ids.task,
  assignees: [ids.person],
  estimatedTime: 15,
  linkedRecordIds: [ids.record],
  linkedMeetingIds: [ids.meeting],
  sectionId: ids.section,
  recurrence,
})

const comment = ({ ids }: Place) => ({ content: 'Words', mentions: [ids.person] })

/** Operation → a body that it takes. */
const bodies: Readonly<Record<string, (place: Place) => unknown>> = {
  'POST /v1/records': (place) => ({ object: place.ids.object, values: valuesOf(place) }),
  'PUT /v1/records/{id}': (place) => ({ object_type_id: place.ids.object, values: valuesOf(place) }),
  'PATCH /v1/records/{id}': (place) => ({ values: valuesOf(place) }),
  'POST /v1/records/query': ({ ids }) => ({
    object: ids.object,
    filter: {
      $and: [
        { $or: [{ [ids.nameField]: { $starts_with: 'a' } }, { [ids.nameField]: { $empty: true } }] },
        { [ids.parentField]: { $in: [ids.record] } },
        { [ids.ownerField]: { $eq: ids.person } },
        { $not: { archived: { $eq: true } } },
      ],
    },
    sorts: [{ field: ids.nameField, direction: 'desc' }],
    limit: 10,
  }),
  'POST /v1/records/batch': (place) => ({
    operations: [
      { op: 'create', object: place.ids.object, values: valuesOf(place) },
      { op: 'update', id: place.ids.otherRecord, values: valuesOf(place) },
    ],
  }),
  'POST /v1/records/{id}/comments': comment,
  'POST /v1/tasks/{taskId}/comments': comment,
  'POST /v1/launcher/tasks/{taskId}/comments': comment,
  'POST /v1/launcher/records/{id}/comments': comment,
  'PATCH /v1/launcher/comments/{commentId}': comment,
  'POST /v1/launcher/notifications/read': () => ({ ids: ['ntf_1'] }),
  'POST /v1/tasks': (place) => ({ ...developerTask(place), linked_record_ids: [place.ids.record] }),
  'PATCH /v1/tasks/{taskId}': developerTask,
  'POST /v1/tasks/{taskId}/timer': () => ({ action: 'start' }),
  'POST /v1/tasks/{taskId}/time': () => ({ minutes: 90 }),
  'POST /v1/launcher/tasks/{taskId}/timer': () => ({ action: 'start' }),
  'POST /v1/launcher/tasks/{taskId}/time': () => ({ minutes: 90 }),
  'POST /v1/webhooks': () => webhook,
  'PATCH /v1/webhooks/{id}': () => ({ description: 'Words', status: 'enabled' }),
  'POST /v1/webhooks/{id}/test': () => ({ event: 'record.created' }),
  'POST /v1/webhooks/{id}/rotate-secret': () => ({ grace_seconds: 60 }),
  'PUT /cli/v1/projects/{project}/env': () => ({ variables: { KEY: 'value' }, merge: true }),
  'PUT /v1/launcher/records/{id}': (place) => ({ object: place.ids.object, values: valuesOf(place) }),
  'PATCH /v1/launcher/records/{id}': (place) => ({ values: valuesOf(place) }),
  'POST /v1/launcher/tasks': launcherTask,
  'PATCH /v1/launcher/tasks/{taskId}': launcherTask,
  'POST /v1/launcher/calendars': () => ({ ics: calendarFile, name: 'Work', color: '#3b82f6' }),
  'POST /v1/launcher/calendars/preview': () => ({ ics: calendarFile }),
  'PATCH /v1/launcher/calendars/{calendarId}': () => ({ name: 'Work', visibility: 'details' }),
  'POST /v1/launcher/imports': () => importedFile,
  'PATCH /v1/launcher/imports/{importId}': () => ({ object: 'tasks' }),
  'PUT /v1/launcher/calendar-addresses': () => ({ addresses: ['one@acme.test'] }),
}

/** A query's name → what to ask by; null where it can hold no id and may be left out. */
const queries: Readonly<Record<string, ((place: Place) => string) | null>> = {
  object: ({ ids }) => ids.object,
  assignee: ({ ids }) => ids.person,
  status: () => 'todo',
  q: () => 'thing',
  parent_task_id: ({ ids }) => ids.task,
  parentTaskId: ({ ids }) => ids.task,
  sectionId: ({ ids }) => ids.section,
  linked_record_id: ({ ids }) => ids.record,
  environment: () => 'development',
  types: () => 'task,record,meeting',
  name: () => 'a.csv',
  from: () => '2026-12-01T00:00:00Z',
  to: () => '2026-12-08T00:00:00Z',
  dueAfter: null,
  dueBefore: null,
  cursor: null,
  after: null,
  kinds: () => 'record,task,comment,meeting',
}

/** Only text without a list of its allowed words can be an id. */
const mayHoldId = (schema: Readonly<Record<string, unknown>>) =>
  ([schema['type']].flat().includes('string') && !('enum' in schema) && !('const' in schema)) ||
  'anyOf' in schema

const stepsTo = (path: string, name: string) => {
  const steps = path.split('/')
  const at = steps.indexOf(`{${name}}`)
  return steps.slice(at - 1, at + 1).join('/')
}

/** Reasons why an operation cannot be tried here, in sentences. */
export function missingFor(operation: Operation): string[] {
  const { name, path, parameters, body } = operation
  const missing = parameters.flatMap((parameter) => {
    if (parameter.in === 'path') {
      const steps = stepsTo(path, parameter.name)
      return steps in makers ? [] : [`${name}: tell \`makers\` how to make a ${steps}.`]
    }
    const known = parameter.in === 'header' || parameter.name in queries || !mayHoldId(parameter.schema)
    return known ? [] : [`${name}: tell \`queries\` what \`?${parameter.name}=\` may be.`]
  })
  return body === undefined || name in bodies
    ? missing
    : [...missing, `${name}: give \`bodies\` a body that succeeds.`]
}

/** A request that succeeds, on things that were made for it. */
export async function sampleOf(operation: Operation, place: Place): Promise<Sample> {
  const [missing] = missingFor(operation)
  if (missing !== undefined) throw new Error(`service/test/proof/samples.ts: ${missing}`)
  if (operation.path.startsWith('/v1/webhooks')) await makeRoomForWebhooks(place)
  if (operation.path.startsWith('/v1/launcher/calendars')) await removeCalendars(place)
  const made: Record<string, string> = {}
  const query: Record<string, string> = {}
  for (const parameter of operation.parameters) {
    if (parameter.in === 'path') {
      const make = makers[stepsTo(operation.path, parameter.name)]
      made[parameter.name] = (await make?.(place, made)) ?? ''
    }
    const ask = parameter.in === 'query' ? queries[parameter.name] : null
    if (ask) query[parameter.name] = ask(place)
  }
  if (/^POST .*\/(?:cancel|undo)$/.test(operation.name)) await ended(place, made['importId'] ?? '')
  return { parameters: made, query, body: bodies[operation.name]?.(place) }
}

/** The path and query of a sample as they go over the wire. */
export function targetOf({ path }: Operation, { parameters, query }: Sample): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(parameters[name] ?? ''),
  )
  const text = new URLSearchParams(query).toString()
  return text === '' ? filled : `${filled}?${text}`
}

/** An id of the same form that nothing has. */
export function absentLike(id: string): string {
  const prefix = /^[a-z]+_/.exec(id)?.[0]
  if (prefix !== undefined) return prefix + newUuid()
  return /^[\da-f]{8}-/.test(id) ? newUuid() : `absent-${id.length}`
}
