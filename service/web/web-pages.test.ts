import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  createCookieJar,
  signInFully,
  startOauth,
  type Arrival,
  type TestOauth,
} from '../oauth/oauth-testing.ts'
import type { NewTask } from '../store/tasks.ts'

type Person = Awaited<ReturnType<TestOauth['addPerson']>>
type Jar = ReturnType<typeof createCookieJar>

let service: TestOauth
let owner: Person
let member: Person
let outsider: Person
beforeEach(async () => {
  service = await startOauth()
  const acme = await service.addWorkspace('acme')
  const globex = await service.addWorkspace('globex')
  owner = await service.addPerson('owner', { [acme]: 'owner' })
  member = await service.addPerson('member', { [acme]: 'member' })
  outsider = await service.addPerson('outsider', { [globex]: 'owner' })
  await fill()
})
afterEach(async () => {
  expect(service.failures).toEqual([])
  await service.stop()
})

const noon = Date.UTC(2027, 0, 15, 12)
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
  createdBy: owner.id,
  createdAt: noon,
  updatedAt: noon,
  assignees: [],
  linkedRecordIds: [],
  linkedMeetingIds: [],
  ...more,
})

const fill = () =>
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

const headingOf = (page: Arrival) => /<h1>([^<]*)</.exec(page.text)?.[1]
const factsOf = (page: Arrival) =>
  Object.fromEntries(
    [...page.text.matchAll(/<dt>(.*?)<\/dt>\s*<dd>(.*?)<\/dd>/gs)].map(([, label = '', value = '']) => [
      label,
      value
        .replaceAll(/<[^>]*>/g, '')
        .replaceAll(/\s+/g, ' ')
        .trim(),
    ]),
  )

const openAs = async (person: Person, path: string) => {
  const jar = createCookieJar(service.baseUrl)
  const form = await jar.follow(path)
  expect(headingOf(form)).toBe('Sign in')
  const page = await jar.submit(form, { email: person.email, password: person.password })
  return { jar, page }
}

describe('who sees what', () => {
  test('LCH-03 a stranger is asked to sign in and lands on the page that was opened', async () => {
    const { page } = await openAs(owner, '/w/acme/tasks/t-1')
    expect([page.status, page.url.pathname, headingOf(page)]).toEqual([
      200,
      '/w/acme/tasks/t-1',
      'Only of the owner',
    ])
    expect(page.text).toContain('<div class="prose">Line &lt;1&gt;\nLine 2</div>')
    expect(page.headers.get('cache-control')).toBe('no-store')
  })

  test('APP-08 who signed in for the launcher is signed in here as well', async () => {
    const { jar } = await signInFully(service.baseUrl, member)
    expect(headingOf(await jar.follow('/w/acme/tasks/t-2'))).toBe('Call Initech')
  })

  test('LCH-03 a task page shows the task; what it links to is linked', async () => {
    const { page } = await openAs(member, '/w/acme/tasks/t-2')
    expect(factsOf(page)).toEqual({
      Status: 'To do',
      Priority: 'High',
      Due: 'Friday, 15 January 2027 at 12:00 Europe/Lisbon',
      Assignees: 'member Person',
      Estimate: '1 h 35 min',
      Records: 'Initech &lt;b&gt;',
      Meetings: 'Busy',
      'Created by': 'owner Person',
    })
    expect(page.text).toContain('href="/w/acme/records/rec-1"')
    expect(page.text).not.toContain('Only of the owner')
    expect(page.text).not.toContain('Salaries')
  })

  test.each([
    ['AUT-09 a task of others, to a member', () => member, '/w/acme/tasks/t-1'],
    ['GEN-08 a task of another workspace', () => outsider, '/w/acme/tasks/t-2'],
    ['GEN-08 a record of another workspace', () => outsider, '/w/acme/records/rec-1'],
    ['GEN-08 a record under the wrong slug', () => outsider, '/w/globex/records/rec-1'],
    ['GEN-08 a meeting of another workspace', () => outsider, '/w/globex/meetings/mtg-1'],
    ['LCH-08 a notification of someone else', () => owner, '/w/acme/notifications/ntf-1'],
    ['GEN-08 what does not exist', () => owner, '/w/acme/tasks/t-99'],
    ['GEN-08 a workspace that does not exist', () => owner, '/w/nowhere/tasks/t-1'],
  ])('%s is 404, in the same words', async (_name, who, path) => {
    const { page } = await openAs(who(), path)
    expect([page.status, headingOf(page)]).toEqual([404, 'Nothing here'])
    expect(page.text).toContain('This was deleted or moved, or you are not allowed to see it.')
  })

  test('LCH-10 a private meeting is Busy to who does not attend, and shows when it is', async () => {
    const busy = (await openAs(member, '/w/acme/meetings/mtg-2')).page
    expect(headingOf(busy)).toBe('Busy')
    expect(Object.keys(factsOf(busy))).toEqual(['Starts', 'Ends'])
    expect(busy.text).not.toMatch(/Salaries|Room 1|meet\.test|Initech/)
    const open = (await openAs(owner, '/w/acme/meetings/mtg-2')).page
    expect(headingOf(open)).toBe('Salaries')
    expect(factsOf(open)).toMatchObject({
      Where: 'Room 1',
      Join: 'https://meet.test/x',
      Attendees: 'owner Person',
    })
  })

  test('LCH-11 a record shows its fields, and opening it makes it a recent one of that person', async () => {
    const { page } = await openAs(member, '/w/acme/records/rec-1')
    expect(page.text).toContain('<h1>Initech &lt;b&gt;</h1>')
    expect(factsOf(page)).toMatchObject({
      Site: 'https://initech.test/?a=&quot;b&quot;',
      Tier: 'Best &lt;customer&gt;',
      Keeper: 'member Person',
      Revenue: '€1,234.50',
    })
    const recent = (person: Person) =>
      service.store.read((tx) => tx.records.recentlyViewed('wsp_acme', person.id, 10))
    expect((await recent(member)).map(({ id }) => id)).toEqual(['rec-1'])
    expect(await recent(owner)).toEqual([])
  })

  test('LCH-04 without the Pro plan the enriched fields of a record are left out', async () => {
    await service.store.write((tx) => tx.workspaces.change('wsp_acme', { plan: 'free' }))
    const { page } = await openAs(member, '/w/acme/records/rec-1')
    expect(factsOf(page)).not.toHaveProperty('Revenue')
    expect(page.text).not.toContain('1,234')
  })

  test('ERR-02 a locked workspace says so', async () => {
    await service.store.write((tx) => tx.workspaces.change('wsp_acme', { memberLimit: 1 }))
    const { page } = await openAs(owner, '/w/acme/tasks/t-1')
    expect([page.status, headingOf(page)]).toEqual([423, 'The workspace is locked'])
  })

  test('AUT-10 a member who is removed sees nothing from the next request on', async () => {
    const { jar } = await openAs(member, '/w/acme/tasks/t-2')
    await service.store.write((tx) => tx.members.remove('wsp_acme', member.id, noon))
    expect((await jar.follow('/w/acme/tasks/t-2')).status).toBe(404)
  })
})

describe('notifications', () => {
  test('LCH-08 a notification stays until it is marked as read; then its thing opens', async () => {
    const { jar, page } = await openAs(member, '/w/acme/notifications/ntf-1')
    expect(headingOf(page)).toBe('A task for you')
    expect(headingOf(await jar.follow('/w/acme/notifications/ntf-1'))).toBe('A task for you')
    expect(headingOf(await jar.submit(page, {}))).toBe('Call Initech')
    const unread = await service.store.read((tx) => tx.notifications.unread('wsp_acme', member.id, 10))
    expect(unread.map(({ id }) => id)).toEqual(['ntf-2'])
    const plain = await jar.follow('/w/acme/notifications/ntf-2')
    expect(headingOf(await jar.submit(plain, {}))).toBe('Marked as read')
  })

  test('LCH-08 another site cannot mark it, nor can another person', async () => {
    const { jar } = await openAs(member, '/w/acme/notifications/ntf-1')
    const foreign = await jar.request('/w/acme/notifications/ntf-1', {
      method: 'POST',
      headers: { origin: 'https://evil.test' },
    })
    expect(foreign.status).toBe(400)
    const other = (await openAs(owner, '/w/acme/tasks/t-1')).jar
    expect((await other.request('/w/acme/notifications/ntf-1', { method: 'POST' })).status).toBe(404)
    const unread = await service.store.read((tx) => tx.notifications.unread('wsp_acme', member.id, 10))
    expect(unread).toHaveLength(2)
  })
})

describe('the browser session', () => {
  const sessionOf = (jar: Jar) => [...jar.cookies.keys()].filter((name) => name.startsWith('svc_session'))

  test('OAU-03 signing out ends the session, also for someone who kept its cookie', async () => {
    const { jar, page } = await openAs(owner, '/w/acme/tasks/t-1')
    const kept = new Map(jar.cookies)
    expect(sessionOf(jar)).toHaveLength(2)
    const out = await jar.submit(page, {})
    expect(headingOf(out)).toBe('You are signed out')
    expect(sessionOf(jar)).toEqual([])
    for (const [name, cookie] of kept) jar.cookies.set(name, cookie)
    expect(headingOf(await jar.follow('/w/acme/tasks/t-1'))).toBe('Sign in')
  })

  test('OAU-03 the cookie is not for scripts nor for other sites, and its session ends after 14 days', async () => {
    const jar = createCookieJar(service.baseUrl)
    const answer = await jar.request('/w/sign-in', {
      method: 'POST',
      body: new URLSearchParams({ email: owner.email, password: owner.password, next: '/w/acme/tasks/t-1' }),
    })
    for (const line of answer.headers.getSetCookie()) expect(line).toMatch(/; samesite=lax; httponly$/i)
    service.clock.skippedMs = 14 * 24 * 3_600_000 + 1
    expect(headingOf(await jar.follow('/w/acme/tasks/t-1'))).toBe('Sign in')
  })

  test('OAU-03 a session of ours also opens the consent page of the launcher', async () => {
    const { jar } = await openAs(owner, '/w/acme/tasks/t-1')
    const { askAuthorization, discover } = await import('../oauth/oauth-testing.ts')
    const { url } = await askAuthorization(await discover(service.baseUrl))
    expect(headingOf(await jar.follow(url.href))).toBe('Allow Svc Launcher?')
  })

  test('OAU-03 a new sign-in makes a new session id', async () => {
    const { jar } = await openAs(owner, '/w/acme/tasks/t-1')
    const before = new Map(jar.cookies)
    await jar.request('/w/sign-in', {
      method: 'POST',
      body: new URLSearchParams({ email: member.email, password: member.password, next: '' }),
    })
    const name = sessionOf(jar)[0] ?? ''
    expect(jar.cookies.get(name)?.value).not.toBe(before.get(name)?.value)
    jar.cookies.set(name, before.get(name) ?? { value: '', path: '/' })
    expect(headingOf(await jar.follow('/w/acme/tasks/t-1'))).toBe('Sign in')
  })

  test.each([
    'https://evil.test/',
    '//evil.test/w/acme/tasks/t-1',
    '/\\evil.test/w/acme/tasks/t-1',
    '/w/acme/tasks/t-1/../../../../evil',
    '/w/acme/tasks/t-1?next=x',
    '/oauth/authorize',
    'javascript:alert(1)',
    '/w/acme/tasks/t-1\r\nSet-Cookie: a=b',
    '',
  ])('OAU-03 after sign-in the way on to %j is not taken', async (next) => {
    const jar = createCookieJar(service.baseUrl)
    const answer = await jar.request('/w/sign-in', {
      method: 'POST',
      body: new URLSearchParams({ email: owner.email, password: owner.password, next }),
    })
    expect([answer.status, answer.headers.get('location')]).toEqual([200, null])
    expect(await answer.text()).toContain('You are signed in')
  })

  test('OAU-03 wrong passwords are refused and slowed down here too', async () => {
    const jar = createCookieJar(service.baseUrl)
    const form = await jar.follow('/w/acme/tasks/t-1')
    for (let i = 0; i < 5; i += 1) {
      expect((await jar.submit(form, { email: owner.email, password: 'x' })).status).toBe(400)
    }
    expect((await jar.submit(form, { email: owner.email, password: owner.password })).status).toBe(429)
  })

  test('OAU-03 another site can neither sign in nor sign out here', async () => {
    const { jar } = await openAs(owner, '/w/acme/tasks/t-1')
    for (const path of ['/w/sign-in', '/w/sign-out']) {
      const answer = await jar.request(path, {
        method: 'POST',
        body: new URLSearchParams({ email: member.email, password: member.password, next: '' }),
        headers: { origin: 'https://evil.test' },
      })
      expect(answer.status).toBe(400)
    }
    expect((await jar.follow('/w/acme/tasks/t-1')).text).toContain('owner Person')
  })

  test('ERR-03 a wrong method is 405, a path of another form is left to others', async () => {
    const post = await fetch(`${service.baseUrl}/w/acme/tasks/t-1`, { method: 'POST' })
    expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
    for (const path of ['/w', '/w/acme', '/w/acme/people/x', '/w/acme/tasks/t-1/x', '/w/ACME/tasks/t-1']) {
      expect(await (await fetch(service.baseUrl + path)).text()).toBe('not ours')
    }
  })
})
