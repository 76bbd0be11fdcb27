// For contract tests of webhooks: two workspaces, and a receiver that is fresh for every test.
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { eventTypes } from '../../../shared/api/webhooks.ts'
import { startTestService } from '../testing.ts'
import { startReceiver, type Receiver, patience } from '../../webhooks/receiver-testing.ts'
import { createClient, type Answer } from './client.ts'

async function startWebhooks() {
  const service = await startTestService({ rateLimit: 1_000_000, webhookNetwork: 'any host' })
  const open = async () => {
    const workspace = await service.createWorkspace()
    const owner = await service.addMember(workspace)
    await service.createObject(workspace, 'companies', [
      { slug: 'name', kind: 'text', primary: true },
      { slug: 'notes', kind: 'long_text' },
    ])
    const { token } = await service.createKey(workspace, owner)
    return { workspace, owner, api: createClient(service.baseUrl, token) }
  }
  const { api: stranger } = await open()
  return { service, stranger, ...(await open()) }
}

/** Filled before the first test of the file that asks for it; endpoints and the receiver last for one test. */
export function stageWebhooks() {
  const stage = {} as Awaited<ReturnType<typeof startWebhooks>> & { receiver: Receiver }
  beforeAll(async () => {
    Object.assign(stage, await startWebhooks())
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
    /** An endpoint for these events, all of them unless some are named. */
    async subscribe(events: readonly string[] = eventTypes): Promise<{ id: string; secret: string }> {
      const { status, body } = await stage.api.post('/v1/webhooks', { url: stage.receiver.url, events })
      expect(status).toBe(201)
      return body.data
    },
    addCompany: async (
      name: string,
      by = stage.api,
    ): Promise<{ id: string; values: Record<string, unknown> }> =>
      (await by.post('/v1/records', { object: 'companies', values: { name } })).body.data,
    /** Waits until so many requests have arrived. */
    arrived: (count: number) => expect.poll(() => stage.receiver.received.length, patience).toBe(count),
    bodies: (): Answer['body'][] => stage.receiver.received.map(({ body }) => JSON.parse(body)),
    deliveriesOf: async (id: string): Promise<Answer['body'][]> =>
      (await stage.api.get(`/v1/webhooks/${id}/deliveries`)).body.data,
  })
}
