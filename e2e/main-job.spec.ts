import { readFileSync } from 'node:fs'
import { expect, test } from './fixtures.ts'
import { openedUrls } from './launch.ts'
import { dismiss, press, results, runCommand, searchBox, selectedRow, signIn, summon } from './steps.ts'
import { test as signedInTest } from './signed-in.ts'
import { isStored } from './writes.ts'

test('APP-01 APP-03 APP-04 APP-05 a newcomer signs in, finds, reads the brief, captures, edits, restarts and finds again', async ({
  service,
  launch,
  browser,
}) => {
  const first = await launch()
  await signIn(first, service, browser)
  const { app, page } = first

  await test.step('finds a task by its words', async () => {
    await searchBox(page).fill('a')
    await expect(results(page).getByRole('option').first()).toBeVisible()
  })

  await test.step('reads the brief', async () => {
    await runCommand(first, 'Daily brief')
    await expect(page.getByRole('main', { name: 'Daily brief' })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Tasks' }).getByRole('listitem').first()).toBeVisible()
    await page.keyboard.press('Escape')
  })

  await test.step('captures a task in one line', async () => {
    await press(app, 'capture')
    await page
      .getByRole('textbox', { name: 'Capture a task' })
      .fill('Call Nils about the renewal tomorrow 5pm !high ~30m')
    await expect(page.getByRole('list', { name: 'Recognized' }).getByRole('listitem')).toHaveCount(3)
    await page.keyboard.press('Enter')
    await isStored(service, 'Call Nils about the renewal')
  })

  await test.step('finds it and edits it', async () => {
    await summon(app)
    await searchBox(page).fill('nils renewal')
    await expect(selectedRow(page)).toContainText('Call Nils about the renewal')
    await searchBox(page).press('Enter')
    const form = page.getByRole('form', { name: 'Edit task' })
    await expect(form.getByLabel('Title')).toHaveValue('Call Nils about the renewal')
    await expect(form.getByLabel('Estimate')).toHaveValue('30m')
    await expect(form.getByLabel('Priority')).toContainText(/high/i)
    await expect(form.getByLabel('Due')).toHaveValue(/Tomorrow.*5:00|Tomorrow.*17:00/)
    await form.getByLabel('Title').fill('Call Nils about the contract')
    await form.getByRole('button', { name: 'Save', exact: true }).click()
    await isStored(service, 'Call Nils about the contract')
  })

  await test.step('restarts and finds it again, still signed in', async () => {
    await app.close()
    const again = await launch()
    await summon(again.app)
    await searchBox(again.page).fill('nils contract')
    await expect(selectedRow(again.page)).toContainText('Call Nils about the contract')
    expect(await openedUrls(again.app)).toEqual([])
    expect(readFileSync(service.database.replace('file:', '')).length).toBeGreaterThan(0)
  })
})

signedInTest(
  'APP-13 what is captured for today is mine, and in my brief',
  async ({ signedIn: launched, service }) => {
    const { app, page } = launched
    await press(app, 'capture')
    const line = page.getByRole('textbox', { name: 'Capture a task' })
    await line.fill('Water the balcony today')
    await expect(page.getByText('Person: Me')).toBeVisible()
    await page.keyboard.press('Enter')
    await isStored(service, 'Water the balcony')
    await runCommand(launched, 'Daily brief')
    const tasks = page.getByRole('region', { name: 'Tasks' })
    await expect(tasks.getByText('Water the balcony')).toBeVisible()

    await test.step('the cross of the chip leaves it to nobody', async () => {
      await dismiss(launched)
      await press(app, 'capture')
      await line.fill('Sweep the driveway today')
      await page.getByRole('button', { name: 'Assign it to nobody' }).click()
      await expect(line).toHaveValue('Sweep the driveway today @none')
      await expect(page.getByText('Person: Me')).toHaveCount(0)
      await line.press('Enter')
      await isStored(service, 'Sweep the driveway')
      await runCommand(launched, 'Daily brief')
      await expect(tasks.getByText('Water the balcony')).toBeVisible()
      await expect(tasks.getByText('Sweep the driveway')).toHaveCount(0)
    })
  },
)
