// Two people at one task (GEN-12): fields that do not overlap go together, the others are asked about.
import { expect, test } from './behind-proxy.ts'
import { isHidden } from './steps.ts'
import { capture, memberAt, openForm, openOutbox } from './writes.ts'

const owner = 'owner@acme.test'

test('APP-06 GEN-12 a change of another field goes together with theirs, and nobody is asked', async ({
  signedIn,
  service,
}) => {
  const me = memberAt(service, owner)
  await capture(signedIn, 'Shared plan')
  await expect.poll(async () => (await me.titled('Shared plan')).length).toBe(1)
  const form = await openForm(signedIn, 'Shared plan')
  const [task] = await me.titled('Shared plan')
  await me.change(task?.id ?? '', { priority: 'urgent' })
  await form.getByLabel('Title').fill('Shared plan, mine')
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await isHidden(signedIn.app)
  await expect.poll(async () => (await me.titled('Shared plan, mine'))[0]?.priority).toBe('urgent')
})

for (const side of ['Yours', 'Theirs'] as const)
  test(`APP-06 GEN-12 both changed the title: ${side.toLowerCase()} stands, the rest is kept`, async ({
    signedIn,
    service,
  }) => {
    const me = memberAt(service, owner)
    await capture(signedIn, 'Contested')
    await expect.poll(async () => (await me.titled('Contested')).length).toBe(1)
    const form = await openForm(signedIn, 'Contested')
    const [task] = await me.titled('Contested')
    await me.change(task?.id ?? '', { title: 'Contested by Bob' })
    await form.getByLabel('Title').fill('Contested by me')
    await form.getByLabel('Estimate').fill('45m')
    await form.getByRole('button', { name: 'Save', exact: true }).click()
    await isHidden(signedIn.app)

    await openOutbox(signedIn)
    const choice = signedIn.page.getByRole('form', { name: /Changes of/ })
    await expect(choice).toContainText('Contested by Bob')
    expect(await me.titled('Contested by Bob')).toHaveLength(1)
    await choice.getByRole('radio', { name: new RegExp(side) }).check()
    await choice.getByRole('button', { name: 'Save choice' }).click()
    const title = side === 'Yours' ? 'Contested by me' : 'Contested by Bob'
    await expect(choice).toHaveCount(0)
    const again = await openForm(signedIn, title)
    await expect(again.getByLabel('Estimate')).toHaveValue('45m')
  })
