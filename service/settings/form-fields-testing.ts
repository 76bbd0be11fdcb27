// For tests: fields that each form of the settings accepts.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { hashToken, prefixedId } from '../base/ids.ts'
import { newImport as importOf } from '../imports/import-write.ts'
import { insertImport, packed } from '../imports/imports.store.ts'
import { inviteIn } from '../operator/account-links.ts'
import type { startSettings, Visitor } from './settings-testing.ts'
import { webhooksOfWorkspace, dropWebhook } from '../webhooks/webhooks.store.ts'
import { insertEvent } from '../webhooks/events.store.ts'
import { deliveriesOfWebhook } from '../webhooks/deliveries.store.ts'
import { calendarsOfPerson, deleteCalendar, insertCalendar } from '../calendars/calendars.store.ts'
import { putFeed } from '../calendars/feed.store.ts'
import { insertSection, statusesOfTasks } from '../tasks/task-settings.store.ts'
import { signInsOfPerson } from '../oauth/grants.store.ts'

type Fields = Record<string, string>

export const keyFields = { name: 'CI', 'scopes.tasks:read': 'on', expires: '90' }

/** Forms whose fields name nothing of the workspace. */
export const namelessForms = [
  'create-key',
  'change-name',
  'change-zone',
  'read-notifications',
  'change-password',
  'invite',
  'create-webhook',
  'add-calendar',
  'add-calendar-file',
  'calendar-addresses',
  'create-feed',
  'create-object',
  'create-status',
  'create-section',
  'import-file',
]

const importedFile = 'Task,Priority\nOne,high\n,low\n'

/** A file with one meeting, every Monday. */
export const calendarFile = [
  'BEGIN:VCALENDAR',
  'VERSION:2.0',
  'X-WR-CALNAME:Work, at home',
  'BEGIN:VEVENT',
  'UID:planning',
  'SUMMARY:Planning',
  'DTSTART:20250106T090000Z',
  'DTEND:20250106T093000Z',
  'RRULE:FREQ=WEEKLY;BYDAY=MO',
  'TRANSP:TRANSPARENT',
  'END:VEVENT',
  'END:VCALENDAR',
  '',
].join('\r\n')

/** Serves that file until the tests end. @returns its address */
export const serveCalendarFile = async (): Promise<string> => {
  const server = createServer((_req, res) =>
    res.writeHead(200, { 'Content-Type': 'text/calendar' }).end(calendarFile),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve).unref())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/secret-of-ada.ics`
}

/** Makes what the fields name, for each use. The webhooks need `webhookNetwork: 'any host'`. */
export const createFormFields = ({
  service,
  store,
  acme,
  owner,
  member,
}: Awaited<ReturnType<typeof startSettings>>) => {
  const keyOf = async (visitor: Visitor) => ({
    key: (await service.createKey(acme, visitor, ['tasks:read'])).keyId,
  })
  const newMember = async () => ({ member: (await service.addMember(acme, { role: 'member' })).personId })
  const newWebhook = async () => {
    // A workspace has at most 50.
    await store.write(async (tx) => {
      for (const { id } of await webhooksOfWorkspace(tx, acme.id)) await dropWebhook(tx, acme.id, id)
    })
    const id = prefixedId('whk')
    await owner.post('create-webhook', { url: `http://127.0.0.1:9/${id}`, 'events.task.created': 'on' })
    const made = await store.read((tx) => webhooksOfWorkspace(tx, acme.id))
    return { webhook: made.find(({ url }) => url.endsWith(id))?.id ?? '' }
  }
  const newDelivery = async () => {
    const { webhook } = await newWebhook()
    const actor = { type: 'user', id: 'usr_1' } as const
    const change = { type: 'task.created', actor, data: { id: '1' }, at: service.now() } as const
    await store.write((tx) => insertEvent(tx, acme.id, change))
    const page = { after: undefined, limit: 1 }
    const [made] = await store.read((tx) => deliveriesOfWebhook(tx, acme.id, webhook, page))
    return { webhook, delivery: made?.id ?? '' }
  }
  const newInvitation = async () => {
    const email = `${prefixedId('usr')}@acme.test`
    const wish = { email, name: 'New', role: 'member', at: service.now() } as const
    const made = await store.write((tx) => inviteIn(tx, acme, 'operator', wish))
    return { link: made.ok ? made.value.id : '' }
  }

  const served = serveCalendarFile()
  const ofCalendar = { visibility: 'busy', zone: 'Europe/Berlin' }
  const newCalendar = async ({ personId }: Visitor) => {
    const id = prefixedId('cal')
    await store.write(async (tx) => {
      // A person has at most 20.
      for (const { id: other } of (await calendarsOfPerson(tx, acme.id, personId)).slice(0, -2))
        await deleteCalendar(tx, acme.id, other)
      await insertCalendar(tx, {
        workspaceId: acme.id,
        id,
        ownerId: personId,
        name: 'Work',
        isNamed: true,
        color: null,
        kind: 'subscription',
        host: 'calendar.test',
        address: null,
        visibility: 'busy',
        zone: 'UTC',
        nextReadAt: null,
        createdAt: service.now(),
      })
    })
    return { calendar: id }
  }
  const newFeed = async ({ personId }: Visitor) => {
    const feed = { tokenHash: hashToken(prefixedId('cal')), at: service.now() }
    await store.write((tx) => putFeed(tx, acme.id, personId, feed))
    return {}
  }

  const choices = ['lead', 'won'].map((id) => ({ id, name: id, color: '#2563eb' }))
  const newObject = () =>
    service.createObject(acme, prefixedId('obj').replace('_', '-'), [
      { slug: 'name', kind: 'text', required: true, primary: true },
      { slug: 'stage', kind: 'select', options: { choices } },
    ])
  const newField = async () => ({ field: (await newObject()).field('stage').id })
  const newSection = async () => {
    const section = { id: prefixedId('sec'), name: prefixedId('sec'), recordId: null, position: 0 }
    await store.write((tx) => insertSection(tx, acme.id, section))
    return section.id
  }
  const statusId = async () => (await store.read((tx) => statusesOfTasks(tx, acme.id)))[0]?.id ?? ''
  const names = { singularName: 'Project', pluralName: 'Projects' }
  /** Tasks of a person who may import them, looked at. */
  const newImport = async ({ personId }: Visitor, state: 'looked' | 'failed' | 'done' = 'looked') => {
    const made = importOf(
      { workspaceId: acme.id, personId },
      { name: 'a.csv', zone: 'UTC', at: service.now() },
    )
    const parts = await packed(Buffer.from(importedFile))
    await store.write((tx) => insertImport(tx, { ...made, state, total: 1 }, parts))
    return { id: made.id }
  }

  const accepted: Record<string, (visitor: Visitor) => Promise<Fields>> = {
    'create-key': async () => keyFields,
    'revoke-key': keyOf,
    'revoke-any-key': () => keyOf(member),
    'change-name': async ({ personId }) => ({ name: `Name of ${personId}` }),
    'change-zone': async () => ({ zone: 'Europe/Berlin' }),
    'read-notifications': async () => ({ before: '1' }),
    'end-sign-in': async (visitor) => {
      await service.signIn(acme, visitor)
      const [one] = await store.read((tx) => signInsOfPerson(tx, visitor.personId, acme.id, service.now()))
      return { end: one?.id ?? '' }
    },
    'change-password': async ({ password: current }) => ({
      current,
      password: 'another horse',
      again: 'another horse',
    }),
    invite: async () => ({ email: `${prefixedId('usr')}@acme.test`, name: 'New', role: 'member' }),
    'withdraw-invitation': newInvitation,
    'change-role': async () => ({ ...(await newMember()), role: 'admin' }),
    'remove-member': newMember,
    'reset-link': newMember,
    'create-webhook': async () => ({ url: 'http://127.0.0.1:9/', 'events.task.created': 'on' }),
    'rotate-secret': async () => ({ ...(await newWebhook()), grace: '0' }),
    'disable-webhook': newWebhook,
    'enable-webhook': newWebhook,
    'delete-webhook': newWebhook,
    'add-calendar': async () => ({ ...ofCalendar, url: await served }),
    'add-calendar-file': async () => ({ ...ofCalendar, ics: calendarFile }),
    'calendar-addresses': async () => ({ addresses: `${prefixedId('usr')}@elsewhere.test` }),
    'create-feed': async () => ({}),
    'revoke-feed': newFeed,
    'change-calendar': async (visitor) => ({
      ...(await newCalendar(visitor)),
      name: 'Renamed',
      color: '#2563eb',
      visibility: 'details',
    }),
    'read-calendar': newCalendar,
    'calendar-address': async (visitor) => ({ ...(await newCalendar(visitor)), url: await served }),
    'remove-calendar': newCalendar,
    'create-object': async () => ({ ...names, slug: prefixedId('obj').replace('_', '-'), primary: 'Name' }),
    'change-object': async () => ({ ...names, object: (await newObject()).id }),
    'move-field': async () => {
      const object = await newObject()
      return { object: object.id, up: object.field('stage').id }
    },
    'create-field': async () => ({ object: (await newObject()).id, type: 'text', name: 'Note' }),
    'change-field': async () => ({ ...(await newField()), name: 'Step' }),
    'retire-field': newField,
    'restore-field': newField,
    'add-choices': async () => ({ ...(await newField()), choices: 'Lost' }),
    'change-choice': async () => ({ ...(await newField()), choice: 'won', name: 'Won!', color: '#16a34a' }),
    'move-choice': async () => ({ ...(await newField()), up: 'won' }),
    'remove-choice': async () => ({ ...(await newField()), choice: 'won' }),
    'create-status': async () => ({ name: 'Waiting', color: '#ca8a04' }),
    'change-status': async () => ({ status: await statusId(), name: 'To do', color: '#2563eb' }),
    'move-status': async () => ({ down: await statusId() }),
    'create-section': async () => ({ name: prefixedId('sec') }),
    'change-section': async () => ({ section: await newSection(), name: prefixedId('sec') }),
    'move-section': async () => ({ down: await newSection() }),
    'import-file': async () => ({ zone: 'Europe/Berlin', text: importedFile }),
    'import-choices': async (visitor) => ({
      ...(await newImport(visitor)),
      object: 'tasks',
      'column-0': '-',
    }),
    'import-start': (visitor) => newImport(visitor),
    'import-cancel': (visitor) => newImport(visitor, 'failed'),
    'import-undo': (visitor) => newImport(visitor, 'done'),
    'import-drop': (visitor) => newImport(visitor),
    'resend-delivery': newDelivery,
    'recover-deliveries': async () => ({ ...(await newWebhook()), since: '2026-01-01T09:00' }),
  }
  return {
    paths: Object.keys(accepted),
    fieldsFor: (path: string, visitor: Visitor = owner): Promise<Fields> =>
      accepted[path]?.(visitor) ?? Promise.resolve({}),
  }
}
