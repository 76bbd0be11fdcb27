import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { compareKeys, lastKey, textKey } from './record-keys.rules.ts'
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

/** Texts of the characters at the borders: the last one of all, and those about the halves of surrogate pairs. */
const borderText = fc
  .array(fc.constantFrom('a', 'z', '\u{10ffff}', '\u{10fffe}', '\u{10000}', '\uffff', '\ue000'), {
    minLength: 1,
    maxLength: 120,
    size: 'max',
  })
  .map((characters) => characters.join(''))
const someTexts = fc.uniqueArray(fc.oneof(borderText, fc.constant('\u{10ffff}'.repeat(60))), {
  minLength: 1,
  maxLength: 8,
  selector: textKey,
})

test.each(['sqlite', 'postgres'] as const)(
  'GEN-12 walks either way and ranges leave out no text, whatever characters it begins with, on %s',
  async (engine) => {
    const store = await newStore[engine]()
    let run = 0
    const check = async (texts: string[], prefix: string) => {
      const fieldId = `field-${(run += 1)}`
      const records = texts.map((text, index) => ({
        ...rest,
        id: `${fieldId}-${index}`,
        values: { [fieldId]: text },
      }))
      const keyed = texts.map((text, index) => ({ key: textKey(text), id: `${fieldId}-${index}` }))
      const found = await store.write(async (tx) => {
        await tx.recordFields.addMany('w1', records)
        const inRange = (from: string) => ({ fieldId, from, to: `${from}${lastKey}` })
        return {
          upwards: await tx.recordFields.walk('w1', fieldId, 'asc', undefined, limit),
          downwards: await tx.recordFields.walk('w1', fieldId, 'desc', undefined, limit),
          all: await tx.recordFields.idsIn('w1', inRange(''), limit),
          begun: await tx.recordFields.idsIn('w1', inRange(textKey(prefix)), limit),
        }
      }, 'w1')
      const sorted = keyed.toSorted((a, b) => compareKeys(a.key, b.key)).map(({ id }) => id)
      expect(found.upwards.map(({ id }) => id)).toEqual(sorted)
      expect(found.downwards.map(({ id }) => id)).toEqual(sorted.toReversed())
      expect(found.all.toSorted()).toEqual(sorted.toSorted())
      const begun = keyed.filter(({ key }) => key.startsWith(textKey(prefix))).map(({ id }) => id)
      expect(found.begun.toSorted()).toEqual(begun.toSorted())
    }
    const prefix = fc.constantFrom('a', 'z', '\u{10ffff}', '\u{10ffff}\u{10ffff}')
    await fc.assert(fc.asyncProperty(someTexts, prefix, check), {
      numRuns: 60,
      examples: [[['a', '\u{10ffff}', '\u{10ffff}x', '\u{10ffff}'.repeat(60)], '\u{10ffff}']],
    })
    await store.close()
  },
)
