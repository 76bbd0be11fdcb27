import { type Browser, type BrowserContextOptions, type Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectFitting, expectGerman, launchBrowser, walkSignedIn } from '../test/browser-testing.ts'
import { startHome } from './home-testing.ts'

let stage: Awaited<ReturnType<typeof startHome>>
let browser: Browser
beforeAll(async () => {
  stage = await startHome()
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser.close()
  await stage.service.close()
})

/** Opens the address of the service and signs the owner in. */
const enter = (options: BrowserContextOptions, walk: (page: Page) => Promise<void>) =>
  walkSignedIn(
    browser,
    { ...options, timezoneId: 'UTC' },
    { url: stage.service.baseUrl, person: stage.owner, heading: 'Meetings' },
    walk,
  )

test('HOM-01 HOM-02 HOM-03 a person works a day without a script: create, edit, comment, archive, restore, filter, sort, keep a link', async () => {
  await enter({ javaScriptEnabled: false }, async (page) => {
    const click = (name: string, role: 'link' | 'button' = 'link') =>
      page.getByRole(role, { name }).first().click()
    await click('New task')
    await page.getByLabel('Title').fill('Call the <painter>')
    await page.getByLabel('Due', { exact: true }).fill('2027-03-01')
    await click('Create task', 'button')
    await page.getByRole('status').getByText('The task was created.').waitFor()
    await click('Edit')
    await page.getByLabel('Priority').selectOption('High')
    await click('Save', 'button')
    await page.getByText('The task was saved.').waitFor()
    await page.getByLabel('Write a comment').fill('Rang twice.')
    await click('Comment', 'button')
    await page.getByRole('article').getByText('Rang twice.').waitFor()
    await click('Archive', 'button')
    await page.getByText('The task was archived. It can be restored.').waitFor()
    await click('Restore', 'button')
    await page.getByText('The task was restored.').waitFor()
    await click('My tasks')
    await page.getByRole('button', { name: 'Done Call the <painter>' }).click()
    await page.getByText('No open task is assigned to you.').waitFor()
    await click('dealss')
    await click('Create the first one')
    await page.getByLabel('Name (required)').fill('Alpha')
    await page.getByLabel('Amount').fill('12.5')
    await click('Create', 'button')
    await page.getByRole('heading', { name: 'Alpha' }).waitFor()
    await click('All dealss')
    await click('New deals')
    await page.getByLabel('Name (required)').fill('Beta')
    await page.getByLabel('Stage').selectOption('Won')
    await click('Create', 'button')
    await click('All dealss')
    const names = async () => (await page.getByRole('rowheader').allTextContents()).map((name) => name.trim())
    expect(await names()).toEqual(['Beta', 'Alpha'])
    await page.getByRole('columnheader', { name: 'Name' }).getByRole('link').click()
    expect(await names()).toEqual(['Alpha', 'Beta'])
    await page.getByText('More filters').click()
    await page.getByLabel('Stage').selectOption('Won')
    await click('Show', 'button')
    expect(await names()).toEqual(['Beta'])
    const kept = await page.getByRole('link', { name: 'Link to this list' }).getAttribute('href')
    expect(kept).toBe('/w/acme/records?object=deals&sort=title&f-stage=won')
    await click('Home')
    await page.goto(`${stage.service.baseUrl}${kept}`)
    expect(await names()).toEqual(['Beta'])
  })
})

test(
  'HOM-01 every page passes axe, light and dark, fits at 200 % and on a telephone, and is in German for who prefers it',
  { timeout: 180_000 },
  async () => {
    const title = 'long'.repeat(60)
    const task = await stage.createTask(stage.browsers.owner, {
      title,
      due: '2020-01-01',
      description: title,
    })
    const record = await stage.createRecord({ [stage.named('name')]: title, [stage.named('notes')]: title })
    const paths = [
      '',
      'my-tasks',
      'tasks?status=all',
      'tasks?section=none&status=done',
      'new-task',
      `edit-task?id=${task.id}`,
      `tasks/${task.id}`,
      'objects',
      'records?object=deals&sort=title&f-stage=lead',
      'records?object=deals',
      'new-record?object=deals',
      `edit-record?id=${record.id}`,
      `records/${record.id}`,
    ]
    const names = [
      'The acme',
      'dealss',
      'deals',
      'owner',
      'admin',
      'member',
      'Spring',
      'Autumn',
      'red',
      'blue',
    ]
    names.push(
      'In progress',
      'In review',
      'Done',
      ...stage.deals.fields.map(({ name }) => name),
      'Lead',
      'Won',
    )
    // A task and records of the first test, too.
    names.push('Call the &lt;painter&gt;', 'Alpha', 'Beta', 'Rang twice.')
    await enter({}, async (page) => {
      for (const path of paths) {
        expect(
          (await page.goto(`${stage.service.baseUrl}/w/acme/${path}`.replace(/\/$/, '')))?.status(),
          path,
        ).toBe(200)
        await expectFitting(page, path)
        await expectGerman(page, path, names)
      }
      await page.goto(`${stage.service.baseUrl}/w/acme/new-task`)
      await page.getByLabel('Title').fill('Refused')
      await page.getByLabel('Estimate').fill('soon')
      await page.getByRole('button', { name: 'Create task' }).click()
      await page.getByRole('alert').waitFor()
      await expectFitting(page, 'a refused form')
    })
  },
)
