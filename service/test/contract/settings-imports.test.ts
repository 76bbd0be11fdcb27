// The settings page of imports, as a browser without a script uses it (IMP-02).
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Arrival } from '../../oauth/oauth-testing.ts'
import {
  faultsOf,
  newFormId,
  signInAs,
  startSettings,
  type Visitor,
} from '../../settings/settings-testing.ts'
import { updateImport, importsOfPerson } from '../../imports/imports.store.ts'

let stage: Awaited<ReturnType<typeof startSettings>>
beforeAll(async () => {
  stage = await startSettings()
  await stage.service.createObject(stage.acme, 'people', [
    { slug: 'name', kind: 'text', required: true, primary: true },
    { slug: 'email', kind: 'email' },
    { slug: 'town', kind: 'text' },
  ])
})
afterAll(() => stage.service.close())

const wordsOf = ({ text }: Arrival) => text.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ')

const upload = (visitor: Visitor, text: string, name = 'people.csv', slug = 'acme', form = newFormId()) => {
  const body = new FormData()
  for (const [field, value] of [
    ['token', visitor.token],
    ['form', form],
    ['zone', 'Europe/Berlin'],
    ['text', ''],
  ] as const)
    body.set(field, value)
  body.set('file', new Blob([text]), name)
  return visitor.jar.follow(`/settings/${slug}/import-file`, { method: 'POST', body })
}

const idIn = ({ text }: Arrival): string => /name="id" value="(imp_\w+)"/.exec(text)?.[1] ?? ''

async function ended(visitor: Visitor, id: string): Promise<Arrival> {
  let page = await visitor.open(`import?id=${id}`)
  await expect
    .poll(async () => (page = await visitor.open(`import?id=${id}`)).text.includes('http-equiv="refresh"'), {
      timeout: 20_000,
    })
    .toBe(false)
  return page
}

test('IMP-02 a file is chosen, mapped by lists, imported, and undone, without a script', async () => {
  const { owner } = stage
  const looked = await upload(owner, 'Name,Email,Home\nAda Vale,ada@vale.test,Porto\nBo,nowhere,Rome\n,,x\n')
  expect(looked.status).toBe(200)
  const id = idIn(looked)
  expect(looked.text).toContain('<h1>people.csv</h1>')
  expect(wordsOf(looked)).toContain('3 rows; 1 of them would be left out.')
  // The fault stands in its cell.
  expect(wordsOf(looked)).toMatch(/Bo nowhere: [^:]*email/)
  expect(looked.text).not.toContain('<script')

  const lists = {
    id,
    object: 'people',
    key: 'email',
    'column-0': 'name',
    'column-1': 'email',
    'column-2': 'town',
  }
  const mapped = await owner.post('import-choices', lists)
  expect(wordsOf(mapped)).toContain('The file was looked at again.')
  expect(wordsOf(mapped)).toContain('Ada Vale ada@vale.test Porto')
  await owner.post('import-start', { id })
  const done = wordsOf(await ended(owner, id))
  expect(done).toContain('New 2 Changed 0 The same already 0 Left out 1')
  const file = await owner.open(`left-out-rows?id=${id}`)
  expect(file.headers.get('content-disposition')).toBe('attachment; filename="left-out.csv"')
  expect(file.text).toMatch(/Line,Reason,Name,Email,Home\r\n4,.*,,,x\r\n$/)

  await owner.post('import-undo', { id, sure: 'yes' })
  expect(wordsOf(await ended(owner, id))).toContain('Taken back 2')
  expect(wordsOf(await owner.open('import'))).toContain('people.csv')
})

test('IMP-03 a column of a program with its own places is shown there, is left out, and goes back', async () => {
  const { owner } = stage
  const head = 'TYPE,CONTENT,PRIORITY,INDENT,DATE,DATE_LANG'
  const looked = await upload(owner, `${head}\ntask,Paint,1,1,2027-03-04,en\n`, 'fence.csv')
  const id = idIn(looked)
  const isDue = /<option value="due"\s+selected>Due</
  expect(looked.text).toMatch(isDue)
  const kept = { 'column-0': '-', 'column-1': 'title', 'column-2': 'priority', 'column-3': 'parent' }
  const choose = (due: string) =>
    owner.post('import-choices', { id, object: 'tasks', ...kept, 'column-4': due, 'column-5': '-' })
  expect((await choose('-')).text).not.toMatch(isDue)
  expect((await choose('due')).text).toMatch(isDue)
})

test('IMP-02 the page is read again by itself while an import runs', async () => {
  const { admin, acme, store, service } = stage
  const id = idIn(await upload(admin, 'Name\nWaiting\n', 'waiting.csv'))
  const held = { leasedBy: 'another', leasedUntil: service.now() + 60_000 }
  await store.write(
    (tx) => updateImport(tx, { workspaceId: acme.id, id }, { state: 'running', startedAt: 1, ...held }),
    acme.id,
  )
  const running = await admin.open(`import?id=${id}`)
  expect(running.text).toContain('<meta http-equiv="refresh" content="3" />')
  const cancelled = await admin.post('import-cancel', { id })
  expect([cancelled.text.includes('http-equiv'), wordsOf(cancelled).includes('Cancelled')]).toEqual([
    false,
    true,
  ])
})

test('IMP-02 members import tasks here, and see no imports of others', async () => {
  const { member, owner } = stage
  const ofOwner = idIn(await upload(owner, 'Name\nOf the owner\n'))
  expect((await member.open(`import?id=${ofOwner}`)).status).toBe(404)
  expect((await member.open(`left-out-rows?id=${ofOwner}`)).status).toBe(404)
  const records = idIn(await upload(member, 'Name\nBy a member\n'))
  const refused = await member.post('import-start', { id: records })
  expect([refused.status, wordsOf(refused).includes('Members import tasks.')]).toEqual([403, true])
  const tasks = idIn(await upload(member, 'Task,Priority\nBy a member,high\n', 'tasks.csv'))
  await member.post('import-start', { id: tasks })
  expect(wordsOf(await ended(member, tasks))).toContain('New 1')
})

test('AUT-12 IMP-02 a file whose form is sent again is kept once', async () => {
  const visitor = await signInAs(stage.service, await stage.service.addMember(stage.acme, { role: 'member' }))
  const form = newFormId()
  const send = async () => idIn(await upload(visitor, 'Task,Priority\nOne,high\n', 'twice.csv', 'acme', form))
  const first = await send()
  expect(first).not.toBe('')
  expect(await send()).toBe(first)
  const kept = await stage.store.read((tx) => importsOfPerson(tx, stage.acme.id, visitor.personId, 0))
  expect(kept.map(({ id }) => id)).toEqual([first])
})

test('IMP-02 a file that cannot be read is refused where it was chosen', async () => {
  const visitor = await signInAs(stage.service, await stage.service.addMember(stage.acme, { role: 'admin' }))
  const answer = await upload(visitor, 'Name,Email\n"Cut,x\n')
  expect([answer.status, wordsOf(answer).includes('quotation mark')]).toEqual([400, true])
  const empty = await visitor.post('import-file', { zone: 'UTC', text: '' })
  expect(faultsOf(empty)).toEqual(['Choose a file.'])
  const zoneless = await visitor.post('import-file', { zone: 'Mars', text: 'Task\nOne\n' })
  expect(faultsOf(zoneless)).toEqual(['Use a time zone like Europe/Berlin.'])
})
