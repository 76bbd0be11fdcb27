// The footer of the window, on screen and for screen readers.
import { expect, test } from './signed-in.ts'
import { dismiss, runCommand, searchBox } from './steps.ts'

test('APP-09 the foot names ? while the key opens the shortcuts, and not behind text; what Enter waits for is read out, in a place that is there before', async ({
  signedIn: { page },
  network,
}) => {
  const said = page.locator('footer').getByRole('status')
  await expect(said).toHaveText(['', '', ''])
  const release = network.hold({ path: '/v1/launcher/search' })
  await searchBox(page).fill('zzyzx nowhere')
  await page.keyboard.press('Enter')
  await expect(said).toHaveText(['Waiting for the answer…', '', ''])
  release()
  await expect(said).toHaveText(['', '', ''])

  await searchBox(page).fill('')
  const hint = page.getByText('Type ? for keys')
  await expect(hint).toBeVisible()
  await searchBox(page).fill('review')
  await expect(hint).toHaveCount(0)
  await searchBox(page).press('?')
  await expect(searchBox(page)).toHaveValue('review?')
  await page.keyboard.press('Escape')
  await expect(hint).toBeVisible()
  await searchBox(page).press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
})

test('APP-03 APP-06 Browse says that an object was deleted or moved (404), and counts nothing that it could not load', async ({
  signedIn,
  network,
}) => {
  const { page } = signedIn
  // Other specs of this app browse people, which it then has.
  network.misbehave(
    { path: /\/objects\/deals\/records$/ },
    { kind: 'answer', status: 404 },
    Number.POSITIVE_INFINITY,
  )
  await runCommand(signedIn, 'Browse deals')
  await expect(page.getByRole('alert')).toContainText('Deleted or moved')
  await dismiss(signedIn)
  await network.goOffline()
  await runCommand(signedIn, 'Browse deals')
  await expect(page.getByRole('alert')).toContainText('Offline')
  await expect(page.getByText(/\d (?:shown|in all)/)).toHaveCount(0)
})
