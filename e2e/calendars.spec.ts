// Calendars in the launcher: the first run, an address, a file, and a sign-in from before they were there.
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright/test'
import { seriousProblems } from './seen.ts'
import { expect, openStage, type Stage, startAfresh, test as base } from './fixtures.ts'
import { type Launched, openedUrls } from './launch.ts'
import {
  allowInBrowser,
  dropFile,
  isBack,
  nextOpenedUrl,
  results,
  runCommand,
  searchBox,
  selectedRow,
  signInWithout,
  summon,
  useLocalWorkspace,
} from './steps.ts'

type Feed = { url: string; answer: (status: number, body: string) => void }

const test = base.extend<{ feed: Feed }>({
  feed: async ({}, use) => {
    let now = { status: 200, body: '' }
    const server = createServer((_request, response) => {
      response.writeHead(now.status, { 'content-type': 'text/calendar' }).end(now.body)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    await use({
      url: `http://127.0.0.1:${port}/secret-of-ada.ics`,
      answer: (status, body) => (now = { status, body }),
    })
    server.close()
  },
})

const stamp = (inDays: number): string => {
  const day = new Date(Date.now() + inDays * 86_400_000).toISOString().slice(0, 10)
  return `${day.replaceAll('-', '')}T100000Z`
}
const calendarOf = (name: string, titles: readonly string[]): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Test//EN',
    `X-WR-CALNAME:${name}`,
    ...titles.flatMap((title, at) => [
      'BEGIN:VEVENT',
      `UID:${name}-${at}`,
      `SUMMARY:${title}`,
      `DTSTART:${stamp(at + 1)}`,
      'DURATION:PT30M',
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
    '',
  ].join('\r\n')

const addView = (page: Page) => page.getByRole('main', { name: 'Add a calendar' })
const addressField = (page: Page) => page.getByRole('textbox', { name: 'Calendar address' })
const look = (page: Page) => page.getByRole('region', { name: 'What it holds' })
const settings = (page: Page) => page.getByRole('region', { name: 'Calendars' })
const list = (page: Page) => settings(page).getByRole('list', { name: 'Calendars' })

let stage: Stage
let launched: Launched

// One local workspace for both: each begins with the empty palette and without calendars.
test.describe('in a local workspace', () => {
  test.beforeAll(async ({ demo, folder, sharedBrowser }) => {
    stage = await openStage({ demo, folder, sharedBrowser }, 'calendars')
    launched = await stage.launch()
    await useLocalWorkspace(launched)
  })
  test.beforeEach(() => startAfresh(launched))
  test.afterAll(() => stage.close())

  test('CAL-08 CAL-01 CAL-03 the first run leads to a calendar by its address, whose meetings are found; Settings show it with its problem, change it, and remove it after a question', async ({
    feed,
  }) => {
    const { page, output } = launched
    await expect(selectedRow(page)).toContainText('Add your calendar')
    await page.keyboard.press('Enter')
    await expect(addressField(page)).toBeFocused()
    await expect(page.getByText('Secret address in iCal format')).toBeVisible()

    await test.step('an address that leads nowhere says why, and can be tried again', async () => {
      feed.answer(404, 'Not here')
      await addressField(page).fill(feed.url)
      const alert = page.getByRole('alert').filter({ hasText: '404' })
      await expect(alert).toContainText('Copy it again from the calendar’s settings')
      feed.answer(200, calendarOf('Team', ['Stand-up', 'Review', 'Retro', 'Planning']))
      await alert.getByRole('button', { name: 'Try again' }).click()
    })
    await expect(look(page)).toContainText('Team')
    await expect(look(page)).toContainText('4 meetings')
    await expect(look(page).getByRole('listitem')).toHaveCount(3)
    await expect(look(page).getByRole('listitem').first()).toContainText('Stand-up')
    await expect(
      page.getByRole('radiogroup', { name: 'Others see' }).getByRole('radio', { checked: true }),
    ).toHaveAccessibleName('That I am busy')
    expect(await seriousProblems(page)).toEqual([])

    await addressField(page).press('Enter')
    await isBack(page)
    await expect(page.getByText('Added “Team” with 4 meetings')).toBeVisible()
    await expect(results(page).getByRole('option').filter({ hasText: 'Add your calendar' })).toHaveCount(0)
    await expect(results(page).getByRole('option').filter({ hasText: 'Stand-up' })).toBeVisible()
    expect(await page.content()).not.toContain('secret-of-ada')
    expect(output()).not.toContain('secret-of-ada')

    await runCommand(launched, 'Settings')
    const item = list(page).getByRole('listitem').first()
    await expect(item).toContainText(
      /Team127\.0\.0\.1.*4 meetings · read just now · others see that I am busy/,
    )

    await test.step('a name, a colour and who sees it are saved at once', async () => {
      await item.getByRole('button', { name: 'Change Team' }).click()
      await item.getByLabel('Name', { exact: true }).fill('Ada’s team')
      await page.keyboard.press('Enter')
      await expect(item).toContainText('Ada’s team')
      await item.getByRole('radio', { name: 'Details' }).check()
      await expect(item).toContainText('read just now · others see details')
      await item.getByRole('combobox', { name: 'Color' }).click()
      await page.getByRole('option', { name: 'Green' }).click()
      await expect(item.getByRole('combobox', { name: 'Color' })).toContainText('Green')
      expect(await seriousProblems(page)).toEqual([])
    })
    await test.step('a new address that fails changes nothing', async () => {
      feed.answer(410, '')
      await item.getByLabel('New address').fill(feed.url)
      await item.getByLabel('New address').press('Enter')
      await expect(item.getByRole('alert')).toContainText('This address is gone')
      await expect(item).toContainText('4 meetings')
    })
    await test.step('another address of its person', async () => {
      const mine = page.getByRole('region', { name: 'My other email addresses' })
      await mine.getByRole('textbox').fill('ada')
      await page.keyboard.press('Enter')
      await expect(mine.getByRole('alert')).toBeVisible()
      await mine.getByRole('textbox').fill('ada@lovelace.example')
      await page.keyboard.press('Enter')
      await expect(mine.getByRole('listitem')).toContainText('ada@lovelace.example')
      await expect(mine.getByRole('textbox')).toHaveValue('')
      await mine.getByRole('button', { name: 'Remove ada@lovelace.example' }).click()
      await expect(mine.getByRole('listitem')).toHaveCount(0)
    })
    await test.step('it is read when the person says so; the button keeps the focus when a problem begins and ends', async () => {
      feed.answer(500, '')
      await item.getByRole('button', { name: 'Read now' }).press('Enter')
      const again = item.getByRole('button', { name: 'Try again' })
      await expect(again).toBeFocused()
      feed.answer(200, calendarOf('Team', ['Stand-up']))
      await again.press('Enter')
      await expect(item.getByRole('button', { name: 'Read now' })).toBeFocused()
    })
    await test.step('it is removed', async () => {
      await item.getByRole('button', { name: 'Remove Ada’s team' }).click()
      const question = page.getByRole('dialog', { name: 'Remove' })
      await expect(question).toContainText('Its meeting goes')
      await page.keyboard.press('Escape')
      await expect(item).toBeVisible()
      await item.getByRole('button', { name: 'Remove Ada’s team' }).click()
      await expect(question.getByRole('button', { name: 'Remove' })).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(settings(page).getByRole('listitem').filter({ hasText: 'Ada’s team' })).toHaveCount(0)
      await expect(settings(page)).toContainText('Secret address in iCal format')
      await settings(page).getByRole('button', { name: 'Add a calendar' }).click()
      await expect(addressField(page)).toBeFocused()
      await page.keyboard.press('Escape')
      await expect(settings(page)).toBeVisible()
      await page.keyboard.press('Escape')
      await isBack(page)
      // Leaves the scope of the command.
      await searchBox(page).fill('')
      await searchBox(page).press('Backspace')
      await searchBox(page).fill('stand-up')
      await expect(selectedRow(page)).toContainText('Create task')
    })
  })

  test('CAL-08 a file is added that was dropped, chosen, or opened with the launcher, which asks before it reads one', async ({}, testInfo) => {
    const { app, page } = launched

    await test.step('dropped on the palette', async () => {
      await dropFile(page, 'photo.png', 'x')
      await expect(page.getByRole('alert')).toContainText('Only files with contacts, tasks')
      await dropFile(page, 'team.ics', '<html>Sign in</html>')
      await expect(page.getByText('This is not a calendar file')).toBeVisible()
      await dropFile(page, 'team.ics', calendarOf('Team', ['Stand-up']))
      await expect(look(page)).toContainText('Stand-up')
      await page.getByLabel('Name').press('Enter')
      await isBack(page)
    })
    await test.step('chosen', async () => {
      await runCommand(launched, 'Add a calendar')
      await page.locator('input[type="file"]').setInputFiles({
        name: 'review.ics',
        mimeType: 'text/calendar',
        buffer: Buffer.from(calendarOf('Reviews', ['Design review'])),
      })
      await expect(look(page)).toContainText('Design review')
      await expect(page.getByText('review.ics is read once')).toBeVisible()
      await page.keyboard.press('Escape')
      await isBack(page)
    })
    await test.step('opened', async () => {
      const path = testInfo.outputPath('offsite.ics')
      await app.evaluate(
        ({ app: electronApp }, file) => electronApp.emit('second-instance', {}, ['x', file], '/'),
        path,
      )
      await expect(addView(page)).toContainText('Look into “offsite.ics”?')
      const show = page.getByRole('button', { name: 'Show its meetings' })
      await expect(show).toBeFocused()
      // Nothing is read before, so that nobody notices that it is not there yet.
      writeFileSync(path, calendarOf('Offsite', ['Arrival']))
      await page.keyboard.press('Enter')
      await expect(look(page)).toContainText('Arrival')
      await expect(page.getByLabel('Name')).toBeFocused()
      await page.keyboard.press('Enter')
      await isBack(page)
      await runCommand(launched, 'Settings')
      await expect(list(page).getByRole('listitem')).toHaveText([/Team.*File/, /Offsite.*File/])
    })
  })
})

test('CAL-01 APP-01 an older sign-in goes on; who refuses calendars in the browser is not asked again in this run, in the next one once, and returns to the view', async ({
  service,
  launch,
  browser,
}) => {
  const first = await launch()
  const owner = service.member('owner@acme.test')
  await signInWithout('meetings:write', first, service, browser)
  await test.step('refused', async () => {
    const { app, page } = first
    await runCommand(first, 'Settings')
    const before = (await openedUrls(app)).length
    await settings(page).getByRole('button', { name: 'Allow in browser' }).click()
    const consent = await browser.newPage()
    await consent.goto(await nextOpenedUrl(app, before))
    await consent.getByLabel('Email').fill(owner.email)
    await consent.getByLabel('Password').fill(owner.password)
    await consent.getByRole('button', { name: 'Sign in' }).click()
    await consent.getByRole('button', { name: 'Cancel' }).click()
    await expect(settings(page)).toContainText('You did not allow this')
    await page.keyboard.press('Escape')
    await runCommand(first, 'Add a calendar')
    await expect(addView(page)).toContainText('You did not allow this')
    await expect(page.getByRole('button', { name: 'Allow in browser' })).toHaveCount(0)
  })
  await first.app.close()
  const again = await launch()
  const { app, page } = again

  const allow = page.getByRole('button', { name: 'Allow in browser' })
  /** @returns the address that the browser gets */
  const press = async (): Promise<string> => {
    const before = (await openedUrls(app)).length
    await expect(allow).toBeFocused()
    await page.keyboard.press('Enter')
    return nextOpenedUrl(app, before)
  }
  await summon(app)
  await runCommand(again, 'Add a calendar')

  await test.step('somebody else changes nothing', async () => {
    await (await allowInBrowser(browser, await press(), service.member('admin@acme.test'))).close()
    await expect(page.getByRole('alert')).toContainText('Somebody else, or another workspace')
    await expect(addView(page)).toBeVisible()
  })
  await test.step('the same person returns to the view', async () => {
    const url = await press()
    expect(new URL(url).searchParams.get('scope')?.split(' ')).toContain('meetings:write')
    await expect(page.getByText('Allow access in your browser')).toBeVisible()
    await (await allowInBrowser(browser, url, owner)).close()
    await expect(addressField(page)).toBeFocused()
  })
  await test.step('and is the same after a restart', async () => {
    await app.close()
    const third = await launch()
    await summon(third.app)
    await runCommand(third, 'Add a calendar')
    await expect(addressField(third.page)).toBeFocused()
  })
})
