import { expect, test } from 'vitest'
import { proveRecords, proveTasks } from '../proof/models.ts'
import { onEngine } from '../proof/engines.ts'
import { seed } from './seed.ts'

const runs = 50

test.each([
  ['REC-04 REC-05 REC-06 REC-07 REC-08 GEN-07 records', proveRecords],
  ['TSK-02 TSK-03 TSK-05 TSK-06 TSK-07 GEN-07 tasks', proveTasks],
] as const)('%s do what their model foretells on either engine, in the same words', async (_, prove) => {
  const onSqlite = await onEngine('sqlite', (database) => prove({ database, runs, seed }))
  const onPostgres = await onEngine('postgres', (database) => prove({ database, runs, seed }))
  expect(onSqlite).toHaveLength(runs)
  expect(onPostgres).toEqual(onSqlite)
})
