// The local workspace and its life: its owner's name, a backup and its way back, the move to a server, and the switch between it
// and a workspace on a server.
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Browser, ElectronApplication, Page } from 'playwright/test'
import { ask, valueOf } from './bridge.ts'
import { expect, openStage, type Stage, startAfresh, test } from './fixtures.ts'
import { isUp, type Launched, openedUrls } from './launch.ts'
import { type RealService, runSvc } from './real-service.ts'
import {
  allowInBrowser,
  dismiss,
  isLive,
  nextOpenedUrl,
  results,
  runCommand,
  searchBox,
  selectedRow,
  summon,
  useLocalWorkspace,
} from './steps.ts'
import { capture } from './writes.ts'

/** Answers the native dialogs; null cancels them. While one is open, another window has the focus. */
const answerDialogs = (app: ElectronApplication, path: string | null): Promise<void> =>
  app.evaluate(({ dialog, BrowserWindow }, answer) => {
    const loseFocus = async (): Promise<void> => {
      const [window] = BrowserWindow.getAllWindows()
      window?.emit('blur')
      await new Promise((resolve) => setTimeout(resolve, 300))
      Object.assign(globalThis, { wasVisibleUnderDialog: window?.isVisible() })
    }
    const asked: unknown[] = []
    Object.assign(globalThis, { askedDialogs: asked })
    dialog.showSaveDialog = async (...input: unknown[]) => {
      asked.push(input.at(-1))
      await loseFocus()
      return { canceled: answer === null, filePath: answer ?? '' }
    }
    dialog.showOpenDialog = async (...input: unknown[]) => {
      asked.push(input.at(-1))
      await loseFocus()
      return { canceled: answer === null, filePaths: answer === null ? [] : [answer] }
    }
  }, path)

type Asked = { defaultPath: string }[]
const askedDialogs = (app: ElectronApplication): Promise<Asked> =>
  app.evaluate(() => (globalThis as unknown as { askedDialogs: Asked }).askedDialogs)
const wasVisibleUnderDialog = (app: ElectronApplication): Promise<boolean> =>
  app.evaluate(() => (globalThis as unknown as { wasVisibleUnderDialog: boolean }).wasVisibleUnderDialog)

const localSection = (page: Page) => page.getByRole('region', { name: 'Local workspace' })
const openSettings = async (launched: Launched): Promise<void> => {
  await runCommand(launched, 'Settings')
  await expect(localSection(launched.page)).toBeVisible()
}

const titles = async (page: Page): Promise<string[]> =>
  valueOf(await ask(page, 'search.changes', { since: null })).rows.map(({ title }) => title)

const isFound = async (launched: Launched, words: string): Promise<void> => {
  await summon(launched.app)
  await searchBox(launched.page).fill(words)
  await expect(selectedRow(launched.page)).toContainText(words)
  await expect(selectedRow(launched.page)).not.toHaveAccessibleName(/Queued|Sending|Waiting|checking/)
  await searchBox(launched.page).fill('')
}

test.describe('one local workspace', () => {
  let stage: Stage
  let launched: Launched

  test.beforeAll(async ({ demo, folder, sharedBrowser }) => {
    stage = await openStage({ demo, folder, sharedBrowser }, 'local')
    launched = await stage.launch()
    await useLocalWorkspace(launched)
  })
  test.beforeEach(() => startAfresh(launched))
  test.afterAll(() => stage.close())

  test('APP-08 a backup is written, and after a restore everything is as before; the replaced workspace is kept', async ({}, testInfo) => {
    const { app, page, userData } = launched
    await capture(launched, 'Water the office plants')
    await isFound(launched, 'Water the office plants')
    const file = testInfo.outputPath('ada.backup')

    await test.step('the dialog suggests a name, the window stays under it, and the path is said', async () => {
      await openSettings(launched)
      await answerDialogs(app, file)
      await localSection(page).getByRole('button', { name: 'Back up…' }).click()
      await expect(localSection(page).getByRole('status')).toContainText(`The backup is complete: ${file}`)
      expect((await askedDialogs(app))[0]?.defaultPath).toMatch(/svc-launcher-\d{4}-\d{2}-\d{2}\.backup$/)
      expect(await wasVisibleUnderDialog(app)).toBe(true)
      await expect.poll(() => isUp(app)).toBe(true)
      expect(statSync(file).mode & 0o077).toBe(0)
      expect(readdirSync(dirname(file)).filter((name) => name.endsWith('.part'))).toEqual([])
    })
    await test.step('a dialog that is cancelled changes nothing', async () => {
      await answerDialogs(app, null)
      await localSection(page).getByRole('button', { name: 'Restore…' }).click()
      await expect.poll(async () => (await askedDialogs(app)).length).toBe(1)
      await expect(page.getByRole('dialog')).toHaveCount(0)
    })
    await test.step('a file that is not a backup is refused in a sentence', async () => {
      const other = testInfo.outputPath('notes.txt')
      writeFileSync(other, 'hello')
      await answerDialogs(app, other)
      await localSection(page).getByRole('button', { name: 'Restore…' }).click()
      await expect(localSection(page).getByRole('alert')).toHaveText(
        'This file cannot be read as a backup. Nothing was changed.',
      )
      await expect(page.getByRole('dialog')).toHaveCount(0)
    })

    await dismiss(launched)
    await capture(launched, 'Buy a fig tree')
    await isFound(launched, 'Buy a fig tree')
    await openSettings(launched)
    await localSection(page).getByLabel('Your name').fill('Grace Hopper')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('region', { name: 'Account' })).toContainText('Grace Hopper')
    await expect(page.getByLabel('Command for an assistant on this computer')).toHaveValue(
      /^svc mcp --database .*workspace\.db/,
    )

    const question = page.getByRole('dialog', { name: 'Restore' })
    await test.step('the question says what happens, and Cancel changes nothing', async () => {
      await answerDialogs(app, file)
      await localSection(page).getByRole('button', { name: 'Restore…' }).click()
      await expect(question).toContainText(/Restore the backup of .* at /)
      await expect(question).toContainText(
        /the workspace of Ada Lovelace\. Your present workspace is kept beside it as workspace-[\d-]+\.db\./,
      )
      await question.getByRole('button', { name: 'Cancel' }).click()
      await expect(question).toHaveCount(0)
      await expect(page.getByRole('region', { name: 'Account' })).toContainText('Grace Hopper')
    })
    await test.step('the launcher signs in to the restored workspace by itself', async () => {
      await localSection(page).getByRole('button', { name: 'Restore…' }).click()
      await question.getByRole('button', { name: 'Restore' }).click()
      await expect(page.getByText(/The previous workspace is kept as .*workspace-[\d-]+\.db/)).toBeVisible()
      expect(await openedUrls(app)).toEqual([])
      await isFound(launched, 'Water the office plants')
      expect(await titles(page)).not.toContain('Buy a fig tree')
      await openSettings(launched)
      await expect(page.getByRole('region', { name: 'Account' })).toContainText('Ada Lovelace')
    })
    await test.step('the replaced one opens with everything in it', async () => {
      const folder = join(userData, 'local-workspace')
      const kept = readdirSync(folder).find((name) => /^workspace-[\d-]+\.db$/.test(name)) ?? ''
      const members = runSvc<{ members: { name: string }[] }>(
        'member',
        'list',
        '--workspace',
        'local',
        '--database',
        `file:${join(folder, kept)}`,
      )
      expect(members.members.map(({ name }) => name)).toEqual(['Grace Hopper'])
    })
  })

  test('APP-08 the move to a server writes a file that the shown command imports; the owner’s name is changed in the settings, and everywhere at once, also after a restart', async ({}, testInfo) => {
    const { app, page } = launched
    await test.step('the move', async () => {
      await capture(launched, 'Feed the office cat')
      await isFound(launched, 'Feed the office cat')
      await openSettings(launched)
      const file = testInfo.outputPath('ada.ndjson')
      await answerDialogs(app, file)
      await localSection(page).getByRole('button', { name: 'Move to a server…' }).click()
      const steps = page.getByRole('dialog', { name: 'Move to a server' })
      await expect(steps).toContainText(`was written to ${file}`)
      const [command = '', another = ''] = (await steps.locator('pre').innerText()).split('\n')
      const database = `file:${testInfo.outputPath('server.db')}`
      const words = (text: string): string[] => text.replace('ada.ndjson', file).split(' ').slice(1)
      runSvc(...words(command), '--database', database)
      expect(runSvc<{ password?: string }>(...words(another), '--database', database).password).toBeTruthy()
      expect(readFileSync(file, 'utf8')).toContain('Feed the office cat')
      await steps.getByRole('button', { name: 'Switch workspace…' }).click()
      await expect(page.getByRole('dialog', { name: 'Switch workspace' })).toBeVisible()
      await page.keyboard.press('Escape')
      await dismiss(launched)
    })
    await test.step('the name', async () => {
      await openSettings(launched)
      const field = localSection(page).getByLabel('Your name')
      await expect(field).toHaveValue('Ada Lovelace')
      await field.fill('   ')
      await page.keyboard.press('Enter')
      await expect(localSection(page).getByText('Enter your name.')).toBeVisible()
      await field.fill('Countess of Lovelace')
      await page.keyboard.press('Enter')
      await expect(page.getByRole('region', { name: 'Account' })).toContainText('Countess of Lovelace')
      await expect(page.getByText('Your name was changed.')).toBeVisible()
      await expect.poll(() => titles(page)).toContain('Countess of Lovelace')
      expect(await titles(page)).not.toContain('Ada Lovelace')
      await app.close()
      const again = await stage.launch()
      await openSettings(again)
      await expect(localSection(again.page).getByLabel('Your name')).toHaveValue('Countess of Lovelace')
    })
  })
})

/** Chooses a workspace from the list. */
const switchTo = async (launched: Launched, name: RegExp): Promise<void> => {
  await runCommand(launched, 'Switch workspace…')
  const list = launched.page.getByRole('dialog', { name: 'Switch workspace' })
  await list.getByRole('button', { name }).click()
  await expect(list).toHaveCount(0)
}

/** Signs in to Acme from the local workspace. */
const signInToAcme = async (launched: Launched, service: RealService, browser: Browser): Promise<void> => {
  const { app, page } = launched
  await switchTo(launched, /Sign in to another workspace/)
  const address = page.getByLabel('Workspace address')
  await expect(address).toBeFocused()
  const before = (await openedUrls(app)).length
  await address.fill(service.baseUrl)
  await address.press('Enter')
  const url = await nextOpenedUrl(app, before)
  await (await allowInBrowser(browser, url, service.member('owner@acme.test'))).close()
  await summon(app)
  await expect(searchBox(page)).toBeVisible()
}

test('APP-01 APP-08 a switch between the local workspace and a server needs no further sign-in, and neither shows rows of the other; a session that was ended meanwhile leads to its sign-in page with the address, and the way back stays open', async ({
  launch,
  service,
  browser,
}) => {
  const launched = await launch()
  const { app, page, userData } = launched
  await useLocalWorkspace(launched)
  await capture(launched, 'Water the office plants')
  await isFound(launched, 'Water the office plants')
  await signInToAcme(launched, service, browser)
  await searchBox(page).fill('meridian')
  await isLive(page)
  const ofAcme = await titles(page)
  expect(ofAcme.some((title) => /meridian/i.test(title))).toBe(true)
  expect(ofAcme).not.toContain('Water the office plants')
  const opened = (await openedUrls(app)).length

  await test.step('to the local workspace', async () => {
    await switchTo(launched, /Local workspace/)
    await isFound(launched, 'Water the office plants')
    const shown = await titles(page)
    // Both have somebody, and objects, of these names.
    const inBoth = ['Ada Lovelace', 'Companies', 'People']
    expect(ofAcme.filter((title) => shown.includes(title) && !inBoth.includes(title))).toEqual([])
    await searchBox(page).fill('meridian')
    await expect(results(page).getByRole('option', { name: /meridian/i })).toHaveCount(0)
  })
  await test.step('and back, also without a network: its rows are still there', async () => {
    await searchBox(page).fill('')
    await service.kill()
    await switchTo(launched, /Acme/)
    await summon(app)
    await searchBox(page).fill('meridian')
    await expect(selectedRow(page)).toContainText(/meridian/i)
    expect(await titles(page)).not.toContain('Water the office plants')
  })
  await test.step('what is written meanwhile waits in its own workspace', async () => {
    await dismiss(launched)
    await capture(launched, 'Raise the prices of Acme')
    await switchTo(launched, /Local workspace/)
    await runCommand(launched, 'Switch workspace…')
    const list = page.getByRole('dialog', { name: 'Switch workspace' })
    await expect(list.getByRole('button', { name: /^Acme/ })).toContainText('1 change waits in Acme')
    await page.keyboard.press('Escape')
    expect(valueOf(await ask(page, 'outbox.get')).map(({ title }) => title)).not.toContain(
      'Raise the prices of Acme',
    )
    await service.start()
    await switchTo(launched, /Acme/)
    await isFound(launched, 'Raise the prices of Acme')
  })
  expect(await openedUrls(app)).toHaveLength(opened)
  await test.step('a session that was ended meanwhile', async () => {
    await switchTo(launched, /Local workspace/)
    await isFound(launched, 'Water the office plants')
    // A new password ends all sign-ins.
    const { password } = service.member('owner@acme.test')
    const as = ['--email', 'owner@acme.test', '--password', password, '--database', service.database]
    runSvc('member', 'add', '--workspace', 'acme', ...as)
    const address = page.getByLabel('Workspace address')
    const isEnded = async (): Promise<void> => {
      await switchTo(launched, /Acme/)
      await expect(page.getByRole('main', { name: 'Sign in again' })).toBeVisible()
      await expect(address).toHaveValue(service.baseUrl)
    }
    await isEnded()
    await page.getByRole('button', { name: 'Back' }).click()
    await page.getByRole('button', { name: /Open your local workspace/ }).click()
    await isFound(launched, 'Water the office plants')
    expect(existsSync(join(userData, 'vault'))).toBe(true)
    await isEnded()
    await address.press('Enter')
    const url = await nextOpenedUrl(app, opened)
    await (await allowInBrowser(browser, url, service.member('owner@acme.test'))).close()
    await summon(app)
    await expect(searchBox(page)).toBeVisible()
  })
  await test.step('both survive a restart, and signing out ends the present one only', async () => {
    await app.close()
    const again = await launch()
    await summon(again.app)
    await runCommand(again, 'Sign out')
    await again.page.keyboard.press('Enter')
    await again.page.getByRole('button', { name: /Open your local workspace/ }).click()
    await isFound(again, 'Water the office plants')
    await runCommand(again, 'Switch workspace…')
    const list = again.page.getByRole('dialog', { name: 'Switch workspace' })
    await expect(list.getByRole('button')).toHaveCount(2)
    expect(await openedUrls(again.app)).toEqual([])
  })
})
