// A database whose titles and values were folded by the version before: marks of every script left out, and what nobody
// sees kept.
import { mkdtempSync, rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, expect, test } from 'vitest'
import { recordKeys } from '../rules/record-keys.ts'
import { foldedTitle, indexedTitle } from '../rules/search-words.ts'
import { openStore } from './open-store.ts'
import { ownDatabases } from './postgres/databases-testing.ts'
import { valueTypes } from './postgres/dialect.ts'
import { everyone, shelfNumber, type SearchKind } from './search/shelf.ts'
import { everyShelf } from './search/testing.ts'

const directory = mkdtempSync(join(tmpdir(), 'svc-folded-'))
afterAll(() => rmSync(directory, { recursive: true }))
const database = ownDatabases()

type Rows = (statement: string) => Promise<Record<string, unknown>[]>
const engines = {
  SQLite: async () => {
    const path = join(directory, 'old.db')
    const rows: Rows = async (statement) => {
      const opened = new DatabaseSync(path)
      const found = opened.prepare(statement).all()
      opened.close()
      return found
    }
    return { url: `file:${path}`, rows }
  },
  PostgreSQL: async () => {
    const url = await database('empty')
    const rows: Rows = async (statement) => {
      const client = new Client({ connectionString: url, types: valueTypes })
      await client.connect()
      const found = await client.query<Record<string, unknown>>(statement)
      await client.end()
      return found.rows
    }
    return { url, rows }
  },
}

/** A thing by its title, with what the version before made of that. */
type Thing = { kind: SearchKind; id: string; title: string; before: string; audiences: string[] }
const [softHyphen, nonJoiner] = ['\u00ad', '\u200c']
const things: Thing[] = [
  ...Array.from({ length: 1_203 }, (_, index): Thing => {
    const [title, before] =
      index % 2 === 0
        ? [`ガイド ${index}`, `カイト ${index}`]
        : [`Zoë Ångström ${index}`, `zoe angstrom ${index}`]
    return { kind: 'record', id: `r${index}`, title, before, audiences: [everyone] }
  }),
  { kind: 'record', id: 's1', title: 'なかじま', before: 'なかしま', audiences: [everyone] },
  { kind: 'record', id: 's2', title: 'रीमा राम', before: 'रम रम', audiences: [everyone] },
  { kind: 'record', id: 's3', title: '서울 회의', before: '서울 회의', audiences: [everyone] },
  { kind: 'record', id: 's4', title: 'Plain', before: 'plain', audiences: [everyone] },
  {
    kind: 'record',
    id: 's5',
    title: `Donau${softHyphen}dampf Plan`,
    before: `donau${softHyphen}dampf plan`,
    audiences: [everyone],
  },
  {
    kind: 'task',
    id: 't1',
    title: `می${nonJoiner}خواهم`,
    before: `می${nonJoiner}خواهم`,
    audiences: [everyone, 'ada'],
  },
  { kind: 'task', id: 't2', title: 'ม้า', before: 'มา', audiences: [everyone] },
  { kind: 'meeting', id: 'm1', title: 'バン', before: 'ハン', audiences: ['bob'] },
]
const values = { note: 'バン', tags: ['か', 'が', 'x'], size: 3, text: `a${softHyphen}b`, blank: '\u0301' }
const beforeValues = { note: 'ハン', tags: ['か', 'x'], size: 3, text: 'a b', blank: '\u0301' }

/** A character that nobody sees ended a word, as a space does: it is written as one, and put right afterwards. */
const asSpaces = (text: string): string =>
  text.replaceAll(new RegExp(`[${softHyphen}${nonJoiner}]`, 'g'), ' ')

test.each(['SQLite', 'PostgreSQL'] as const)(
  'LCH-07 GEN-12 titles and values that the version before folded otherwise are found by what they are after an update, on %s',
  async (engine) => {
    const { url, rows } = await engines[engine]()
    const before = await openStore(url, { upTo: '0012-archived-apart' })
    const record = {
      objectId: 'o',
      avatarUrl: null,
      archived: false,
      createdBy: 'u',
      createdAt: 7,
      updatedAt: 7,
    }
    await before.write(async (tx) => {
      await tx.search.putMany(
        'w',
        things.map(({ kind, id, before: title, audiences }) => ({
          kind,
          ref: id,
          title: asSpaces(title),
          rankedAt: 7,
          audiences,
        })),
      )
      await tx.search.postPending('w')
      await tx.recordFields.addMany(
        'w',
        things
          .filter(({ kind }) => kind === 'record')
          .map(({ id, before: title }) => ({ ...record, id, title: asSpaces(title), values: beforeValues })),
      )
    })
    await before.close()
    const lines = (kind: SearchKind, rest: (thing: Thing) => string) =>
      things
        .filter((thing) => thing.kind === kind)
        .map((thing) => `('w', '${thing.id}', '${thing.title}', ${rest(thing)})`)
        .join(', ')
    await rows(`insert into record (workspace_id, id, title, object_id, field_values, archived, created_by, created_at, updated_at, version)
      values ${lines('record', () => `'o', '${JSON.stringify(values)}', 0, 'u', 7, 7, 1`)}`)
    await rows(`insert into task (workspace_id, id, title, status, priority, time_logged, archived, created_by, created_at, updated_at, version)
      values ${lines('task', () => `'open', 'none', 0, 0, 'u', 7, 7, 1`)}`)
    await rows(`insert into meeting (workspace_id, id, title, start_at, end_at, all_day, is_private, created_by, created_at)
      values ${lines('meeting', () => `7, 8, 0, 1, 'u', 7`)}`)
    for (const { before: title } of things.filter((thing) => asSpaces(thing.before) !== thing.before)) {
      await rows(`update search_title set title = '${title}' where title = '${asSpaces(title)}'`)
      await rows(`update search_word set word = '^${title}\n' where word = '^${asSpaces(title)}\n'`)
      await rows(`update record_field set sort_key = '${title}' where sort_key = '${asSpaces(title)}'`)
    }
    await rows(`update record_field set sort_key = 'a${softHyphen}b' where sort_key = 'a b'`)
    // One that waits for its postings has none.
    const waiting = await rows(`select thing from search_title where ref = 't2'`)
    await rows(`delete from search_word where thing = ${String(waiting[0]?.['thing'])}`)
    await rows(`delete from search_vocabulary where word = 'มา'`)
    await rows(`update search_title set pending = 1 where ref = 't2'`)

    const after = await openStore(url)
    expect(after.applied).toEqual(['0013-folded-anew'])

    const titles = await rows(`select ref, thing, title, pending from search_title`)
    const thingOf = new Map(titles.map((row) => [row['ref'], row['thing']]))
    expect(Object.fromEntries(titles.map((row) => [row['ref'], row['title']]))).toEqual(
      Object.fromEntries(things.map(({ id, title }) => [id, foldedTitle(title)])),
    )
    const posted = things
      .filter(({ id }) => id !== 't2')
      .map((thing) => ({ ...thing, indexed: indexedTitle(foldedTitle(thing.title)) }))
    const words = await rows(`select shelf, word, thing from search_word`)
    expect(words.map((row) => Object.values(row).join(' ')).toSorted()).toEqual(
      posted
        .flatMap(({ kind, id, audiences, indexed }) =>
          audiences.flatMap((audience) =>
            indexed.keys.map((key) => [shelfNumber('w', { kind, audience }), key, thingOf.get(id)].join(' ')),
          ),
        )
        .toSorted(),
    )
    const uses = Map.groupBy(
      posted.flatMap(({ indexed }) => indexed.words),
      (word) => word,
    )
    const vocabulary = await rows(`select word, uses from search_vocabulary`)
    expect(Object.fromEntries(vocabulary.map((row) => [row['word'], row['uses']]))).toEqual(
      Object.fromEntries([...uses].map(([word, all]) => [word, all.length])),
    )
    const keys = await rows(
      `select field_id, sort_key, record_id from record_field where field_id <> 'updated_at:o'`,
    )
    expect(keys.map((row) => Object.values(row).join('|')).toSorted()).toEqual(
      things
        .filter(({ kind }) => kind === 'record')
        .flatMap(({ id, title }) =>
          recordKeys({ ...record, title, values })
            .filter(({ fieldId }) => fieldId !== 'updated_at:o')
            .map(({ fieldId, key }) => [fieldId, key, id].join('|')),
        )
        .toSorted(),
    )
    const found = (query: string) =>
      after.read(async (tx) => (await tx.search.find('w', query, everyShelf, 9)).map(({ ref }) => ref))
    expect([
      await found('なかしま'),
      await found('なかじま'),
      await found('donaudampf'),
      await found('ม้า'),
    ]).toEqual([[], ['s1'], ['s5'], ['t2']])
    await after.close()
  },
)
