import { expect, test } from './signed-in.ts'
import { runCommand } from './steps.ts'

test('APP-04 the brief shows tasks, meetings and notifications of the demo workspace', async ({
  signedIn: launched,
}) => {
  const { page } = launched
  await runCommand(launched, 'Daily brief')
  await expect(page.getByRole('main', { name: 'Daily brief' })).toBeVisible()
  for (const name of ['Tasks', 'Meetings', 'Notifications'])
    await expect(page.getByRole('region', { name }).getByRole('listitem').first()).toBeVisible()
})

test('APP-04 Mod+Enter completes the selected task of the brief', async ({ signedIn: launched }) => {
  const { page } = launched
  await runCommand(launched, 'Daily brief')
  const tasks = page.getByRole('region', { name: 'Tasks' }).getByRole('listitem')
  await expect(tasks.first()).toBeVisible()
  const before = await tasks.count()
  await page.keyboard.press('Control+Enter')
  await expect(tasks).toHaveCount(before - 1)
  await page.keyboard.press('Control+r')
  await expect(tasks).toHaveCount(before - 1)
})

test('APP-06 the brief of before stays, with its age, when the service is gone', async ({
  signedIn: launched,
  service,
}) => {
  const { page } = launched
  await runCommand(launched, 'Daily brief')
  const tasks = page.getByRole('region', { name: 'Tasks' }).getByRole('listitem')
  await expect(tasks.first()).toBeVisible()
  await service.kill()
  await page.keyboard.press('Control+r')
  await expect(
    page
      .getByRole('alert')
      .or(page.getByText(/offline|saved results/i))
      .first(),
  ).toBeVisible({
    timeout: 30_000,
  })
  await expect(tasks.first()).toBeVisible()
})
