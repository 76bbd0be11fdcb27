// Creates that are edited once they may have arrived: one task, as it was edited last (APP-07).
import { expect, test } from './signed-in.ts'
import type { Launched } from './launch.ts'
import { capture, captureOffline, memberAt, openForm, openOutbox, tasksPath } from './writes.ts'

test.use({ own: true })

const post = { method: 'POST', path: tasksPath }
const owner = 'owner@acme.test'

/** Opens the form of a create that is still in the outbox. @param told what its item says by then */
const editUnsaved = async (launched: Launched, title: string, told: string) => {
  const item = (await openOutbox(launched))(title)
  await expect(item).toContainText(told, { timeout: 30_000 })
  await item.getByRole('button', { name: 'Edit' }).click()
  const form = launched.page.getByRole('form', { name: 'New task' })
  await expect(form.getByLabel('Title')).toHaveValue(title)
  return form
}

for (const [name, isLate] of [
  ['came late all the same', true],
  ['never arrived', false],
] as const)
  test(`APP-07 a create that was not found and ${name} is edited: there is one task, and it is as edited`, async ({
    signedIn,
    network,
    service,
  }) => {
    const me = memberAt(service, owner)
    const arrival = Promise.withResolvers<void>()
    network.misbehave(post, isLate ? { kind: 'late', until: arrival.promise } : { kind: 'cutBefore' })
    await capture(signedIn, 'Call Bob ~30m')
    const form = await editUnsaved(signedIn, 'Call Bob', 'Not found — create again?')
    arrival.resolve()
    if (isLate) await expect.poll(async () => (await me.titled('Call Bob')).length).toBe(1)
    await form.getByLabel('Title').fill('Call Alice')
    await form.getByLabel('Priority').selectOption({ label: 'High' })
    await form.getByLabel('Estimate').fill('')
    await form.getByRole('button', { name: 'Save', exact: true }).click()

    await expect.poll(async () => (await me.titled('Call Alice')).length, { timeout: 30_000 }).toBe(1)
    expect(await me.titled('Call Alice')).toMatchObject([{ priority: 'high' }])
    expect(await me.titled('Call Bob')).toEqual([])
    expect(network.passed(post)).toHaveLength(isLate ? 1 : 2)
    const told = await openOutbox(signedIn)
    await expect(told('Call Alice')).toContainText('Saved')
    await expect(told('Call Bob')).toHaveCount(0)
    const again = await openForm(signedIn, 'Call Alice')
    await expect(again.getByLabel('Estimate')).toHaveValue('')
  })

test('APP-07 a form that was opened while its create waited, and is saved when that is being looked for, makes no second task', async ({
  signedIn,
  network,
  service,
}) => {
  const me = memberAt(service, owner)
  await captureOffline(signedIn, network, 'Call Bob')
  const form = await editUnsaved(signedIn, 'Call Bob', 'Waiting for a connection')
  await form.getByLabel('Title').fill('Call Alice')
  network.misbehave(post, { kind: 'cutAnswer' })
  const release = network.hold({ method: 'GET', path: tasksPath })
  await network.goOnline()
  await expect.poll(async () => (await me.titled('Call Bob')).length, { timeout: 60_000 }).toBe(1)
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  const told = await openOutbox(signedIn)
  await expect(told('Call Alice')).toContainText('May have been saved — checking…')
  await expect(told('Call Alice')).toContainText('sent as “Call Bob”')
  release()
  await expect.poll(async () => (await me.titled('Call Alice')).length, { timeout: 30_000 }).toBe(1)
  expect(await me.titled('Call Bob')).toEqual([])
  expect(network.passed(post)).toHaveLength(1)
})
