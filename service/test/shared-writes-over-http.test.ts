import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createClient, tally } from './contract/client.ts'
import { onEngine } from './proof/engines.ts'
import { startTestService } from './testing.ts'

const programs = 8
const turns = 20

test('REC-13 programs that write at the same time share commits', async () => {
  onTestFinished(() => void vi.restoreAllMocks())
  await onEngine('sqlite', async (database) => {
    const service = await startTestService({ database })
    const workspace = await service.createWorkspace()
    const { token } = await service.createKey(workspace, await service.addMember(workspace))
    await service.createObject(workspace, 'companies')
    const api = createClient(service.baseUrl, token)
    const exec = vi.spyOn(DatabaseSync.prototype, 'exec')
    const program = async (name: string) => {
      const statuses: number[] = []
      while (statuses.length < turns)
        statuses.push((await api.post('/v1/records', { object: 'companies', values: { name } })).status)
      return statuses
    }
    const statuses = await Promise.all(
      Array.from({ length: programs }, (_, each) => program(`Program ${each}`)),
    )
    expect(tally(statuses.flat())).toEqual({ 201: programs * turns })
    const commits = exec.mock.calls.filter(([statement]) => statement === 'commit').length
    expect(commits).toBeLessThan((programs * turns) / 2)
    await service.close()
  })
})
