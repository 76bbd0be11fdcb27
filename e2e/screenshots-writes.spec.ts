// Pictures of the states of writes: the real app, the real service behind a proxy that misbehaves when it is told to, dark
// and light. `npm run screenshots`.
import { fileURLToPath } from 'node:url'
import { expect, test } from './signed-in.ts'
import { dismiss, isBack, searchBox, selectedRow, summon } from './steps.ts'
import { capture, isKept, memberAt, openForm, openOutbox, tasksPath } from './writes.ts'

test.use({ own: true })

const images = fileURLToPath(new URL('../docs/images/', import.meta.url))
const post = { method: 'POST', path: tasksPath }

for (const colorScheme of ['light', 'dark'] as const)
  test(`pictures of writes, ${colorScheme}`, async ({ signedIn, network, service }) => {
    const { app, page } = signedIn
    // Without keys a lost create is asked about.
    network.dropIdempotencyKeys()
    const me = memberAt(service, 'owner@acme.test')
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const picture = (name: string) => page.screenshot({ path: `${images}${name}-${colorScheme}.png` })
    const captured = async (title: string): Promise<string> => {
      await capture(signedIn, title)
      await expect.poll(async () => (await me.titled(title)).length).toBe(1)
      return (await me.titled(title))[0]?.id ?? ''
    }

    await openOutbox(signedIn)
    await picture('outbox-empty')

    // A deletion: held, then over.
    await captured('Plan the retreat')
    await summon(app)
    await page.keyboard.press('Control+z')
    const deletion = await openOutbox(signedIn)
    await expect(deletion('Deleted in')).toBeVisible()
    await picture('outbox-deleting')
    await expect(deletion('Undone')).toBeVisible({ timeout: 30_000 })
    await picture('outbox-undone')

    // A draft that somebody overtook, then the same as an overlap.
    const id = await captured('Plan the offsite')
    const form = await openForm(signedIn, 'Plan the offsite')
    await form.getByLabel('Title').fill('Plan the offsite in June')
    await isKept(page, 'Plan the offsite in June')
    await dismiss(signedIn)
    await me.change(id, { title: 'Plan the offsite in May' })
    await openForm(signedIn, 'Plan the offsite', 'Plan the offsite in June')
    await expect(form.getByText('Somebody changed this task')).toBeVisible()
    await picture('form-overtaken')
    await form.getByRole('button', { name: 'Save', exact: true }).click()
    await openOutbox(signedIn)
    await expect(page.getByRole('form', { name: /Changes of/ })).toBeVisible()
    await picture('outbox-overlap')

    // Two tasks that one create may have made.
    network.misbehave(post, { kind: 'cutAnswer' })
    const release = network.hold({ method: 'GET', path: tasksPath })
    await capture(signedIn, 'Book a room')
    await expect.poll(async () => (await me.titled('Book a room')).length).toBe(1)
    await me.create('Book a room')
    release()
    const twice = await openOutbox(signedIn)
    await expect(twice('Book a room')).toContainText('2 tasks with this title were just made')
    await twice('Book a room').scrollIntoViewIfNeeded()
    await picture('outbox-candidates')

    // Refused, and lost on the way.
    network.misbehave(post, {
      kind: 'answer',
      status: 403,
      body: '{"error":{"code":"forbidden","message":"This needs tasks:write."}}',
    })
    await capture(signedIn, 'Approve the budget')
    const refused = await openOutbox(signedIn)
    await expect(refused('Approve the budget').getByRole('alert')).toBeVisible()
    await refused('Approve the budget').scrollIntoViewIfNeeded()
    await picture('outbox-refused')
    network.misbehave(post, { kind: 'cutBefore' })
    await capture(signedIn, 'Call Acme about the renewal')
    const item = await openOutbox(signedIn)
    await expect(item('Call Acme')).toContainText('checking…')
    await item('Call Acme').scrollIntoViewIfNeeded()
    await picture('outbox-checking')
    await expect(item('Call Acme')).toContainText('create again?', { timeout: 30_000 })

    // Offline: what waits shows wherever its task does.
    await captured('Order chairs')
    const edit = await openForm(signedIn, 'Order chairs')
    await network.goOffline()
    await edit.getByLabel('Title').fill('Order chairs and lamps')
    await edit.getByRole('button', { name: 'Save', exact: true }).click()
    await isBack(page)
    await dismiss(signedIn)
    await capture(signedIn, 'Write to Mira')
    const waiting = await openOutbox(signedIn)
    await expect(waiting('Write to Mira')).toContainText('Waiting for a connection')
    await waiting('Write to Mira').scrollIntoViewIfNeeded()
    await picture('outbox')
    await dismiss(signedIn)
    await summon(app)
    await searchBox(page).fill('t Order chairs')
    await expect(selectedRow(page)).toContainText('Not sent yet')
    await picture('palette-waiting')
    await searchBox(page).press('Enter')
    await expect(form.getByText('Waiting for a connection')).toBeVisible()
    await picture('form-waiting')
    await form.getByRole('button', { name: 'Cancel change' }).click()
    await dismiss(signedIn)
    await network.goOnline()

    // Somebody removes the task in the moment in which it is opened: a live list has it no more afterwards.
    await summon(app)
    await searchBox(page).fill('t Order chairs')
    await expect(selectedRow(page)).toContainText('Order chairs')
    network.misbehave({ path: /^\/v1\/launcher\/tasks\/[^/]+$/ }, { kind: 'answer', status: 404 }, 20)
    await searchBox(page).press('Enter')
    await expect(page.getByText('This task no longer exists')).toBeVisible()
    await picture('form-gone')
  })
