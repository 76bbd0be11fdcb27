// The settings as people meet them: in Chromium, by keyboard, without a script, in both colour schemes, at 200 %.
import type { Browser, BrowserContextOptions, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectFitting, expectGerman, launchBrowser, walkSignedIn } from '../test/browser-testing.ts'
import { createFormFields } from './form-fields-testing.ts'
import { startSettings } from './settings-testing.ts'
import { insertWebhook } from '../webhooks/webhooks.store.ts'
import { insertEvent } from '../webhooks/events.store.ts'
import { statusesOfTasks } from '../tasks/task-settings.store.ts'
import { deliveriesOfWebhook } from '../webhooks/deliveries.store.ts'

let browser: Browser
let stage: Awaited<ReturnType<typeof startSettings>>
beforeAll(async () => {
  browser = await launchBrowser()
  // The contract suite asks both engines; what a browser makes of a page is the same on each.
  stage = await startSettings({ database: 'memory:' })
})
afterAll(async () => {
  await browser.close()
  await stage.service.close()
})

const open = (options: BrowserContextOptions, walk: (page: Page) => Promise<void>) =>
  walkSignedIn(
    browser,
    options,
    { url: `${stage.service.baseUrl}/settings/acme/keys`, person: stage.owner, heading: 'My keys' },
    walk,
  )

/** Moves the focus as a person does. */
const tabTo = async (page: Page, selector: string) => {
  for (let pressed = 0; pressed < 60; pressed += 1) {
    if ((await page.locator(`${selector}:focus`).count()) > 0) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab never reached ${selector}.`)
}

test('AUT-12 a person creates a key, copies it and revokes it by keyboard alone, without a script', async () => {
  await open({ javaScriptEnabled: false }, async (page) => {
    await page.keyboard.press('Tab')
    expect(await page.locator('a.skip:focus').count()).toBe(1)
    await tabTo(page, '#create-key-name')
    await page.keyboard.type('From the keyboard')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').getByText('Choose at least one scope.').waitFor()
    expect(await page.locator('#create-key-name').inputValue()).toBe('From the keyboard')
    // The focus is there already, at the fault.
    await page.locator('#create-key-scopes:focus').waitFor()
    await page.keyboard.press('Space')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Copy your new key' }).waitFor()
    const token = await page.locator('#secret').inputValue()
    expect(token).toMatch(/^svc_/)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Control+C')
    await tabTo(page, 'a:text("Done")')
    await page.keyboard.press('Enter')
    await tabTo(page, '#create-key-name')
    await page.keyboard.press('Control+V')
    expect(await page.locator('#create-key-name').inputValue()).toBe(token)
    await tabTo(page, 'summary')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByText('The key was revoked.').waitFor()
    const whoami = await fetch(stage.service.url('/v1/whoami'), {
      headers: { authorization: `Bearer ${token}` },
    })
    expect(whoami.status).toBe(401)
  })
})

test('RCL-03 a person makes an object with a field of choices by keyboard alone, without a script', async () => {
  await open({ javaScriptEnabled: false }, async (page) => {
    await page.goto(`${stage.service.baseUrl}/settings/acme/objects`)
    await tabTo(page, '#create-object-singularName')
    await page.keyboard.type('Project')
    await page.keyboard.press('Tab')
    await page.keyboard.type('Projects of ours')
    await page.keyboard.press('Tab')
    await page.keyboard.type('No slug')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').getByText('Use small letters and digits').waitFor()
    // The focus is at the fault, and the text is selected by whoever replaces it.
    await page.locator('#create-object-slug:focus').waitFor()
    await page.keyboard.press('Control+A')
    await page.keyboard.press('Delete')
    await page.keyboard.press('Enter')
    await page.getByRole('status').getByText('The object was added.').waitFor()
    await tabTo(page, '#new-field-type')
    await page.keyboard.type('One of')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'New field of Projects of ours' }).waitFor()
    await tabTo(page, '#create-field-name')
    await page.keyboard.type('Stage')
    await tabTo(page, '#create-field-choices')
    await page.keyboard.type('Lead')
    await page.keyboard.press('Enter')
    await page.keyboard.type('Won')
    await tabTo(page, 'button:text("Add field")')
    await page.keyboard.press('Enter')
    await page.getByRole('status').getByText('The field was added.').waitFor()
    await tabTo(page, 'button[name=up]')
    await page.keyboard.press('Enter')
    await page.getByRole('status').getByText('The field was moved.').waitFor()
    const rows = page.getByRole('table', { name: 'Fields, in the order of forms' }).getByRole('rowheader')
    expect(await rows.allTextContents()).toEqual(['Stage', 'Name'])
  })
})

test('AUT-12 a button copies the secret where scripts run', async () => {
  await open({}, async (page) => {
    await page.getByLabel('Name').fill('Copied')
    await page.getByLabel('tasks:read').check()
    await page.getByRole('button', { name: 'Create key' }).click()
    await page.getByRole('button', { name: 'Copy' }).click()
    await page.getByRole('status').getByText('Copied.').waitFor()
    const token = await page.locator('#secret').inputValue()
    await page.getByRole('link', { name: 'Done' }).click()
    await page.getByLabel('Name').focus()
    await page.keyboard.press('Control+V')
    expect(await page.getByLabel('Name').inputValue()).toBe(token)
  })
})

test(
  'AUT-12 every page passes axe, light and dark, fits at 200 % and on a telephone, and is in German for who prefers it',
  { timeout: 180_000 },
  async () => {
    const { store, acme, owner, service } = stage
    await service.createKey(acme, owner)
    await service.signIn(acme, owner)
    const { calendar = '' } = await createFormFields(stage).fieldsFor('read-calendar')
    await owner.post('read-calendar', { calendar })
    await owner.post('create-feed')
    const [id, at] = ['whk_1', service.now()]
    await store.write(async (tx) => {
      const url = `https://127.0.0.1/${'long'.repeat(60)}`
      const known = { id, url, events: ['task.created'] as const, description: 'A note.', secret: 'sealed' }
      await insertWebhook(tx, acme.id, { ...known, createdBy: owner.personId, createdAt: at })
      const data = { title: 'long'.repeat(200) }
      await insertEvent(tx, acme.id, {
        type: 'task.created',
        actor: { type: 'user', id: owner.personId },
        data,
        at,
      })
    })
    const object = await service.createObject(acme, 'deals', [
      { slug: 'name', kind: 'text', required: true, primary: true },
      { slug: 'stage', kind: 'select', options: { choices: [{ id: 'won', name: 'Won', color: '#16a34a' }] } },
      { slug: 'a_longer_name_of_a_field', name: 'long'.repeat(40), kind: 'record_reference' },
    ])
    const stageField = object.field('stage')
    await owner.post('retire-field', { field: object.field('a_longer_name_of_a_field').id })
    const [status] = await store.read((tx) => statusesOfTasks(tx, acme.id))
    const deliveries = await store.read((tx) =>
      deliveriesOfWebhook(tx, acme.id, id, { after: undefined, limit: 1 }),
    )
    const paths = [
      'keys',
      'home',
      'notifications',
      'profile',
      'sign-ins',
      'password',
      'objects',
      `object?id=${object.id}`,
      `field?id=${stageField.id}`,
      `choice?field=${stageField.id}&id=won`,
      ...['text', 'select', 'record_reference'].map((type) => `new-field?object=${object.id}&type=${type}`),
      'task-settings',
      `status?id=${status?.id ?? ''}`,
      'calendars',
      `calendar?id=${calendar}`,
      'all-keys',
      'members',
      'webhooks',
      'workspace',
      'projects',
      `member?id=${stage.member.personId}`,
      `webhook?id=${id}`,
      `deliveries?webhook=${id}`,
      `delivery?webhook=${id}&id=${deliveries[0]?.id ?? ''}`,
    ]
    const names = [
      'The acme',
      'acme',
      'dealss',
      'deals',
      'owner',
      'admin',
      'member',
      'test',
      'Work',
      'A note.',
    ]
    // The tests before it have made some, too.
    names.push('From the keyboard', 'Copied', 'Project', 'Projects of ours', 'Stage', 'Lead')
    names.push('In progress', 'In review', 'Done', 'Won', 'stage', 'name')
    await open({}, async (page) => {
      for (const path of paths) {
        expect((await page.goto(`${service.baseUrl}/settings/acme/${path}`))?.status(), path).toBe(200)
        for (const summary of await page.locator('summary').all()) await summary.click()
        await expectFitting(page, path)
        await expectGerman(page, path, names)
      }
      await page.goto(`${service.baseUrl}/settings/acme/keys`)
      await page.getByLabel('Name').fill('Refused')
      await page.getByRole('button', { name: 'Create key' }).click()
      await page.getByRole('alert').waitFor()
      await expectFitting(page, 'a refused form')
      await page.getByLabel('tasks:read').check()
      await page.getByRole('button', { name: 'Create key' }).click()
      await page.getByLabel('Key', { exact: true }).waitFor()
      await expectFitting(page, 'a secret')
    })
  },
)
