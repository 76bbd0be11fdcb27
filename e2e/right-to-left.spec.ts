// Titles in scripts that are read from the right, in a launcher that is read from the left.
import type { Locator } from 'playwright/test'
import { expect, test } from './signed-in.ts'
import { dismiss, press, runCommand, searchBox, selectedRow } from './steps.ts'
import { capture, isStored, openForm } from './writes.ts'

const title = 'להתקשר ל-Acme (דחוף)'
const reads = (where: Locator, direction: 'ltr' | 'rtl') => expect(where).toHaveCSS('direction', direction)

test('APP-09 what is written from the right is read from the right, and nothing else moves', async ({
  signedIn,
  service,
}) => {
  const { app, page } = signedIn
  await dismiss(signedIn)
  await press(app, 'capture')
  const line = page.getByRole('textbox', { name: 'Capture a task' })
  await line.fill(`${title} !high`)
  await reads(line, 'rtl')
  await reads(page.getByText(title, { exact: true }).last(), 'rtl')
  await line.fill('Call Acme')
  await reads(line, 'ltr')
  await line.fill('')
  await dismiss(signedIn)

  await capture(signedIn, title)
  await isStored(service, title)
  const form = await openForm(signedIn, title)
  await reads(form.getByLabel('Title'), 'rtl')
  await reads(form.getByLabel('Description'), 'ltr')
  await dismiss(signedIn)

  await runCommand(signedIn, 'Search tasks')
  await reads(searchBox(page), 'ltr')
  await searchBox(page).fill('להתקשר')
  await reads(searchBox(page), 'rtl')
  // Its rest would stand at the wrong end.
  const completion = page.locator('[class*="_completion_"]')
  await expect(completion).toHaveCount(1)
  await expect(completion).toBeHidden()
  const named = selectedRow(page).getByText(title, { exact: true })
  await reads(named, 'rtl')
  const row = (await selectedRow(page).boundingBox())?.x ?? 0
  // Its name begins where every name does.
  expect(((await named.boundingBox())?.x ?? 0) - row).toBeLessThan(80)
})
