import { beforeEach, describe, expect, test } from 'vitest'
import { searchResponse } from '../../../shared/api/launcher/search.ts'
import { launcherScopes } from '../../../shared/api/primitives.ts'
import { createClient, idsOf, titlesOf } from './client.ts'
import { morning, refusal, stageTeam, type Colleague } from './team.ts'

const team = stageTeam()
beforeEach(() => {
  team.clock.at += 1_000
})

const search = (query: string, more = '', who: Colleague = team.owner) =>
  who.launcher.get(`/v1/launcher/search?q=${encodeURIComponent(query)}${more}`)
const titles = async (query: string, more = '', who: Colleague = team.owner): Promise<string[]> =>
  titlesOf((await search(query, more, who)).body.data)
const addCompany = (name: string) => team.addRecord('companies', { name })

describe('answer', () => {
  test('LCH-06 holds a task, record or meeting object according to kind', async () => {
    const assignees = [team.ada.personId]
    const task = await team.addTask({ title: 'Zephyr task', priority: 'high', dueDate: morning, assignees })
    const record = await addCompany('Zephyr record')
    const meeting = await team.addMeeting({ title: 'Zephyr meeting', attendeeIds: [team.ada.personId] })
    const { status, body } = await search(' Zephyr ')
    expect(status).toBe(200)
    expect(searchResponse.parse(body)).toEqual(body)
    expect(body.query).toBe('Zephyr')
    const shared = (kind: string, id: string) => ({
      kind,
      id,
      title: `Zephyr ${kind}`,
      avatarUrl: null,
      webUrl: `${team.service.baseUrl}/w/acme/${kind}s/${id}`,
    })
    const of = (kind: string) => body.data.find((result: { kind: string }) => result.kind === kind)
    const taskStatus = { slug: 'todo', name: 'To do', color: expect.any(String), isComplete: false }
    expect(of('task')).toEqual({
      ...shared('task', task),
      subtitle: 'Task',
      badge: 'To do',
      task: { status: taskStatus, priority: 'high', dueDate: '2026-01-05T09:00:00.000Z', assignees },
    })
    const object = { objectTypeSlug: 'companies', objectTypeName: 'companies', icon: null, color: null }
    expect(of('record')).toEqual({
      ...shared('record', record),
      subtitle: 'companies',
      badge: 'companies',
      record: { ...object, meta: [] },
    })
    expect(of('meeting')).toEqual({
      ...shared('meeting', meeting),
      subtitle: 'Room 1',
      badge: 'Meeting',
      meeting: {
        startAt: expect.any(String),
        endAt: expect.any(String),
        allDay: false,
        location: 'Room 1',
        joinUrl: 'https://meet.test/1',
        attendeeCount: 1,
      },
    })
  })

  test('LCH-06 AUT-06 all three read scopes are needed, whatever the types', async () => {
    const scopes = launcherScopes.filter((scope) => !scope.startsWith('meetings:'))
    const token = await team.service.signIn(team.workspace, team.owner, scopes)
    const answer = await createClient(team.service.baseUrl, token).get('/v1/launcher/search?q=abc&types=task')
    expect(refusal(answer)).toEqual([403, 'insufficient_scope'])
  })

  test.each([
    ['&types=task', ['task']],
    ['&types=record,meeting', ['meeting', 'record']],
    ['&types=task,unknown', ['task']],
    ['&types=unknown', []],
    ['&types=', []],
    ['&types=Task', []],
    ['', ['meeting', 'record', 'task']],
  ])('LCH-06 %s finds kinds %j', async (more, kinds) => {
    const { body } = await search('zephyr', more)
    const found = new Set(body.data.map((result: { kind: string }) => result.kind))
    expect(found).toEqual(new Set(kinds))
  })

  test.each([
    ['an empty text', 'q=', 400],
    ['one character', 'q=a', 400],
    ['one letter and its accent', 'q=e%CC%81', 400],
    ['200 letters with accents apart', `q=${'e%CC%81'.repeat(200)}`, 200],
    ['no text', '', 400],
    ['201 characters', `q=${'x'.repeat(201)}`, 400],
    ['200 characters', `q=${'x'.repeat(200)}`, 200],
    ['two characters', 'q=ab', 200],
    ['limit 0', 'q=ab&limit=0', 400],
    ['limit 51', 'q=ab&limit=51', 400],
    ['limit 50', 'q=ab&limit=50', 200],
    ['NUL characters', 'q=%00%00%00', 200],
    ['quotes and wildcards', 'q=%22%27%25_*', 200],
    ['half of a character', 'q=ab%ED%A0%80', 200],
  ])('LCH-06 %s is answered by its status', async (_what, query, status) => {
    const answer = await team.owner.launcher.get(`/v1/launcher/search?${query}`)
    expect(answer.status).toBe(status)
    if (status === 400) expect(refusal(answer)).toEqual([400, 'validation_error'])
  })

  test('LCH-06 LIM-02 gives 24 results unless told, and 50 at most', async () => {
    for (let index = 0; index < 60; index += 1) await team.addTask({ title: `Crowd ${index}` })
    expect(await titles('crowd')).toHaveLength(24)
    expect(await titles('crowd', '&limit=3')).toHaveLength(3)
    expect(await titles('crowd', '&limit=50')).toHaveLength(50)
  })
})

describe('spellings', () => {
  test.each([
    ['mue', 'Müller Partner'],
    ['muelle part', 'Müller Partner'],
    ['mueller partner', 'Müller Partner'],
    ['müllerei', 'Muellerei Nord'],
    ['Soerensen', 'Sørensen Skibe'],
    ['strasse', 'Lange Straße'],
    ['lange straße', 'Lange Strasse 5'],
    ['JP Morg', 'J.P. Morgan Chase'],
    ['us steel', 'U.S. Steel'],
    ['u.s. pipe', 'US Pipe'],
    ['wifi', 'Wi-Fi repeater'],
    ['wi-fi', 'WiFi router'],
    ['coop', 'Housing Co-op'],
    ['R & D', 'R & D outlay'],
    ['r&d outl', 'R & D outlay'],
    ['r & d', 'Salaries of R&D'],
    ['สมชาย', 'บริษัทสมชายการค้าจำกัด'],
    ['ลาว', 'ธนาคารลาว'],
    ['محمد علي', 'محمد على'],
    ['كيان', 'شرکت کیان'],
    ['invoice 2041', 'Invoice ۲۰۴۱'],
    ['blue', 'Blue queue'],
    ['queu', 'Blue queue'],
    ['michael', 'Michael Bay'],
    ["o'neill", 'Shaun O’Neill'],
  ])('LCH-07 %s finds %s', async (query, name) => {
    await addCompany(name)
    expect(await titles(query)).toContain(name)
  })

  test('LCH-04 a record is browsed by its other spelling', async () => {
    const id = await addCompany('Wächter & Ko-Op')
    const browse = async (query: string) =>
      idsOf((await team.owner.launcher.get(`/v1/launcher/objects/companies/records?q=${query}`)).body.data)
    expect([await browse('waechter'), await browse('koop')]).toEqual([[id], [id]])
  })
})

describe('ranking', () => {
  test('LCH-07 whole words before beginnings, and the phrase before scattered words, in every class', async () => {
    for (const name of ['Tern Isle', 'Ternary', 'Call Tern', 'Call Ternary']) {
      await addCompany(name)
      team.clock.at += 1_000
    }
    expect(await titles('tern')).toEqual(['Tern Isle', 'Ternary', 'Call Tern', 'Call Ternary'])
    for (const name of ['My skiff review for the board', 'Skiff in annual review', 'A review of the skiff']) {
      await addCompany(name)
      team.clock.at += 1_000
    }
    expect((await titles('skiff review'))[0]).toBe('My skiff review for the board')
  })

  test('LCH-07 exact, then prefix, then word prefix, then other matches, then typos', async () => {
    for (const name of ['Marlin', 'Blue marlin', 'Marlin Works', 'Amarlin', 'Marlim']) await addCompany(name)
    expect(await titles('marlin')).toEqual(['Marlin', 'Marlin Works', 'Blue marlin', 'Amarlin', 'Marlim'])
  })

  test('LCH-07 the more recently changed of two equal matches comes first', async () => {
    const older = await addCompany('Quorum one')
    team.clock.at += 1_000
    await addCompany('Quorum two')
    expect(await titles('quorum')).toEqual(['Quorum two', 'Quorum one'])
    team.clock.at += 1_000
    await team.owner.api.patch(`/v1/records/${older}`, { values: { name: 'Quorum 1' } })
    expect(await titles('quorum')).toEqual(['Quorum 1', 'Quorum two'])
  })

  test.each([
    ['CRÈME brûlée', 'Crème Brûlée GmbH'],
    ['gmbh creme', 'Crème Brûlée GmbH'],
    ['obri', "Mary O'Brien"],
    ['会議', '東京会議'],
    ['hyphen', 'Pre-hyphenated'],
    ['42nd', 'The 42nd'],
  ])('LCH-07 %s finds %s', async (query, name) => {
    await addCompany(name)
    expect(await titles(query)).toContain(name)
  })

  test.each([
    ['Typotarget', 'typotarjet', true],
    ['Typotarget', 'tpyotarget', true],
    ['Typotarget', 'xypoterget', true],
    ['Typotarget plan', 'typotarjet plan', true],
    ['Lynx', 'lyn', true],
    ['Oryx', 'orx', false],
    ['Invoice 2025', 'invoice 2026', false],
  ])('LCH-07 %s is found by %s: %s', async (name, query, isFound) => {
    await addCompany(name)
    expect((await titles(query)).includes(name)).toBe(isFound)
  })
})

describe('freshness', () => {
  test('LCH-07 a task is found under its new title when the answer has come, and under the old one no more', async () => {
    const { id } = (await team.owner.launcher.post('/v1/launcher/tasks', { title: 'Firstname xq' })).body.data
    expect(await titles('firstname')).toEqual(['Firstname xq'])
    await team.owner.launcher.patch(`/v1/launcher/tasks/${id}`, { title: 'Secondname xq' })
    expect(await titles('secondname')).toEqual(['Secondname xq'])
    expect(await titles('firstname')).toEqual([])
    await team.owner.api.delete(`/v1/tasks/${id}`)
    expect(await titles('secondname')).toEqual([])
  })

  test('LCH-07 a record follows create, rename, archive and restore', async () => {
    const id = await addCompany('Chameleon')
    expect(await titles('chameleon')).toEqual(['Chameleon'])
    await team.owner.api.patch(`/v1/records/${id}`, { values: { name: 'Iguana' } })
    expect([await titles('chameleon'), await titles('iguana')]).toEqual([[], ['Iguana']])
    await team.owner.api.delete(`/v1/records/${id}`)
    expect(await titles('iguana')).toEqual([])
    await team.owner.api.put(`/v1/records/${id}`, { object: 'companies', values: { name: 'Numbat' } })
    expect(await titles('numbat')).toEqual([])
    await team.owner.api.post(`/v1/records/${id}/restore`)
    expect([await titles('iguana'), await titles('numbat')]).toEqual([[], ['Numbat']])
  })
})

describe('who finds what', () => {
  test('LCH-10 AUT-09 members find tasks that they created or are assigned to, and lose them with the assignment', async () => {
    const assigned = await team.addTask({ title: 'Gazelle assigned', assignees: [team.ada.personId] })
    await team.addTask({ title: 'Gazelle created', createdBy: team.ada.personId })
    await team.addTask({ title: 'Gazelle of others' })
    const seen = (await titles('gazelle', '', team.ada)).toSorted()
    expect(seen).toEqual(['Gazelle assigned', 'Gazelle created'])
    expect(await titles('gazelle', '', team.admin)).toHaveLength(3)
    expect(await titles('gazelle', '', team.bob)).toEqual([])
    await team.owner.launcher.patch(`/v1/launcher/tasks/${assigned}`, { assignees: [team.bob.personId] })
    expect(await titles('gazelle', '', team.ada)).toEqual(['Gazelle created'])
    expect(await titles('gazelle', '', team.bob)).toEqual(['Gazelle assigned'])
  })

  test('LCH-10 a member’s own task is found among hundreds of newer ones of others', async () => {
    await team.addTask({ title: 'Buffalo mine', assignees: [team.ada.personId] })
    team.clock.at += 1_000
    for (let index = 0; index < 300; index += 1) await team.addTask({ title: `Buffalo ${index}` })
    for (const query of ['bu', 'buf', 'buffalo', 'buffalo mi', 'bufalo'])
      expect(await titles(query, '', team.ada)).toEqual(['Buffalo mine'])
  })

  test('LCH-10 a private meeting is found by those who attend, whatever the others’ role', async () => {
    await team.addMeeting({ title: 'Narwhal secret', isPrivate: true, attendeeIds: [team.ada.personId] })
    await team.addMeeting({ title: 'Narwhal open' })
    expect((await titles('narwhal', '', team.ada)).toSorted()).toEqual(['Narwhal open', 'Narwhal secret'])
    for (const who of [team.owner, team.admin, team.bob])
      for (const query of ['narwhal', 'secret', 'narwhal secret', 'narwhl secrt'])
        expect(await titles(query, '', who)).not.toContain('Narwhal secret')
  })

  test('LCH-06 GEN-08 nothing of another workspace is found', async () => {
    await team.addTask({ title: 'Ocelot task' }, team.otherWorkspace)
    await team.addRecord('companies', { name: 'Ocelot record' }, team.stranger)
    await team.addMeeting({ title: 'Ocelot meeting' }, team.otherWorkspace)
    for (const query of ['ocelot', 'ocelto']) expect(await titles(query)).toEqual([])
    expect(await titles('ocelot', '', team.stranger)).toHaveLength(3)
  })
})
