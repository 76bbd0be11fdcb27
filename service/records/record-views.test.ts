import { expect, onTestFinished, test } from 'vitest'
import { openStore } from '../db/open.ts'
import { ownDatabases } from '../db/postgres/databases-testing.ts'
import { recordOf, workspaceOf } from './records-testing.ts'
import { insertWorkspace } from '../access/workspaces.store.ts'
import { insertRecord, markRecordViewed, recentlyViewedRecords } from './records.store.ts'

const postgres = ownDatabases()

test.each([
  { engine: 'SQLite', database: async () => 'memory:' },
  { engine: 'PostgreSQL', database: () => postgres() },
])(
  'LCH-11 of the records that a person opens the last five hundred are remembered, on $engine',
  async ({ database }) => {
    const store = await openStore(await database())
    onTestFinished(() => store.close())
    await store.write(async (tx) => {
      await insertWorkspace(tx, workspaceOf('w'))
      for (const id of ['first', 'second']) await insertRecord(tx, 'w', recordOf(id))
    })
    let at = 0
    const view = (personId: string, ...ids: string[]) =>
      store.write(async (tx) => {
        for (const id of ids) await markRecordViewed(tx, 'w', personId, id, (at += 1))
      }, 'w')
    const shown = (personId: string) =>
      store.read(async (tx) => (await recentlyViewedRecords(tx, 'w', personId, 50)).map(({ id }) => id))

    await view('bob', 'first')
    await view('ada', 'first', 'second')
    await view('ada', ...Array.from({ length: 498 }, (_, index) => `other ${index}`))
    expect(await shown('ada')).toEqual(['second', 'first'])
    // Again the same, and then one more.
    await view('ada', 'other 497', 'other 498')
    expect(await shown('ada')).toEqual(['second'])
    await view('ada', 'first')
    expect([await shown('ada'), await shown('bob')]).toEqual([['first'], ['first']])
  },
)
