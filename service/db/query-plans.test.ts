// Every statement of the hot reads, as it is really sent, is asked for its plan (R23 in the words of the database).
import { DatabaseSync } from 'node:sqlite'
import { Kysely } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  dueCalendars,
  calendarsOfPerson,
  peopleByAddress,
  recordsByEmail,
} from '../calendars/calendars.store.ts'
import {
  digestsOfCopies,
  copiesOfMeetings,
  detailsOfCopies,
  invitationsAfter,
  meetingsOfTasksAmong,
} from '../calendars/copies.store.ts'
import { commentOf, listComments } from '../comments/comments.store.ts'
import { deliveriesOfWebhook, restartDeliveries } from '../webhooks/deliveries.store.ts'
import { keysOfWorkspace } from '../access/keys.store.ts'
import {
  upcomingMeetings,
  meetingsBetween,
  nextMeetingsOfSeries,
  unseenMeetings,
  removeMeetings,
} from '../meetings/meetings.store.ts'
import { migrate } from './migrate.ts'
import { dueWorkspaces } from '../tasks/due-tasks.store.ts'
import { countableNotifications, listNotifications } from '../notifications/notifications.store.ts'
import { signInsOfPerson } from '../oauth/grants.store.ts'
import type { Database } from './schema.ts'
import { findInside } from '../search/inside.store.ts'
import { findBestMatches } from '../search/search.store.ts'
import { indexDueTexts, noteTexts, workspaceWithDueTexts } from '../search/text-index.store.ts'
import { textKinds } from '../search/texts.store.ts'
import { everyone } from '../search/lookup.store.ts'
import { sqliteDialect } from './sqlite/dialect.ts'
import { putSearchEntries } from '../search/write-index.store.ts'
import { tasksByCreation, openAssignedTasks } from '../tasks/task-lists.store.ts'
import { isTaskBelow, taskWithTimerOf } from '../tasks/tasks.store.ts'
import { browseRecords, lastChangedRecordIds } from '../records/browse.store.ts'

const workspace = 'wsp_plans'
const person = 'usr_plans'
const database = new DatabaseSync(':memory:')
let statements = new Set<string>()
const db = new Kysely<Database>({
  dialect: sqliteDialect(database),
  log: (event) => {
    statements.add(event.query.sql)
  },
})
beforeAll(async () => {
  await migrate(db, 'plans')
  await putSearchEntries(db, workspace, [{ kind: 'record', ref: 'r1', title: 'Alphabet soup', rankedAt: 1 }])
  database.exec(textsOfEachKind)
  await indexTexts()
})

/** A text of each kind, so that a search reads each. */
const textsOfEachKind = `
  insert into field (workspace_id, object_id, id, slug, name, kind, required, is_primary, read_only, pro_only, in_preview,
    position) values ('${workspace}', 'obj', 'f1', 'notes', 'Notes', 'long_text', 0, 0, 0, 0, 0, 1);
  insert into record (workspace_id, id, object_id, title, field_values, archived, created_by, created_at, updated_at, version)
    values ('${workspace}', 'x1', 'obj', 'R', '{"f1":"deep inside"}', 0, 'p', 1, 1, 1);
  insert into task (workspace_id, id, title, description, status, priority, time_logged, archived, created_by, created_at,
    updated_at, version) values ('${workspace}', 'x1', 'T', 'deep inside', 'todo', 'low', 0, 0, '${person}', 1, 1, 1);
  insert into record_comment (workspace_id, id, record_id, content, created_by, created_at, updated_at)
    values ('${workspace}', 'x1', 'x1', 'deep inside', 'p', 1, 1);
  insert into task_comment (workspace_id, id, task_id, content, created_by, created_at, updated_at)
    values ('${workspace}', 'x1', 'x1', 'deep inside', 'p', 1, 1);
  insert into search_title (thing, workspace_id, kind, ref, title, ranked_at, audiences)
    values (1, '${workspace}', 'task', 'x1', 't', 1, '[]'), (2, '${workspace}', 'record', 'x1', 'r', 1, '[]')`

const indexTexts = async () => {
  for (const kind of textKinds) await noteTexts(db, workspace, kind, ['x1', 'x2'])
  while ((await indexDueTexts(db, workspace, 50)).areLeft);
}
afterAll(() => database.close())

/** SQLite's query plan. Rows of a subquery are left out: they are capped inside. */
const planOf = (text: string): string[] => {
  const details = database
    .prepare(`explain query plan ${text}`)
    .all()
    .map((row) => String(row['detail']))
  const subqueries = details.flatMap((detail) => /^(?:CO-ROUTINE|MATERIALIZE) (\S+)/.exec(detail)?.[1] ?? [])
  return details.filter((detail) => !subqueries.some((name) => detail.startsWith(`SCAN ${name}`)))
}

const plansOf = async (run: () => Promise<unknown>): Promise<string[]> => {
  statements = new Set()
  await run()
  expect(statements.size).toBeGreaterThan(0)
  return [...statements].flatMap((text) =>
    planOf(text).map((detail) => `${detail} — ${text.replaceAll(/\s+/g, ' ')}`),
  )
}

/** A list of values is read through, and nothing else. */
const isScan = (detail: string) =>
  /\bSCAN\b/.test(detail) && !/^SCAN (at\d+|CONSTANT|json_each|\d+-ROW VALUES)/.test(detail)

const viewer = { personId: person, role: 'member' } as const
const boss = { personId: person, role: 'owner' } as const
const page = { after: [1, 'x'] as const, limit: 25 }
const scopes = [{ kind: 'record' as const, audience: everyone }]

const reads: [string, () => Promise<unknown>][] = [
  ['LCH-06 search of one word', () => findBestMatches(db, workspace, 'alpha', scopes, 24)],
  ['LCH-06 search of two letters', () => findBestMatches(db, workspace, 'al', scopes, 24)],
  ['LCH-06 search of two words', () => findBestMatches(db, workspace, 'alpha so', scopes, 24)],
  ['LCH-07 search of typos', () => findBestMatches(db, workspace, 'alphabte suop', scopes, 24)],
  ['LCH-06 search of a domain', () => findBestMatches(db, workspace, 'alpha.example', scopes, 24)],
  ['LCH-07 search of nothing that is there', () => findBestMatches(db, workspace, 'qwertzuiop', scopes, 24)],
  [
    'LCH-06 search inside texts',
    async () => {
      const all = [...scopes, { kind: 'task' as const, audience: person }]
      expect(await findInside(db, workspace, 'deep ins', all, new Set(), 24)).toHaveLength(2)
    },
  ],
  ['LCH-06 the index of texts', indexTexts],
  ['LCH-06 a workspace with texts that are due', () => workspaceWithDueTexts(db, 'w')],
  ['TSK-02 tasks, for an owner', () => tasksByCreation(db, workspace, boss, { archived: 'left out' }, page)],
  [
    'TSK-02 tasks with archived ones',
    () => tasksByCreation(db, workspace, boss, { archived: 'included' }, page),
  ],
  [
    'TSK-02 tasks of a status',
    () => tasksByCreation(db, workspace, boss, { archived: 'left out', status: 'todo' }, page),
  ],
  [
    'TSK-02 tasks of a person',
    () => tasksByCreation(db, workspace, boss, { archived: 'left out', assignee: person }, page),
  ],
  [
    'TSK-02 tasks of a priority',
    () => tasksByCreation(db, workspace, boss, { archived: 'left out', priority: 'low' }, page),
  ],
  [
    'TSK-02 tasks below a task',
    () => tasksByCreation(db, workspace, viewer, { archived: 'left out', parentId: 't1' }, page),
  ],
  [
    'TSK-02 tasks of a record',
    () => tasksByCreation(db, workspace, viewer, { archived: 'left out', linkedRecordId: 'r1' }, page),
  ],
  [
    'AUT-09 tasks, for a member',
    () => tasksByCreation(db, workspace, viewer, { archived: 'left out' }, page),
  ],
  [
    'AUT-09 tasks of another person, for a member',
    () => tasksByCreation(db, workspace, viewer, { archived: 'left out', assignee: 'usr_other' }, page),
  ],
  ['REC-12 comments on a record', () => listComments(db, workspace, { kind: 'record', id: 'r1' }, page)],
  ['NOT-03 comments on a task', () => listComments(db, workspace, { kind: 'task', id: 't1' }, page)],
  ['NOT-03 a comment', () => commentOf(db, workspace, 'cmt_1')],
  ['NOT-01 workspaces with due tasks', () => dueWorkspaces(db, { after: 1, until: 2 })],
  ['NOT-01 notifications to be counted up', () => countableNotifications(db, workspace, ['p1', 'p2'], 5)],
  ['NOT-02 notifications', () => listNotifications(db, workspace, person, { ...page, unread: false })],
  ['TIM-01 the timer of a person', () => taskWithTimerOf(db, workspace, person)],
  ['TSK-07 the chain of parents', () => isTaskBelow(db, workspace, 'a', 'b')],
  ['LCH-08 open assigned tasks', () => openAssignedTasks(db, workspace, person, 100)],
  ['LCH-08 meetings ahead', () => upcomingMeetings(db, workspace, person, 1, 12)],
  ['LCH-08 meetings ahead, in a zone', () => upcomingMeetings(db, workspace, person, 1, 12, () => true)],
  ['CAL-07 meetings of a time', () => meetingsBetween(db, workspace, person, { from: 1, to: 9 }, 500)],
  [
    'CAL-02 the next of each series',
    () =>
      nextMeetingsOfSeries(
        db,
        { workspaceId: workspace, personId: person },
        ['one', 'two'].map((series) => ({ series, title: 'Planning' })),
        1,
      ),
  ],
  ['CAL-06 meetings that a person does not see', () => unseenMeetings(db, workspace, person, ['m1', 'm2'])],
  ['CAL-03 calendars that are due', () => dueCalendars(db, 1, 50)],
  ['CAL-01 calendars of a person', () => calendarsOfPerson(db, workspace, person)],
  ['CAL-05 people by their addresses', () => peopleByAddress(db, workspace, ['a@b.test'])],
  ['CAL-03 what a calendar says', () => digestsOfCopies(db, workspace, 'c1')],
  ['CAL-06 the copies of some meetings', () => copiesOfMeetings(db, workspace, ['m1', 'm2'])],
  [
    'CAL-06 the copies that a person sees',
    () => detailsOfCopies(db, workspace, [{ meetingId: 'm1', calendarId: 'c1' }]),
  ],
  [
    'CAL-05 the guests of a calendar',
    () => invitationsAfter(db, workspace, 'c1', { after: '', emails: ['a@b.test'] }),
  ],
  ['CAL-03 meetings that tasks point at', () => meetingsOfTasksAmong(db, workspace, ['m1', 'm2'])],
  ['CAL-05 records of guests', () => recordsByEmail(db, workspace, ['a@b.test'])],
  [
    'LCH-08 unread notifications',
    () => listNotifications(db, workspace, person, { unread: true, limit: 30 }),
  ],
  ['LCH-04 browse', () => browseRecords(db, workspace, 'obj', { query: '', after: [1, 'x'], limit: 50 })],
  ['AUT-12 keys of a workspace', () => keysOfWorkspace(db, workspace, page)],
  ['AUT-12 deliveries of an endpoint', () => deliveriesOfWebhook(db, workspace, 'whk_1', page)],
  ['LCH-11 records that the person changed', () => lastChangedRecordIds(db, workspace, person, 10)],
]

test.each(reads)('%s scans no table and sorts nothing that is not capped', async (_what, run) => {
  const plans = await plansOf(run)
  expect(plans.filter(isScan)).toEqual([])
  expect(plans.filter((detail) => /AUTOMATIC/.test(detail))).toEqual([])
  // The sort of upcoming meetings is over those under way, which are capped; links are sorted within one page.
  const sorted = plans.filter((detail) => /TEMP B-TREE FOR (LAST TERM OF )?ORDER BY/.test(detail))
  expect(
    sorted.filter((detail) => !/soonest|meeting_record|meeting_attendee|task_|join "calendar"/.test(detail)),
  ).toEqual([])
})

test('AUT-12 sign-ins of a person, and deliveries to recover, scan no table', async () => {
  const plans = [
    ...(await plansOf(() => signInsOfPerson(db, person, workspace, 1))),
    ...(await plansOf(() => restartDeliveries(db, workspace, 'whk_1', { since: 1, at: 2, limit: 3 }))),
  ]
  expect(plans.filter(isScan)).toEqual([])
})

test('TSK-02 tasks changed since, and LCH-04 browse with a text, scan no table', async () => {
  const plans = [
    ...(await plansOf(() =>
      tasksByCreation(db, workspace, boss, { archived: 'left out', updatedAfter: 5 }, page),
    )),
    ...(await plansOf(() =>
      tasksByCreation(db, workspace, boss, { archived: 'left out', dueAfter: 5, dueBefore: 9 }, page),
    )),
    ...(await plansOf(() =>
      browseRecords(db, workspace, 'obj', { query: 'alpha', after: [1, 'x'], limit: 50 }),
    )),
    ...(await plansOf(() =>
      browseRecords(db, workspace, 'obj', { query: '!!', after: [1, 'x'], limit: 50 }),
    )),
  ]
  expect(plans.filter(isScan)).toEqual([])
})

const filters = {
  status: 'todo',
  priority: 'high',
  updatedAfter: 0,
  dueBefore: 1e9,
  assignee: 'usr_other',
  parentId: 't1',
  linkedRecordId: 'r1',
} as const
type Filter = keyof typeof filters

/** The index whose order a list follows, and that leads to all it looks at. Two where a member sees what is theirs or for them. */
const leading = (given: ReadonlySet<Filter>, archived: string, role: string): string[] => {
  if (given.has('parentId')) return ['task_by_parent']
  if (given.has('linkedRecordId')) return ['task_record_newest']
  if (given.has('assignee')) return ['task_assignee_newest']
  if (role === 'member') return ['task_by_creator', 'task_assignee_newest']
  if (given.has('status')) return ['task_by_status']
  if (given.has('priority')) return ['task_by_priority']
  return [archived === 'included' ? 'task_newest' : 'task_newest_active']
}

const names = Object.keys(filters) as Filter[]
const choices = Array.from({ length: 2 ** names.length }, (_, chosen) =>
  names.filter((_name, bit) => chosen & (1 << bit)),
)

test.each(
  [viewer, boss].flatMap((who) =>
    (['included', 'left out'] as const).map((archived) => [who, archived] as const),
  ),
)(
  'TSK-02 whatever else is asked of a task, one index leads a list: %o, archived %s',
  async (who, archived) => {
    // More in a stretch of time than are sorted.
    database.exec(`with recursive n(i) as (select 1 union all select i + 1 from n where i < 2500)
    insert or ignore into task (workspace_id, id, title, status, priority, due_date, time_logged, archived,
      created_by, created_at, updated_at, version)
    select '${workspace}', 't' || i, 'T', 'todo', 'low', i, 0, 0, '${person}', i, i, 1 from n`)
    for (const chosen of choices) {
      const asked = Object.fromEntries(chosen.map((name) => [name, filters[name]]))
      const plans = await plansOf(() => tasksByCreation(db, workspace, who, { archived, ...asked }, page))
      const led = plans.filter((detail) => / limit \?/.test(detail) && /order by/.test(detail))
      const indexes = led.flatMap(
        (detail) => /^SEARCH (?:task|link) USING (?:COVERING )?INDEX (task_\w+)/.exec(detail)?.[1] ?? [],
      )
      expect([...new Set(indexes)], chosen.join(' ')).toEqual(leading(new Set(chosen), archived, who.role))
    }
  },
)

test('CAL-03 meetings are found among the copies of all calendars by their ids, and compared without reading their texts', async () => {
  const plans = await plansOf(async () => {
    await copiesOfMeetings(db, workspace, ['m1', 'm2', 'm3'])
    await digestsOfCopies(db, workspace, 'cal_one', '7')
  })
  const ofCopies = plans.filter((plan) => /^\w+ calendar_meeting\b/.test(plan))
  expect(ofCopies.map((plan) => plan.split(' — ')[0])).toEqual([
    'SEARCH calendar_meeting USING PRIMARY KEY (workspace_id=? AND meeting_id=?)',
    'SEARCH calendar_meeting USING COVERING INDEX calendar_meeting_by_calendar (workspace_id=? AND calendar_id=? AND meeting_id>? AND meeting_id<?)',
  ])
})

test('CAL-02 the next meeting of a series is found among that series, not among all meetings ahead', async () => {
  const who = { workspaceId: workspace, personId: person }
  const plans = await plansOf(() => nextMeetingsOfSeries(db, who, [{ series: 'one', title: 'Planning' }], 1))
  const ofMeetings = plans.filter((plan) => plan.startsWith('SEARCH meeting '))
  expect(ofMeetings.map((plan) => plan.split(' — ')[0])).toEqual([
    'SEARCH meeting USING INDEX meeting_by_series (workspace_id=? AND series=?)',
  ])
})

test('CAL-03 what points at removed meetings is found by their ids', async () => {
  const plans = await plansOf(() => removeMeetings(db, workspace, ['m1', 'm2'], null))
  const byWorkspace = plans.filter((plan) => /\(workspace_id=\?\)/.test(plan))
  expect(byWorkspace).toEqual([])
})
