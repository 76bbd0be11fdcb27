import { expect, test, vi } from 'vitest'
import { createClient } from '../test/contract/client.ts'
import { storeError } from '../base/store-error.ts'
import { startTestService } from '../test/testing.ts'

test('ERR-02 a writer that waited in vain, and whoever asks meanwhile, hear in seconds when to try again', async () => {
  const service = await startTestService()
  const workspace = await service.createWorkspace()
  const { token } = await service.createKey(workspace, await service.addMember(workspace))
  const api = createClient(service.baseUrl, token)
  vi.spyOn(service.store, 'write').mockRejectedValue(storeError('database_locked', 'It is locked.'))
  vi.spyOn(service.store, 'read').mockRejectedValue(storeError('database_busy', 'It is busy.'))
  const answers = [
    await api.post('/v1/tasks', { title: 'Waits' }),
    await api.get('/v1/tasks'),
    await api.put('/cli/v1/projects/none/env?environment=production', { variables: {} }),
    await api.get('/readyz'),
  ]
  expect(answers.map(({ status, headers }) => [status, headers.get('retry-after')])).toEqual(
    Array(answers.length).fill([503, '5']),
  )
  vi.restoreAllMocks()
  await service.close()
})
