// Lists of actions, a reference model that foretells every answer, and the service on its database.
import { expect, test } from 'vitest'
import { proveRecords, proveTasks } from './models.ts'

const run = { database: 'memory:', runs: 20, seed: 20_261_121 }

test('REC-04 REC-05 REC-06 REC-07 REC-08 REC-09 GEN-07 records do what their model foretells, also when the clock goes back', async () => {
  await expect(proveRecords(run)).resolves.toBeUndefined()
})

test('TSK-02 TSK-03 TSK-05 TSK-06 TSK-07 GEN-07 tasks do what their model foretells, also when the clock goes back', async () => {
  await expect(proveTasks(run)).resolves.toBeUndefined()
})
