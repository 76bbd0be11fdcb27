import type { Locator } from 'playwright/test'
import { ask, type Bridge } from './bridge.ts'
import { openedUrls } from './launch.ts'
import { expect, test } from './signed-in.ts'
import {
  isBack,
  isHidden,
  isVisible,
  press,
  results,
  runCommand,
  searchBox,
  selectedRow,
  summon,
} from './steps.ts'
import { isStored, memberAt } from './writes.ts'

test('APP-02 APP-03 the hotkey shows the palette with a focused search, hides it again, and loses none of ten keys typed within 100 ms of it', async ({
  signedIn,
}) => {
  const { app, page } = signedIn
  await expect(searchBox(page)).toBeFocused()
  for (const word of ['abcdefghij', 'renewal an', 'qwertyuiop']) {
    await press(app, 'summon')
    await isHidden(app)
    await press(app, 'summon')
    // All at once, sooner than the window can be painted: no key waits for the one before.
    await Promise.all(word.split('').map((key) => page.keyboard.press(key === ' ' ? 'Space' : key)))
    await expect(searchBox(page)).toHaveValue(word)
    await expect(searchBox(page)).toBeFocused()
    expect(await isVisible(app)).toBe(true)
  }
})

test('APP-02 a second launch opens a view of the running one, or fills in a line, a search or an item, as the clipboard does a line', async ({
  signedIn,
}) => {
  const { app, page } = signedIn
  const secondLaunch = (...words: string[]) =>
    app.evaluate(
      ({ app: electronApp }, asked) =>
        electronApp.emit('second-instance', {}, [], '', { words: ['svc-launcher', ...asked] }),
      words,
    )
  const line = page.getByRole('textbox', { name: 'Capture a task' })
  await test.step('--capture, --brief and --toggle, of a launcher that sends its whole command line', async () => {
    const olderLaunch = (flag: string) =>
      app.evaluate(({ app: electronApp }, asked) => {
        electronApp.emit('second-instance', {}, ['svc-launcher', asked], '')
      }, flag)
    await olderLaunch('--capture')
    await expect(line).toBeFocused()
    await olderLaunch('--brief')
    await expect(page.getByRole('main', { name: 'Daily brief' })).toBeVisible()
    await olderLaunch('--toggle')
    await expect(searchBox(page).or(page.getByRole('main', { name: 'Daily brief' }))).toBeVisible()
  })
  await test.step('a line', async () => {
    await secondLaunch('--capture', 'Water the plants tomorrow')
    await expect(line).toHaveValue('Water the plants tomorrow')
    await expect(line).toBeFocused()
    await secondLaunch('svc-launcher://capture?text=Read&url=https://example.test/news')
    await expect(line).toHaveValue('Read https://example.test/news')
  })
  await test.step('a search and an item', async () => {
    await secondLaunch('svc-launcher://search?q=acme')
    await expect(searchBox(page)).toHaveValue('acme')
    // A search of the palette that is still on its way aborts this one.
    const found = async () => {
      const reply = await ask(page, 'search.run', { query: 'review', types: ['task'] })
      return reply.ok ? reply.value.rows[0] : undefined
    }
    await expect.poll(found).toBeDefined()
    const task = await found()
    await secondLaunch(`svc-launcher://task/${task?.id ?? ''}`)
    await expect(selectedRow(page)).toContainText(task?.title ?? '')
    await expect(page.getByRole('complementary')).toContainText(task?.title ?? '')
    await secondLaunch('svc-launcher://task/0d4f0000-0000-4000-8000-000000000000')
    await expect(page.getByText('Deleted or moved')).toBeVisible()
  })
  await test.step('the clipboard', async () => {
    await app.evaluate(({ clipboard }) => clipboard.writeText('From the\nclipboard'))
    await searchBox(page).press('ControlOrMeta+Shift+V')
    await expect(line).toHaveValue('From the clipboard')
    await line.fill('')
  })
})

test('APP-03 Enter opens the selected record in the browser', async ({ signedIn, browser }) => {
  const { app, page } = signedIn
  const before = (await openedUrls(app)).length
  await searchBox(page).pressSequentially('r no')
  await expect(selectedRow(page)).toBeVisible()
  await searchBox(page).press('Enter')
  await expect.poll(async () => (await openedUrls(app)).length).toBe(before + 1)
  const opened = (await openedUrls(app)).at(-1) ?? ''
  expect(opened).toContain('/records/')

  const tab = await browser.newPage()
  expect((await tab.goto(opened))?.status()).toBeLessThan(500)
})

test('APP-17 after Save the search is there again with its row, and ↓ Enter edits the next task', async ({
  signedIn: { page },
}) => {
  await searchBox(page).fill('t review')
  const rows = results(page).getByRole('option')
  const titleOf = (row: Locator): Promise<string> => row.locator('[class*="_title_"]').innerText()
  await expect(rows.nth(2)).toBeVisible()
  await page.keyboard.press('ArrowDown')
  const chosen = await titleOf(selectedRow(page))
  await page.keyboard.press('Enter')
  const form = page.getByRole('form', { name: 'Edit task' })
  await form.getByLabel('Estimate').fill('45m')
  await page.keyboard.press('Enter')
  await isBack(page)
  await expect(searchBox(page)).toHaveValue('review')
  await expect(selectedRow(page)).toContainText(chosen)
  await page.keyboard.press('ArrowDown')
  await expect(selectedRow(page)).not.toContainText(chosen)
  const next = await titleOf(selectedRow(page))
  await page.keyboard.press('Enter')
  await expect(form.getByLabel('Title')).toHaveValue(next)
  await page.keyboard.press('Escape')
  await isBack(page)
  await expect(selectedRow(page)).toContainText(next)
  // The next letter goes on with the query.
  await page.keyboard.type('s')
  await expect(searchBox(page)).toHaveValue('reviews')
})

test('APP-03 APP-05 what is not found opens capture with Enter, is read there, and is then found', async ({
  service,
  signedIn,
}) => {
  const { app, page } = signedIn
  await searchBox(page).fill('Xylophone inventory tomorrow 5pm')
  await expect(page.getByText('No match for')).toBeVisible()
  await expect(selectedRow(page)).toContainText('Create task')
  await searchBox(page).press('Enter')
  const line = page.getByRole('textbox', { name: 'Capture a task' })
  await expect(line).toBeFocused()
  await expect(line).toHaveValue('Xylophone inventory tomorrow 5pm')
  await line.press('Enter')
  await isBack(page)
  await isStored(service, 'Xylophone inventory')
  await summon(app)
  await searchBox(page).fill('xylophone')
  await expect(
    results(page)
      .getByRole('option', { name: /Xylophone inventory/ })
      .first(),
  ).toBeVisible()
})

test('APP-03 a long text that is pasted and captured keeps every letter, and what is longer than a title is told', async ({
  service,
  signedIn,
}) => {
  const { app, page } = signedIn
  const cdp = await page.context().newCDPSession(page)
  const paste = (text: string) => cdp.send('Input.insertText', { text })
  const title = `${'Xylophone of the garden party. '.repeat(9)}The end, and a 🎹`
  await paste(title)
  await expect(searchBox(page)).toHaveValue(title)
  await expect(selectedRow(page)).toContainText('Create task')
  await searchBox(page).press('Enter')
  const line = page.getByRole('textbox', { name: 'Capture a task' })
  await expect(line).toHaveValue(title)
  await line.press('Enter')
  await isBack(page)
  await isStored(service, title)

  await summon(app)
  await paste(title)
  await expect(selectedRow(page)).toContainText(title)
  await page.keyboard.press('Escape')
  const tooLong = `${'Yodelling '.repeat(60)}The end`
  await paste(tooLong)
  await expect(selectedRow(page)).toContainText('Create task')
  await searchBox(page).press('Enter')
  await expect(line).toHaveValue(tooLong)
  await line.press('Enter')
  await expect(page.getByText('A title has at most 500 characters.')).toBeVisible()
  await expect(line).toHaveValue(tooLong)
})

test('APP-03 where nothing matches in a scope, Enter looks for the same in everything; a title that begins with its letter is found while the scope is only typed', async ({
  signedIn: { page },
  service,
}) => {
  const { create } = memberAt(service, 'owner@acme.test')
  for (const title of ['R & D budget', 'M theory lecture']) await create(title)
  for (const scope of ['m ', '>'])
    await test.step(`nothing in ${scope}`, async () => {
      await searchBox(page).pressSequentially(`${scope}renée adler`)
      const nothing = page.getByRole('paragraph').filter({ hasText: /^No match for “renée adler” in/ })
      await expect(nothing).toBeVisible()
      await expect(selectedRow(page)).toHaveText(/Search everything for “renée adler”/)
      await page.keyboard.press('Enter')
      await expect(page.getByRole('button', { name: /^Leave/ })).toHaveCount(0)
      await expect(searchBox(page)).toHaveValue('renée adler')
      await expect(searchBox(page)).toBeFocused()
      await expect(selectedRow(page)).toContainText('Renée Adler')
      await page.keyboard.press('Escape')
    })
  await test.step('the letter of a scope', async () => {
    await searchBox(page).pressSequentially('r & d bud')
    await expect(selectedRow(page)).toContainText('R & D budget')
    await expect(page.getByRole('button', { name: /^Leave/ })).toHaveCount(0)
    await page.keyboard.press('Escape')
    await searchBox(page).pressSequentially('m theory')
    await expect(page.getByRole('button', { name: 'Leave Meetings' })).toBeVisible()
    await expect(selectedRow(page)).toContainText('M theory lecture')
    await expect(results(page)).toContainText('for “m theory”')
  })
  await test.step('a chosen scope holds nothing else', async () => {
    await page.keyboard.press('Escape')
    await page.keyboard.type('m')
    await page.keyboard.press('Tab')
    await page.keyboard.type('theory')
    await expect(page.getByText('No match for “theory” in meetings', { exact: true }).first()).toBeVisible()
  })
})

test('APP-03 where the only match was deleted, a task of these words is offered, and undo brings it back', async ({
  signedIn: { page },
  service,
}) => {
  await memberAt(service, 'owner@acme.test').create('Mend the lonely kite')
  await searchBox(page).fill('lonely kite')
  await expect(selectedRow(page)).toContainText('Mend the lonely kite')
  await page.keyboard.press('Control+Shift+Backspace')
  await expect(page.getByText('No match for “lonely kite”', { exact: true }).first()).toBeVisible()
  await expect(selectedRow(page)).toContainText('Create task “lonely kite”')
  await page.keyboard.press('Control+z')
  await expect(selectedRow(page)).toContainText('Mend the lonely kite')
})

test('APP-03 browse goes to the end of an object, page by page, every record once', async ({
  signedIn: launched,
}) => {
  const { page } = launched
  await runCommand(launched, 'Browse people')
  const list = page.getByRole('listbox')
  await expect(list.getByRole('option').first()).toBeVisible()
  // Ten minutes long it opens where somebody was last.
  await page.keyboard.press('Control+Home')
  await expect(selectedRow(page)).toHaveAttribute('aria-posinset', '1')
  const seen = new Set<string>()
  const look = async (): Promise<void> => {
    for (const id of await list.getByRole('option').evaluateAll((rows) => rows.map((row) => row.id)))
      seen.add(id)
  }
  await expect
    .poll(
      async () => {
        await look()
        await page.keyboard.press('PageDown')
        // The list follows in a later frame, with the rows that the selection has passed.
        await expect(selectedRow(page)).toBeInViewport()
        // Asked in this order: the last row of the page before may be chosen when the last page comes.
        return (
          (await page.getByText('End of list').isVisible()) &&
          (await list.getByRole('option').last().getAttribute('aria-selected')) === 'true'
        )
      },
      { timeout: 60_000, intervals: [50] },
    )
    .toBe(true)
  await look()
  expect(seen.size).toBeGreaterThan(50)
  await expect(list.getByRole('option').last()).toHaveAttribute('aria-setsize', String(seen.size))

  // The button shows only while there is a row to open.
  const open = page.getByRole('button', { name: 'Open in browser' })
  await expect(open).toBeVisible()
  await page.keyboard.type('zzzz')
  await expect(page.getByText('No people match “zzzz”')).toBeVisible()
  await expect(open).toHaveCount(0)
  await page.keyboard.press('Escape')
})

test('APP-02 what was typed just before a hide is forgotten with it, also where the page would have to go on', async ({
  signedIn,
}) => {
  const { app, page } = signedIn
  const shown = await ask(page, 'view.ready')
  const summonNumber = shown.ok ? shown.value?.summon : undefined
  // In one task, sooner than the page tells what is typed.
  await searchBox(page).evaluate((field: HTMLInputElement, summonOf) => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, 'left behind')
    field.dispatchEvent(new InputEvent('input', { bubbles: true }))
    void (globalThis as unknown as Bridge).launcher.call('view.hide', { summon: summonOf })
  }, summonNumber)
  await isHidden(app)
  await summon(app)
  await expect(searchBox(page)).toHaveValue('')
  // The page may tell it late.
  await ask(page, 'view.typed', { query: 'left behind', scope: null, summon: summonNumber ?? 0 })
  expect(await ask(page, 'view.ready')).toMatchObject({ ok: true, value: { typed: null } })
})
