import { expect, test } from 'vitest'
import { onEngine } from '../test/proof/engines.ts'
import { runChaos } from './chaos-testing.ts'

test('WHK-04 every event arrives under its one id while workers are killed and receivers misbehave', async () => {
  const seed = '1'
  const run = (database: string) => runChaos({ database, events: 40, kills: 4, seed })
  const outcome = await onEngine('sqlite', run)
  expect({ seed, ...outcome }).toMatchObject({
    accepted: outcome.stored,
    wrong: 0,
    statuses: ['delivered'],
  })
  expect(outcome.stored).toHaveLength(40)
}, 300_000)
