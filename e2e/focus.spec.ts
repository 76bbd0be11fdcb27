// The focus in the very frame that shows a view: a key pressed then is not lost.
import { expect, test } from './signed-in.ts'
import { dismiss, isBack, press, runCommand, searchBox, selectedRow, summon } from './steps.ts'

test('APP-09 the frame that shows a form or a page has the focus in it: no key is lost', async ({
  signedIn: launched,
}) => {
  const { app, page } = launched
  /** The focused element when `view` comes into the document: before it is painted, and before any timer. */
  const focusAtFirst = (view: string) =>
    page.evaluate(
      (selector) =>
        new Promise<string | null>((resolve) => {
          const observer = new MutationObserver(() => {
            const found = document.querySelector(selector)
            if (found === null) return
            observer.disconnect()
            resolve(found.contains(document.activeElement) ? (document.activeElement?.tagName ?? null) : null)
          })
          observer.observe(document, { childList: true, subtree: true })
        }),
      view,
    )
  for (const [words, view, focused] of [
    ['Daily brief', 'main[aria-label="Daily brief"]', /^(LI|BUTTON|MAIN|DIV)$/],
    ['Settings', 'form[aria-label="Settings"] section', /^BUTTON$/],
    ['Outbox', 'main[aria-label="Outbox"]', /^MAIN$/],
    ['New task', 'form[aria-label="New task"]', /^INPUT$/],
  ] as const) {
    await summon(app)
    const seen = focusAtFirst(view)
    await runCommand(launched, words)
    expect(await seen, words).toMatch(focused)
    await dismiss(launched)
  }
})

test('APP-09 Escape and the keys of the window work from the foot of the palette, too; a click beside everything takes the focus, and with it the keys, from nothing', async ({
  signedIn,
}) => {
  const { app, page } = signedIn
  const actions = page.getByRole('button', { name: 'Actions' })
  await searchBox(page).fill('review')
  await actions.focus()
  await page.keyboard.press('Escape')
  await expect(searchBox(page)).toHaveValue('')
  await page.keyboard.type('rev')
  await expect(searchBox(page)).toHaveValue('rev')

  // A focused button still handles its own keys.
  await actions.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Actions' })
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(searchBox(page)).toHaveValue('rev')
  await actions.focus()
  await page.keyboard.press('Control+,')
  await expect(page.getByRole('form', { name: 'Settings' })).toBeVisible()
  await dismiss(signedIn)

  await test.step('a click beside everything', async () => {
    await summon(app)
    const beside = () => page.locator('footer').click({ position: { x: 4, y: 4 } })
    await searchBox(page).fill('rev')
    await beside()
    await page.keyboard.type('iew')
    await expect(searchBox(page)).toHaveValue('review')

    await press(app, 'capture')
    await page.getByRole('textbox', { name: 'Capture a task' }).fill('Fetch tape')
    await beside()
    await page.keyboard.type(' and glue')
    await expect(page.getByRole('textbox', { name: 'Capture a task' })).toHaveValue('Fetch tape and glue')

    await dismiss(signedIn)
    await runCommand(signedIn, 'Settings')
    await expect(page.getByRole('button', { name: 'Change the hotkey: Show the palette' })).toBeFocused()
    await beside()
    await page.keyboard.press('Escape')
    await isBack(page)
  })
})

test('APP-09 every place of Browse that Tab reaches is a control, and the keys work there; ? lists them', async ({
  signedIn,
}) => {
  const { page } = signedIn
  await runCommand(signedIn, 'Browse people')
  const filter = page.getByRole('combobox', { name: 'Search people' })
  await expect(selectedRow(page)).toBeVisible()
  const back = page.getByRole('button', { name: 'Back' })
  await back.focus()
  await page.keyboard.press('Control+k')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toHaveAccessibleName('Actions')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await filter.press('?')
  await expect(dialog).toHaveAccessibleName('Keyboard shortcuts')
  await page.keyboard.press('Escape')
  await expect(filter).toBeFocused()
  await filter.press('Tab')
  // The pane scrolls by keys.
  await expect(page.getByRole('complementary')).toBeFocused()
  // The buttons of the comments that are there come first.
  const composer = page.getByRole('textbox', { name: 'Write a comment' })
  await expect(composer).toBeVisible()
  for (let tab = 0; tab < 12; tab += 1) {
    await page.keyboard.press('Tab')
    const tag = await page.evaluate(() => document.activeElement?.tagName)
    if (tag === 'TEXTAREA') break
    expect(tag).toBe('BUTTON')
  }
  await expect(composer).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(filter).toBeFocused()
  for (let tab = 0; tab < 3; tab += 1) await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BUTTON')
  await page.keyboard.press('Escape')
  await expect(searchBox(page)).toBeVisible()
})
