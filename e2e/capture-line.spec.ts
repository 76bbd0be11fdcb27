// Quick capture while a line is typed or pasted: names to pick, marks, several lines.
import type { Page } from 'playwright/test'
import { full, half } from './seen.ts'
import { expect, test } from './signed-in.ts'
import { isHidden, isVisible, press } from './steps.ts'
import { blockOutbox, isStored, pasteInto } from './writes.ts'

const line = (page: Page) => page.getByRole('textbox', { name: 'Capture a task' })

test('APP-05 a mark opens a list of names, which keys move, pick from and close without losing a letter', async ({
  service,
  signedIn,
}) => {
  const { app, page } = signedIn
  const options = page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option')
  await press(app, 'capture')
  await expect(line(page)).toBeFocused()
  await page.keyboard.type('Ask @')
  await expect(options.nth(1)).toBeVisible()
  await page.keyboard.type('mir')
  await expect(options).toHaveText([/^Mira Solano/])
  await expect(line(page)).toHaveAttribute('aria-activedescendant', (await options.getAttribute('id')) ?? '')
  await page.keyboard.press('Tab')
  await expect(line(page)).toHaveValue('Ask @"Mira Solano" ')
  await page.keyboard.press('Control+z')
  await expect(line(page)).toHaveValue('Ask @mir')
  // Selected, as undone text is.
  await page.keyboard.type('@mir')
  await expect(options).toHaveCount(1)
  // In one breath: the pick does not save, and takes no letter with it.
  await page.keyboard.press('Enter')
  await page.keyboard.type('about #"cedar')
  await expect(line(page)).toHaveValue('Ask @"Mira Solano" about #"cedar')
  await expect(options.first()).toContainText('Cedar')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Escape')
  await expect(options).toHaveCount(0)
  expect(await isVisible(app)).toBe(true)
  await page.keyboard.type(' outdoors" and @noah')
  await expect(options).toHaveCount(0)
  await page.keyboard.press('Enter')
  await isHidden(app)
  await isStored(service, 'Ask Mira Solano about Cedar Outdoors and Noah Berg')
})

test('APP-05 APP-09 recognized words are marked in the line, where they stand, when it wraps and scrolls at 200 %', async ({
  signedIn,
}) => {
  const { app, page } = signedIn
  await page.setViewportSize(half)
  await press(app, 'capture')
  await line(page).fill(`${'word '.repeat(40)}tomorrow @mira and @nobody `)
  const marks = page.locator('mark')
  await expect(marks).toHaveText(['tomorrow', '@mira', '@nobody'])
  await expect(marks.last()).toHaveAttribute('data-state', 'unknown')
  const shape = ({ clientWidth, scrollHeight, scrollTop }: Element) => [clientWidth, scrollHeight, scrollTop]
  const behind = line(page).locator('xpath=preceding-sibling::div')
  await expect
    .poll(async () => [
      await behind.evaluate(shape),
      await line(page).evaluate(({ scrollTop }) => scrollTop > 0),
    ])
    .toEqual([await line(page).evaluate(shape), true])
  await page.keyboard.press('Control+Home')
  await expect.poll(() => line(page).evaluate(({ scrollTop }) => scrollTop)).toBeLessThan(2)
  await expect.poll(() => behind.evaluate(shape)).toEqual(await line(page).evaluate(shape))
  await page.setViewportSize(full)
})

test('APP-05 pasted lines are a task each with one Enter; Escape leaves one line, and what is not saved stays', async ({
  service,
  signedIn,
}) => {
  const { app, page, userData } = signedIn
  const paste = (text: string) => pasteInto(line(page), text)
  const list = '- Order pens tomorrow\n\n* Send #meridian the pens\n[ ] Return the pens @mira'
  const panel = page.getByRole('dialog', { name: 'Make 3 tasks, one a line?' })
  await press(app, 'capture')
  await expect(line(page)).toBeFocused()
  await paste(list)
  await expect(panel.getByRole('listitem')).toHaveText([
    /^Order pens/,
    /^Send #meridian the pens.*is unclear and stays as text$/,
    /^Return the pensMira Solano/,
  ])
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)
  await expect(line(page)).toHaveValue(list.replaceAll(/\n+/g, ' '))
  await expect(line(page)).toBeFocused()

  await line(page).fill('')
  const free = blockOutbox(userData)
  await paste(list)
  await expect(panel.getByRole('button', { name: 'Make 3 tasks' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(panel.getByRole('alert')).toHaveText(/^3 tasks were not saved/)
  await expect(panel.getByRole('listitem').first()).toContainText('The disk is full or read-only')
  await expect(line(page)).toHaveValue('Order pens tomorrow Send #meridian the pens Return the pens @mira')
  free()
  await page.keyboard.press('Enter')
  await isHidden(app)
  for (const title of ['Order pens', 'Send #meridian the pens', 'Return the pens'])
    await isStored(service, title)
  await press(app, 'capture')
  await expect(page.getByText('3 tasks made', { exact: true })).toBeVisible()
  await expect(line(page)).toHaveValue('')
})
