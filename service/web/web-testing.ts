// Data and helpers for tests of the pages behind `webUrl`.
import type { FieldKind, FieldOptions } from '../../shared/api/objects.ts'
import { createCookieJar, type Arrival } from '../oauth/oauth-testing.ts'
import { stageService, type TestOauth, type TestOauthPerson } from '../oauth/stage-testing.ts'
import type { NewTask } from '../tasks/stored-task.ts'
import { insertTask } from '../tasks/tasks.store.ts'
import { insertObject, insertField } from '../objects/objects.store.ts'
import { insertRecord } from '../records/records.store.ts'
import { insertTaskStatus } from '../tasks/task-settings.store.ts'
import { insertMeeting } from '../meetings/meetings.store.ts'
import { putNotification } from '../notifications/notifications-testing.ts'

/** A known instant. */
export const noon = Date.UTC(2027, 0, 15, 12)
const kinds: [slug: string, kind: FieldKind, options?: FieldOptions][] = [
  ['name', 'text'],
  ['site', 'url'],
  ['tier', 'select', { choices: [{ id: 'a', name: 'Best <customer>', color: '#888888' }] }],
  ['keeper', 'user_reference'],
  ['revenue', 'currency', { currencyCode: 'EUR' }],
  ['closes', 'date'],
  ['rate', 'currency', { currencyCode: 'JPY' }],
  ['answers', 'json'],
  ['rating', 'rating'],
  ['won', 'checkbox'],
  ['place', 'location'],
  ['mail', 'email'],
  ['line', 'phone'],
]

/** A workspace `acme` with a status, an object, a record, three meetings, two tasks and two notifications. */
const fillAcme = (service: TestOauth, owner: TestOauthPerson, member: TestOauthPerson) =>
  service.store.write(async (tx) => {
    const ws = 'wsp_acme'
    const look = { icon: null, color: '#888888', position: 1 }
    const status = { id: 'sts_1', slug: 'todo', name: 'To do', isComplete: false, isDefault: true }
    await insertTaskStatus(tx, ws, { ...look, ...status })
    const names = { slug: 'companies', singularName: 'Company', pluralName: 'Companies' }
    await insertObject(tx, ws, { ...look, ...names, id: 'obj_1', description: null, createdAt: noon })
    for (const [slug, kind, options = null] of kinds)
      await insertField(tx, ws, {
        id: slug,
        objectId: 'obj_1',
        slug,
        name: slug.replace(/^./, (first) => first.toUpperCase()),
        kind,
        required: false,
        primary: slug === 'name',
        readOnly: false,
        proOnly: slug === 'revenue',
        inPreview: true,
        retired: false,
        options,
        position: 1,
      })
    const created = { createdBy: owner.id, createdAt: noon }
    await insertRecord(tx, ws, {
      ...created,
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
        closes: '2027-01-15',
        rate: 1200,
        answers: { floors: [1, 2] },
        rating: 4,
        won: false,
        place: { country: 'PT', city: 'Porto', line1: 'Cais 4' },
        mail: 'r&d?cc=x@initech.test',
        line: '(030) 555-12 x7',
      },
      archived: false,
      updatedAt: noon,
    })
    const meeting = {
      ...created,
      title: 'Standup',
      startAt: noon,
      endAt: noon + 3_600_000,
      allDay: false,
      location: 'Room 1',
      joinUrl: 'https://meet.test/x',
      isPrivate: false,
      attendeeIds: [owner.id],
      linkedRecordIds: ['rec-1'],
    }
    await insertMeeting(tx, ws, { ...meeting, id: 'mtg-1' })
    await insertMeeting(tx, ws, { ...meeting, id: 'mtg-2', title: 'Salaries', isPrivate: true })
    // Midnight in Tokyo.
    const startAt = Date.parse('2027-01-14T15:00:00Z')
    const day = { allDay: true, startAt, endAt: startAt + 86_400_000 }
    await insertMeeting(tx, ws, { ...meeting, ...day, id: 'mtg-3', title: 'Holiday' })
    const task: Omit<NewTask, 'id' | 'title'> = {
      ...created,
      description: null,
      status: 'todo',
      priority: 'no_priority',
      startDate: null,
      dueDate: null,
      parentId: null,
      sectionId: null,
      estimatedTime: null,
      updatedAt: noon,
      assignees: [],
      linkedRecordIds: [],
      linkedMeetingIds: [],
    }
    const first = { id: 't-1', title: 'Only of the owner', description: 'Line <1>\nLine 2' }
    await insertTask(tx, ws, { ...task, ...first })
    await insertTask(tx, ws, {
      ...task,
      id: 't-2',
      title: 'Call Initech',
      priority: 'high',
      dueDate: noon,
      estimatedTime: 95,
      recurrence: { rule: 'FREQ=WEEKLY;INTERVAL=2', after: 'completion' },
      parentId: 't-1',
      assignees: [member.id],
      linkedRecordIds: ['rec-1'],
      linkedMeetingIds: ['mtg-2'],
    })
    const notification = { personId: member.id, kind: 'task.assigned', createdAt: noon }
    const about = {
      title: 'A task for you',
      body: 'Call Initech',
      target: { kind: 'task', id: 't-2' },
    } as const
    await putNotification(tx, ws, { ...notification, ...about, id: 'ntf-1' })
    const welcome = { id: 'ntf-2', title: 'Welcome', body: null, target: null }
    await putNotification(tx, ws, { ...notification, ...welcome })
  })

/** The workspace above, and another one, `globex`. */
export const stageAcme = () =>
  stageService(async (service) => {
    const { baseUrl, addWorkspace, addPerson } = service
    const acme = await addWorkspace('acme')
    const people = {
      owner: await addPerson('owner', { [acme]: 'owner' }),
      member: await addPerson('member', { [acme]: 'member' }),
      outsider: await addPerson('outsider', { [await addWorkspace('globex')]: 'owner' }),
    }
    await fillAcme(service, people.owner, people.member)
    /** Opens a page in a new browser as a person who is asked to sign in first. */
    const open = async (who: keyof typeof people, path: string) => {
      const jar = createCookieJar(baseUrl)
      return { jar, page: await jar.signIn(await jar.follow(path), people[who]) }
    }
    return { people, open }
  })

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
