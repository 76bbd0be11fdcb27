// Failures around the app: broken files, a lost keyring, a service that is gone or locked.
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ask, valueOf } from './bridge.ts'
import { runSvc } from './real-service.ts'
import { expect, ownTest, test } from './signed-in.ts'
import { press, results, runCommand, searchBox, signIn, summon } from './steps.ts'
import { capture, isKept, memberAt } from './writes.ts'

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
  await form.getByRole('button', { name: 'Create' }).click()
  await expect(page.getByRole('alert')).toContainText(/database/i)
  await expect(page.getByRole('alert')).not.toContainText(/SQLITE|Error:|at /)
  expect(readFileSync(join(folder, 'workspace.db'), 'utf8')).toBe(garbage)
})

/** The vault's files with their bytes and times: equal ones were not written. */
const vaultIn = (userData: string) =>
  readdirSync(join(userData, 'vault'))
    .toSorted()
    .map((name) => {
      const path = join(userData, 'vault', name)
      return [name, statSync(path).mtimeMs, readFileSync(path, 'latin1')]
    })

ownTest(
  'APP-01 APP-06 T2 T4 where the keyring does not open what was kept, its user is signed out, no file is touched, and the next start with it has all',
  async ({ signedIn, service, launch, browser }, testInfo) => {
    const { app, page, userData } = signedIn
    await press(app, 'capture')
    await page.getByRole('textbox', { name: 'Capture a task' }).fill('Begun before')
    await isKept(page, 'Begun before')
    await app.close()
    const [keyring, aside] = [testInfo.outputPath('keyring-first'), testInfo.outputPath('keyring-aside')]
    renameSync(keyring, aside)
    const before = vaultIn(userData)

    const locked = await launch()
    await summon(locked.app)
    await expect(locked.page.getByText(/keyring could not open .* Nothing is lost/)).toBeVisible()
    await signIn(locked, service, browser)
    await expect(locked.page.getByText(/keyring could not open/)).toBeVisible()
    await press(locked.app, 'capture')
    await locked.page.getByRole('textbox', { name: 'Capture a task' }).fill('Begun meanwhile')
    await isKept(locked.page, 'Begun meanwhile')

    // A restart would lose that: it is asked, and "Cancel" has the focus.
    await locked.app.evaluate(({ app: running }) => {
      running.relaunch = (options) => void process.stderr.write(`restarts ${options?.args?.join(' ')}\n`)
    })
    const banner = locked.page.getByRole('alert').filter({ hasText: /keyring|in memory/ })
    await banner.getByRole('button', { name: 'Try again' }).click()
    await expect(banner).toContainText('1 change is only in memory and would be lost.')
    await expect(banner.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await locked.page.keyboard.press('Escape')
    await expect(banner.getByRole('button', { name: 'Try again' })).toBeFocused()
    await locked.page.keyboard.press('Enter')
    const ended = new Promise((resolve) => locked.app.process().once('exit', resolve))
    // The window may be gone before the click has its answer.
    await banner
      .getByRole('button', { name: 'Restart' })
      .click()
      .catch(() => undefined)
    await ended
    expect(locked.output()).toContain(`--user-data-dir=${userData}`)
    expect(vaultIn(userData)).toEqual(before)

    renameSync(aside, keyring)
    const again = await launch()
    await summon(again.app)
    await expect(searchBox(again.page)).toBeVisible()
    await expect(again.page.getByText(/keyring could not open/)).toHaveCount(0)
    await isKept(again.page, 'Begun before')
  },
)

ownTest(
  'APP-06 T2 what does not open is set aside: a broken settings file at the start, which is said, and the vault once its user starts over, who keeps what was done since',
  async ({ launchSignedIn, service, browser }, testInfo) => {
    rmSync(testInfo.outputPath('keyring-first'))
    const broken = '{"theme":"dark",'
    writeFileSync(join(testInfo.outputPath('profile-first'), 'settings.json'), broken)
    const locked = await launchSignedIn()
    const { userData } = locked
    await signIn(locked, service, browser)
    await test.step('the settings', async () => {
      await runCommand(locked, 'Settings')
      await expect(locked.page.getByRole('form', { name: 'Settings' })).toBeVisible()
      await expect(locked.page.getByText(/settings.*(could not be read|set aside)/i).first()).toBeVisible()
      const aside = readdirSync(userData).find((name) => name.startsWith('settings.json.broken'))
      expect(readFileSync(join(userData, aside ?? ''), 'utf8')).toBe(broken)
    })
    await press(locked.app, 'capture')
    const line = locked.page.getByRole('textbox', { name: 'Capture a task' })
    await line.fill('Begun meanwhile')
    await isKept(locked.page, 'Begun meanwhile')
    // A double click does no more than one.
    await locked.page.getByRole('button', { name: 'Start over' }).dblclick()
    await expect(locked.page.getByText(/moved to vault.unreadable and can no longer be read/)).toBeVisible()
    await locked.page.getByRole('button', { name: 'Start over' }).click()
    await expect(locked.page.getByText(/keyring|vault\.unreadable/)).toHaveCount(0)
    await expect(line).toBeFocused()
    await locked.app.close()
    expect(
      readdirSync(userData)
        .filter((name) => name.startsWith('vault'))
        .toSorted(),
    ).toEqual(['vault', 'vault.unreadable'])

    const again = await launchSignedIn()
    await summon(again.app)
    await expect(searchBox(again.page)).toBeVisible()
    await isKept(again.page, 'Begun meanwhile')
  },
)

test('APP-06 APP-07 while the service is gone saved rows stay, and a task that is captured is saved once when it is back, with live rows', async ({
  signedIn,
  service,
}) => {
  const { app, page } = signedIn
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
  await capture(signedIn, 'Written while offline')

  await service.start()
  await summon(app)
  await searchBox(page).fill('stand')
  await expect(async () => {
    await page.keyboard.press('Control+r')
    await expect(page.getByText(/offline|saved results/i)).toHaveCount(0, { timeout: 2_000 })
  }).toPass({ timeout: 60_000 })
  await expect(rows.first()).toContainText(/stand-up/i)
  const { titled } = memberAt(service, 'owner@acme.test')
  await expect
    .poll(async () => (await titled('Written while offline')).length, { timeout: 60_000 })
    .toBeGreaterThan(0)
  await expect.poll(async () => valueOf(await ask(page, 'outbox.get')).at(-1)?.state).toBe('saved')
  expect(await titled('Written while offline')).toHaveLength(1)
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
