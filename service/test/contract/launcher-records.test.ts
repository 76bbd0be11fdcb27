import { beforeAll, describe, expect, test } from 'vitest'
import { browseResponse, recordPreview } from '../../../shared/api/launcher/search.ts'
import { titlesOf, walk } from './client.ts'
import { refusal, stageTeam } from './team.ts'
import { updateWorkspace } from '../../access/workspaces.store.ts'
import { markRecordViewed } from '../../records/records.store.ts'

const team = stageTeam()
let companyId: string
beforeAll(async () => {
  const inPreview = true
  const currency = { kind: 'currency', options: { currencyCode: 'EUR' } } as const
  await team.service.createObject(team.workspace, 'deals', [
    { slug: 'name', kind: 'text', required: true, primary: true, inPreview },
    { slug: 'amount', name: 'Amount', ...currency, inPreview },
    { slug: 'company', name: 'Company', kind: 'record_reference', inPreview },
    { slug: 'lead', name: 'Lead', kind: 'user_reference', inPreview },
    { slug: 'reach', name: 'Reach', kind: 'number', proOnly: true, inPreview },
    { slug: 'notes', name: 'Notes', kind: 'long_text' },
  ])
  companyId = await team.addRecord('companies', { name: 'Alder Works' })
})

const browse = (slug: string, query = '') =>
  team.owner.launcher.get(`/v1/launcher/objects/${slug}/records${query}`)
const people = async (query: string) =>
  titlesOf(await walk(team.owner.launcher, `/v1/launcher/objects/people/records?${query}`))

describe('preview', () => {
  test('LCH-05 shows preview fields as people read them, and nothing else', async () => {
    const shown = { amount: 1234.5, company: companyId, lead: team.ada.personId, reach: 12_345 }
    const id = await team.addRecord('deals', { name: 'Big deal', ...shown, notes: 'Not shown' })
    const { body } = await browse('deals')
    expect(browseResponse.parse(body)).toEqual(body)
    expect(body.data[0]).toEqual({
      kind: 'record',
      id,
      title: 'Big deal',
      subtitle: '€1,234.50',
      badge: 'deals',
      avatarUrl: null,
      webUrl: `${team.service.baseUrl}/w/acme/records/${id}`,
      record: {
        objectTypeSlug: 'deals',
        objectTypeName: 'deals',
        icon: null,
        color: null,
        meta: [
          { label: 'Amount', value: '€1,234.50', type: 'currency' },
          { label: 'Company', value: 'Alder Works', type: 'record_reference' },
          { label: 'Lead', value: 'ada', type: 'user_reference' },
          { label: 'Reach', value: '12,345', type: 'number' },
        ],
      },
    })
  })

  test('LCH-05 leaves out what has no value', async () => {
    await team.addRecord('deals', { name: 'Bare deal' })
    const { body } = await browse('deals', '?q=bare')
    expect(body.data).toMatchObject([{ subtitle: 'deals', record: { meta: [] } }])
  })

  test('LCH-05 shows the current title of a record that it names, and current values', async () => {
    const id = await team.addRecord('deals', { name: 'Current deal', company: companyId, amount: 1 })
    await team.owner.api.patch(`/v1/records/${companyId}`, { values: { name: 'Birch Works' } })
    await team.owner.api.patch(`/v1/records/${id}`, { values: { amount: 2 } })
    const [{ record }] = (await browse('deals', '?q=current')).body.data
    expect(record.meta).toMatchObject([{ value: '€2.00' }, { value: 'Birch Works' }])
  })

  test('LCH-04 without the Pro plan enriched attributes are left out, of browse and of search', async () => {
    const labels = async () => {
      const browsed = (await browse('deals', '?q=big')).body.data[0]
      const found = (await team.owner.launcher.get('/v1/launcher/search?q=big%20deal')).body.data[0]
      return [browsed, found].map(({ record }) => record.meta.map((entry: { label: string }) => entry.label))
    }
    const setPlan = (plan: 'free' | 'pro') =>
      team.service.store.write((tx) => updateWorkspace(tx, team.workspace.id, { plan }))
    for (const shown of await labels()) expect(shown).toContain('Reach')
    await setPlan('free')
    for (const shown of await labels()) {
      expect(shown).not.toContain('Reach')
      expect(shown).toContain('Amount')
    }
    await setPlan('pro')
  })
})

describe('browse', () => {
  beforeAll(async () => {
    for (let index = 0; index < 23; index += 1) {
      if (index % 4 === 0) team.clock.at += 1
      await team.addRecord('people', { name: index % 2 === 0 ? `Nora Nr${index}` : `Émile Nr${index}` })
    }
  })

  test('LCH-04 GEN-07 pages of any size walk every active record once, newest first', async () => {
    const all = await people('limit=100')
    expect(all).toHaveLength(23)
    for (const limit of [1, 7, 23]) expect(await people(`limit=${limit}`)).toEqual(all)
    const records = (await team.owner.api.get('/v1/records?limit=100&object=people')).body.data
    expect(all).toEqual(titlesOf(records))
  })

  test('LCH-04 q keeps the titles whose words begin so, in the same order, on pages of any size', async () => {
    const all = await people('limit=100')
    const named = all.filter((title) => title.startsWith('Émile'))
    for (const q of ['emile', '%20%20EMI%20', '%C3%89mile', 'nr%20emi'])
      for (const limit of [3, 100]) expect(await people(`q=${q}&limit=${limit}`)).toEqual(named)
    expect(await people('q=nr7')).toEqual(['Émile Nr7'])
    for (const q of ['nobody', 'mile']) expect(await people(`q=${q}`)).toEqual([])
    expect(await people('q=')).toEqual(all)
  })

  test('LCH-04 a page has 50 records unless it is said', async () => {
    for (let index = 0; index < 30; index += 1) await team.addRecord('people', { name: `More ${index}` })
    const { body } = await team.owner.launcher.get('/v1/launcher/objects/people/records')
    expect(body.data).toHaveLength(50)
  })

  test('LCH-04 archived records are not browsed', async () => {
    const id = await team.addRecord('people', { name: 'Gone Person' })
    expect(await people('q=gone')).toEqual(['Gone Person'])
    await team.owner.api.delete(`/v1/records/${id}`)
    expect(await people('q=gone')).toEqual([])
    expect(await people('')).not.toContain('Gone Person')
  })

  test('LCH-04 OBJ-01 the slug names the object; its id is 404', async () => {
    const { object } = (await browse('people')).body
    expect(object).toEqual({
      id: expect.any(String),
      name: 'peoples',
      singularName: 'people',
      pluralName: 'peoples',
      slug: 'people',
      icon: null,
      color: null,
      description: null,
      canWrite: true,
    })
    for (const slug of [object.id, 'nothing']) expect(refusal(await browse(slug))).toEqual([404, 'not_found'])
  })

  test.each([
    ['limit 0', '?limit=0'],
    ['limit 101', '?limit=101'],
    ['limit x', '?limit=x'],
    ['a text of 201 characters', `?q=${'x'.repeat(201)}`],
  ])('LCH-04 %s is 400', async (_what, query) => {
    expect(refusal(await browse('people', query))).toEqual([400, 'validation_error'])
  })

  test('LCH-04 GEN-06 a cursor belongs to its object, its query and this endpoint', async () => {
    const mine = (await browse('people', '?limit=1')).body.nextCursor
    const developer = (await team.owner.api.get('/v1/records?limit=1&object=people')).body.next_cursor
    const flipped = `${mine.slice(0, -1)}${mine.endsWith('A') ? 'B' : 'A'}`
    for (const [slug, query] of [
      ['people', `?cursor=${encodeURIComponent(developer)}`],
      ['people', `?cursor=${encodeURIComponent(flipped)}`],
      ['people', `?q=nora&cursor=${encodeURIComponent(mine)}`],
      ['deals', `?cursor=${encodeURIComponent(mine)}`],
      ['people', '?cursor=abc'],
      ['people', '?cursor='],
    ] as const)
      expect(refusal(await browse(slug, query))).toEqual([400, 'invalid_cursor'])
    expect((await browse('people', `?limit=2&cursor=${encodeURIComponent(mine)}`)).status).toBe(200)
  })

  test('LCH-11 GET /objects says what can be browsed', async () => {
    const { data } = (await team.owner.launcher.get('/v1/launcher/objects')).body
    expect(data.map((object: { slug: string }) => object.slug)).toEqual(['companies', 'people', 'deals'])
  })
})

describe('recent records', () => {
  const recent = async (query = '', who = team.admin) =>
    (await who.launcher.get(`/v1/launcher/recent-records${query}`)).body.data

  test('LCH-11 opened ones come first, the latest on top, then the person’s own by last change', async () => {
    expect(await recent()).toEqual([])
    const add = async (name: string, by = team.owner) => {
      team.clock.at += 1
      return team.addRecord('companies', { name }, by)
    }
    const seen = [await add('Seen'), await add('Seen last')]
    for (const id of seen) {
      const at = (team.clock.at += 1)
      const { workspace, admin } = team
      await team.service.store.write((tx) => markRecordViewed(tx, workspace.id, admin.personId, id, at))
    }
    for (const name of ['Own 1', 'Own 2']) await add(name, team.admin)
    const found = await recent()
    expect(titlesOf(found)).toEqual(['Seen last', 'Seen', 'Own 2', 'Own 1'])
    for (const each of found) expect(recordPreview.parse(each)).toEqual(each)
    expect(await recent('?limit=3')).toHaveLength(3)
    await team.owner.api.delete(`/v1/records/${seen[1] ?? ''}`)
    expect(titlesOf(await recent())).not.toContain('Seen last')
    expect(await recent('', team.bob)).toEqual([])
  })

  test.each(['?limit=0', '?limit=51'])('LCH-11 %s is 400', async (query) => {
    const answer = await team.ada.launcher.get(`/v1/launcher/recent-records${query}`)
    expect(refusal(answer)).toEqual([400, 'validation_error'])
  })
})
