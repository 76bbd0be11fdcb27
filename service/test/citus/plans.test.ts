// Checks where Citus runs the statements of every operation and settings page: on the one worker that has the workspace,
// or on the coordinator.
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createCookieJar } from '../../oauth/oauth-testing.ts'
import { secretOf, startSettings } from '../../settings/settings-testing.ts'
import { forms, pages } from '../../settings/table.ts'
import { sampleOf } from '../proof/samples.ts'
import { startStage, type Stage } from '../proof/stage.ts'
import { clusterUrl, createDistributedDatabase, dropClusterDatabase } from './cluster-testing.ts'
import { insertProject, putEnvironment } from '../../environments/environments.store.ts'
import { insertEvent } from '../../webhooks/events.store.ts'
import { webhooksOfWorkspace } from '../../webhooks/webhooks.store.ts'
import { deliveriesOfWebhook } from '../../webhooks/deliveries.store.ts'
import { accountLinksOf } from '../../access/account-links.store.ts'
import { signInsOfPerson } from '../../oauth/grants.store.ts'
import { keysOfWorkspace } from '../../access/keys.store.ts'

/** The worker of webhooks looks over all workspaces, once for all of them. */
const overAll = [/from webhook where status/]

type Sent = { text: string; values: unknown[] }

const asStatement = (statement: unknown): Sent | undefined =>
  typeof statement === 'object' && statement !== null && 'text' in statement
    ? {
        text: String(statement.text),
        values: 'values' in statement ? ((statement.values as unknown[]) ?? []) : [],
      }
    : undefined

describe.skipIf(clusterUrl === undefined)('on Citus', () => {
  const databases: string[] = []
  const another = async () => {
    const database = await createDistributedDatabase()
    databases.push(database)
    return database
  }
  let stage: Stage
  let client: Client
  beforeAll(async () => {
    const database = await another()
    stage = await startStage(database)
    client = new Client({ connectionString: database })
    await client.connect()
  })
  afterAll(async () => {
    await client.end()
    await stage.close()
    for (const database of databases) await dropClusterDatabase(database)
  })

  const planOf = async ({ text, values }: Sent): Promise<string> => {
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain (costs off) ${text}`, values)
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  }

  /** @returns the statements that were sent meanwhile, each text once */
  const sentDuring = async (run: () => Promise<unknown>): Promise<Sent[]> => {
    const query = vi.spyOn(Client.prototype, 'query')
    onTestFinished(() => query.mockRestore())
    await run()
    const calls = query.mock.calls.map(([statement]: unknown[]) => asStatement(statement))
    query.mockRestore()
    const texts = new Map(calls.flatMap((each) => (each ? [[each.text, each]] : [])))
    return [...texts.values()].filter(({ text }) => /^\s*(select|insert|update|delete|with)\b/i.test(text))
  }

  /** How many go to one worker, and the texts of those that go to several. */
  const routesOf = async (statements: Sent[]) => {
    const wide: string[] = []
    let routed = 0
    for (const statement of statements) {
      const plan = await planOf(statement)
      if (/Task Count: 1$/m.test(plan)) routed += 1
      if (/Task Count: (?!1$)|Distributed Subplan|INSERT \.\.\. SELECT/m.test(plan)) wide.push(statement.text)
    }
    return { routed, wide: wide.filter((text) => !overAll.some((each) => each.test(text))) }
  }

  test('SCL-03 every statement of every operation goes to one worker or stays on the coordinator', async () => {
    const sent = await sentDuring(async () => {
      for (const [index, operation] of stage.operations.entries()) {
        const sample = await sampleOf(operation, stage.here)
        const key = operation.method === 'POST' ? { 'idempotency-key': `${index}` } : undefined
        await stage.ask(operation, sample, undefined, key)
      }
    })
    const { routed, wide } = await routesOf(sent)
    expect(routed).toBeGreaterThan(50)
    expect(wide).toEqual([])
  })

  test('SCL-03 AUT-12 every statement of the settings does the same', async () => {
    const { acme, owner, member, service, store } = await startSettings({
      database: await another(),
      webhookNetwork: 'any host',
    })
    onTestFinished(() => service.close())
    const left = new Set(forms.keys())
    const post = async (form: string, fields: Record<string, string>) => {
      left.delete(form)
      const answer = await owner.post(form, fields)
      expect([form, answer.status]).toEqual([form, 200])
      return answer
    }
    const at = service.now()
    await store.write(async (tx) => {
      await insertProject(tx, acme.id, {
        id: 'prj_1',
        slug: 'app',
        name: 'App',
        createdAt: at,
      })
      await putEnvironment(tx, acme.id, 'prj_1', {
        name: 'production',
        version: 1,
        updatedAt: at,
      })
    }, acme.id)
    const newPassword = { password: 'another horse', again: 'another horse' }
    const follow = async (link: string | undefined, fields: Record<string, string>) => {
      const jar = createCookieJar(service.baseUrl)
      const page = await jar.follow((link ?? '').slice(service.baseUrl.length))
      expect((await jar.submit(page, fields)).status).toBe(200)
    }
    const sent = await sentDuring(async () => {
      await service.signIn(acme, owner)
      await post('create-key', { name: 'CI', 'scopes.tasks:read': 'on', expires: '90' })
      await post('create-webhook', { url: 'http://127.0.0.1:9/', 'events.task.created': 'on' })
      const person = { type: 'user', id: owner.personId } as const
      const event = { type: 'task.created', actor: person, data: { id: '1' }, at } as const
      await store.write((tx) => insertEvent(tx, acme.id, event), acme.id)
      const invite = async (name: string) =>
        secretOf(await post('invite', { email: `${name}@acme.test`, name, role: 'member' }))
      await follow(await invite('grace'), { name: 'Grace', ...newPassword })
      await invite('hedy')
      const made = await store.read(async (tx) => {
        const [webhook] = await webhooksOfWorkspace(tx, acme.id)
        const page = { after: undefined, limit: 1 }
        const [delivery] = await deliveriesOfWebhook(tx, acme.id, webhook?.id ?? '', page)
        const [link] = await accountLinksOf(tx, acme.id, 'invitation', at)
        const [signIn] = await signInsOfPerson(tx, owner.personId, acme.id, at)
        const keys = await keysOfWorkspace(tx, acme.id)
        return { webhook, delivery, link, signIn, key: keys[0]?.id ?? '' }
      })
      const of = (thing: { id: string } | undefined) => thing?.id ?? ''
      const webhook = { webhook: of(made.webhook) }
      const queries: Record<string, string> = {
        member: `id=${member.personId}`,
        webhook: `id=${webhook.webhook}`,
        deliveries: `webhook=${webhook.webhook}`,
        delivery: `webhook=${webhook.webhook}&id=${of(made.delivery)}`,
        project: 'id=app&environment=production',
      }
      for (const path of pages.keys()) {
        const answer = await owner.open(`${path}?${queries[path] ?? ''}`)
        expect([path, answer.status]).toEqual([path, 200])
      }
      await post('revoke-key', { key: made.key })
      const { keyId } = await service.createKey(acme, member, ['tasks:read'])
      await post('revoke-any-key', { key: keyId })
      await post('withdraw-invitation', { link: of(made.link) })
      await post('end-sign-in', { end: of(made.signIn) })
      await post('change-role', { member: member.personId, role: 'admin' })
      await follow(secretOf(await post('reset-link', { member: member.personId })), newPassword)
      await post('remove-member', { member: member.personId })
      await post('resend-delivery', { ...webhook, delivery: of(made.delivery) })
      await post('recover-deliveries', { ...webhook, since: '2026-01-01T09:00' })
      await post('rotate-secret', { ...webhook, grace: '0' })
      for (const form of ['disable-webhook', 'enable-webhook', 'delete-webhook']) await post(form, webhook)
      await post('change-password', { current: owner.password, ...newPassword })
    })
    expect([...left]).toEqual([])
    const { routed, wide } = await routesOf(sent)
    expect(routed).toBeGreaterThan(10)
    expect(wide).toEqual([])
  })
})
