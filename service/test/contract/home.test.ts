// The home in the browser: who may do what, and what a hostile or stale form does.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { homeForms, homePages } from '../../home/home.ts'
import { startHome } from '../../home/home-testing.ts'
import { newFormId, signInAs } from '../../settings/settings-testing.ts'
import { createCookieJar, headingOf } from '../../oauth/oauth-testing.ts'
import { setPersonZone } from '../../access/people.store.ts'
import { putMembership } from '../../access/members.store.ts'
import { updateWorkspace } from '../../access/workspaces.store.ts'
import { getTask } from '../../tasks/tasks.store.ts'
import { getRecord } from '../../records/records.store.ts'
import { changeTrail } from '../../changes/changes.store.ts'

let stage: Awaited<ReturnType<typeof startHome>>
beforeAll(async () => {
  stage = await startHome()
})
afterAll(() => stage.service.close())

const roles = ['owner', 'admin', 'member'] as const

/** Fields that each form accepts, of new things that every member sees. */
const fieldsFor: Record<string, () => Promise<Record<string, string>>> = {
  'create-task': async () => ({ title: 'From a form', status: 'todo', priority: 'low' }),
  'save-task': async () => {
    const { id, version } = await shared()
    return { task: id, version: String(version), title: 'Renamed', status: 'todo', priority: 'low' }
  },
  'archive-task': async () => ({ task: (await shared()).id }),
  'restore-task': async () => ({ task: (await shared()).id }),
  'set-status': async () => ({ complete: (await shared()).id, list: 'tasks?status=all' }),
  'read-all': async () => ({ before: '1' }),
  'create-record': async () => ({ object: 'deals', [stage.named('name')]: 'From a form' }),
  'save-record': async () => {
    const { id, version } = await stage.createRecord()
    return { record: id, version: String(version), [stage.named('name')]: 'Renamed' }
  },
  'archive-record': async () => ({ record: (await stage.createRecord()).id }),
  'restore-record': async () => ({ record: (await stage.createRecord()).id }),
}
const shared = () => stage.createTask(stage.browsers.owner, { [`assignees.${stage.member.personId}`]: 'on' })
const ofForm = (path: string) => fieldsFor[path]?.() ?? Promise.reject(new Error(path))

/** Everything that forms change, as one text. */
const state = () =>
  stage.store.read(async (tx) => JSON.stringify(await changeTrail(tx, stage.acme.id, {}, 1_000)))

test('HOM-03 every form is in the matrix', () => {
  expect(Object.keys(fieldsFor).toSorted()).toEqual([...homeForms.keys()].toSorted())
})

describe.each([...homeForms.values()])('HOM-03 AUT-13 the form $path', ({ path, roles: allowed }) => {
  test.each(roles)('acts for %s exactly where the role may', async (role) => {
    const fields = await ofForm(path)
    const before = await state()
    const answer = await stage.browsers[role].post(path, fields)
    const isAllowed = allowed.includes(role)
    expect([answer.status, headingOf(answer) === 'Not allowed']).toEqual([isAllowed ? 200 : 403, !isAllowed])
    if (!isAllowed) expect(await state()).toBe(before)
  })

  test('GEN-08 is 404 for another workspace and for ids of another one', async () => {
    const fields = await ofForm(path)
    const before = await state()
    const body = new URLSearchParams({ token: stage.people.stranger.token, form: newFormId(), ...fields })
    const elsewhere = await stage.people.stranger.jar.follow(`/w/acme/${path}`, { method: 'POST', body })
    expect(elsewhere.status).toBe(404)
    if (path !== 'create-task' && path !== 'read-all') {
      const globex = new URLSearchParams({ token: stage.people.stranger.token, form: newFormId(), ...fields })
      const own = await stage.people.stranger.jar.follow(`/w/globex/${path}`, {
        method: 'POST',
        body: globex,
      })
      expect(own.status).toBe(404)
    }
    expect(await state()).toBe(before)
  })

  test.each([
    ['without a token', () => ({ token: '' })],
    ['with the token of another session', () => ({ token: stage.people.stranger.token })],
    ['without an id', () => ({ form: '' })],
  ])('is refused %s', async (_name, spoilt) => {
    const fields = await ofForm(path)
    const before = await state()
    const answer = await stage.browsers.owner.post(path, { ...fields, ...spoilt() })
    expect([answer.status, headingOf(answer)]).toEqual([400, 'This form is too old'])
    expect(await state()).toBe(before)
  })

  test('is refused from another origin', async () => {
    const fields = await ofForm(path)
    const body = new URLSearchParams({ token: stage.owner.token, form: newFormId(), ...fields })
    const headers = { origin: 'https://evil.test' }
    const answer = await stage.owner.jar.follow(`/w/acme/${path}`, { method: 'POST', body, headers })
    expect([answer.status, headingOf(answer)]).toEqual([400, 'This form cannot be used'])
  })

  test('sent twice is carried out once, also at the same time', async () => {
    const fields = { ...(await ofForm(path)), form: newFormId() }
    const answers = await Promise.all([1, 2, 3].map(() => stage.browsers.owner.post(path, fields)))
    expect(new Set(answers.map(({ status, url }) => `${status} ${url.pathname}`)).size).toBe(1)
    const after = await state()
    await stage.browsers.owner.post(path, fields)
    expect(await state()).toBe(after)
  })
})

describe.each([...homePages.values()])('HOM-01 the page “$path”', ({ path, roles: allowed }) => {
  const addressOf = async () => {
    if (path === 'edit-task') return `${path}?id=${(await shared()).id}`
    if (path === 'edit-record') return `${path}?id=${(await stage.createRecord()).id}`
    return path === 'records' || path === 'new-record' ? `${path}?object=deals` : path
  }

  test.each(roles)('is there for %s exactly where the role may, and leads onward', async (role) => {
    const page = await stage.browsers[role].open(await addressOf())
    expect(page.status).toBe(allowed.includes(role) ? 200 : 403)
    expect(page.text).toContain('href="/w')
    if (page.status !== 200) return
    for (const way of [
      '/w/acme',
      '/w/acme/my-tasks',
      '/w/acme/tasks',
      '/w/acme/records?object=deals',
      '/settings/acme',
    ])
      expect(page.text).toContain(`href="${way}"`)
    expect(page.headers.get('content-security-policy')).not.toContain('script-src')
    expect(page.headers.get('cache-control')).toBe('no-store')
  })

  test('GEN-08 is 404 for somebody of another workspace, and asks a stranger to sign in, who then lands on it', async () => {
    const address = await addressOf()
    const foreign = await stage.people.stranger.jar.follow(`/w/acme/${address}`)
    expect(foreign.status).toBe(404)
    const jar = createCookieJar(stage.service.baseUrl)
    const asked = await jar.follow(path === '' ? '/w/acme' : `/w/acme/${address}`)
    expect(headingOf(asked)).toBe('Sign in')
    const landed = await jar.signIn(asked, stage.people.owner)
    expect([landed.status, `${landed.url.pathname}${landed.url.search}`]).toEqual([
      200,
      path === '' ? '/w/acme' : `/w/acme/${address}`,
    ])
  })
})

describe('the way in', () => {
  const browser = (person: Parameters<ReturnType<typeof createCookieJar>['signIn']>[1]) => {
    const jar = createCookieJar(stage.service.baseUrl)
    return { jar, enter: async () => jar.signIn(await jar.follow('/'), person) }
  }

  test('HOM-01 the address of the service leads to a sign-in and to the only workspace; programs get the answer of the API', async () => {
    const landed = await browser(stage.people.member).enter()
    expect([landed.status, landed.url.pathname]).toEqual([200, '/w/acme'])
    const program = await fetch(stage.service.url('/'))
    expect([program.status, program.headers.get('content-type')]).toEqual([404, 'application/json'])
  })

  test('HOM-01 whoever has several workspaces chooses; whoever has none is told so', async () => {
    const both = await stage.service.addMember(stage.acme, { role: 'member' })
    await stage.store.write((tx) => putMembership(tx, stage.globex.id, both.personId, 'member', 1))
    const chooser = await browser(both).enter()
    expect(headingOf(chooser)).toBe('Your workspaces')
    for (const slug of ['acme', 'globex']) expect(chooser.text).toContain(`href="/w/${slug}"`)
  })

  test('HOM-01 a locked workspace says so, and a signed-out browser can sign in again', async () => {
    await stage.store.write((tx) => updateWorkspace(tx, stage.globex.id, { memberLimit: 0 }))
    const locked = await stage.people.stranger.jar.follow('/w/globex')
    expect([locked.status, headingOf(locked)]).toEqual([423, 'The workspace is locked'])
    const gone = await signInAs(stage.service, stage.people.admin)
    const out = await gone.jar.follow('/w/sign-out', { method: 'POST' })
    expect(out.text).toContain('href="/w"')
  })

  test('HOM-03 a form after a sign-out changes nothing and leads back to the page that it was on', async () => {
    const task = await shared()
    const gone = await signInAs(stage.service, stage.people.owner)
    await gone.jar.follow('/w/sign-out', { method: 'POST' })
    for (const place of [`edit-task?id=${task.id}`, `tasks/${task.id}`, 'tasks?status=all']) {
      const headers = { referer: `${stage.service.baseUrl}/w/acme/${place}` }
      const fields = { token: gone.token, form: newFormId(), complete: task.id }
      const body = new URLSearchParams(fields)
      const asked = await gone.jar.follow('/w/acme/set-status', { method: 'POST', body, headers })
      expect([asked.status, headingOf(asked)]).toEqual([400, 'Sign in'])
      const landed = await gone.jar.signIn(asked, stage.people.owner)
      expect(`${landed.url.pathname}${landed.url.search}`).toBe(`/w/acme/${place}`)
      await gone.jar.follow('/w/sign-out', { method: 'POST' })
    }
    const held = await stage.store.read((tx) => getTask(tx, stage.acme.id, task.id))
    expect(held?.version).toBe(1)
    const evil = new URLSearchParams({ token: gone.token, form: newFormId() })
    const headers = { referer: 'https://evil.test/w/acme/tasks' }
    const asked = await gone.jar.follow('/w/acme/create-task', { method: 'POST', body: evil, headers })
    expect(asked.text).not.toContain('evil.test')
  })
})

describe('who sees what', () => {
  test('AUT-09 a task of others is 404 to a member on each page, and is in no list of theirs', async () => {
    const { member } = stage.browsers
    const hidden = await stage.createTask(stage.browsers.owner, { title: 'Only of the owner' })
    for (const path of [`tasks/${hidden.id}`, `edit-task?id=${hidden.id}`])
      expect((await member.open(path)).status).toBe(404)
    for (const path of [
      '',
      'my-tasks',
      'tasks?status=all',
      'tasks?status=all&order=newest',
      `tasks?person=${stage.owner.personId}`,
    ])
      expect((await member.open(path)).text).not.toContain('Only of the owner')
    const tries: [string, Record<string, string>][] = [
      ['save-task', { task: hidden.id, version: '1', title: 'Taken', status: 'todo', priority: 'low' }],
      ['archive-task', { task: hidden.id }],
      ['restore-task', { task: hidden.id }],
      ['set-status', { complete: hidden.id }],
      ['create-task', { title: 'Below it', status: 'todo', priority: 'low', parent: hidden.id }],
    ]
    for (const [form, fields] of tries)
      expect([form, (await member.post(form, fields)).status]).toEqual([
        form,
        form === 'create-task' ? 400 : 404,
      ])
    const held = await stage.store.read((tx) => getTask(tx, stage.acme.id, hidden.id))
    expect([held?.title, held?.version]).toEqual(['Only of the owner', 1])
  })

  test('AUT-13 a member sees records, and no way to change them', async () => {
    const { id } = await stage.createRecord()
    const { member } = stage.browsers
    const page = await member.open(`records/${id}`)
    expect(page.text).not.toMatch(/edit-record|archive-record/)
    expect((await member.open('records?object=deals')).text).not.toContain('new-record')
    expect((await member.post('archive-record', { record: id })).status).toBe(403)
    expect((await stage.store.read((tx) => getRecord(tx, stage.acme.id, id)))?.archived).toBe(false)
  })

  test('LCH-04 without the Pro plan enriched fields are in no table, filter or form', async () => {
    await stage.createRecord({ [stage.named('secret')]: 'Enriched words' })
    const { owner } = stage.browsers
    expect((await owner.open('records?object=deals')).text).toContain('Enriched words')
    await stage.store.write((tx) => updateWorkspace(tx, stage.acme.id, { plan: 'free' }))
    try {
      for (const path of [
        'records?object=deals',
        'records?object=deals&f-secret=Enriched',
        'new-record?object=deals',
      ]) {
        const { text } = await owner.open(path)
        expect(text).not.toMatch(/Enriched words|>\s*Enriched\b/)
      }
    } finally {
      await stage.store.write((tx) => updateWorkspace(tx, stage.acme.id, { plan: 'pro' }))
    }
  })

  test('ERR-02 a script in a title, a name and a filter is text', async () => {
    const title = '<script>alert(1)</script>"onload="x'
    const task = await stage.createTask(stage.browsers.owner, { title })
    const record = await stage.createRecord({ [stage.named('name')]: title })
    const filter = encodeURIComponent('"><script>alert(2)</script>')
    for (const path of [
      '',
      'my-tasks',
      `tasks/${task.id}`,
      `edit-task?id=${task.id}`,
      `edit-record?id=${record.id}`,
      'records?object=deals',
      `records?object=deals&q=${filter}&f-amount.from=${filter}&sort=${filter}&cursor=${filter}`,
      `tasks?person=${filter}&section=${filter}&status=${filter}&cursor=${filter}`,
    ]) {
      const page = await stage.browsers.owner.open(path)
      expect([path, page.status]).toEqual([path, 200])
      expect(page.text).not.toContain('<script')
    }
  })

  test('HOM-01 times are in the zone of the reader: a day ends there', async () => {
    const { owner } = stage.browsers
    await stage.store.write((tx) => setPersonZone(tx, stage.owner.personId, 'Asia/Tokyo'))
    const task = await stage.createTask(owner, { title: 'In Tokyo', due: '2027-01-31' })
    expect(task.dueDate).toBe(Date.parse('2027-01-31T14:59:59.999Z'))
    expect((await owner.open('my-tasks')).text).toMatch(/Sun,? 31 Jan 2027</)
    const timed = await stage.createTask(owner, { title: 'At five', due: '2027-01-31', dueTime: '17:00' })
    expect(timed.dueDate).toBe(Date.parse('2027-01-31T08:00:00Z'))
    await stage.store.write((tx) => setPersonZone(tx, stage.owner.personId, null))
    expect((await owner.open(`edit-task?id=${timed.id}`)).text).toMatch(/value="08:00"/)
  })
})
