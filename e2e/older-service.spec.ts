// A service from before there were comments, repetitions, start dates, subtasks, timers and records that can be written: nothing
// of it is sent, and each says so.
import { randomUUID } from 'node:crypto'
import { ask, valueOf } from './bridge.ts'
import { expect, ownTest } from './signed-in.ts'
import { dismiss, isHidden, press, runCommand, searchBox, selectedRow, summon } from './steps.ts'
import { capture, isStored, memberAt } from './writes.ts'

const statuses = ['todo', 'done'].map((slug, position) => ({
  id: slug,
  name: slug,
  slug,
  color: '#000000',
  icon: null,
  position,
  isComplete: slug === 'done',
  isDefault: slug === 'todo',
}))

ownTest(
  'APP-11 NOT-03 an older service gets no comment, rule, start date, subtask, timer or record, and the action or the chip says so',
  async ({ launchSignedIn, network, service }) => {
    const body = JSON.stringify({ data: { statuses, priorities: [], members: [], sections: [] } })
    network.misbehave({ path: '/v1/launcher/task-options' }, { kind: 'wrongJson', body }, 1_000)
    await memberAt(service, 'owner@acme.test').create('Fire the kiln')
    const launched = await launchSignedIn()
    const { app, page } = launched
    const line = page.getByRole('textbox', { name: 'Capture a task' })
    const form = page.getByRole('form', { name: 'New task' })
    const find = async (text: string): Promise<void> => {
      await dismiss(launched)
      await summon(app)
      await searchBox(page).fill(text)
    }

    await ownTest.step('comments', async () => {
      await find('r an')
      await expect(selectedRow(page)).toBeVisible()
      await page.keyboard.press('Control+Shift+M')
      await expect(page.getByText('This service has no comments.')).toBeVisible()
      await expect(page.getByRole('region', { name: 'Comments' })).toHaveCount(0)
    })
    await ownTest.step('timers', async () => {
      await find('t fire the kiln')
      await expect(selectedRow(page)).toContainText('Fire the kiln')
      await page.keyboard.press('Control+T')
      await expect(page.getByText('This service has no timers.')).toBeVisible()
      expect(network.passed({ method: 'POST', path: /\/timer$/ })).toEqual([])
    })
    await ownTest.step('repetitions', async () => {
      await dismiss(launched)
      await press(app, 'capture')
      await line.fill('Water the roses every monday')
      await expect(page.getByRole('list', { name: 'Recognized' }).getByRole('listitem')).toHaveText(
        /every monday: this service cannot repeat tasks/,
      )
      await line.press('Enter')
      await isHidden(app)
      await isStored(service, 'Water the roses every monday')
    })
    await ownTest.step('start dates and subtasks', async () => {
      await capture(launched, 'Zaun streichen ab Montag')
      await isStored(service, 'Zaun streichen ab Montag')
      await find('t zaun')
      await expect(selectedRow(page)).toContainText('Zaun streichen ab Montag')
      await page.keyboard.press('Control+Shift+N')
      await expect(page.getByText('This service has no subtasks.')).toBeVisible()
    })
    await ownTest.step('the form has no field for them', async () => {
      await runCommand(launched, 'New task')
      await expect(form.getByLabel('Due')).toBeVisible()
      await expect(form.getByRole('combobox', { name: 'Repeats' })).toHaveCount(0)
      await expect(form.getByLabel('Start date')).toHaveCount(0)
      await expect(page.getByRole('combobox', { name: 'Parent task' })).toHaveCount(0)
    })
    await ownTest.step('no record is queued', async () => {
      network.misbehave({ path: /\/fields$/ }, { kind: 'answer', status: 404 }, Number.POSITIVE_INFINITY)
      const before = valueOf(await ask(page, 'outbox.get')).length
      // Fields of the demo's objects may have been read before.
      const record = { id: randomUUID(), objectSlug: 'ships', values: { name: 'Emil' } }
      expect(await ask(page, 'records.submit', { record, title: 'Emil' })).toMatchObject({
        error: {
          kind: 'notFound',
          message: expect.stringContaining('This service cannot') as unknown as string,
        },
      })
      expect(valueOf(await ask(page, 'outbox.get'))).toHaveLength(before)
    })
  },
)
