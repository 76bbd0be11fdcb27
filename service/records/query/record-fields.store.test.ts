import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openStore } from '../../db/open.ts'
import { createTestDatabase, dropTestDatabase } from '../../db/postgres/testing.ts'

const cleanups: (() => unknown)[] = []
afterAll(async () => {
  for (const cleanup of cleanups) await cleanup()
})

const newStore = {
  async sqlite() {
    const folder = mkdtempSync(join(tmpdir(), 'record-fields-'))
    cleanups.push(() => rmSync(folder, { recursive: true }))
    return openStore(`file:${join(folder, 'fields.db')}`)
  },

  async postgres() {
    const url = await createTestDatabase()
    cleanups.push(() => dropTestDatabase(url))
    return openStore(url)
  },
}
const limit = 1_000
const rest = {
  objectId: 'o',
  title: '',
  avatarUrl: null,
  archived: false,
  createdBy: 'u',
  createdAt: 1,
  updatedAt: 1,
}

test.each(['sqlite', 'postgres'] as const)(
  'REC-06 a change of a record that is no longer what was read undoes itself, what it is found by included, on %s',
  async (engine) => {
    const store = await newStore[engine]()
    const found = (key: string) =>
      store.read((tx) => tx.recordFields.idsIn('w1', { fieldId: 'tags', from: key, to: key }, limit))
    await store.write((tx) =>
      tx.records.createMany('w1', [{ ...rest, id: 'r0001', values: { tags: ['a', 'b'] } }]),
    )
    const record = await store.read((tx) => tx.records.get('w1', 'r0001'))
    if (!record) throw new Error('The record is not there.')
    const change = (before: typeof record) =>
      store.write((tx) => tx.records.update('w1', before, { values: { tags: ['new'] }, updatedAt: 9 }), 'w1')
    await expect(change({ ...record, version: 7 })).rejects.toThrow('no longer what')
    expect(await found('new')).toEqual([])
    expect(await found('a')).toContain('r0001')
    const changed = await change(record)
    expect(await store.read((tx) => tx.records.get('w1', 'r0001'))).toEqual(changed)
    expect([await found('new'), changed.version]).toEqual([['r0001'], 2])
    expect(await found('a')).not.toContain('r0001')
    await store.close()
  },
)
