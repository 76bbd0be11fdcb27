// Pictures of the states of writes and of the brief: the real app, the real service behind a proxy that misbehaves when it
// is told to, dark and light. `npm run screenshots`.
import { fileURLToPath } from 'node:url'
import { expect, test } from './behind-proxy.ts'
import { dismiss, runCommand } from './steps.ts'
import { capture, memberAt, openForm, openOutbox, tasksPath } from './writes.ts'

const images = fileURLToPath(new URL('../docs/images/', import.meta.url))
const post = { method: 'POST', path: tasksPath }
const briefPath = { method: 'GET', path: '/v1/launcher/brief' }

for (const colorScheme of ['light', 'dark'] as const)
  test(`pictures of writes and the brief, ${colorScheme}`, async ({ signedIn, network, service }) => {
    const { page } = signedIn
    const me = memberAt(service, 'owner@acme.test')
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const picture = (name: string) => page.screenshot({ path: `${images}${name}-${colorScheme}.png` })

    await capture(signedIn, 'Plan the offsite')
    await expect.poll(async () => (await me.titled('Plan the offsite')).length).toBe(1)
    const form = await openForm(signedIn, 'Plan the offsite')
    const [task] = await me.titled('Plan the offsite')
    await me.change(task?.id ?? '', { title: 'Plan the offsite in May' })
    await form.getByLabel('Title').fill('Plan the offsite in June')
    await form.getByRole('button', { name: 'Save', exact: true }).click()
    await openOutbox(signedIn)
    await expect(page.getByRole('form', { name: /Changes of/ })).toBeVisible()
    await picture('outbox-overlap')

    network.misbehave(post, { kind: 'cutBefore' })
    await capture(signedIn, 'Call Acme about the renewal')
    const item = await openOutbox(signedIn)
    await expect(item('Call Acme')).toContainText('checking…')
    await picture('outbox-checking')
    await expect(item('Call Acme')).toContainText('create again?', { timeout: 30_000 })
    await network.goOffline()
    await capture(signedIn, 'Write to Mira')
    const waiting = await openOutbox(signedIn)
    await expect(waiting('Write to Mira')).toContainText('Waiting for a connection')
    await picture('outbox')
    await network.goOnline()

    await dismiss(signedIn)
    await runCommand(signedIn, 'Daily brief')
    const tasks = page.getByRole('region', { name: 'Tasks' }).getByRole('listitem')
    await expect(tasks.first()).toBeVisible()
    await page.keyboard.press('s')
    await expect(page.getByText(/^Tomorrow: /)).toBeVisible()
    await picture('brief-snoozed')
    await expect(page.getByText(/^Saved: /)).toBeVisible()

    network.misbehave(
      briefPath,
      {
        kind: 'wrongJson',
        body: '{"data":{"tasks":[],"meetings":"none","notifications":[]}}',
      },
      20,
    )
    await page.keyboard.press('Control+r')
    await expect(page.getByRole('alert')).toContainText('Meetings could not be read')
    await picture('brief-section-failed')

    network.behave()
    network.misbehave(
      briefPath,
      {
        kind: 'wrongJson',
        body: '{"data":{"tasks":[],"meetings":[],"notifications":[]}}',
      },
      20,
    )
    await page.keyboard.press('Control+r')
    await expect(page.getByRole('alert')).toHaveCount(0)
    await expect(page.getByText('Nothing due.', { exact: true })).toBeVisible()
    await picture('brief-nothing-due')
  })
