// For contract tests of webhooks: two workspaces, and a receiver that is fresh for every test.
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import type { Scope } from '../../../shared/api/primitives.ts'
import { eventTypes } from '../../../shared/api/webhooks.ts'
import type { Workspace } from '../../workspaces/workspaces.store.ts'
import { startTestService, type TestPerson, type TestService } from '../testing.ts'
import { startReceiver, type Receiver, patience } from '../../webhooks/receiver-testing.ts'
import { createClient, type Answer, type Client } from './client.ts'

export type WebhookStage = {
  service: TestService
  workspace: Workspace
  owner: TestPerson
  api: Client
  /** Owner of another workspace, which has the same objects. */
  stranger: Client
  receiver: Receiver
  clientWith(...scopes: Scope[]): Promise<Client>
  /** An endpoint for these events, all of them unless some are named. */
  subscribe(events?: readonly string[]): Promise<{ id: string; secret: string }>
  addCompany(name: string, by?: Client): Promise<{ id: string; values: Record<string, unknown> }>
  /** Waits until so many requests have arrived. */
  arrived(count: number): Promise<void>
  bodies(): Answer['body'][]
  deliveriesOf(id: string): Promise<Answer['body'][]>
}

/** Filled before the first test of the file that asks for it; endpoints and the receiver last for one test. */
export function stageWebhooks(): WebhookStage {
  const stage = {} as WebhookStage

  beforeAll(async () => {
    const service = await startTestService({ rateLimit: 1_000_000, webhookReach: 'any host' })
    const workspace = await service.createWorkspace()
    const owner = await service.addMember(workspace)
    const clientWith = async (...scopes: Scope[]) => {
      const { token } = await service.createKey(workspace, owner, scopes.length > 0 ? scopes : undefined)
      return createClient(service.baseUrl, token)
    }
    const api = await clientWith()
    const other = await service.createWorkspace()
    const { token } = await service.createKey(other, await service.addMember(other))
    for (const place of [workspace, other]) {
      await service.createObject(place, 'companies', [
        { slug: 'name', kind: 'text', primary: true },
        { slug: 'notes', kind: 'long_text' },
      ])
    }
    Object.assign(stage, {
      service,
      workspace,
      owner,
      api,
      stranger: createClient(service.baseUrl, token),
      clientWith,
    })
  })
  afterAll(() => stage.service.close())
  beforeEach(async () => {
    stage.receiver = await startReceiver()
  })
  afterEach(async () => {
    const { body } = await stage.api.get('/v1/webhooks')
    for (const { id } of body.data) await stage.api.delete(`/v1/webhooks/${id}`)
    await stage.receiver.close()
  })

  return Object.assign(stage, {
    async subscribe(events: readonly string[] = eventTypes) {
      const { status, body } = await stage.api.post('/v1/webhooks', { url: stage.receiver.url, events })
      expect(status).toBe(201)
      return body.data
    },
    addCompany: async (name: string, by = stage.api) =>
      (await by.post('/v1/records', { object: 'companies', values: { name } })).body.data,
    arrived: (count: number) => expect.poll(() => stage.receiver.received.length, patience).toBe(count),
    bodies: () => stage.receiver.received.map(({ body }) => JSON.parse(body)),
    deliveriesOf: async (id: string) => (await stage.api.get(`/v1/webhooks/${id}/deliveries`)).body.data,
  })
}
