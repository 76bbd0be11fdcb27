// Names that are longer than their place: what stands beside them keeps its own, and they can be read to their end.
import { expect, test } from './signed-in.ts'
import { half } from './seen.ts'
import { dismiss, press, runCommand, searchBox, selectedRow, summon } from './steps.ts'
import { memberAt } from './writes.ts'

test('APP-09 long names: their chip keeps a button that a finger hits, the actions of a row say them to the end, and the brief at 200 % still says where a meeting is', async ({
  signedIn,
  service,
}) => {
  const { app, page } = signedIn
  await test.step('the chip', async () => {
    await press(app, 'capture')
    const line = page.getByRole('textbox', { name: 'Capture a task' })
    await line.fill(`Write to @${'w'.repeat(180)}`)
    const chip = page.getByRole('list', { name: 'Recognized' }).getByRole('listitem')
    await expect(chip).toContainText('not found, stays in the title')
    const box = await chip.getByRole('button').boundingBox()
    expect(box?.width).toBeGreaterThanOrEqual(24)
    expect(box?.height).toBeGreaterThanOrEqual(24)
    await line.fill('')
    await dismiss(signedIn)
  })
  await test.step('the actions', async () => {
    const title = `Ask ${'everybody about the offsite and '.repeat(6)}done`
    await memberAt(service, 'owner@acme.test').create(title)
    await summon(app)
    await searchBox(page).fill('t Ask everybody')
    await expect(selectedRow(page)).toContainText('Ask everybody')
    await page.keyboard.press('Control+k')
    const name = page.getByRole('dialog', { name: 'Actions' }).getByText(title)
    await expect(name).toBeVisible()
    const hidden = await name.evaluate((element) => [
      element.scrollWidth - element.clientWidth,
      element.scrollHeight - element.clientHeight,
    ])
    expect(hidden).toEqual([0, 0])
    await dismiss(signedIn)
  })
  await test.step('the brief at 200 %', async () => {
    await runCommand(signedIn, 'Daily brief')
    const place = page.getByRole('region', { name: 'Meetings' }).getByText(/Room /).first()
    // In a short block of the timeline a long title leaves it no room.
    await expect(place).toBeAttached()
    await page.setViewportSize(half)
    await expect(place).toBeVisible()
  })
})
