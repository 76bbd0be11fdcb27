import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createClient, type Client } from '../contract/client.ts'
import { startTestService } from '../testing.ts'

const page = async (api: Client, cursor: string | null) =>
  (await api.get(`/v1/records?limit=2${cursor === null ? '' : `&cursor=${cursor}`}`)).body

test('GEN-06 GEN-07 a walk shows every record of its start once, though the clock goes back in it, by a jump and over a restart', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'svc-clock-'))
  const clock = { at: Date.UTC(2026, 0, 5, 9) }
  const start = () =>
    startTestService({
      database: `file:${join(directory, 'svc.db')}`,
      now: () => clock.at,
      rateLimit: 10_000,
    })
  let service = await start()
  try {
    const workspace = await service.createWorkspace()
    const owner = await service.addMember(workspace)
    await service.createObject(workspace, 'things')
    const { token } = await service.createKey(workspace, owner)
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
    const seen: string[] = []
    let cursor: string | null = null
    for (let turn = 0; turn === 0 || cursor !== null; turn += 1) {
      const { data, next_cursor: next } = await page(api, cursor)
      seen.push(...data.map(({ id }: { id: string }) => id))
      cursor = next
      if (turn === 0) clock.at -= 86_400_000
      if (turn === 2) {
        await service.close()
        clock.at -= 86_400_000
        service = await start()
        api = createClient(service.baseUrl, token)
      }
      if (turn < 4) await create(2)
    }
    const shown = seen.filter((id) => atStart.includes(id))
    expect(shown).toEqual(atStart.toReversed())
    expect(new Set(seen).size).toBe(seen.length)
  } finally {
    await service.close()
    rmSync(directory, { recursive: true })
  }
})
