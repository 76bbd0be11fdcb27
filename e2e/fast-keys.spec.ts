// Keys that come faster than the disk: each says what was meant by it, once.
import type { Page } from 'playwright/test'
import { ask, valueOf } from './bridge.ts'
import type { Launched } from './launch.ts'
import type { RealService } from './real-service.ts'
import { expect, test } from './signed-in.ts'
import {
  currentEntry,
  dismiss,
  isBack,
  isVisible,
  press,
  runCommand,
  searchBox,
  selectedRow,
} from './steps.ts'
import { blockOutbox, capture, isKept, isStored, memberAt, slowDisk } from './writes.ts'

const newTask = (page: Page) => page.getByRole('form', { name: 'New task' })
const title = (page: Page) => newTask(page).getByLabel('Title')

/** Both key presses are there before the page has seen the first. */
const pressTwice = async (page: Page, key: 'Enter' | 'Control+Enter'): Promise<void> => {
  const keyboard = await page.context().newCDPSession(page)
  const enter = {
    key: 'Enter',
    code: 'Enter',
    windowsVirtualKeyCode: 13,
    text: '\r',
    modifiers: key === 'Enter' ? 0 : 2,
  }
  await Promise.all(
    (['keyDown', 'keyUp', 'keyDown', 'keyUp'] as const).map((type) =>
      keyboard.send('Input.dispatchKeyEvent', { type, ...enter }),
    ),
  )
}

/** The key stays down: the system repeats it. */
const hold = async (page: Page, ...keys: string[]): Promise<void> => {
  for (const key of keys) await page.keyboard.down(key)
  for (let repeated = 0; repeated < 5; repeated += 1) await page.keyboard.down(keys.at(-1) ?? '')
  for (const key of keys.toReversed()) await page.keyboard.up(key)
}

const countOf = async (launched: Launched, service: RealService, named: string): Promise<number> => {
  await isStoredAtAll(service, named)
  // Writes go one after another: what this waits for came later than a second one would.
  await dismiss(launched)
  await capture(launched, `After ${named}`)
  await isStored(service, `After ${named}`)
  return (await memberAt(service, 'owner@acme.test').titled(named)).length
}
const isStoredAtAll = (service: RealService, named: string): Promise<void> =>
  expect
    .poll(async () => (await memberAt(service, 'owner@acme.test').titled(named)).length)
    .toBeGreaterThan(0)

test('APP-03 APP-05 what is pressed twice creates one task and complains of nothing: Enter on “Create task”, Control+Enter in the form and in capture', async ({
  service,
  signedIn,
}) => {
  const { app, page } = signedIn
  const restoreDisk = await slowDisk(app, 200)
  await test.step('“Create task”', async () => {
    await searchBox(page).fill('Zzyzx brand new thing')
    await expect(selectedRow(page)).toContainText('Create task')
    await pressTwice(page, 'Enter')
    await isBack(page)
    expect(await countOf(signedIn, service, 'Zzyzx brand new thing')).toBe(1)
  })
  await test.step('the form', async () => {
    await runCommand(signedIn, 'New task')
    await title(page).fill('Form twice')
    await pressTwice(page, 'Control+Enter')
    await expect(title(page)).toHaveValue('')
    await expect(title(page)).toBeFocused()
    await expect(page.getByRole('alert')).toHaveCount(0)
    expect(await countOf(signedIn, service, 'Form twice')).toBe(1)
  })
  await restoreDisk()
  await test.step('capture', async () => {
    await press(app, 'capture')
    const line = page.getByRole('textbox', { name: 'Capture a task' })
    await line.fill('Captured once')
    await pressTwice(page, 'Control+Enter')
    await expect(line).toHaveValue('')
    await expect(page.getByRole('alert')).toHaveCount(0)
    expect(await countOf(signedIn, service, 'Captured once')).toBe(1)
  })
})

test('APP-05 what is typed right after "Save and add another" is the next task’s', async ({
  service,
  signedIn,
}) => {
  const { app, page } = signedIn
  const restoreDisk = await slowDisk(app, 250)
  await runCommand(signedIn, 'New task')
  await title(page).fill('First of three')
  await page.keyboard.press('Control+Enter')
  await page.keyboard.type('Second of three')
  await expect(title(page)).toHaveValue('Second of three')
  await page.keyboard.press('Control+Enter')
  await page.keyboard.type('Third of three')
  await expect(title(page)).toHaveValue('Third of three')
  await page.keyboard.press('Enter')
  await isBack(page)
  for (const named of ['First of three', 'Second of three', 'Third of three']) await isStored(service, named)
  await restoreDisk()
})

test('APP-05 what could not be saved comes back, or waits as a draft once the next task is begun', async ({
  service,
  signedIn,
}) => {
  const { app, page, userData } = signedIn
  await runCommand(signedIn, 'New task')
  const unblock = blockOutbox(userData)
  await title(page).fill('Comes back')
  await newTask(page).getByLabel('Description').fill('with all of it')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('alert')).toBeVisible()
  await expect(title(page)).toHaveValue('Comes back')
  await expect(newTask(page).getByLabel('Description')).toHaveValue('with all of it')

  const restoreDisk = await slowDisk(app, 250)
  await title(page).focus()
  await page.keyboard.press('Control+Enter')
  await page.keyboard.type('Goes on')
  await expect(page.getByRole('alert')).toBeVisible()
  await expect(title(page)).toHaveValue('Goes on')
  await isKept(page, 'Comes back')
  unblock()
  await page.keyboard.press('Enter')
  await isBack(page)
  await isStored(service, 'Goes on')
  await restoreDisk()
  await runCommand(signedIn, 'New task')
  await page.getByRole('button', { name: 'Continue draft' }).click()
  await expect(title(page)).toHaveValue('Comes back')
  await expect(newTask(page).getByLabel('Description')).toHaveValue('with all of it')
  // The button that was pressed is gone, and the focus is not gone with it.
  await expect(title(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(newTask(page)).toHaveCount(0)
})

test('APP-03 APP-05 Enter that is held acts once, wherever it acts', async ({ service, signedIn }) => {
  const { app, page } = signedIn
  await memberAt(service, 'owner@acme.test').create('Hold on')
  // On a row: the form comes up, and stays.
  await searchBox(page).fill('t Hold on')
  await expect(selectedRow(page)).toContainText('Hold on')
  await page.keyboard.down('Enter')
  const edit = page.getByRole('form', { name: 'Edit task' })
  await expect(edit.getByLabel('Title')).toBeFocused()
  await edit.getByLabel('Title').fill('Held on')
  await hold(page, 'Enter')
  await expect(edit.getByLabel('Title')).toHaveValue('Held on')
  expect(await isVisible(app)).toBe(true)
  // A line break in a longer text is written as often as it is asked for.
  await edit.getByLabel('Description').fill('')
  await hold(page, 'Enter')
  await expect(edit.getByLabel('Description')).toHaveValue('\n'.repeat(6))
  await dismiss(signedIn)

  // In the form: one task, and no complaint about the next one.
  await runCommand(signedIn, 'New task')
  await title(page).fill('Held in the form')
  await hold(page, 'Control', 'Enter')
  await expect(title(page)).toHaveValue('')
  await isStored(service, 'Held in the form')
  await expect(title(page)).not.toHaveAttribute('aria-invalid', 'true')
  // On a button of a dialog: the field actions close, and nothing behind them is saved.
  await title(page).fill('Held in a dialog')
  await page.getByRole('button', { name: 'Remove Olivia Hart' }).press('Enter')
  await title(page).press('Control+k')
  await expect(page.getByRole('button', { name: 'Assign to me' })).toBeFocused()
  await hold(page, 'Enter')
  await expect(page.getByRole('button', { name: 'Remove Olivia Hart' })).toBeVisible()
  await expect(title(page)).toHaveValue('Held in a dialog')

  // In the line.
  await press(app, 'capture')
  const line = page.getByRole('textbox', { name: 'Capture a task' })
  await line.fill('Held in the line')
  await hold(page, 'Control', 'Enter')
  await expect(line).toHaveValue('')
  await isStored(service, 'Held in the line')
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('APP-03 APP-04 a shortcut that is held acts once: one task is done, one is moved, one write is undone', async ({
  service,
  signedIn,
}) => {
  const { page } = signedIn
  await memberAt(service, 'owner@acme.test').create('Hold me')
  const kept = async () => valueOf(await ask(page, 'outbox.get'))
  const earlier = new Set((await kept()).map(({ id }) => id))
  const writes = async () => (await kept()).filter(({ id }) => !earlier.has(id))
  const areSaved = async (count: number): Promise<void> => {
    await expect
      .poll(async () => (await writes()).filter(({ state }) => state === 'saved').length)
      .toBeGreaterThanOrEqual(count)
    expect(await writes()).toHaveLength(count)
  }
  await searchBox(page).fill('t Hold me')
  await expect(selectedRow(page)).toContainText('Hold me')
  await hold(page, 'Control', 'd')
  await areSaved(1)

  await dismiss(signedIn)
  await runCommand(signedIn, 'Daily brief')
  await expect(currentEntry(page)).toHaveAttribute('data-entry', /^task:/)
  await hold(page, 's')
  await areSaved(2)

  await hold(page, 'Control', 'z')
  await expect.poll(async () => (await writes()).filter(({ isUndo }) => isUndo).length).toBe(1)
  await areSaved(2)
})
