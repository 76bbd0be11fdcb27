import { expect, test } from 'vitest'
import { openStore } from '../../db/open.ts'
import { ownDatabases } from '../../db/postgres/databases-testing.ts'
import { recordOf } from '../records-testing.ts'
import { recordIdsInRange } from './record-fields.store.ts'
import { insertRecords, getRecord, updateRecord } from '../records.store.ts'

const postgres = ownDatabases()

test.each([
  ['SQLite', async () => 'memory:'],
  ['PostgreSQL', () => postgres()],
])(
  'REC-06 a change of a record that is no longer what was read undoes itself, what it is found by included, on %s',
  async (_engine, database) => {
    const store = await openStore(await database())
    const found = (key: string) =>
      store.read((tx) => recordIdsInRange(tx, 'w1', { fieldId: 'tags', from: key, to: key }, 1_000))
    await store.write((tx) => insertRecords(tx, 'w1', [recordOf('r0001', { tags: ['a', 'b'] })]))
    const record = await store.read((tx) => getRecord(tx, 'w1', 'r0001'))
    if (!record) throw new Error('The record is not there.')
    const change = (before: typeof record) =>
      store.write((tx) => updateRecord(tx, 'w1', before, { values: { tags: ['new'] }, updatedAt: 9 }), 'w1')
    await expect(change({ ...record, version: 7 })).rejects.toThrow('no longer what')
    expect(await found('new')).toEqual([])
    expect(await found('a')).toContain('r0001')
    const changed = await change(record)
    expect(await store.read((tx) => getRecord(tx, 'w1', 'r0001'))).toEqual(changed)
    expect([await found('new'), changed.version]).toEqual([['r0001'], 2])
    expect(await found('a')).not.toContain('r0001')
    await store.close()
  },
)
