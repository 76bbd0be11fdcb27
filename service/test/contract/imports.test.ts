// Imports of a person over HTTP: a file is looked at, imported, cancelled and taken back (IMP-01 to IMP-04).
import { describe, expect, test } from 'vitest'
import { importResponse, importsResponse, type Import } from '../../../shared/api/launcher/imports.ts'
import { createClient, type Client } from './client.ts'
import { refusal, stageTeam } from './team.ts'
import { putMembership } from '../../access/members.store.ts'
import { updateImport } from '../../imports/imports.store.ts'

const team = stageTeam()
const path = '/v1/launcher/imports'
const minute = 60_000
const week = 7 * 86_400_000

const csv = (...lines: string[]) => `${lines.join('\n')}\n`
const companiesFile = (...names: string[]) => csv('Company name,Size', ...names.map((name) => `${name},5`))
const tasksFile = csv(
  'ID,Team,Title,Status,Priority,Assignee,Due Date,Parent issue,Cycle Number',
  'A-1,T,Below,Todo,High,,2027-03-05,A-2,',
  'A-2,T,Above,Todo,,,,,',
)

/** Signs in anew, because tests move the clock. */
const as = async (who = team.owner, scopes?: Parameters<typeof team.service.signIn>[2]): Promise<Client> => {
  const place = who === team.stranger ? team.otherWorkspace : team.workspace
  return createClient(team.service.baseUrl, await team.service.signIn(place, who, scopes))
}

const send = (client: Client, text: string, name = 'a.csv') =>
  client.raw('POST', `${path}?name=${encodeURIComponent(name)}`, text, 'application/octet-stream')

async function bring(client: Client, text: string, name?: string): Promise<Import> {
  const { status, body } = await send(client, text, name)
  expect([status, body]).toEqual([201, { data: expect.anything() }])
  expect(importResponse.parse(body)).toEqual(body)
  return body.data
}

const ended = (client: Client, id: string, states = ['done', 'failed', 'cancelled', 'undone']) =>
  expect
    .poll(async () => (await client.get(`${path}/${id}`)).body.data, { timeout: 20_000, interval: 50 })
    .toSatisfy((one: Import) => states.includes(one.state))
    .then(async (): Promise<Import> => (await client.get(`${path}/${id}`)).body.data)

async function run(client: Client, text: string, choices?: object): Promise<Import> {
  const { id } = await bring(client, text)
  if (choices) expect((await client.patch(`${path}/${id}`, choices)).status).toBe(200)
  expect((await client.post(`${path}/${id}/start`)).status).toBe(202)
  return ended(client, id)
}

async function undone(client: Client, id: string): Promise<Import> {
  expect((await client.post(`${path}/${id}/undo`)).status).toBe(202)
  return ended(client, id, ['undone', 'failed'])
}

const companies = async (named: string): Promise<{ id: string; values: Record<string, unknown> }[]> => {
  const filter = { name: { $starts_with: named } }
  const { body } = await team.api.post('/v1/records/query', { object: 'companies', filter })
  return body.data
}

const leftOut = async (client: Client, id: string): Promise<string> => {
  const answer = await client.get(`${path}/${id}/left-out`)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8'])
  return answer.body
}

describe('a file that comes', () => {
  test('IMP-01 is looked at, and nothing is written before a person says so', async () => {
    const client = await as()
    const looked = await bring(client, companiesFile('Looked at'), 'companies.csv')
    expect(looked).toMatchObject({
      name: 'companies.csv',
      state: 'looked',
      problem: null,
      look: { format: 'csv', object: 'companies', rows: 1, leftOut: 0, key: null },
      progress: { rows: 0, total: 1, rowsPerSecond: null, secondsLeft: null },
      result: null,
      undo: null,
    })
    expect(await companies('Looked')).toEqual([])
    const listed = await client.get(path)
    expect(importsResponse.parse(listed.body).data[0]).toEqual(looked)
    expect((await client.delete(`${path}/${looked.id}`)).status).toBe(200)
    expect(refusal(await client.get(`${path}/${looked.id}`))).toEqual([404, 'not_found'])
  })

  test('IMP-01 of another person or workspace is not there, for whatever is asked', async () => {
    const { id } = await bring(await as(), companiesFile('Of the owner'))
    for (const client of [await as(team.admin), await as(team.stranger)]) {
      expect((await client.get(path)).body.data.map((one: Import) => one.id)).not.toContain(id)
      for (const asked of [
        client.get(`${path}/${id}`),
        client.patch(`${path}/${id}`, {}),
        client.delete(`${path}/${id}`),
        client.get(`${path}/${id}/left-out`),
        ...['start', 'cancel', 'undo'].map((verb) => client.post(`${path}/${id}/${verb}`)),
      ])
        expect(refusal(await asked)).toEqual([404, 'not_found'])
    }
  })

  test('IMP-01 that cannot be read is refused in a sentence, and nothing is kept', async () => {
    const client = await as(team.admin)
    const before = (await client.get(path)).body.data
    const cut = await send(client, 'Company name,Size\n"Cut,5\n')
    expect([...refusal(cut), cut.body.error.message]).toEqual([
      400,
      'invalid_file',
      expect.stringMatching(/^Line 2.*quotation mark/),
    ])
    expect(cut.body.error.reason).toEqual({
      code: 'open_quote_in',
      params: { line: 2, column: 'Company name' },
    })
    const { id } = await bring(await as(), 'Company name,Size\n')
    const nothing = await (await as()).post(`${path}/${id}/start`)
    expect([...refusal(nothing), nothing.body.error.reason]).toEqual([
      400,
      'invalid_value',
      { code: 'no_rows' },
    ])
    await (await as()).delete(`${path}/${id}`)
    expect(refusal(await send(client, ''))).toEqual([400, 'invalid_file'])
    expect(refusal(await client.raw('POST', `${path}?name=a.csv`, '{}'))).toEqual([
      415,
      'unsupported_media_type',
    ])
    expect(refusal(await client.raw('POST', path, 'a', 'application/octet-stream'))).toEqual([
      400,
      'validation_error',
    ])
    const tooLarge = await send(client, `Company name\n${'x'.repeat(64 * 1024 * 1024)}`)
    expect(refusal(tooLarge)).toEqual([413, 'payload_too_large'])
    expect((await client.get(path)).body.data).toEqual(before)
  })

  test('IMP-03 what it becomes is decided until it is started, and the look follows', async () => {
    const client = await as()
    const { id } = await bring(client, csv('Company name,Size', 'Decided,5'))
    const keyed = await client.patch(`${path}/${id}`, { key: 'name' })
    expect(keyed.body.data).toMatchObject({ choices: { key: 'name' }, look: { key: 'name' } })
    const unknown = await client.patch(`${path}/${id}`, { key: 'ghost' })
    expect(refusal(unknown)).toEqual([400, 'invalid_value'])
    expect((await client.get(`${path}/${id}`)).body.data.choices).toEqual({ key: 'name' })
    await client.post(`${path}/${id}/start`)
    await ended(client, id)
    expect(refusal(await client.patch(`${path}/${id}`, { key: null }))).toEqual([400, 'invalid_value'])
    expect(refusal(await client.delete(`${path}/${id}`))).toEqual([400, 'invalid_value'])
    // An import is started once.
    expect(refusal(await client.post(`${path}/${id}/start`))).toEqual([400, 'invalid_value'])
  })
})

describe('an import', () => {
  test('IMP-01 IMP-04 writes its rows, and lists those that were left out in a file that no spreadsheet runs', async () => {
    const client = await as()
    const text = csv('Company name,Size', 'Written One,5', ',=1+2', 'Written Two,many')
    const done = await run(client, text)
    expect(done).toMatchObject({
      state: 'done',
      problem: null,
      look: null,
      progress: { rows: 2, total: 2 },
      result: { created: 2, updated: 0, unchanged: 0, leftOut: 1, alsoCreated: {} },
      undo: { undone: 0, spared: 0 },
    })
    expect(done.result?.faults.map(({ line, code }) => [line, code])).toEqual([
      [3, 'no_company'],
      [4, 'not_number'],
    ])
    expect((await companies('Written')).length).toBe(2)
    const [header, row, ...rest] = (await leftOut(client, done.id)).split('\r\n')
    expect([header, rest]).toEqual(['Line,Reason,Company name,Size', ['']])
    expect(row).toMatch(/^3,.*,,'=1\+2$/)
    const inGerman = await client.with({ 'accept-language': 'de-AT' }).get(`${path}/${done.id}/left-out`)
    expect(inGerman.body).toBe(
      "Zeile,Grund,Company name,Size\r\n3,Company name: ein Unternehmen braucht einen Namen,,'=1+2\r\n",
    )
    expect((await client.get('/v1/launcher/search?q=written')).body.data).toHaveLength(2)
  })

  test('IMP-03 of tasks is for every member, and of records for those whose role and token may write them', async () => {
    const member = await as(team.ada)
    const tasks = await run(member, tasksFile)
    expect(tasks).toMatchObject({ state: 'done', result: { created: 2, leftOut: 0 } })
    const { id } = await bring(member, companiesFile('Not for members'))
    expect(refusal(await member.post(`${path}/${id}/start`))).toEqual([403, 'forbidden'])
    const narrow = await as(team.owner, ['tasks:write'])
    const other = await bring(narrow, companiesFile('Not for this token'))
    expect(refusal(await narrow.post(`${path}/${other.id}/start`))).toEqual([403, 'insufficient_scope'])
    expect(await companies('Not for')).toEqual([])
  })

  test('IMP-04 waits for another of its workspace, and both write all', async () => {
    const names = (word: string) => Array.from({ length: 150 }, (_, index) => `${word} ${index}`)
    const [one, two] = [await as(), await as(team.admin)]
    const first = await bring(one, companiesFile(...names('First')))
    const second = await bring(two, companiesFile(...names('Second')))
    await Promise.all([one.post(`${path}/${first.id}/start`), two.post(`${path}/${second.id}/start`)])
    expect((await ended(one, first.id)).result?.created).toBe(150)
    expect((await ended(two, second.id)).result?.created).toBe(150)
  })

  test('IMP-04 that cannot go on fails with a sentence, and is gone on with when the reason has gone', async () => {
    const person = await team.service.addMember(team.workspace, { role: 'admin' })
    const client = createClient(team.service.baseUrl, await team.service.signIn(team.workspace, person))
    const { id } = await bring(client, companiesFile('Failed and gone on'))
    const role = (to: 'admin' | 'member') =>
      team.service.store.write(
        (tx) => putMembership(tx, team.workspace.id, person.personId, to, team.clock.at),
        team.workspace.id,
      )
    await team.service.store.write(async (tx) => {
      await updateImport(tx, { workspaceId: team.workspace.id, id }, { state: 'running', startedAt: 1 })
      await putMembership(tx, team.workspace.id, person.personId, 'member', team.clock.at)
    }, team.workspace.id)
    // Whatever wakes the runner.
    const failed = await run(await as(), companiesFile('Beside a failure')).then(() => ended(client, id))
    expect(failed).toMatchObject({
      state: 'failed',
      problem: 'Members import tasks. Only owners and admins import records.',
      problemReason: { code: 'records_of_owners' },
      result: { created: 0 },
    })
    expect(await companies('Failed')).toEqual([])
    const told = await client.get('/v1/launcher/notifications')
    expect(told.body.data).toMatchObject([
      { kind: 'import_done', title: 'The import of “a.csv” failed', body: failed.problem, change: 'failed' },
    ])
    await role('admin')
    expect((await client.post(`${path}/${id}/start`)).status).toBe(202)
    expect(await ended(client, id)).toMatchObject({ state: 'done', result: { created: 1 }, problem: null })
  })

  test('IMP-04 that was cancelled keeps what it wrote until it is taken back, and cannot be started', async () => {
    const client = await as()
    const { id } = await bring(client, companiesFile('Cancelled'))
    expect(refusal(await client.post(`${path}/${id}/cancel`))).toEqual([400, 'invalid_value'])
    await team.service.store.write(
      (tx) =>
        updateImport(
          tx,
          { workspaceId: team.workspace.id, id },
          { state: 'running', startedAt: 1, leasedBy: 'another', leasedUntil: team.clock.at + 60_000 },
        ),
      team.workspace.id,
    )
    expect(refusal(await client.post(`${path}/${id}/undo`))).toEqual([400, 'invalid_value'])
    const cancelled = await client.post(`${path}/${id}/cancel`)
    expect([cancelled.status, cancelled.body.data.state]).toEqual([200, 'cancelled'])
    expect(refusal(await client.post(`${path}/${id}/start`))).toEqual([400, 'invalid_value'])
    expect(await companies('Cancelled')).toEqual([])
  })
})

describe('taking an import back', () => {
  test('IMP-04 archives what it made, and spares what people have changed since', async () => {
    const client = await as()
    const done = await run(client, companiesFile('Undo One', 'Undo Two', 'Undo Three'))
    const changed = (await companies('Undo Two'))[0]?.id ?? ''
    await team.api.patch(`/v1/records/${changed}`, { values: { size: 9 } })
    expect((await undone(client, done.id)).undo).toMatchObject({ undone: 2, spared: 1 })
    expect((await companies('Undo')).map(({ id }) => id)).toEqual([changed])
    // Twice takes nothing more.
    expect((await undone(client, done.id)).undo).toMatchObject({ undone: 2, spared: 1 })
    expect((await client.get('/v1/launcher/search?q=undo one')).body.data).toEqual([])
  })

  test('IMP-04 spares what a person has made something refer to since', async () => {
    const client = await as()
    const done = await run(client, companiesFile('Named later', 'Named nowhere'))
    const named = (await companies('Named later'))[0]?.id ?? ''
    const other = await team.addRecord('companies', { name: 'Subsidiary', parent: named })
    expect((await undone(client, done.id)).undo).toMatchObject({ undone: 1, spared: 1 })
    expect((await companies('Named')).map(({ id }) => id)).toEqual([named])
    const { values } = (await team.api.get(`/v1/records/${other}`)).body.data
    expect(Object.values(values)).toContain(named)
  })

  test('IMP-04 gives fields their previous values, but for those that people have changed since', async () => {
    const client = await as()
    const id = await team.addRecord('companies', { name: 'Fieldwise', size: 1, website: 'https://a.test' })
    const other = await team.addRecord('companies', { name: 'Fieldwise too', size: 2 })
    const text = csv(
      'Company name,Size,Website',
      'Fieldwise,10,https://b.test',
      'Fieldwise too,20,https://c.test',
    )
    const done = await run(client, text, { key: 'name' })
    expect(done.result).toMatchObject({ created: 0, updated: 2 })
    await team.api.patch(`/v1/records/${id}`, { values: { size: 99 } })
    expect((await undone(client, done.id)).undo).toMatchObject({ undone: 1, spared: 1 })
    const valuesOf = async (record: string) => {
      const { values } = (await team.api.get(`/v1/records/${record}`)).body.data
      return [values[team.companies.field('size').id], values[team.companies.field('website').id]]
    }
    expect(await valuesOf(id)).toEqual([99, 'https://a.test'])
    expect(await valuesOf(other)).toEqual([2, undefined])
  })

  test('IMP-04 archives records that it made and then changed, and tasks', async () => {
    const client = await as()
    const twice = await run(client, companiesFile('Made twice', 'Made twice'), { key: 'name' })
    expect(twice.result).toMatchObject({ created: 1 })
    expect((await undone(client, twice.id)).undo).toMatchObject({ undone: 1, spared: 0 })
    expect(await companies('Made twice')).toEqual([])
    const member = await as(team.bob)
    const tasks = await run(member, tasksFile)
    expect((await undone(member, tasks.id)).undo).toMatchObject({ undone: 2, spared: 0 })
    const { body } = await member.get('/v1/launcher/search?q=above&types=task')
    expect(body.data).toEqual([])
  })

  test('IMP-04 is possible for 7 days, and then it is forgotten', async () => {
    const done = await run(await as(), companiesFile('Too late'))
    // The clock of the thread goes on while that of the test stands.
    team.clock.at += week + minute
    const client = await as()
    expect(refusal(await client.post(`${path}/${done.id}/undo`))).toEqual([400, 'invalid_value'])
    expect((await client.get(path)).body.data).toEqual([])
    expect((await companies('Too late')).length).toBe(1)
  })
})
