import { expect, test } from 'vitest'
import { proveRecords, proveTasks } from '../proof/models.ts'
import { engines, onEngine } from '../proof/engines.ts'
import { seed } from './seed.ts'

test.each([
  ['REC-04 REC-05 REC-06 REC-07 REC-08 GEN-07 records', proveRecords],
  ['TSK-02 TSK-03 TSK-05 TSK-06 TSK-07 GEN-07 tasks', proveTasks],
] as const)('%s do what their model foretells on either engine', async (_, prove) => {
  for (const engine of engines)
    await expect(
      onEngine(engine, (database) => prove({ database, runs: 50, seed })),
      engine,
    ).resolves.toBeUndefined()
})
