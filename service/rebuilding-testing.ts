// For tests of the rebuild: a database as version 1 wrote it, and the words and keys that a database has.
import { openStore } from './db/open.ts'
import type { Cell } from './db/tables.ts'
import type { Store, Tx } from './db/store.ts'
import { recordKeys1 } from './records/query/record-keys.rules.ts'
import { contactKey1, fold1, indexedTitle1 } from './search/derivation-1.rules.ts'
import { everyone, scopeNumber, type SearchKind } from './search/lookup.store.ts'
import { recordEntryOf } from './records/record.ts'
import { insertIntoTable, tablesOfDatabase, rowsOfTable } from './db/tables.ts'
import { idsAfter, putKeptTasks } from './import/transfer.store.ts'
import { fieldsOfObject } from './objects/objects.store.ts'
import { recordsAmong, insertRecords } from './records/records.store.ts'
import { tasksAmong } from './tasks/tasks.store.ts'
import { meetingsAmong, insertMeetings } from './meetings/meetings.store.ts'
import { putSearchEntries } from './search/write-index.store.ts'

export const workspaceId = 'wsp_old'
const [createdBy, objectId] = ['usr_0', 'obj_1']
const names = ['Patrick O’Neill', 'J.P. Morgan & Co', 'Zoe\u0308 Müller', 'Wi‑Fi Alliance', 'Plain Works']

/** The nth record's id; the nth has the nth name, the names in turn. */
export const recordId = (index: number): string => `rec-${String(index).padStart(5, '0')}`
const isArchived = (index: number): boolean => index % 7 === 6

type Row = Record<string, Cell>

async function insert(tx: Tx, name: string, rows: readonly Row[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {})
  for (let from = 0; from < rows.length; from += 500)
    await insertIntoTable(
      tx,
      { name, columns },
      rows.slice(from, from + 500).map((row) => columns.map((column) => row[column] ?? null)),
    )
}

type Titled = { kind: SearchKind; ref: string; title: string; rankedAt: number; audiences: string[] }

const fields = [
  { id: 'fld_name', kind: 'text', is_primary: 1 },
  { id: 'fld_email', kind: 'email', is_primary: 0 },
].map(({ id, ...more }, position) => {
  const slug = id.slice(4)
  const flags = { required: 0, read_only: 0, pro_only: 0, in_preview: 0, options: null, position }
  return { workspace_id: workspaceId, object_id: objectId, id, slug, name: slug, ...flags, ...more }
})

/** Makes a database of one workspace `old` with the schema, words and keys of version 1. */
export async function makeVersion1(url: string, records: number): Promise<void> {
  const store = await openStore(url, { upTo: '0001-start' })
  const inWorkspace = { workspace_id: workspaceId, created_at: 1_000 }
  const stored = Array.from({ length: records }, (_, index) => {
    const title = `${names[index % names.length]} ${index}`
    const values = { fld_name: title, fld_email: `Person.${index}@Example.com` }
    return {
      id: recordId(index),
      objectId,
      title,
      values,
      archived: isArchived(index),
      updatedAt: 2_000 + index,
    }
  })
  const tasks = ['Call J.P. Morgan', 'Über-Fix'].map((title, index) => ({ id: `tsk_${index}`, title }))
  const meetings = ['O’Neill review', 'R & D'].map((title, index) => ({ id: `mtg_${index}`, title }))
  const found: (Titled & { contacts: string[] })[] = [
    ...stored
      .filter(({ archived }) => !archived)
      .map(({ id: ref, title, updatedAt: rankedAt, values }) => {
        const contacts = [values.fld_email, 'example.com'].map(fold1)
        return { kind: 'record' as const, ref, title, rankedAt, audiences: [everyone], contacts }
      }),
    ...tasks.map(({ id: ref, title }) => {
      const audiences = [everyone, createdBy]
      return { kind: 'task' as const, ref, title, rankedAt: 5_000, audiences, contacts: [] }
    }),
    ...meetings.map(({ id: ref, title }, index) => {
      const audiences = [index === 0 ? createdBy : everyone]
      return { kind: 'meeting' as const, ref, title, rankedAt: 6_000, audiences, contacts: [] }
    }),
  ]
  const titles = found.map((each, entry) => ({ ...each, entry, title: fold1(each.title) }))
  const uses = Map.groupBy(
    titles.flatMap(({ title }) => indexedTitle1(title).words),
    (word) => word,
  )
  await store.write(async (tx) => {
    await insert(tx, 'workspace', [
      { id: workspaceId, slug: 'old', name: 'Old', plan: 'pro', member_limit: null, created_at: 1_000 },
    ])
    await insert(tx, 'person', [
      {
        id: createdBy,
        email: 'owner@old.test',
        name: 'Owner',
        avatar_url: null,
        password_hash: null,
        created_at: 1,
      },
    ])
    await insert(tx, 'member', [{ ...inWorkspace, person_id: createdBy, role: 'owner', removed_at: null }])
    const object = { slug: 'people', singular_name: 'P', plural_name: 'P', icon: null, color: null }
    await insert(tx, 'object_type', [
      { ...inWorkspace, id: objectId, ...object, description: null, position: 0 },
    ])
    await insert(tx, 'field', fields)
    const ofObject = { workspace_id: workspaceId, object_id: objectId }
    await insert(
      tx,
      'record_id',
      stored.map(({ id }) => ({ id, ...ofObject })),
    )
    const ownRow = {
      ...inWorkspace,
      object_id: objectId,
      avatar_url: null,
      created_by: createdBy,
      version: 1,
    }
    await insert(
      tx,
      'record',
      stored.map(({ id, title, values, archived, updatedAt }) => {
        const row = { id, title, field_values: JSON.stringify(values), archived: archived ? 1 : 0 }
        return { ...ownRow, ...row, updated_at: updatedAt }
      }),
    )
    await insert(
      tx,
      'record_field',
      stored.flatMap((record) =>
        recordKeys1(record).map(({ fieldId, key }) => {
          return { ...inWorkspace, field_id: fieldId, sort_key: key, record_id: record.id }
        }),
      ),
    )
    const open = {
      status: 'todo',
      priority: 'no_priority',
      start_date: null,
      due_date: null,
      parent_id: null,
    }
    const counts = { section_id: null, time_logged: 0, estimated_time: null, archived: 0, version: 1 }
    const task = {
      ...inWorkspace,
      description: null,
      ...open,
      ...counts,
      created_by: createdBy,
      updated_at: 5_000,
    }
    await insert(
      tx,
      'task',
      tasks.map((one) => ({ ...task, ...one })),
    )
    const meeting = {
      ...inWorkspace,
      start_at: 6_000,
      end_at: 7_000,
      all_day: 0,
      location: null,
      join_url: null,
    }
    await insert(
      tx,
      'meeting',
      meetings.map((one, index) => ({ ...meeting, ...one, is_private: 1 - index, created_by: createdBy })),
    )
    await insert(tx, 'meeting_attendee', [
      { workspace_id: workspaceId, meeting_id: 'mtg_0', person_id: createdBy },
    ])
    await insert(
      tx,
      'search_title',
      titles.map(({ entry, kind, ref, title, rankedAt, audiences, contacts }) => {
        const lists = { audiences: JSON.stringify(audiences), contacts: JSON.stringify(contacts) }
        return { thing: entry, workspace_id: workspaceId, kind, ref, title, ranked_at: rankedAt, ...lists }
      }),
    )
    await insert(
      tx,
      'search_word',
      titles.flatMap(({ entry, kind, title, rankedAt, audiences, contacts }) =>
        audiences.flatMap((audience) =>
          [...new Set([...indexedTitle1(title).keys, ...contacts.map(contactKey1)])].map((word) => {
            const scope = scopeNumber(workspaceId, { kind, audience })
            return { shelf: scope, word, ranked_at: rankedAt, thing: entry, workspace_id: workspaceId }
          }),
        ),
      ),
    )
    await insert(
      tx,
      'search_vocabulary',
      [...uses].map(([word, { length }]) => {
        const reversed = Array.from(word).toReversed().join('')
        return { workspace_id: workspaceId, word, reversed, uses: length }
      }),
    )
  })
  await store.close()
}

const everything = 1_000_000

/** The rows of the word tables and of the index of fields, by what they are of. */
export const derivedRows = (store: Store): Promise<string[]> =>
  store.read(async (tx) => {
    const tables = await tablesOfDatabase(tx)
    const rowsOf = (name: string) => {
      const table = tables.find((one) => one.name === name)
      return table ? rowsOfTable(tx, table, undefined, everything) : []
    }
    const titles = await rowsOf('search_title')
    const refs = new Map(titles.map(({ thing, kind, ref }) => [thing, `${kind} ${ref}`]))
    const named = (rows: readonly Row[]) =>
      rows.map((row) => ({ ...row, thing: refs.get(row['thing'] ?? 0) ?? null }))
    const rows = {
      search_title: named(titles),
      search_word: named(await rowsOf('search_word')),
      search_vocabulary: await rowsOf('search_vocabulary'),
      record_field: await rowsOf('record_field'),
    }
    return Object.entries(rows)
      .flatMap(([name, some]) => some.map((row) => JSON.stringify([name, row], Object.keys(row).toSorted())))
      .toSorted()
  })

/** The rows that this version derives when it writes what the workspace holds anew. */
export async function freshRows(from: Store): Promise<string[]> {
  const to = await openStore('memory:')
  const held = await from.read(async (tx) => {
    const ids = (table: 'record' | 'task' | 'meeting') => idsAfter(tx, workspaceId, table, '', everything)
    const inParts = async <T>(
      all: readonly string[],
      read: (some: string[]) => Promise<T[]>,
    ): Promise<T[]> => {
      const found: T[] = []
      for (let at = 0; at < all.length; at += 500) found.push(...(await read(all.slice(at, at + 500))))
      return found
    }
    return {
      fields: await fieldsOfObject(tx, workspaceId, objectId),
      records: await inParts(await ids('record'), (some) => recordsAmong(tx, workspaceId, some)),
      tasks: await tasksAmong(tx, workspaceId, await ids('task')),
      meetings: await meetingsAmong(tx, workspaceId, await ids('meeting')),
    }
  })
  await to.write(async (tx) => {
    await insertRecords(tx, workspaceId, held.records)
    const active = held.records.filter(({ archived }) => !archived)
    const entries = active.map((record) => recordEntryOf(record, held.fields))
    await putSearchEntries(tx, workspaceId, entries)
    await putKeptTasks(tx, workspaceId, held.tasks)
    const attended = held.meetings.map((one) => ({ ...one, attendeeIds: one.attendees.map(({ id }) => id) }))
    await insertMeetings(tx, workspaceId, attended)
  })
  const rows = await derivedRows(to)
  await to.close()
  return rows
}
