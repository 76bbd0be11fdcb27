// How many keys each everyday job takes after the summon. Letters that name something are counted apart.
import type { Page } from 'playwright/test'
import { ask } from './bridge.ts'
import { openedUrls } from './launch.ts'
import { expect, test } from './signed-in.ts'
import { dismiss, isHidden, press, pressKeys, results, searchBox, selectedRow, summon } from './steps.ts'
import { isStored, memberAt } from './writes.ts'

/** A keyboard that counts: a chord or a named key is one key, whatever it holds. */
const countedKeys = (page: Page) => {
  const count = { keys: 0, letters: 0 }
  return {
    count,
    press: async (chord: string): Promise<void> => {
      count.keys += 1
      await page.keyboard.press(chord)
    },
    type: async (text: string): Promise<void> => {
      count.letters += text.length
      await page.keyboard.type(text)
    },
  }
}

const owner = 'owner@acme.test'
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Actions' })

test('APP-09 APP-15 copying the email of a person takes its letters and one chord', async ({
  signedIn: { page },
}) => {
  const keys = countedKeys(page)
  await keys.type('mira sol')
  await expect(selectedRow(page)).toContainText('Mira Solano')
  await keys.press('Control+Shift+E')
  await expect(page.getByText(/^Copied .+@/)).toBeVisible()
  expect(keys.count.keys).toBe(1)
})

test('APP-09 APP-16 rescheduling to Monday takes the letters of the task, a chord, "mon" and Enter', async ({
  signedIn: { page },
  service,
}) => {
  const me = memberAt(service, owner)
  await me.create('Sand the door')
  const keys = countedKeys(page)
  await keys.type('sand the d')
  await expect(selectedRow(page)).toContainText('Sand the door')
  await keys.press('Control+Shift+D')
  await expect(dialog(page)).toBeVisible()
  await keys.type('mon')
  // On a Sunday it is tomorrow.
  await expect(dialog(page).getByRole('option').first()).toContainText(/mon|tomorrow/i)
  await keys.press('Enter')
  const weekday = async (): Promise<number | undefined> => {
    const due = (await me.titled('Sand the door'))[0]?.dueDate
    return due ? new Date(due).getDay() : undefined
  }
  await expect.poll(weekday).toBe(1)
  expect(keys.count.keys).toBe(2)
})

test('APP-09 APP-16 linking a record takes the letters of the task, a chord, the name and Enter', async ({
  signedIn: { page },
  service,
}) => {
  await memberAt(service, owner).create('Weigh the beans')
  const keys = countedKeys(page)
  await keys.type('weigh the b')
  await expect(selectedRow(page)).toContainText('Weigh the beans')
  await keys.press('Control+L')
  await expect(dialog(page)).toBeVisible()
  await keys.type('cedar outdoors')
  await expect(dialog(page).getByRole('option').first()).toContainText('Cedar Outdoors')
  await keys.press('Enter')
  await expect(page.getByText('Linked “Cedar Outdoors”')).toBeVisible()
  expect(keys.count.keys).toBe(2)
})

test('APP-09 APP-04 reading the brief takes its hotkey', async ({ signedIn: launched }) => {
  const { app, page } = launched
  const accelerator = 'Ctrl+Alt+B'
  expect(await ask(page, 'hotkeys.record', { hotkey: 'brief', accelerator })).toMatchObject({ ok: true })
  await dismiss(launched)
  expect(await pressKeys(app, accelerator), 'the one key').toBe(true)
  await expect(page.getByRole('main', { name: 'Daily brief' })).toBeVisible()
  await ask(page, 'hotkeys.record', { hotkey: 'brief', accelerator: '' })
})

test('APP-09 joining the next meeting takes one key', async ({ signedIn: { app, page } }) => {
  const before = (await openedUrls(app)).length
  await expect(results(page).getByRole('group', { name: 'Meetings' })).toBeVisible()
  const keys = countedKeys(page)
  await keys.press('Control+J')
  await expect.poll(async () => (await openedUrls(app)).length).toBe(before + 1)
  await isHidden(app)
  expect(keys.count).toEqual({ keys: 1, letters: 0 })
})

test('APP-09 APP-16 done takes one key, and undo one', async ({ signedIn: { page }, service }) => {
  const me = memberAt(service, owner)
  await me.create('Oil the hinges')
  await searchBox(page).fill('oil the hinges')
  await expect(selectedRow(page)).toContainText('Oil the hinges')
  const statusOf = async () => (await me.titled('Oil the hinges'))[0]?.status
  const open = await statusOf()
  const done = countedKeys(page)
  await done.press('Control+D')
  await expect(page.getByText('Done: “Oil the hinges”')).toBeVisible()
  await expect.poll(statusOf).not.toBe(open)
  expect(done.count).toEqual({ keys: 1, letters: 0 })

  // The message names the key for as long as it works.
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()
  const undo = countedKeys(page)
  await undo.press('Control+Z')
  await expect.poll(statusOf).toBe(open)
  expect(undo.count).toEqual({ keys: 1, letters: 0 })
})

test('APP-09 capturing takes its letters and Enter', async ({ signedIn: { app, page }, service }) => {
  await press(app, 'capture')
  await expect(page.getByRole('textbox', { name: 'Capture a task' })).toBeFocused()
  const keys = countedKeys(page)
  await keys.type('Wax the skis')
  await keys.press('Enter')
  await isHidden(app)
  await isStored(service, 'Wax the skis')
  expect(keys.count.keys).toBe(1)
})

test('APP-09 APP-17 finding and editing takes its letters, two Enters, and the search is there again', async ({
  signedIn: { app, page },
  service,
}) => {
  await memberAt(service, owner).create('Sweep the attic')
  await summon(app)
  const keys = countedKeys(page)
  await keys.type('sweep the att')
  await expect(selectedRow(page)).toContainText('Sweep the attic')
  await keys.press('Enter')
  const title = page.getByRole('form', { name: 'Edit task' }).getByLabel('Title')
  await expect(title).toBeFocused()
  await keys.press('End')
  await keys.type(' and roof')
  await keys.press('Enter')
  await expect(searchBox(page)).toHaveValue('sweep the att')
  await isStored(service, 'Sweep the attic and roof')
  expect(keys.count.keys).toBe(3)
})

test('APP-09 a new task takes one chord, its letters and Enter', async ({ signedIn: { page }, service }) => {
  const keys = countedKeys(page)
  await keys.press('Control+N')
  await expect(page.getByRole('form', { name: 'New task' }).getByLabel('Title')).toBeFocused()
  await keys.type('Grease the chain')
  await keys.press('Enter')
  await expect(searchBox(page)).toBeFocused()
  await isStored(service, 'Grease the chain')
  expect(keys.count.keys).toBe(2)
})
