// Search by email, domain and phone.
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { idsOf, titlesOf } from './client.ts'
import { stageTeam, type Colleague } from './team.ts'

const anton = {
  name: 'Anton Quist',
  email: 'anton.olsen@quarrytravel.example',
  site: 'https://www.olsenholidays.example/about',
  phone: '+1 (555) 01-88',
}
const addContact = (values: Record<string, unknown>) => team.addRecord('contacts', values)
const team = stageTeam()
let id: string
beforeAll(async () => {
  for (const workspace of [team.workspace, team.otherWorkspace])
    await team.service.createObject(workspace, 'contacts', [
      { slug: 'name', kind: 'text', required: true, primary: true },
      { slug: 'email', kind: 'email' },
      { slug: 'site', kind: 'url' },
      { slug: 'phone', kind: 'phone' },
      { slug: 'second', kind: 'email' },
      { slug: 'mobile', kind: 'phone' },
    ])
  id = await addContact(anton)
  await addContact({ name: 'Vera Kaya', email: 'vera@vesper.example', phone: '+49 30 77 12' })
})
beforeEach(() => {
  team.clock.at += 1_000
})

const titles = async (query: string, more = '', who: Colleague = team.owner): Promise<string[]> => {
  const { body } = await who.launcher.get(`/v1/launcher/search?q=${encodeURIComponent(query)}${more}`)
  return titlesOf(body.data)
}

test.each([
  'anton.olsen@',
  'quarrytravel.example',
  '@quarrytravel',
  'olsenholidays.ex',
  'https://olsenholidays.example',
  '+1 555 0188',
  '1-555-01',
])('LCH-06 a record is found by its contact as %s', async (query) => {
  expect(await titles(query)).toEqual(['Anton Quist'])
})

describe('spellings', () => {
  beforeAll(async () => {
    await addContact({ name: 'Berlin', phone: '+49 (0)30 7654321', mobile: '0171 2345678' })
    await addContact({ name: 'London', mobile: '020 7946 0018' })
    await addContact({ name: 'Bern', email: 'x@mail.ferndale.example', phone: '+41 31 7654321' })
    await addContact({ name: 'Ascii', email: 'user@xn--mller-kva.example' })
    await addContact({ name: 'Letters', site: 'https://größe.example' })
  })

  test.each([
    ['030 7654321', 'Berlin'],
    ['030 765', 'Berlin'],
    ['+49307654321', 'Berlin'],
    ['0049 30 7654321', 'Berlin'],
    ['+49 171 2345678', 'Berlin'],
    ['+44 (0)20 7946 0018', 'London'],
    ['ferndale.example', 'Bern'],
    ['user@müller.example', 'Ascii'],
    ['mueller.example', 'Ascii'],
    ['xn--mller-kva.ex', 'Ascii'],
    ['xn--gre-6ka8i.example', 'Letters'],
    ['groesse.ex', 'Letters'],
  ])('LCH-06 %s finds the contact in its other spelling', async (query, found) => {
    expect(await titles(query)).toEqual([found])
  })
})

test('LCH-06 a record is not found by the middle of a contact', async () => {
  expect([await titles('travel.example'), await titles('550188')]).toEqual([[], []])
})

test('LCH-07 a title that matches comes before contacts, even with a typo', async () => {
  await addContact({ name: 'First', email: 'peregrine@falcon.example' })
  await team.addRecord('companies', { name: 'Peregrino' })
  await team.addRecord('companies', { name: 'The peregrine' })
  team.clock.at += 1_000
  await addContact({ name: 'Second', site: 'https://peregrine.example' })
  expect(await titles('peregrine')).toEqual(['The peregrine', 'Peregrino', 'Second', 'First'])
})

test('LCH-07 a record follows its contacts, archive and restore', async () => {
  const record = await addContact({ name: 'Wanderer', email: 'old@nomad.example' })
  await team.owner.api.patch(`/v1/records/${record}`, { values: { email: 'new@settled.example' } })
  expect([await titles('old@nomad'), await titles('nomad.example')]).toEqual([[], []])
  expect([await titles('new@settled'), await titles('settled.example')]).toEqual([['Wanderer'], ['Wanderer']])
  await team.owner.api.delete(`/v1/records/${record}`)
  expect(await titles('settled.example')).toEqual([])
  await team.owner.api.post(`/v1/records/${record}/restore`)
  expect(await titles('settled.example')).toEqual(['Wanderer'])
  await team.owner.api.patch(`/v1/records/${record}`, { values: { email: null } })
  expect(await titles('settled.example')).toEqual([])
})

test('LCH-10 GEN-08 a contact of another workspace is not found', async () => {
  await team.addRecord('contacts', { name: 'Far', email: 'far@distant.example' }, team.stranger)
  expect(await titles('distant.example')).toEqual([])
  expect(await titles('distant.example', '', team.stranger)).toEqual(['Far'])
  expect(await titles('quarrytravel.example', '', team.stranger)).toEqual([])
})

test('LCH-04 a record is browsed by its contact', async () => {
  const browse = async (query: string, slug = 'contacts') => {
    const path = `/v1/launcher/objects/${slug}/records?q=${encodeURIComponent(query)}`
    return idsOf((await team.owner.launcher.get(path)).body.data)
  }
  for (const query of ['anton.olsen@', 'quarrytravel.example', '+1 555 0188'])
    expect(await browse(query), query).toEqual([id])
  expect(await browse('quarrytravel.example', 'companies')).toEqual([])
})
