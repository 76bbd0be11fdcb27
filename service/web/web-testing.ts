// For tests of the pages behind `webUrl`: something to look at, and someone who looks.
import { createCookieJar, type Arrival, type TestOauth } from '../oauth/oauth-testing.ts'
import type { NewTask } from '../tasks/stored-task.ts'

export type TestOauthPerson = Awaited<ReturnType<TestOauth['addPerson']>>

/** A known instant. */
export const noon = Date.UTC(2027, 0, 15, 12)
const task = (id: string, more: Partial<NewTask> = {}): NewTask => ({
  id,
  title: `Task ${id}`,
  description: null,
  status: 'todo',
  priority: 'no_priority',
  startDate: null,
  dueDate: null,
  parentId: null,
  sectionId: null,
  estimatedTime: null,
  createdBy: 'usr_owner',
  createdAt: noon,
  updatedAt: noon,
  assignees: [],
  linkedRecordIds: [],
  linkedMeetingIds: [],
  ...more,
})

/** A workspace `acme` with a status, an object, a record, two meetings, two tasks and two notifications. */
export const fillAcme = (service: TestOauth, owner: TestOauthPerson, member: TestOauthPerson) =>
  service.store.write(async (tx) => {
    const ws = 'wsp_acme'
    await tx.tasks.createStatus(ws, {
      id: 'sts_1',
      name: 'To do',
      slug: 'todo',
      color: '#888888',
      icon: null,
      position: 1,
      isComplete: false,
      isDefault: true,
    })
    await tx.objects.create(ws, {
      id: 'obj_1',
      slug: 'companies',
      singularName: 'Company',
      pluralName: 'Companies',
      icon: null,
      color: null,
      description: null,
      position: 1,
      createdAt: noon,
    })
    const field = (
      id: string,
      name: string,
      kind: 'text' | 'url' | 'select' | 'user_reference' | 'currency',
    ) => ({
      id,
      objectId: 'obj_1',
      slug: id,
      name,
      kind,
      required: false,
      primary: id === 'name',
      readOnly: false,
      proOnly: id === 'revenue',
      inPreview: true,
      options:
        kind === 'select'
          ? { choices: [{ id: 'a', name: 'Best <customer>', color: '#888888' }] }
          : kind === 'currency'
            ? { currencyCode: 'EUR' }
            : null,
      position: 1,
    })
    await tx.objects.createField(ws, field('name', 'Name', 'text'))
    await tx.objects.createField(ws, field('site', 'Site', 'url'))
    await tx.objects.createField(ws, field('tier', 'Tier', 'select'))
    await tx.objects.createField(ws, field('keeper', 'Keeper', 'user_reference'))
    await tx.objects.createField(ws, field('revenue', 'Revenue', 'currency'))
    await tx.records.create(ws, {
      id: 'rec-1',
      objectId: 'obj_1',
      title: 'Initech <b>',
      avatarUrl: null,
      values: {
        name: 'Initech <b>',
        site: 'https://initech.test/?a="b"',
        tier: 'a',
        keeper: member.id,
        revenue: 1234.5,
      },
      archived: false,
      createdBy: owner.id,
      createdAt: noon,
      updatedAt: noon,
    })
    const meeting = {
      startAt: noon,
      endAt: noon + 3_600_000,
      allDay: false,
      location: 'Room 1',
      joinUrl: 'https://meet.test/x',
      createdBy: owner.id,
      createdAt: noon,
      linkedRecordIds: ['rec-1'],
    }
    await tx.meetings.create(ws, {
      ...meeting,
      id: 'mtg-1',
      title: 'Standup',
      isPrivate: false,
      attendeeIds: [owner.id],
    })
    await tx.meetings.create(ws, {
      ...meeting,
      id: 'mtg-2',
      title: 'Salaries',
      isPrivate: true,
      attendeeIds: [owner.id],
    })
    await tx.tasks.create(ws, task('t-1', { title: 'Only of the owner', description: 'Line <1>\nLine 2' }))
    await tx.tasks.create(
      ws,
      task('t-2', {
        title: 'Call Initech',
        priority: 'high',
        dueDate: noon,
        estimatedTime: 95,
        parentId: 't-1',
        assignees: [member.id],
        linkedRecordIds: ['rec-1'],
        linkedMeetingIds: ['mtg-2'],
      }),
    )
    const notification = { personId: member.id, kind: 'task.assigned', createdAt: noon }
    await tx.notifications.create(ws, {
      ...notification,
      id: 'ntf-1',
      title: 'A task for you',
      body: 'Call Initech',
      target: { kind: 'task', id: 't-2' },
    })
    await tx.notifications.create(ws, {
      ...notification,
      id: 'ntf-2',
      title: 'Welcome',
      body: null,
      target: null,
    })
  })

export const headingOf = (page: Arrival) => /<h1>([^<]*)</.exec(page.text)?.[1]
export const factsOf = (page: Arrival) =>
  Object.fromEntries(
    [...page.text.matchAll(/<dt>(.*?)<\/dt>\s*<dd>(.*?)<\/dd>/gs)].map(([, label = '', value = '']) => [
      label,
      value
        .replaceAll(/<[^>]*>/g, '')
        .replaceAll(/\s+/g, ' ')
        .trim(),
    ]),
  )

/** Opens a page as a person who is asked to sign in first. */
export const openAs = async (
  service: Pick<TestOauth, 'baseUrl'>,
  person: { email: string; password: string },
  path: string,
) => {
  const jar = createCookieJar(service.baseUrl)
  const form = await jar.follow(path)
  const page = await jar.submit(form, { email: person.email, password: person.password })
  return { jar, page }
}
