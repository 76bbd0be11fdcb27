// The settings pages of webhooks, their deliveries, the workspace and its projects.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { headingOf } from '../../oauth/oauth-testing.ts'
import { faultsOf, newFormId, secretOf, startSettings } from '../../settings/settings-testing.ts'
import {
  webhooksOfWorkspace,
  insertWebhook,
  dropWebhook,
  disableWebhook,
} from '../../webhooks/webhooks.store.ts'
import { insertEvent } from '../../webhooks/events.store.ts'
import { deliveriesOfWebhook, markDelivered } from '../../webhooks/deliveries.store.ts'
import { updateWorkspace } from '../../access/workspaces.store.ts'
import { insertProject, putEnvironment, putVariable } from '../../environments/environments.store.ts'

let stage: Awaited<ReturnType<typeof startSettings>>
beforeAll(async () => {
  stage = await startSettings()
})
afterAll(() => stage.service.close())

const at = () => stage.service.now()
// A public address that needs no look-up. No event happens while it is there, so nothing is sent.
const hook = { url: 'https://8.8.8.8/hook', 'events.task.created': 'on' }
const webhooks = () => stage.store.read((tx) => webhooksOfWorkspace(tx, stage.acme.id))

/** Straight into the database. Nothing leaves the machine: the worker refuses private addresses. */
const addWebhook = async (name: string) => {
  const id = `whk_${name}`
  const known = {
    id,
    url: `https://127.0.0.1/${name}`,
    events: ['task.created'] as const,
    description: null,
  }
  const made = { ...known, secret: 'sealed', createdBy: stage.owner.personId, createdAt: at() }
  await stage.store.write((tx) => insertWebhook(tx, stage.acme.id, made))
  return id
}

test.each(['https://127.0.0.1/', 'http://example.com/', 'https://a:b@example.com/', 'javascript:alert(1)'])(
  'AUT-12 WHK-02 the webhook URL %s is refused at its field',
  async (url) => {
    const before = await webhooks()
    const answer = await stage.owner.post('create-webhook', { ...hook, url })
    expect([answer.status, faultsOf(answer).length]).toEqual([400, 1])
    expect(answer.text).toContain('href="#create-webhook-url"')
    expect(answer.text).toMatch(
      /value="task\.created"|name="events\.task\.created"\s+(id="[^"]*"\s*)?checked/,
    )
    expect(await webhooks()).toEqual(before)
  },
)

test('AUT-12 WHK-02 an unknown event and none at all are refused at the events', async () => {
  const unknown = await stage.owner.post('create-webhook', { ...hook, 'events.task.exploded': 'on' })
  expect([unknown.status, faultsOf(unknown)[0]]).toEqual([
    400,
    'There is no event <code>task.exploded</code>. See GET /v1/webhooks/events.',
  ])
  expect(faultsOf(await stage.owner.post('create-webhook', { url: hook.url }))).toEqual([
    'Choose at least one event.',
  ])
})

test('AUT-12 WHK-02 the secret of a webhook is shown once, rotated once, and nowhere else', async () => {
  const form = newFormId()
  const created = await stage.owner.post('create-webhook', { ...hook, form })
  const secret = secretOf(created) ?? ''
  expect(secret).toMatch(/^whsec_/)
  const again = await stage.owner.post('create-webhook', { ...hook, form })
  expect(headingOf(again)).toBe('This form was sent already')
  const [made, ...others] = (await webhooks()).filter(({ url }) => url === hook.url)
  expect(others).toEqual([])
  const webhook = made?.id ?? ''
  const page = await stage.owner.open(`webhook?id=${webhook}`)
  expect(page.text).not.toContain('whsec_')
  const rotated = secretOf(await stage.owner.post('rotate-secret', { webhook, grace: '86400' }))
  expect(rotated).toMatch(/^whsec_/)
  expect(rotated).not.toBe(secret)
  const disabled = await stage.owner.post('disable-webhook', { webhook })
  expect(disabled.text).toContain('The webhook was disabled.')
  expect(disabled.text).toContain('It was disabled by a request.')
  expect((await stage.owner.post('enable-webhook', { webhook })).text).toContain('The webhook was enabled.')
  expect((await stage.owner.post('delete-webhook', { webhook })).text).toContain('The webhook was deleted.')
  expect((await stage.owner.open(`webhook?id=${webhook}`)).status).toBe(404)
})

/** An event that was delivered and answered with this. */
const delivered = async (
  webhookId: string,
  response: { status: number; body: string; encoding: 'utf-8' | 'base64' },
) => {
  const actor = { type: 'user', id: stage.owner.personId } as const
  const data = { id: 't-1', title: 'Call <Initech>' }
  return await stage.store.write(async (tx) => {
    await insertEvent(tx, stage.acme.id, { type: 'task.created', actor, data, at: at() })
    const [made] = await deliveriesOfWebhook(tx, stage.acme.id, webhookId, { after: undefined, limit: 1 })
    const eventId = made?.id ?? ''
    const attempt = { at: at(), durationMs: 42, response, error: null }
    await markDelivered(tx, { workspaceId: stage.acme.id, webhookId, eventId, claims: 0 }, attempt)
    return eventId
  })
}

test('AUT-12 WHK-04 a delivery shows what was sent and what came back, escaped, and bytes that are not text as base64', async () => {
  const webhook = await addWebhook('shown')
  const text = await delivered(webhook, { status: 200, body: '<script>alert(1)</script>', encoding: 'utf-8' })
  const bytes = await delivered(webhook, { status: 500, body: '/wD+', encoding: 'base64' })
  const list = await stage.admin.open(`deliveries?webhook=${webhook}`)
  expect(list.text).toContain('42 ms')
  expect(list.text).toContain('HTTP 500')
  const page = await stage.admin.open(`delivery?webhook=${webhook}&id=${text}`)
  expect(page.text).toContain('Call &lt;Initech&gt;')
  expect(page.text).toContain('&lt;script&gt;alert(1)')
  expect(page.text).not.toContain('<script')
  const binary = await stage.admin.open(`delivery?webhook=${webhook}&id=${bytes}`)
  expect(binary.text).toContain('not text; shown as base64')
  expect(binary.text).toContain('/wD+')
})

test('AUT-12 GEN-08 deliveries of another webhook or workspace are 404', async () => {
  const [one, other] = [await addWebhook('one'), await addWebhook('other')]
  const id = await delivered(one, { status: 200, body: '', encoding: 'utf-8' })
  await stage.store.write((tx) => dropWebhook(tx, stage.acme.id, other))
  expect((await stage.admin.open(`delivery?webhook=${other}&id=${id}`)).status).toBe(404)
  expect((await stage.stranger.open(`delivery?webhook=${one}&id=${id}`)).status).toBe(404)
  expect((await stage.stranger.open(`deliveries?webhook=${one}`)).status).toBe(404)
})

test('AUT-12 WHK-04 many deliveries are listed by pages of at most 60 kB, each once, and recovered since a time', async () => {
  const webhook = await addWebhook('many')
  for (let count = 0; count < 120; count += 1) {
    await delivered(webhook, { status: 200, body: 'x'.repeat(4_000), encoding: 'utf-8' })
  }
  const found: string[] = []
  let path: string | undefined = `/settings/acme/deliveries?webhook=${webhook}`
  while (path !== undefined) {
    const { text }: { text: string } = await stage.owner.jar.follow(path)
    expect(text.length).toBeLessThan(60_000)
    found.push(
      ...[...text.matchAll(/delivery\?webhook=whk_many&(?:amp;)?id=(\w+)/g)].map(([, id = '']) => id),
    )
    path = /href="([^"]+)" rel="next"/.exec(text)?.[1]?.replaceAll('&amp;', '&')
  }
  expect([found.length, new Set(found).size]).toEqual([120, 120])
  const bad = await stage.owner.post('recover-deliveries', { webhook, since: '2026-13-99T99:99' })
  expect([bad.status, faultsOf(bad)]).toEqual([400, ['Enter a date and a time that exist.']])
  await stage.store.write((tx) => disableWebhook(tx, stage.acme.id, webhook, 'By the test.', at()))
  const refused = await stage.owner.post('recover-deliveries', { webhook, since: '2026-01-01T00:00' })
  expect([refused.status, refused.text.includes('Enable it first.')]).toEqual([400, true])
})

test('AUT-12 the workspace is shown as the operator set it, with commands that export it', async () => {
  await stage.store.write((tx) => updateWorkspace(tx, stage.acme.id, { memberLimit: 7 }))
  const { text } = await stage.admin.open('workspace')
  await stage.store.write((tx) => updateWorkspace(tx, stage.acme.id, { memberLimit: null }))
  expect(text).toContain('3 (at most 7)')
  expect(text).toContain('svc export --workspace acme acme.ndjson')
})

test('AUT-12 CLI-02 projects show the names of variables, who changed them and when, and never values', async () => {
  const place = { projectId: 'prj_1', environment: 'production' }
  await stage.store.write(async (tx) => {
    await insertProject(tx, stage.acme.id, {
      id: 'prj_1',
      slug: 'site',
      name: 'Site',
      createdAt: at(),
    })
    await putEnvironment(tx, stage.acme.id, 'prj_1', {
      name: 'production',
      version: 1,
      updatedAt: at(),
    })
    for (let count = 0; count < 120; count += 1) {
      const name = `KEY_${String(count).padStart(3, '0')}`
      const variable = {
        name,
        sealed: 'v1.sealed-value',
        version: 1,
        updatedBy: stage.owner.personId,
        updatedAt: 0,
      }
      await putVariable(tx, stage.acme.id, place, variable)
    }
  })
  expect((await stage.admin.open('projects')).text).toContain('production')
  const page = await stage.admin.open('project?id=site&environment=production')
  expect(page.text).toContain('KEY_000')
  expect(page.text).toContain('<time datetime="1970-01-01T00:00:00.000Z">')
  expect(page.text).not.toContain('sealed-value')
  expect(page.text).not.toContain('KEY_119')
  const next = /href="([^"]+)" rel="next"/.exec(page.text)?.[1]?.replaceAll('&amp;', '&') ?? ''
  expect((await stage.admin.jar.follow(next)).text).toContain('KEY_119')
  expect((await stage.stranger.open('project?id=site&environment=production')).status).toBe(404)
})
