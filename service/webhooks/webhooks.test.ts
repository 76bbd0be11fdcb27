import { expect, onTestFinished, test, vi } from 'vitest'
import { createClient } from '../test/contract/client.ts'
import { startTestService } from '../test/testing.ts'
import { patience, startReceiver } from './receiver-testing.ts'

test('WHK-04 a write is delivered at once, without the worker’s poll', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const service = await startTestService({ webhookNetwork: 'any host' })
  const receiver = await startReceiver()
  onTestFinished(async () => {
    vi.useRealTimers()
    await service.close()
    await receiver.close()
  })
  const workspace = await service.createWorkspace()
  const { token } = await service.createKey(workspace, await service.addMember(workspace))
  const api = createClient(service.baseUrl, token)
  await api.post('/v1/webhooks', { url: receiver.url, events: ['task.created'] })
  for (const [count, key] of [{}, { 'Idempotency-Key': '1' }].entries()) {
    await api.with(key).post('/v1/tasks', { title: 'Call' })
    await expect.poll(() => receiver.received.length, patience).toBe(count + 1)
  }
})
