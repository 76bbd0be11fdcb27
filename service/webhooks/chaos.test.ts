import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runChaos } from './chaos-testing.ts'

test('WHK-04 every event arrives under its one id while workers are killed and receivers misbehave', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'svc-chaos-'))
  const seed = '1'
  const database = `file:${join(folder, 'chaos.db')}`
  const outcome = await runChaos({ database, events: 40, kills: 4, seed })
  rmSync(folder, { recursive: true })
  expect({ seed, ...outcome }).toMatchObject({
    accepted: outcome.stored,
    wrong: 0,
    statuses: ['delivered'],
  })
  expect(outcome.stored).toHaveLength(40)
}, 300_000)
