import { expect, test } from 'vitest'
import { createClient, idsOf, walk } from '../contract/client.ts'
import { startTestService } from '../testing.ts'
import { onEngine } from './engines.ts'

test('GEN-06 GEN-07 a walk shows every record of its start once, though the clock goes back in it, by a jump and over a restart', async () => {
  await onEngine('sqlite', async (database) => {
    const clock = { at: Date.UTC(2026, 0, 5, 9) }
    const start = () => startTestService({ database, now: () => clock.at, rateLimit: 10_000 })
    let service = await start()
    const workspace = await service.createWorkspace()
    const { token } = await service.createKey(workspace, await service.addMember(workspace))
    await service.createObject(workspace, 'things')
    let api = createClient(service.baseUrl, token)
    const create = async (count: number) => {
      const ids: string[] = []
      for (let made = 0; made < count; made += 1) {
        clock.at += 1
        ids.push((await api.post('/v1/records', { object: 'things', values: { name: 'One' } })).body.data.id)
      }
      return ids
    }
    const atStart = await create(9)
    let turn = 0
    const walker = { ...api, get: (path: string) => api.get(path) }
    const seen = await walk(walker, '/v1/records?limit=2', async () => {
      if (turn === 0) clock.at -= 86_400_000
      if (turn === 2) {
        await service.close()
        clock.at -= 86_400_000
        service = await start()
        api = createClient(service.baseUrl, token)
      }
      if (turn < 4) await create(2)
      turn += 1
    })
    await service.close()
    expect(idsOf(seen).filter((id) => atStart.includes(id))).toEqual(atStart.toReversed())
    expect(new Set(idsOf(seen)).size).toBe(seen.length)
  })
})
