// What goes wrong around the app: broken files, a lost keyring, a service that is gone or locked.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runSvc } from './real-service.ts'
import { expect, test } from './signed-in.ts'
import { results, runCommand, searchBox, signIn, summon } from './steps.ts'

test.use({ own: true })

test('APP-06 a broken settings file is set aside, said once, and the defaults hold', async ({
  service,
  launch,
  browser,
}, testInfo) => {
  const profile = testInfo.outputPath('profile-first')
  mkdirSync(profile, { recursive: true })
  writeFileSync(join(profile, 'settings.json'), '{"theme":"dark",')
  const launched = await launch()
  await signIn(launched, service, browser)
  await runCommand(launched, 'Settings')
  await expect(launched.page.getByRole('form', { name: 'Settings' })).toBeVisible()
  await expect(launched.page.getByText(/settings.*(could not be read|set aside)/i).first()).toBeVisible()
  const aside = readdirSync(profile).find((name) => name.startsWith('settings.json.broken'))
  expect(readFileSync(join(profile, aside ?? ''), 'utf8')).toBe('{"theme":"dark",')
})

test('APP-08 a corrupt local database is named in a sentence and left as it is', async ({
  launch,
}, testInfo) => {
  const folder = join(testInfo.outputPath('profile-first'), 'local-workspace')
  mkdirSync(folder, { recursive: true })
  const garbage = 'This is not a database. '.repeat(400)
  writeFileSync(join(folder, 'workspace.db'), garbage)
  const { app, page } = await launch()
  await summon(app)
  await page.getByRole('button', { name: 'Use a local workspace' }).click()
  const form = page.getByRole('form', { name: 'Local workspace' })
  await form.getByLabel('Your name').fill('Ada Lovelace')
  await form.getByLabel('Email').fill('ada@example.test')
  await form.getByRole('button', { name: 'Create' }).click()
  await expect(page.getByRole('alert')).toContainText(/database/i)
  await expect(page.getByRole('alert')).not.toContainText(/SQLITE|Error:|at /)
  expect(readFileSync(join(folder, 'workspace.db'), 'utf8')).toBe(garbage)
})

test('APP-01 T4 tokens that the keyring cannot open mean signed out, not a crash', async ({
  service,
  launch,
  browser,
}, testInfo) => {
  const launched = await launch()
  await signIn(launched, service, browser)
  await launched.app.close()
  rmSync(testInfo.outputPath('keyring-first'))
  const again = await launch()
  await summon(again.app)
  await expect(again.page.getByRole('button', { name: 'Sign in' })).toBeVisible()
})

test('APP-06 saved rows stay while the service is gone, and live ones come back with it', async ({
  signedIn,
  service,
}) => {
  const { page } = signedIn
  await searchBox(page).fill('stand-up')
  const rows = results(page).getByRole('option')
  await expect(rows.first()).toContainText(/stand-up/i)
  await expect(page.getByText('offline', { exact: false })).toHaveCount(0)

  await service.kill()
  // Not the same words: an answer of seconds ago is not asked for again.
  await searchBox(page).fill('stand')
  await expect(rows.first()).toContainText(/stand-up/i)
  await expect(page.getByText(/offline|saved results/i).first()).toBeVisible({ timeout: 30_000 })
  await expect(rows.first()).toContainText(/stand-up/i)

  await service.start()
  await expect(async () => {
    await page.keyboard.press('Control+r')
    await expect(page.getByText(/offline|saved results/i)).toHaveCount(0, { timeout: 2_000 })
  }).toPass({ timeout: 60_000 })
  await expect(rows.first()).toContainText(/stand-up/i)
})

test('APP-06 a workspace over its member limit says that it is locked', async ({ signedIn, service }) => {
  const { page } = signedIn
  runSvc('workspace', 'set', '--slug', 'acme', '--member-limit', '1', '--database', service.database)
  await searchBox(page).fill('quarterly')
  await expect(page.getByText(/workspace.*locked/i).first()).toBeVisible()

  runSvc('workspace', 'set', '--slug', 'acme', '--member-limit', 'none', '--database', service.database)
  await searchBox(page).fill('quarterly review')
  await expect(results(page).getByRole('option').first()).toContainText(/quarterly/i)
})

test('APP-06 a member who is removed is signed out with a way back', async ({ service, launch, browser }) => {
  const launched = await launch()
  await signIn(launched, service, browser, 'mira@acme.test')
  const { page } = launched
  runSvc(
    'member',
    'remove',
    '--workspace',
    'acme',
    '--email',
    'mira@acme.test',
    '--database',
    service.database,
  )
  await searchBox(page).fill('anything at all')
  await expect(page.getByRole('button', { name: /Sign in/ })).toBeVisible()
})
