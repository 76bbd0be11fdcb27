// A create that may have been made is not edited; it is found, or sent again where the service honours keys (APP-07).
import { expect, test } from './signed-in.ts'
import { shiftClock } from './steps.ts'
import {
  capture,
  captureOffline,
  ignoreKeys,
  isStored,
  memberAt,
  openOutbox,
  passToLookUp,
  tasksPath,
} from './writes.ts'

const post = { method: 'POST', path: tasksPath }
const owner = 'owner@acme.test'

test('APP-07 a form that was opened while its create waited, and is saved once that may have been made, says why it cannot be', async ({
  signedIn,
  network,
  service,
}) => {
  const me = memberAt(service, owner)
  await ignoreKeys(signedIn, network, service)
  await captureOffline(signedIn, network, 'Call Bob')
  const item = (await openOutbox(signedIn))('Call Bob')
  await expect(item).toContainText('Waiting for a connection')
  await item.getByRole('button', { name: 'Edit' }).click()
  const form = signedIn.page.getByRole('form', { name: 'New task' })
  await form.getByLabel('Title').fill('Call Alice')
  network.misbehave(post, { kind: 'cutAnswer' })
  const release = network.hold({ method: 'GET', path: tasksPath })
  await network.goOnline()
  await expect.poll(async () => (await me.titled('Call Bob')).length, { timeout: 60_000 }).toBe(1)
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(form.getByRole('alert')).toContainText('This task may have been saved.')
  await expect(form.getByLabel('Title')).toHaveValue('Call Alice')
  release()
  await passToLookUp(signedIn)
  const told = await openOutbox(signedIn)
  await expect(told('Call Bob')).toContainText('Saved')
  await expect(told('Call Bob').getByRole('button', { name: 'Edit' })).toHaveCount(0)
  expect(await me.titled('Call Alice')).toEqual([])
  expect(network.passed(post)).toHaveLength(1)
})

test('APP-07 GEN-12 a create without an answer that never arrived goes again under its own key, and one that was stored is found, also if a proxy starts to drop the key: there is one task, and nobody is asked', async ({
  signedIn,
  network,
  service,
}) => {
  const me = memberAt(service, owner)
  await capture(signedIn, 'Shows that keys are honoured')
  await isStored(service, 'Shows that keys are honoured')
  for (const [kind, posts] of [
    ['cutBefore', 2],
    ['cutAnswer', 1],
  ] as const)
    await test.step(kind, async () => {
      const title = `Call Bob: ${kind}`
      network.forget()
      if (kind === 'cutAnswer') network.dropIdempotencyKeys()
      network.misbehave(post, { kind })
      await capture(signedIn, title)
      await passToLookUp(signedIn)
      const told = await openOutbox(signedIn)
      await expect(told(title)).toContainText('Saved')
      expect(await me.titled(title)).toHaveLength(1)
      expect(network.passed(post)).toHaveLength(posts)
      await shiftClock(signedIn.app, 0)
    })
})
