// The examples of the document, sent to the demo workspace as a reader would send them: only ids differ there.
import { afterAll, expect, test } from 'vitest'
import { createClient } from '../contract/client.ts'
import { demoPassword, loadDemo } from '../../demo/load.ts'
import { createProject } from '../../operator/projects.ts'
import { startTestService } from '../testing.ts'
import { readDocument, type Operation } from './document.ts'
import { isPlainObject } from './json.ts'
import { targetOf } from './samples.ts'
import { ids } from '../../openapi/examples/resources.ts'
import { workspaceBySlug } from '../../access/workspaces.store.ts'
import { personByEmail } from '../../access/people.store.ts'
import { upcomingMeetings } from '../../meetings/meetings.store.ts'

const service = await startTestService({ rateLimit: 1_000_000, webhookNetwork: 'any host' })
afterAll(() => service.close())

await loadDemo(service.store, { records: 50, tasks: 20, meetings: 10 }, service.now())
const workspace = (await service.store.read((tx) => workspaceBySlug(tx, 'acme'))) ?? expect.fail()
const email = 'owner@acme.test'
const owner = { personId: '', email, password: demoPassword(email), role: 'owner' as const }
const tokens = {
  open: undefined,
  developer: (await service.createKey(workspace, owner)).token,
  launcher: await service.signIn(workspace, owner),
}
const operations = await readDocument(service.baseUrl)

const me = (await service.store.read((tx) => personByEmail(tx, email)))?.id ?? expect.fail()
const api = createClient(service.baseUrl, tokens.developer)
const launcher = createClient(service.baseUrl, tokens.launcher)
await createProject(service.store, { workspace: 'acme', slug: 'website', name: 'Website', at: service.now() })
for (const value of ['one', 'two'])
  await api.put('/cli/v1/projects/website/env?environment=production', { variables: { API_URL: value } })

const exampleIdOf = (name: string, parameter: string) => {
  const { parameters = [] } = operations.find(({ id }) => id === name) ?? {}
  return String(parameters.find((each) => each.name === parameter)?.example)
}

const newTask = async (): Promise<string> =>
  (await launcher.post('/v1/launcher/tasks', { title: 'Call Northwind' })).body.data.id

const newWebhook = async (): Promise<string> => {
  const { body } = await api.get('/v1/webhooks')
  for (const { id } of body.data) await api.delete(`/v1/webhooks/${id}`)
  const made = await api.post('/v1/webhooks', { url: 'https://127.0.0.1:9/', events: ['task.created'] })
  return made.body.data.id
}

const newImport = async (): Promise<string> => {
  const path = '/v1/launcher/imports?name=a.csv'
  const { body } = await launcher.raw('POST', path, 'Task,Priority\nOne,high\n', 'application/octet-stream')
  return body.data.id
}

/** Made once for an example that names it together with something of it. */
type Made = { task: () => Promise<string>; webhook: () => Promise<string> }
const once = <T>(make: () => Promise<T>): (() => Promise<T>) => {
  let made: Promise<T> | undefined
  return () => (made ??= make())
}

/** Things of the demo in the place of those that an example names. An operation makes only those that its example names. */
const replacements: readonly (readonly [example: string, make: (made: Made) => Promise<string>])[] = [
  [exampleIdOf('getTask', 'taskId'), ({ task }) => task()],
  [
    exampleIdOf('updateLauncherComment', 'commentId'),
    async ({ task }) => {
      const comment = { content: 'One', mentions: [me] }
      return (await launcher.post(`/v1/launcher/tasks/${await task()}/comments`, comment)).body.data.id
    },
  ],
  [
    exampleIdOf('getRecord', 'id'),
    async () => {
      const values = { name: 'Northwind', status: 'customer', employees: 120 }
      return (await api.post('/v1/records', { object: 'companies', values })).body.data.id
    },
  ],
  [
    exampleIdOf('updateCalendar', 'calendarId'),
    async () => {
      const { body: own } = await launcher.get('/v1/launcher/calendars')
      for (const { id } of own.data) await launcher.delete(`/v1/launcher/calendars/${id}`)
      const lines = ['BEGIN:VEVENT', 'UID:1', 'SUMMARY:A meeting', 'DTSTART:20261124T150000Z', 'END:VEVENT']
      const ics = ['BEGIN:VCALENDAR', ...lines, 'END:VCALENDAR', ''].join('\r\n')
      return (await launcher.post('/v1/launcher/calendars', { ics })).body.data.id
    },
  ],
  [exampleIdOf('getImport', 'importId'), newImport],
  [
    exampleIdOf('undoImport', 'importId'),
    async () => {
      const path = `/v1/launcher/imports/${await newImport()}`
      await launcher.post(`${path}/start`)
      const stateNow = async () => (await launcher.get(path)).body.data.state
      await expect.poll(stateNow, { timeout: 20_000 }).toBe('done')
      return path.slice(path.lastIndexOf('/') + 1)
    },
  ],
  [
    exampleIdOf('getMeeting', 'meetingId'),
    async () => {
      const [meeting] = await service.store.read((tx) =>
        upcomingMeetings(tx, workspace.id, me, service.now(), 1),
      )
      return meeting?.id ?? ''
    },
  ],
  [exampleIdOf('getWebhook', 'id'), ({ webhook }) => webhook()],
  [
    exampleIdOf('resendDelivery', 'deliveryId'),
    async ({ webhook }) => (await api.post(`/v1/webhooks/${await webhook()}/test`, {})).body.data.id,
  ],
  [ids.person, async () => me],
]

const exchange = async (operation: Operation) => {
  const { body } = operation.examples
  const named = JSON.stringify([operation.parameters.map(({ example }) => example), body])
  const made = { task: once(newTask), webhook: once(newWebhook) }
  const real = new Map<string, string>()
  for (const [example, make] of replacements) if (named.includes(example)) real.set(example, await make(made))
  const replaced = (text: string) => [...real].reduce((all, [from, to]) => all.replaceAll(from, to), text)
  const given = (place: 'path' | 'query' | 'header') =>
    Object.fromEntries(
      operation.parameters.flatMap(({ in: where, name, example }) =>
        where === place && example !== undefined ? [[name, replaced(String(example))]] : [],
      ),
    )
  const sample = { parameters: given('path'), query: given('query'), body: undefined }
  const client = createClient(service.baseUrl, tokens[operation.surface], given('header'))
  const target = targetOf(operation, sample)
  if (typeof body === 'string') return client.raw(operation.method, target, body, 'application/octet-stream')
  return client.send(
    operation.method,
    target,
    body === undefined ? undefined : JSON.parse(replaced(JSON.stringify(body))),
  )
}

/** Members that an example has and an answer has not. Values of records are keyed by the ids of fields. */
const missingFrom = (answer: unknown, example: unknown): string[] => {
  if (Array.isArray(example) && Array.isArray(answer))
    return example.length > 0 && answer.length > 0 ? missingFrom(answer[0], example[0]) : []
  if (!isPlainObject(example)) return []
  if (!isPlainObject(answer)) return answer === null ? [] : ['everything']
  return Object.entries(example).flatMap(([name, part]) => {
    if (!(name in answer)) return [name]
    return name === 'values' ? [] : missingFrom(answer[name], part).map((inner) => `${name}.${inner}`)
  })
}

test.each(operations.map((operation) => [operation.name, operation] as const))(
  'GEN-11 the example of %s is as documented, and works in the demo workspace',
  async (_, operation) => {
    const { body, answer: example } = operation.examples
    expect(body === undefined, 'a body').toBe(operation.body === undefined)
    const answer = await exchange(operation)
    expect(answer.body).not.toHaveProperty('error')
    const documented = [...(operation.answers.get(answer.status)?.bodies.values() ?? [])][0]
    expect(documented?.safeParse(example)).toMatchObject({ success: true })
    // A search of the demo finds tasks and records in an order of its own.
    if (operation.id !== 'search') expect(missingFrom(answer.body, example)).toEqual([])
  },
)
