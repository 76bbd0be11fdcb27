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

test('APP-09 APP-04 APP-16 APP-17 after the summon a new task, an edit, done and undo, a meeting, a captured line and the brief take no more keys than they must', async ({
  signedIn,
  service,
}) => {
  const { app, page } = signedIn
  const me = memberAt(service, owner)
  await test.step('a new task takes one chord, its letters and Enter', async () => {
    await dismiss(signedIn)
    await summon(app)
    const keys = countedKeys(page)
    await keys.press('Control+N')
    await expect(page.getByRole('form', { name: 'New task' }).getByLabel('Title')).toBeFocused()
    await keys.type('Grease the chain')
    await keys.press('Enter')
    await expect(searchBox(page)).toBeFocused()
    await isStored(service, 'Grease the chain')
    expect(keys.count.keys).toBe(2)
  })
  await test.step('finding and editing takes its letters, two Enters, and the search is there again', async () => {
    await dismiss(signedIn)
    await summon(app)
    await me.create('Sweep the attic')
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
  await test.step('done takes one key, and undo one', async () => {
    await dismiss(signedIn)
    await summon(app)
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
  await test.step('joining the next meeting takes one key', async () => {
    await dismiss(signedIn)
    await summon(app)
    const before = (await openedUrls(app)).length
    await expect(results(page).getByRole('group', { name: 'Meetings' })).toBeVisible()
    const keys = countedKeys(page)
    await keys.press('Control+J')
    await expect.poll(async () => (await openedUrls(app)).length).toBe(before + 1)
    await isHidden(app)
    expect(keys.count).toEqual({ keys: 1, letters: 0 })
  })
  await test.step('capturing takes its letters and Enter', async () => {
    await dismiss(signedIn)
    await summon(app)
    await press(app, 'capture')
    await expect(page.getByRole('textbox', { name: 'Capture a task' })).toBeFocused()
    const keys = countedKeys(page)
    await keys.type('Wax the skis')
    await keys.press('Enter')
    await isHidden(app)
    await isStored(service, 'Wax the skis')
    expect(keys.count.keys).toBe(1)
  })
  await test.step('reading the brief takes its hotkey', async () => {
    await dismiss(signedIn)
    await summon(app)
    const accelerator = 'Ctrl+Alt+B'
    expect(await ask(page, 'hotkeys.record', { hotkey: 'brief', accelerator })).toMatchObject({ ok: true })
    await dismiss(signedIn)
    expect(await pressKeys(app, accelerator), 'the one key').toBe(true)
    await expect(page.getByRole('main', { name: 'Daily brief' })).toBeVisible()
    await ask(page, 'hotkeys.record', { hotkey: 'brief', accelerator: '' })
  })
})
