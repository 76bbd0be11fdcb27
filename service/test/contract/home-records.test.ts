// Records in the browser, from their creation to their restoring, and tables that are kept as links.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { formOn, nextOf, rowsOf, startHome } from '../../home/home-testing.ts'
import { headingOf } from '../../oauth/oauth-testing.ts'
import { faultsOf } from '../../settings/settings-testing.ts'

let stage: Awaited<ReturnType<typeof startHome>>
let owner: Awaited<ReturnType<typeof startHome>>['browsers']['owner']
beforeAll(async () => {
  stage = await startHome()
  owner = stage.browsers.owner
})
afterAll(() => stage.service.close())

test('HOM-03 a record of every kind of field is created, changed, archived and restored', async () => {
  const { named } = stage
  const parent = await stage.createRecord({ [named('name')]: 'The parent' })
  const created = await stage.fill(owner, 'new-record?object=deals', 'create-record', {
    [named('name')]: 'Big deal',
    [named('amount')]: '1200.50',
    [named('stage')]: 'won',
    [`${named('tags')}.red`]: 'on',
    [named('closes')]: '2027-02-28',
    [named('meets')]: '2027-02-28T10:00',
    [named('owner')]: stage.member.personId,
    [named('parent')]: 'The parent',
    [`${named('place')}-city`]: 'Lyon',
    [named('won')]: 'on',
    [named('score')]: '4',
    [named('notes')]: 'Line 1\r\nLine 2',
    [named('mail')]: 'ada@acme.test',
  })
  expect([created.status, headingOf(created)]).toEqual([200, 'Big deal'])
  const made = await stage.newestRecord()
  expect(made.values).toEqual({
    name: 'Big deal',
    amount: 1200.5,
    stage: 'won',
    tags: ['red'],
    closes: '2027-02-28',
    meets: '2027-02-28T10:00:00.000Z',
    owner: stage.member.personId,
    parent: parent.id,
    place: { city: 'Lyon' },
    won: true,
    score: 4,
    notes: 'Line 1\nLine 2',
    mail: 'ada@acme.test',
    record_id: made.id,
  })
  await stage.fill(owner, `edit-record?id=${made.id}`, 'save-record')
  expect(await stage.newestRecord()).toEqual(made)
  await stage.fill(owner, `edit-record?id=${made.id}`, 'save-record', (shown) => {
    const { [`${named('tags')}.red`]: _red, [named('won')]: _won, ...rest } = shown
    return {
      ...rest,
      [named('amount')]: '',
      [`${named('place')}-city`]: '',
      [named('parent')]: '',
      [named('owner')]: '',
      [named('stage')]: 'lead',
    }
  })
  const { values } = await stage.newestRecord()
  expect(values).toEqual({
    name: 'Big deal',
    stage: 'lead',
    closes: '2027-02-28',
    meets: '2027-02-28T10:00:00.000Z',
    won: false,
    score: 4,
    notes: 'Line 1\nLine 2',
    mail: 'ada@acme.test',
    record_id: made.id,
  })
  const archived = await owner.post('archive-record', { record: made.id })
  expect(archived.text).toContain('Archived deals')
  expect(rowsOf(await owner.open('records?object=deals'))).not.toContain('Big deal')
  expect(rowsOf(await owner.open('records?object=deals&show=archived'))).toContain('Big deal')
  await owner.post('restore-record', { record: made.id })
  expect(rowsOf(await owner.open('records?object=deals'))).toContain('Big deal')
})

test('HOM-03 FLD-03 who prefers German types and reads numbers with a comma', async () => {
  const german = { headers: { 'accept-language': 'de' } }
  const { jar } = stage.owner
  const amount = stage.named('amount')
  const empty = await jar.follow('/w/acme/new-record?object=deals', german)
  const typed = { [stage.named('name')]: 'Komma', [amount]: '1.234,5' }
  const body = new URLSearchParams({ ...formOn(empty, 'create-record'), ...typed })
  await jar.follow('/w/acme/create-record', { method: 'POST', body, ...german })
  const made = await stage.newestRecord()
  expect(made.values['amount']).toBe(1234.5)
  const shown = formOn(await jar.follow(`/w/acme/edit-record?id=${made.id}`, german), 'save-record')
  expect(shown[amount]).toBe('1234,5')
})

test('HOM-03 FLD-03 values that no field takes are refused at their fields, with what was typed', async () => {
  const { named } = stage
  const before = await stage.newestRecord()
  const refused = await stage.fill(owner, 'new-record?object=deals', 'create-record', {
    [named('name')]: ' ',
    [named('amount')]: '1.000,5',
    [named('closes')]: 'soon',
    [named('meets')]: 'later',
    [named('stage')]: 'none of them',
    [named('mail')]: 'ada',
    [named('parent')]: 'Nobody knows it',
    [named('notes')]: 'Kept text',
  })
  expect(refused.status).toBe(400)
  expect(faultsOf(refused).length).toBeGreaterThanOrEqual(2)
  expect(refused.text).toContain('Kept text')
  const again = await stage.fill(owner, 'new-record?object=deals', 'create-record', {
    [named('name')]: ' ',
    [named('amount')]: '1.000,5',
    [named('stage')]: 'none of them',
    [named('mail')]: 'ada',
    [named('owner')]: stage.people.stranger.personId,
  })
  expect(faultsOf(again).length).toBe(4)
  expect(await stage.newestRecord()).toEqual(before)
})

test('HOM-03 a title that two records have is asked for by address', async () => {
  const { named } = stage
  const first = await stage.createRecord({ [named('name')]: 'Twice' })
  await stage.createRecord({ [named('name')]: 'Twice' })
  const refused = await stage.fill(owner, 'new-record?object=deals', 'create-record', {
    [named('name')]: 'Child',
    [named('parent')]: 'Twice',
  })
  expect(faultsOf(refused).join()).toContain('Several records are called')
  const url = `${stage.service.baseUrl}/w/acme/records/${first.id}`
  await stage.fill(owner, 'new-record?object=deals', 'create-record', {
    [named('name')]: 'Child',
    [named('parent')]: url,
  })
  expect((await stage.newestRecord()).values['parent']).toBe(first.id)
})

test('HOM-03 a record that somebody changed meanwhile is a conflict that names what differs', async () => {
  const { named } = stage
  const made = await stage.createRecord({ [named('name')]: 'Contested' })
  const shown = formOn(await owner.open(`edit-record?id=${made.id}`), 'save-record')
  await stage.fill(stage.browsers.admin, `edit-record?id=${made.id}`, 'save-record', {
    [named('notes')]: 'Theirs',
  })
  const conflict = await owner.post('save-record', { ...shown, [named('notes')]: 'Mine' })
  expect(conflict.status).toBe(409)
  expect(conflict.text).toContain('stored: “Theirs”')
  expect((await owner.post('save-record', formOn(conflict, 'save-record'))).status).toBe(200)
  expect((await stage.newestRecord()).values['notes']).toBe('Mine')
})

test('HOM-03 an object of more fields than settings forms have is edited like any other', async () => {
  const fields = Array.from({ length: 130 }, (_, index) => ({
    slug: `f${index}`,
    kind: 'text' as const,
    primary: index === 0,
  }))
  const wide = await stage.service.createObject(stage.acme, 'wide', fields)
  const last = `v-${wide.field('f129').id}`
  const first = `v-${wide.field('f0').id}`
  const made = await stage.fill(owner, 'new-record?object=wide', 'create-record', {
    [first]: 'Wide',
    [last]: 'The end',
  })
  expect([made.status, headingOf(made)]).toEqual([200, 'Wide'])
  expect(made.text).toContain('The end')
})

test('HOM-02 GEN-12 a table sorts, filters and pages by its address', async () => {
  const { named } = stage
  for (let index = 0; index < 55; index += 1)
    await stage.createRecord({
      [named('name')]: `Row ${String(index).padStart(2, '0')}`,
      [named('amount')]: String(index * 10),
      [named('stage')]: index % 2 === 0 ? 'lead' : 'won',
      [named('closes')]: `2027-06-${String((index % 28) + 1).padStart(2, '0')}`,
    })
  const rows = async (query: string) => rowsOf(await owner.open(`records?object=deals&q=Row&${query}`))
  const first = await owner.open('records?object=deals&q=Row&sort=title')
  expect(rowsOf(first)).toEqual(
    Array.from({ length: 50 }, (_, index) => `Row ${String(index).padStart(2, '0')}`),
  )
  expect(first.text).toContain('aria-sort="ascending"')
  const second = await owner.open(nextOf(first) ?? '')
  expect(rowsOf(second)).toEqual(['Row 50', 'Row 51', 'Row 52', 'Row 53', 'Row 54'])
  expect((await rows('sort=-amount'))[0]).toBe('Row 54')
  expect(await rows('f-amount.from=530&sort=title')).toEqual(['Row 53', 'Row 54'])
  expect(await rows('f-stage=won&f-amount.to=30&sort=title')).toEqual(['Row 01', 'Row 03'])
  expect(await rows('f-closes.from=2027-06-28&sort=title')).toEqual(['Row 27'])
  expect(await rows('f-owner=none&f-amount.to=0')).toEqual(['Row 00'])
  const wrong = await owner.open('records?object=deals&f-amount.from=much&sort=nothing')
  expect(wrong.text).toContain('This filter cannot be used.')
  expect((await owner.open('records?object=nothing')).status).toBe(404)
  expect(await rows('')).toEqual(
    Array.from({ length: 50 }, (_, index) => `Row ${54 - index}`.replace(/ (\d)$/, ' 0$1')),
  )
  // The beginnings of words, whether an index leads to them or a filter looks at each.
  for (const query of ['q=ow', 'q=ow&sort=title', 'q=row+5&sort=title'])
    expect(rowsOf(await owner.open(`records?object=deals&${query}`)).length).toBe(
      query.startsWith('q=ow') ? 0 : 5,
    )
  for (const row of (await owner.open('records?object=deals&q=Row+5')).text.matchAll(
    /records\/([\w-]{36})"/g,
  ))
    await owner.post('archive-record', { record: row[1] ?? '' })
  // No index has archived records in another order.
  const newestFirst = ['Row 54', 'Row 53', 'Row 52', 'Row 51', 'Row 50']
  expect(await rows('show=archived')).toEqual(newestFirst)
  const archived = await owner.open('records?object=deals&q=Row&show=archived&sort=title')
  expect(rowsOf(archived)).toEqual(newestFirst)
  expect(archived.text).toMatch(/, newest first\s*<\/caption>/)
  expect(archived.text).not.toMatch(/<th scope="col"[^>]*>\s*<a |aria-sort/)
  const nothing = await owner.open('records?object=deals&q=nowhere')
  expect(nothing.text).toContain('Show all')
})
