// A Wayland desktop without a portal for hotkeys: no key works, so no other key is proposed.
import { writeFileSync } from 'node:fs'
import { expect, test } from './fixtures.ts'
import { searchBox, signIn } from './steps.ts'

test('APP-02 APP-08 where the desktop gives no hotkeys, the first run and the settings name a command to bind', async ({
  service,
  launch,
  browser,
}, testInfo) => {
  const before = testInfo.outputPath('no-portal.cjs')
  writeFileSync(before, "require('electron').globalShortcut.register = () => false")
  const launched = await launch({ before, env: { XDG_SESSION_TYPE: 'wayland' } })
  const { page } = launched
  await expect(page.getByRole('status').filter({ hasText: 'svc-launcher --toggle' })).toContainText(
    'This desktop does not support global hotkeys',
  )
  await signIn(launched, service, browser)
  await searchBox(page).fill('>Settings')
  await searchBox(page).press('Enter')
  await expect(page.getByText('This desktop does not support global hotkeys').first()).toBeVisible()
  await expect(page.getByText('svc-launcher --capture')).toBeVisible()
  await expect(page.getByText('Record another')).toHaveCount(0)
})
