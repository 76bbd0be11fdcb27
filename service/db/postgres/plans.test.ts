// The hot statements, as they are really sent, must stay on their indexes on PostgreSQL too, at volume: both with the
// values at hand and as the server plans them once a statement is prepared for any values.
import { Kysely } from 'kysely'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { postgresDialect, valueTypes } from './dialect.ts'
import { ownDatabases } from './databases-testing.ts'
import type { Database } from '../schema.ts'
import { scopeNumber } from '../../search/lookup.store.ts'
import type { Tx } from '../store.ts'
import { findKeysByHashes } from '../../access/keys.store.ts'
import { findMembership } from '../../access/members.store.ts'
import { findAccessTokens } from '../../oauth/grants.store.ts'
import {
  getRecord,
  recordsByCreation,
  recordsAmong,
  someRecordIds,
  walkRecords,
  recentlyViewedRecords,
  markRecordViewed,
  updateRecord,
} from '../../records/records.store.ts'
import { recordIdsInRange, walkRecordField } from '../../records/query/record-fields.store.ts'
import { findInside } from '../../search/inside.store.ts'
import { findBestMatches } from '../../search/search.store.ts'
import { indexDueTexts, workspaceWithDueTexts } from '../../search/text-index.store.ts'
import { fieldsOfObject } from '../../objects/objects.store.ts'
import {
  upcomingMeetings,
  meetingsBetween,
  nextMeetingsOfSeries,
  unseenMeetings,
} from '../../meetings/meetings.store.ts'
import { dueCalendars, calendarsOfPerson, peopleByAddress } from '../../calendars/calendars.store.ts'
import {
  digestsOfCopies,
  copiesOfMeetings,
  detailsOfCopies,
  invitationsAfter,
  meetingsOfTasksAmong,
} from '../../calendars/copies.store.ts'
import { listComments } from '../../comments/comments.store.ts'
import { dueWorkspaces } from '../../tasks/due-tasks.store.ts'
import { countableNotifications, listNotifications } from '../../notifications/notifications.store.ts'
import { tasksByCreation, openAssignedTasks } from '../../tasks/task-lists.store.ts'
import { putSearchEntries } from '../../search/write-index.store.ts'
import { lastChangedRecordIds, browseRecords } from '../../records/browse.store.ts'

const rows = 10_000
const scope = scopeNumber('w', { kind: 'record', audience: '*' })

/** A large workspace beside a small one, and many words, written without detours. */
const volume = [
  `insert into workspace select 'w' || n, 's' || n, 'W', 'pro', null, n from generate_series(0, ${rows}) n`,
  `insert into workspace values ('w', 's', 'W', 'pro', null, 1)`,
  `insert into person select 'p' || n, 'p' || n || '@a.test', 'P', null, null, n from generate_series(1, ${rows}) n`,
  `insert into member select case when n % 50 = 7 then 'w' else 'w' || n % 500 end, 'p' || n, 'member', n, null
    from generate_series(1, ${rows}) n`,
  `insert into access_key select 'k' || n, 'w', 'p' || n, 'k', 'hash' || n, '[]', n, null, null
    from generate_series(1, 5000) n`,
  `insert into object_type select 'w' || n, 'o' || n, 'companies', 'c', 'c', null, null, null, 1, n
    from generate_series(1, 500) n`,
  `insert into field select 'w' || n % 500, 'o' || n % 500, 'f' || n, 'f' || n, 'f', 'text', 0, 0, 0, 0, 1, null, n
    from generate_series(1, 5000) n`,
  `insert into record select 'w', 'r' || n, 'o' || n % 3, 'Title ' || n, null, '{}', n % 50 / 49, 'p' || n % 2000,
    n, n, 1 from generate_series(1, ${rows}) n`,
  `insert into record_field select 'w', 'f' || f, 'k' || n % 3000, n, 'r' || n
    from generate_series(1, 8) f, generate_series(1, ${rows}) n`,
  `insert into record_view select 'w', 'p' || n % 50, 'r' || n, n from generate_series(1, ${rows}) n`,
  `insert into task select 'w', 't' || n, 'Title ' || n, null, (array['todo', 'doing', 'done'])[1 + n % 3], 'high',
    null, n, 't' || (n - 1), null, 0, null, n % 20 / 19, 'p' || n % 2000, n, n, 1 from generate_series(1, ${rows}) n`,
  `insert into task_assignee select 'w', 't' || n, 'p' || n % 200, 0, n, (n % 2), n, n
    from generate_series(1, ${rows}) n`,
  `insert into task_record select 'w', 't' || n, 'r' || n, 0, n from generate_series(1, ${rows}) n`,
  `insert into task_meeting select 'w', 't' || n, 'm' || n, 0 from generate_series(1, ${rows}) n`,
  `insert into meeting_attendee select 'w', 'm' || n, 'p' || n % 200, 1, 0, null,
    case when n % 2 = 0 then 'c' || n % 100 end, n + 10 from generate_series(1, ${rows}) n`,
  `insert into meeting_record select 'w', 'm' || n, 'r' || n from generate_series(1, ${rows}) n`,
  `insert into meeting select 'w', 'm' || n, 'M', n, n + 10, 0, null, null, 0, 'p1', n from generate_series(1, ${rows}) n`,
  `insert into calendar select 'w' || n % 50, 'c' || n, 'p' || n, 'C', 0, null, 'subscription', null, null, 'busy', 'UTC',
    null, null, null, null, null, null, case when n % 50 = 0 then n end, 0, 0, null, null, null, 0, '{}', n, n
    from generate_series(1, 5000) n`,
  `insert into calendar_meeting select 'w', 'c' || n % 100, 'm' || n, 'd', n, null, '{"guests":[]}'
    from generate_series(1, ${rows}) n`,
  `insert into member_address select 'w', 'q' || n || '@a.test', 'p' || n from generate_series(1, ${rows}) n`,
  `insert into task_comment select 'w', 'c' || n, 't' || n % 2000, 'C', null, 'p1', n, n from generate_series(1, ${rows}) n`,
  `insert into notification select 'w', 'n' || n, 'p' || n % 200, 'k', 'N', null, null, null, n, null
    from generate_series(1, ${rows}) n`,
  `insert into search_title select n, 'w', 'record', 'r' || n, 'alpha title ' || n, n, '["*"]'
    from generate_series(1, ${rows}) n`,
  `insert into search_word select ${scope}, word, n, n, 'w' from generate_series(1, ${rows}) n,
    unnest(array['alpha', 'al', '~alpha', 'so' || n % 900, 'w' || n, '^alpha title ' || n, '@alpha.example']) as word`,
  `insert into search_vocabulary select case when n % 10 = 7 then 'w' else 'w' || n % 500 end, 'w' || n, reverse('w' || n), 1 from generate_series(1, ${rows}) n`,
  `insert into search_text_part select case when n % 100 = 0 then 'w' else 'w' || n % 500 end, n, 'task', 4096, 4000
    from generate_series(1, ${rows}) n`,
  `insert into search_text select case when n % 20 = 0 then 'w' else 'w' || n % 500 end, n * 4096,
    case when n % 40 = 0 then 'task' else 'task_comment' end, 't' || n from generate_series(1, ${rows}) n`,
  `insert into search_text_word select 'w', part * 100, 'deep' || word, '0001' from generate_series(1, 100) part,
    generate_series(1, 300) word`,
  `insert into search_text_due select 'w' || n, 'task', 't' || n from generate_series(1, ${rows}) n`,
  `insert into search_text_due select 'w', 'task', 't' || n from generate_series(1, 50) n`,
  `insert into oauth_payload select 'AccessToken', 'a' || n, '{}', 'g' || n, null, null, n
    from generate_series(1, ${rows}) n`,
  `insert into oauth_grant select 'g' || n, 'w', 'p' || n % 2000, n from generate_series(1, ${rows}) n`,
  `insert into counter select 's' || n, 1, n from generate_series(1, 5000) n`,
]

const database = ownDatabases()
let client: Client
let tx: Tx
let sent = new Map<string, readonly unknown[]>()
beforeAll(async () => {
  client = new Client({ connectionString: await database(), types: valueTypes, pipeline: true })
  await client.connect()
  for (const statement of volume) await client.query(statement)
  await client.query('analyze')
  const db = new Kysely<Database>({
    dialect: postgresDialect(client),
    log: ({ query }) => void sent.set(query.sql, query.parameters),
  })
  tx = db
})
afterAll(() => client.end())

const planOf = async (text: string, values?: readonly unknown[]): Promise<string> => {
  const options = values ? 'costs off' : 'generic_plan, costs off'
  const answer = await client.query<{ 'QUERY PLAN': string }>(`explain (${options}) ${text}`, [
    ...(values ?? []),
  ])
  return answer.rows.map((row) => row['QUERY PLAN']).join('\n')
}

const boss = { personId: 'p1', role: 'owner' } as const
const viewer = { personId: 'p1', role: 'member' } as const
const after = [5_000, 'r5000'] as const
const page = { after: [5_000, 't5000'] as const, limit: 25 }
const scopes = [{ kind: 'record' as const, audience: '*' }]
const active = { archived: 'left out' } as const
const place = { createdAt: 5_000, id: 'r5000' }
const range = { fieldId: 'f3', from: 'k2', to: 'k2999' }
const directions = ['asc', 'desc'] as const

const hot: [string, () => Promise<unknown>][] = [
  ['AUT-02 finding a key', () => findKeysByHashes(tx, ['hash7'], 1)],
  [
    'AUT-02 finding many keys',
    () =>
      findKeysByHashes(
        tx,
        Array.from({ length: 64 }, (_, n) => `hash${n}`),
        1,
      ),
  ],
  ['AUT-09 a membership', () => findMembership(tx, 'w', 'p7')],
  ['AUT-10 an access token', () => findAccessTokens(tx, ['a7'], 1)],
  ['REC-03 one record', () => getRecord(tx, 'w', 'r7')],
  ['GEN-07 the newest records', () => recordsByCreation(tx, 'w', { archived: 'included', limit: 26 })],
  ['GEN-07 a later page of records', () => recordsByCreation(tx, 'w', { ...active, after, limit: 26 })],
  [
    'GEN-07 an object’s records',
    () => recordsByCreation(tx, 'w', { ...active, objectId: 'o1', after, limit: 26 }),
  ],
  ['GEN-12 records by their ids', () => recordsAmong(tx, 'w', ['r7', 'r8', 'r9'])],
  ['GEN-12 a few records of an object', () => someRecordIds(tx, 'w', 'o1', 1_001)],
  ['GEN-12 the records under a key', () => recordIdsInRange(tx, 'w', { ...range, to: 'k2' }, 1_001)],
  ['GEN-12 the records of a range of keys', () => recordIdsInRange(tx, 'w', range, 1_001)],
  ...directions.flatMap((direction): [string, () => Promise<unknown>][] => [
    [
      `GEN-12 a field’s records in their order, ${direction}`,
      () => walkRecordField(tx, 'w', 'f3', direction, undefined, 100),
    ],
    [
      `GEN-12 a later page of them, ${direction}`,
      () => walkRecordField(tx, 'w', 'f3', direction, { key: 'k1500', ...place }, 100),
    ],
    ...(['included', 'left out'] as const).map((archived): [string, () => Promise<unknown>] => [
      `GEN-12 an object’s records by creation, archived ones ${archived}, ${direction}`,
      () => walkRecords(tx, 'w', 'o1', { archived, direction, after: place, limit: 100 }),
    ]),
  ]),
  ['LCH-11 recently viewed records', () => recentlyViewedRecords(tx, 'w', 'p7', 10)],
  ['LCH-11 a view of a record', () => markRecordViewed(tx, 'w', 'p7', 'r8', rows)],
  ['LCH-11 records that the person changed', () => lastChangedRecordIds(tx, 'w', 'p7', 10)],
  ['OBJ-02 an object’s fields', () => fieldsOfObject(tx, 'w7', 'o7')],
  ['LCH-04 browse', () => browseRecords(tx, 'w', 'o1', { query: '', after, limit: 50 })],
  ['LCH-04 browse with a rare word', () => browseRecords(tx, 'w', 'o1', { query: 'so77', after, limit: 50 })],
  [
    'LCH-04 browse with a common word',
    () => browseRecords(tx, 'w', 'o1', { query: 'title', after, limit: 50 }),
  ],
  ['LCH-06 search of one word', () => findBestMatches(tx, 'w', 'alpha', scopes, 24)],
  ['LCH-06 search of two letters', () => findBestMatches(tx, 'w', 'al', scopes, 24)],
  ['LCH-06 search of two words', () => findBestMatches(tx, 'w', 'alpha so7', scopes, 24)],
  ['LCH-06 search of a domain', () => findBestMatches(tx, 'w', 'alpha.example', scopes, 24)],
  ['LCH-07 search of typos', () => findBestMatches(tx, 'w', 'alphabte w1234x', scopes, 24)],
  [
    'LCH-06 search inside texts',
    () => findInside(tx, 'w', 'deep', [{ kind: 'task', audience: '*' }], new Set(), 24),
  ],
  ['LCH-06 the index of texts', () => indexDueTexts(tx, 'w', 20)],
  ['LCH-06 a workspace with texts that are due', () => workspaceWithDueTexts(tx, 'w7')],
  ['TSK-02 tasks, for an owner', () => tasksByCreation(tx, 'w', boss, active, page)],
  ['TSK-02 tasks of a status', () => tasksByCreation(tx, 'w', boss, { ...active, status: 'todo' }, page)],
  ['TSK-02 tasks of a person', () => tasksByCreation(tx, 'w', boss, { ...active, assignee: 'p7' }, page)],
  ['AUT-09 tasks, for a member', () => tasksByCreation(tx, 'w', viewer, active, page)],
  [
    'REC-06 a change of a record, and of what it is found by',
    async () => {
      const record = await getRecord(tx, 'w', 'r8')
      if (record)
        await updateRecord(tx, 'w', record, { title: 'New', values: { f1: 'new' }, updatedAt: rows })
      await putSearchEntries(tx, 'w', [{ kind: 'record', ref: 'r8', title: 'new', rankedAt: rows }])
    },
  ],
  ['LCH-08 open assigned tasks', () => openAssignedTasks(tx, 'w', 'p7', 100)],
  ['LCH-08 meetings ahead', () => upcomingMeetings(tx, 'w', 'p', 8_000, 12)],
  ['LCH-08 meetings ahead, in a zone', () => upcomingMeetings(tx, 'w', 'p', 8_000, 12, () => true)],
  ['CAL-07 meetings of a time', () => meetingsBetween(tx, 'w', 'p7', { from: 9_000, to: 9_060 }, 500)],
  [
    'CAL-02 the next of a series',
    () =>
      nextMeetingsOfSeries(tx, { workspaceId: 'w', personId: 'p7' }, [{ series: 's7', title: 'M' }], 9_000),
  ],
  ['CAL-06 meetings that a person does not see', () => unseenMeetings(tx, 'w', 'p7', ['m7', 'm8'])],
  ['CAL-03 calendars that are due', () => dueCalendars(tx, 5, 50)],
  ['CAL-01 calendars of a person', () => calendarsOfPerson(tx, 'w7', 'p7')],
  ['CAL-05 people by their addresses', () => peopleByAddress(tx, 'w', ['p7@a.test', 'q8@a.test'])],
  ['CAL-03 what a calendar says', () => digestsOfCopies(tx, 'w', 'c7')],
  ['CAL-06 the copies of some meetings', () => copiesOfMeetings(tx, 'w', ['m7', 'm8'])],
  [
    'CAL-06 the copies that a person sees',
    () => detailsOfCopies(tx, 'w', [{ meetingId: 'm7', calendarId: 'c7' }]),
  ],
  ['CAL-05 the guests of a calendar', () => invitationsAfter(tx, 'w', 'c7', { after: '', emails: [] })],
  ['CAL-03 meetings that tasks point at', () => meetingsOfTasksAmong(tx, 'w', ['m7', 'm8'])],
  ['NOT-01 workspaces with due tasks', () => dueWorkspaces(tx, { after: 5, until: 9 })],
  ['NOT-01 notifications to be counted up', () => countableNotifications(tx, 'w', ['p7', 'p8'], 5)],
  [
    'NOT-02 notifications',
    () => listNotifications(tx, 'w', 'p7', { unread: false, after: [9, 'x'], limit: 30 }),
  ],
  [
    'NOT-03 comments on a task',
    () => listComments(tx, 'w', { kind: 'task', id: 't7' }, { after: undefined, limit: 30 }),
  ],
  ['LCH-08 unread notifications', () => listNotifications(tx, 'w', 'p7', { unread: true, limit: 30 })],
]

test.each(hot.filter(([name]) => name.startsWith('GEN-12')))(
  '%s are read in the order of an index',
  async (_name, run) => {
    sent = new Map()
    await run()
    for (const [text, values] of new Map(sent)) {
      expect(await planOf(text, values), text).not.toMatch(/\bSort\b/)
      expect(await planOf(text), text).not.toMatch(/\bSort\b/)
    }
  },
)

test.each(hot)('%s reads no table from end to end', async (_name, run) => {
  sent = new Map()
  await run()
  const asked = new Map(sent)
  expect(asked.size).toBeGreaterThan(0)
  for (const [text, values] of asked) {
    expect(await planOf(text, values), text).not.toMatch(/Seq Scan/)
    expect(await planOf(text), text).not.toMatch(/Seq Scan/)
  }
})
