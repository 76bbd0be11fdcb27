// What previews are made of is remembered between requests: what changed is shown by the next one, whoever changed it.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Tx } from '../../db/store.ts'
import type { TestObject } from '../testing.ts'
import { startTeam, type Team } from './team.ts'

let team: Team
let deals: TestObject
let dealId: string
let companyId: string
beforeAll(async () => {
  team = await startTeam()
  deals = await team.service.createObject(team.workspace, 'deals', [
    { slug: 'name', name: 'Name', kind: 'text', required: true, primary: true },
    { slug: 'amount', name: 'Amount', kind: 'currency', inPreview: true, options: { currencyCode: 'EUR' } },
    { slug: 'company', name: 'Company', kind: 'record_reference', inPreview: true },
  ])
  companyId = await team.addRecord('companies', { name: 'Alder Works' })
  dealId = await team.addRecord('deals', { name: 'Remembered deal', amount: 10, company: companyId })
})
afterAll(() => team.service.close())

/** Badge and fields, as every service behind the address finds them. */
const shown = async () => {
  const answers = []
  for (const _service of [1, 2, 3, 4])
    answers.push(await team.owner.launcher.get('/v1/launcher/search?q=remembered'))
  const [first, ...others] = answers.map(({ body }) => {
    const [{ badge, record }] = body.data
    return [
      badge,
      ...record.meta.map((each: { label: string; value: string }) => `${each.label} ${each.value}`),
    ]
  })
  for (const other of others) expect(other).toEqual(first)
  return first
}
const write = (run: (tx: Tx) => Promise<void>) => team.service.store.write(run)

test('LCH-05 GEN-09 a changed object is shown by the next search', async () => {
  expect(await shown()).toEqual(['deals', 'Amount €10.00', 'Company Alder Works'])
  await write((tx) => tx.definitions.changeObject(team.workspace.id, { ...deals, singularName: 'Deal' }))
  expect(await shown()).toEqual(['Deal', 'Amount €10.00', 'Company Alder Works'])
})

test('LCH-05 GEN-09 changed and added fields are shown by the next search', async () => {
  const amount = deals.field('amount')
  await write((tx) =>
    tx.definitions.changeField(team.workspace.id, {
      ...amount,
      name: 'Sum',
      options: { currencyCode: 'JPY' },
    }),
  )
  expect(await shown()).toEqual(['Deal', 'Sum JP¥10', 'Company Alder Works'])
  await write((tx) => tx.definitions.changeField(team.workspace.id, { ...amount, inPreview: false }))
  expect(await shown()).toEqual(['Deal', 'Company Alder Works'])
  await write((tx) => tx.definitions.changeField(team.workspace.id, { ...amount, position: 9 }))
  expect(await shown()).toEqual(['Deal', 'Company Alder Works', 'Amount €10.00'])
  const added = { ...amount, id: `${amount.id}9`, slug: 'gain', name: 'Gain', position: 0 }
  await write((tx) => tx.objects.createField(team.workspace.id, added))
  await team.owner.api.patch(`/v1/records/${dealId}`, { values: { gain: 5 } })
  expect(await shown()).toEqual(['Deal', 'Gain €5.00', 'Company Alder Works', 'Amount €10.00'])
})

test('LCH-05 changed values, and a changed title of a record that they name, are shown by the next search', async () => {
  const before = await shown()
  await team.owner.api.patch(`/v1/records/${dealId}`, { values: { amount: 11 } })
  await team.owner.api.patch(`/v1/records/${companyId}`, { values: { name: 'Birch Works' } })
  expect(await shown()).toEqual([...(before?.slice(0, 2) ?? []), 'Company Birch Works', 'Amount €11.00'])
})
