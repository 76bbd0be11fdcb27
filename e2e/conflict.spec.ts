// Two people at one task (GEN-12): fields that do not overlap go together, the others are asked about.
import { expect, test } from './signed-in.ts'
import { dismiss, isBack } from './steps.ts'
import { capture, isKept, memberAt, openForm, openOutbox } from './writes.ts'

const owner = 'owner@acme.test'

test('APP-06 GEN-12 both changed the title: theirs stands where its person says so, the rest is kept', async ({
  signedIn,
  service,
}) => {
  const me = memberAt(service, owner)
  await capture(signedIn, 'Contested, theirs')
  await expect.poll(async () => (await me.titled('Contested, theirs')).length).toBe(1)
  const form = await openForm(signedIn, 'Contested, theirs')
  const [task] = await me.titled('Contested, theirs')
  await form.getByLabel('Title').fill('Contested, theirs by me')
  await me.change(task?.id ?? '', { title: 'Contested, theirs by Bob' })
  await form.getByLabel('Estimate').fill('45m')
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await isBack(signedIn.page)

  await openOutbox(signedIn)
  const choice = signedIn.page.getByRole('form', { name: /Changes of/ })
  await expect(choice).toContainText('Contested, theirs by Bob')
  expect(await me.titled('Contested, theirs by Bob')).toHaveLength(1)
  await choice.getByRole('radio', { name: /Theirs/ }).check()
  await choice.getByRole('button', { name: 'Save choice' }).click()
  await expect(choice).toHaveCount(0)
  const again = await openForm(signedIn, 'Contested, theirs by Bob')
  await expect(again.getByLabel('Estimate')).toHaveValue('45m')
})

for (const [field, outcome] of [
  ['priority', 'goes together with theirs'],
  ['title', 'is asked about'],
] as const)
  test(`APP-05 APP-06 GEN-12 an edit that goes on from a draft ${outcome}: it began before theirs`, async ({
    signedIn,
    service,
  }) => {
    const me = memberAt(service, owner)
    const named = `Left alone, ${field}`
    await capture(signedIn, named)
    await expect.poll(async () => (await me.titled(named)).length).toBe(1)
    const [task] = await me.titled(named)
    const begun = await openForm(signedIn, named)
    await begun.getByLabel('Title').fill(`${named} by me`)
    await isKept(signedIn.page, `${named} by me`)
    await dismiss(signedIn)
    await me.change(task?.id ?? '', field === 'title' ? { title: `${named} by Bob` } : { priority: 'urgent' })

    const { page } = signedIn
    const form = await openForm(signedIn, named, `${named} by me`)
    await expect(form.getByText('Continued from your draft')).toBeVisible()
    const changed = page.getByText('Somebody changed this task since you started: Title.')
    await expect(changed).toHaveCount(field === 'title' ? 1 : 0)
    await form.getByRole('button', { name: 'Save', exact: true }).click()
    await isBack(signedIn.page)
    if (field === 'priority') {
      await expect.poll(async () => (await me.titled(`${named} by me`))[0]?.priority).toBe('urgent')
      return
    }
    await openOutbox(signedIn)
    const choice = page.getByRole('form', { name: /Changes of/ })
    await expect(choice).toContainText(`${named} by Bob`)
    expect(await me.titled(`${named} by Bob`)).toHaveLength(1)
    await choice.getByRole('radio', { name: /Yours/ }).check()
    await choice.getByRole('button', { name: 'Save choice' }).click()
    await expect.poll(async () => (await me.titled(`${named} by me`)).length).toBe(1)
  })

test('APP-06 GEN-12 offline both changed the title: it is asked about once the network is back, nothing is written before, and yours stands with the rest', async ({
  signedIn,
  network,
  service,
}) => {
  const me = memberAt(service, owner)
  await capture(signedIn, 'Away for a while')
  await expect.poll(async () => (await me.titled('Away for a while')).length).toBe(1)
  const form = await openForm(signedIn, 'Away for a while')
  await network.goOffline()
  await form.getByLabel('Title').fill('Away, mine')
  await form.getByLabel('Estimate').fill('45m')
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await isBack(signedIn.page)
  const item = await openOutbox(signedIn)
  await expect(item('Away, mine')).toContainText('Waiting for a connection')
  const [task] = await me.titled('Away for a while')
  await me.change(task?.id ?? '', { title: 'Away, by Bob' })

  await network.goOnline()
  const choice = signedIn.page.getByRole('form', { name: /Changes of/ })
  await expect(choice).toContainText('Away, by Bob', { timeout: 60_000 })
  expect(await me.titled('Away, by Bob')).toHaveLength(1)
  await choice.getByRole('radio', { name: /Yours/ }).check()
  await choice.getByRole('button', { name: 'Save choice' }).click()
  await expect.poll(async () => (await me.titled('Away, mine')).length, { timeout: 30_000 }).toBe(1)
  const again = await openForm(signedIn, 'Away, mine')
  await expect(again.getByLabel('Estimate')).toHaveValue('45m')
})
