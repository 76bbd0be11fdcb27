import { mkdtempSync, rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { Kysely } from 'kysely'
import { Client } from 'pg'
import { afterAll, expect, test } from 'vitest'
import { compareKeys, lastKey, textKey } from './record-keys.rules.ts'
import { migrate } from '../../db/migrate.ts'
import { openStore } from '../../db/open.ts'
import { migratePostgres } from '../../db/postgres/migrate.ts'
import { createTestDatabase, dropTestDatabase } from '../../db/postgres/testing.ts'
import type { Database } from '../../db/schema.ts'
import { sqliteDialect } from '../../db/sqlite/dialect.ts'

const cleanups: (() => unknown)[] = []
afterAll(async () => {
  for (const cleanup of cleanups) await cleanup()
})

/** More than one step of the migration takes. */
const count = 1_203

const rows = Array.from(
  { length: count },
  (_, index) =>
    `('w${index % 2}', 'r${String(index).padStart(4, '0')}', 'o', 'Deal ${index}', null,
      '{"size":${index},"tags":["a","b"]}', ${index % 7 === 0 ? 1 : 0}, 'u', ${index}, ${index}, 1)`,
)
const insertion = `insert into record
  (workspace_id, id, object_id, title, avatar_url, field_values, archived, created_by, created_at, updated_at, version)
  values ${rows.join(', ')}`

/** A database as the first release left it, with records in it. */
const firstRelease = {
  async sqlite() {
    const folder = mkdtempSync(join(tmpdir(), 'record-fields-'))
    cleanups.push(() => rmSync(folder, { recursive: true }))
    const file = join(folder, 'old.db')
    const database = new DatabaseSync(file)
    await migrate(new Kysely<Database>({ dialect: sqliteDialect(database) }), file, '0001-start')
    database.exec(insertion)
    database.close()
    return `file:${file}`
  },

  async postgres() {
    const url = await createTestDatabase('empty')
    cleanups.push(() => dropTestDatabase(url))
    await migratePostgres(url, '0001-start')
    const client = new Client({ connectionString: url, pipeline: true })
    await client.connect()
    await client.query(insertion)
    await client.end()
    return url
  },
}

test.each(['sqlite', 'postgres'] as const)(
  'GEN-12 records of the first release can be asked about after the update, on %s',
  async (engine) => {
    const store = await openStore(await firstRelease[engine]())
    const [sizes, tagged, titled] = await store.read(async (tx) => [
      await tx.recordFields.walk('w1', 'size', 'desc', undefined, count),
      await tx.recordFields.idsIn('w1', { fieldId: 'tags', from: 'b', to: 'b' }, count),
      await tx.recordFields.idsIn('w1', { fieldId: 'title:o', from: 'deal 12', to: `deal 12${lastKey}` }, 9),
    ])
    await store.close()
    const odd = Array.from({ length: count }, (_, index) => index).filter((index) => index % 2 === 1)
    expect(sizes.map(({ createdAt }) => createdAt)).toEqual(odd.toReversed())
    expect(tagged).toHaveLength(odd.length)
    // 121, 123, 125, 127, 129 and 1201; 12 is even.
    expect(titled.toSorted()).toEqual(['r0121', 'r0123', 'r0125', 'r0127', 'r0129', 'r1201'])
  },
)

test.each(['sqlite', 'postgres'] as const)(
  'REC-06 a change of a record that is no longer what was read undoes itself, what it is found by included, on %s',
  async (engine) => {
    const store = await openStore(await firstRelease[engine]())
    const found = (key: string) =>
      store.read((tx) => tx.recordFields.idsIn('w1', { fieldId: 'tags', from: key, to: key }, count))
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
    const store = await openStore(await firstRelease[engine]())
    let run = 0
    const check = async (texts: string[], prefix: string) => {
      const fieldId = `field-${(run += 1)}`
      const rest = {
        objectId: 'o',
        title: '',
        avatarUrl: null,
        archived: false,
        createdBy: 'u',
        createdAt: 1,
      }
      const records = texts.map((text, index) => ({
        ...rest,
        updatedAt: 1,
        id: `${fieldId}-${index}`,
        values: { [fieldId]: text },
      }))
      const keyed = texts.map((text, index) => ({ key: textKey(text), id: `${fieldId}-${index}` }))
      const found = await store.write(async (tx) => {
        await tx.recordFields.addMany('w1', records)
        const inRange = (from: string) => ({ fieldId, from, to: `${from}${lastKey}` })
        return {
          upwards: await tx.recordFields.walk('w1', fieldId, 'asc', undefined, count),
          downwards: await tx.recordFields.walk('w1', fieldId, 'desc', undefined, count),
          all: await tx.recordFields.idsIn('w1', inRange(''), count),
          begun: await tx.recordFields.idsIn('w1', inRange(textKey(prefix)), count),
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
