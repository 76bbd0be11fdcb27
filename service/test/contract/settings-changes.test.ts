// The trail of changes in the settings (FED-02): for owners and admins, with filters and a file.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { calendarFile } from '../../settings/form-fields-testing.ts'
import { endMembership } from '../../access/members.store.ts'
import { setPersonZone } from '../../access/people.store.ts'
import { startSettings } from '../../settings/settings-testing.ts'
import { createClient, type Client } from './client.ts'

let clock = Date.UTC(2026, 0, 5, 9)
const day = 86_400_000
let stage: Awaited<ReturnType<typeof startSettings>>
let api: Client
let record: string
let task: string
let requestId: string
let meeting: string
beforeAll(async () => {
  stage = await startSettings({ now: () => clock })
  const { service, acme, owner, member } = stage
  await service.createObject(acme, 'companies')
  const { token } = await service.createKey(acme, owner)
  api = createClient(service.baseUrl, token)
  const created = await api.post('/v1/records', { object: 'companies', values: { name: '=1+1' } })
  record = created.body.data.id
  requestId = created.headers.get('x-request-id') ?? ''
  await api.post(`/v1/records/${record}/comments`, { content: 'Words' })
  clock += day
  const launcher = createClient(service.baseUrl, await service.signIn(acme, member))
  task = (await launcher.post('/v1/launcher/tasks', { title: 'Call <b>them</b>' })).body.data.id
  const body = { ics: String(calendarFile), visibility: 'private' }
  await launcher.post('/v1/launcher/calendars', body)
  const { body: page } = await launcher.get('/v1/launcher/changes?kinds=meeting')
  meeting = page.data[0]?.id
})
afterAll(() => stage.service.close())

const rowsOf = ({ text }: { text: string }) =>
  text.split('<tbody>')[1]?.split('</tbody>')[0]?.split('<tr>').slice(1) ?? []
const wordsOf = (row = '') =>
  row
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()

test.each(['owner', 'admin'] as const)(
  'FED-02 an %s sees who changed what, when and by which request',
  async (role) => {
    const rows = rowsOf(await stage[role].open('changes'))
    expect(rows.map(wordsOf)).toEqual([
      expect.stringMatching(
        /^6 Jan 2026, 09:00 Sign-in: member Created Task Call &lt;b&gt;them&lt;\/b&gt; [\w-]{36}$/,
      ),
      expect.stringMatching(/^5 Jan 2026, 09:00 Key: test Created Comment on =1\+1 [\w-]{36}$/),
      `5 Jan 2026, 09:00 Key: test Created Record =1+1 ${requestId}`,
    ])
    expect(rows[0]).toContain(`href="/w/acme/tasks/${task}"`)
    expect(rows[1]).toContain(`href="/w/acme/records/${record}"`)
  },
)

test.each(['changes', 'changes-file'])(
  'FED-02 AUT-12 a member has no page `%s`, and no link to it',
  async (path) => {
    const page = await stage.member.open(path)
    expect([page.status, page.text.includes(record)]).toEqual([403, false])
    expect((await stage.member.open('keys')).text).not.toContain('/settings/acme/changes')
  },
)

test('FED-02 CAL-06 a meeting of a private calendar is in the trail of nobody else', async () => {
  expect(meeting).toMatch(/^[\w-]+$/)
  for (const path of ['changes', 'changes-file', 'changes?kind=meeting'])
    expect((await stage.owner.open(path)).text).not.toContain(meeting)
})

test('FED-02 GEN-08 the trail of another workspace is not there', async () => {
  expect((await stage.stranger.open('changes', 'acme')).status).toBe(404)
  expect(rowsOf(await stage.stranger.open('changes'))).toEqual([])
})

describe('FED-02 filters', () => {
  test.each([
    ['kind=task', 1],
    ['kind=record&action=created', 1],
    ['action=archived', 0],
    ['by=key', 2],
    ['by=sign_in', 1],
    ['from=2026-01-06', 1],
    ['to=2026-01-05', 2],
    ['from=2026-01-05&to=2026-01-06', 3],
    ['from=yesterday&kind=none', 3],
  ])('FED-02 %s shows %i', async (query, count) => {
    const page = await stage.owner.open(`changes?${query}`)
    expect(rowsOf(page)).toHaveLength(count)
    expect((await stage.owner.open(`changes-file?${query}`)).text.trim().split('\r\n')).toHaveLength(
      count + 1,
    )
  })

  test('FED-02 a person shows what their keys and launchers did', async () => {
    const { member, owner } = stage
    expect(rowsOf(await owner.open(`changes?person=${member.personId}`))).toHaveLength(1)
    expect(rowsOf(await owner.open(`changes?person=${owner.personId}`))).toHaveLength(2)
  })

  test('FED-02 a person who was removed can be chosen still', async () => {
    const { service, acme, owner } = stage
    const gone = await service.addMember(acme, { role: 'member', email: 'gone@acme.test' })
    await service.store.write((tx) => endMembership(tx, acme.id, gone.personId, clock))
    expect((await owner.open('changes')).text).toMatch(
      new RegExp(`<option value="${gone.personId}"[^>]*>[^<]+ \\(removed\\)</option>`),
    )
  })

  test('FED-02 days begin and end in the time zone of the reader', async () => {
    const { service, admin } = stage
    await service.store.write((tx) => setPersonZone(tx, admin.personId, 'Pacific/Honolulu'))
    const page = await admin.open('changes?to=2026-01-04')
    expect(rowsOf(page)).toHaveLength(2)
    expect(page.text).not.toContain('(UTC)')
    await service.store.write((tx) => setPersonZone(tx, admin.personId, null))
  })
})

test('FED-02 the file has a line for each change, and names of items that a spreadsheet would run are not in it', async () => {
  const { text, status } = await stage.owner.open('changes-file')
  expect(status).toBe(200)
  const [head, first] = text.replace('\uFEFF', '').split('\r\n')
  expect(head).toBe('Time,Who,Name,Id of who,Action,Kind,Id,Page,Request')
  expect(first).toContain(
    `2026-01-06T09:00:00.000Z,Sign-in,member,${stage.member.personId},Created,Task,${task},`,
  )
  expect(text).not.toMatch(/(^|,)[=@]/m)
})

test('FED-02 older changes are on further pages, each once', async () => {
  const { owner } = stage
  const operations = Array.from({ length: 100 }, () => ({
    op: 'create',
    object: 'companies',
    values: { name: 'Many' },
  }))
  await api.post('/v1/records/batch', { operations })
  const seen: string[] = []
  for (let path: string | undefined = 'changes?kind=record'; path !== undefined;) {
    const page = await owner.open(path)
    seen.push(...rowsOf(page).flatMap((row) => /\/records\/([\w-]+)/.exec(row)?.[1] ?? []))
    path = /<a href="\/settings\/acme\/([^"]+)" rel="next">/.exec(page.text)?.[1]?.replaceAll('&amp;', '&')
  }
  expect([seen.length, new Set(seen).size]).toEqual([101, 101])
})
