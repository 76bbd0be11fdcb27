// Writes of records from the main process to the real service (RCL-01, RCL-02). The views have specs of their own.
import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright/test'
import type { LauncherRecord } from '../shared/api/launcher/records.ts'
import type { Input } from '../shared/ipc/contract.ts'
import { keyOfField } from '../shared/record-values.ts'
import { ask, valueOf } from './bridge.ts'
import { createKey, type RealService } from './real-service.ts'
import { expect, test } from './signed-in.ts'
import { sleepUntil } from './steps.ts'
import { memberAt } from './writes.ts'

const owner = 'owner@acme.test'

const kept = async <N extends 'records.submit' | 'records.update' | 'records.restore' | 'tasks.submit'>(
  page: Page,
  name: N,
  input: Input<N>,
) => valueOf(await ask(page, name, input))
/** Waits until every write is saved. @returns their kinds */
const saved = async (page: Page, count: number): Promise<string[]> => {
  const items = async () => valueOf(await ask(page, 'outbox.get')).slice(-count)
  await expect
    .poll(async () => (await items()).map(({ state, error }) => error?.message ?? state))
    .toEqual(Array(count).fill('saved'))
  return (await items()).map(({ kind }) => kind)
}
const personNamed = async (page: Page, name: string) => {
  const { fields } = valueOf(await ask(page, 'records.fields', { objectSlug: 'people' }))
  const primary = fields.find((field) => field.primary)?.slug ?? ''
  const keyOf = (type: 'phone' | 'email'): string => {
    const field = fields.find((one) => one.type === type)
    return field === undefined ? '' : keyOfField(field, fields)
  }
  // The demo has two fields with the slug `phone`.
  const [phone, email] = [keyOf('phone'), keyOf('email')]
  const values = { [primary]: name, [email]: 'first@acme.example' }
  return { record: { id: randomUUID(), objectSlug: 'people', values }, primary, phone, email }
}
/** The same record as somebody else reads and changes it. */
const elsewhere = (service: RealService) => {
  const token = createKey(service.database, owner)
  return async (method: string, id: string, values?: Record<string, unknown>) => {
    const response = await fetch(`${service.localUrl}/v1/records/${id}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      ...(values === undefined ? {} : { body: JSON.stringify({ values }) }),
    })
    return response.status
  }
}
const now = async (page: Page, id: string): Promise<LauncherRecord> =>
  valueOf(await ask(page, 'records.get', { id }))

test('RCL-02 GEN-12 a record is created, changed beside somebody else, undone, archived and restored', async ({
  signedIn: { app, page },
  service,
}) => {
  const { record, primary, phone, email } = await personNamed(page, 'Anna Schmidt')
  const { id, objectSlug } = record
  const title = 'Anna Schmidt'
  await kept(page, 'records.submit', { record, title })
  await saved(page, 1)
  const rows = valueOf(await ask(page, 'search.run', { query: title })).rows
  expect(rows).toMatchObject([{ id, title }])

  expect(await elsewhere(service)('PATCH', id, { [email]: 'anna@acme.example' })).toBe(200)
  // A field that the service fills.
  const generated = { record_id: id }
  const change = { [phone]: '030   1234' }
  await kept(page, 'records.update', { id, objectSlug, title, change, before: {} })
  await saved(page, 2)
  expect((await now(page, id)).values).toEqual({
    ...generated,
    [primary]: title,
    [phone]: '030 1234',
    [email]: 'anna@acme.example',
  })
  valueOf(await ask(page, 'outbox.undo', {}))
  await saved(page, 2)
  expect((await now(page, id)).values).toEqual({
    ...generated,
    [primary]: title,
    [email]: 'anna@acme.example',
  })

  // The form was opened before somebody gave another address.
  const before = { [email]: 'first@acme.example' }
  const mine = { id, objectSlug, title, change: { [email]: 'a@acme.example' }, before }
  const { id: item } = await kept(page, 'records.update', mine)
  const asked = async () =>
    valueOf(await ask(page, 'outbox.get')).find((one) => one.id === item)?.recordConflict
  await expect
    .poll(asked)
    .toEqual({ yours: { [email]: 'a@acme.example' }, theirs: { [email]: 'anna@acme.example' } })
  valueOf(await ask(page, 'outbox.resolve', { id: item, mine: [email] }))
  await saved(page, 3)

  valueOf(await ask(page, 'records.archive', { records: [{ id, objectSlug, title }] }))
  await sleepUntil(app, 6_000)
  await saved(page, 4)
  expect((await now(page, id)).archived).toBe(true)
  valueOf(await ask(page, 'outbox.undo', {}))
  expect(await saved(page, 4)).toEqual(['createRecord', 'updateRecord', 'updateRecord', 'restoreRecord'])
  expect((await now(page, id)).archived).toBe(false)
})

test('RCL-02 a captured task follows the record that it names, and both are one undo', async ({
  signedIn: { app, page },
  network,
  service,
}) => {
  const { record } = await personNamed(page, 'Dora New')
  await network.goOffline()
  const task = { title: 'Call Dora New', linkedRecordIds: [record.id] }
  const newRecords = [{ ...record, title: 'Dora New' }]
  expect(await kept(page, 'tasks.submit', { task, newRecords })).toMatchObject({
    kind: 'createTask',
    waitsFor: { title: 'Dora New', isStuck: false },
  })
  await network.goOnline()
  await sleepUntil(app, 6_000)
  expect(await saved(page, 2)).toEqual(['createRecord', 'createTask'])
  const [made] = await memberAt(service, owner).titled('Call Dora New')
  expect(valueOf(await ask(page, 'tasks.get', { id: made?.id ?? '' })).linkedRecords).toMatchObject([
    { id: record.id, title: 'Dora New' },
  ])
  expect(valueOf(await ask(page, 'outbox.undo', {})).count).toBe(2)
  await sleepUntil(app, 6_000)
  await saved(page, 2)
  expect((await now(page, record.id)).archived).toBe(true)
  expect(await memberAt(service, owner).titled('Call Dora New')).toEqual([])
})
