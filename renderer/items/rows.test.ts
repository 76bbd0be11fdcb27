import { describe, expect, test } from 'vitest'
import { objectWith, statusWith } from '../../shared/fixtures-testing.ts'
import type { OutboxItem } from '../../shared/ipc/launcher.ts'
import { outboxItem } from '../writes/outbox-item.fake.ts'
import { commandsIn } from '../actions/actions.ts'
import { matchingCommands, withNamed } from '../palette/matching-commands.ts'
import { createRowCache } from './row-cache.ts'
import { freshnessOf, homeGroups, itemRow } from './rows.ts'
import { completeScope, readScope } from '../state/query.ts'
import { otherStatus } from '../writes/change-tasks.ts'
import { rowWith } from '../../shared/search/row-testing.ts'

const row = (kind: string, id: string) => rowWith({ kind, id, title: `${kind} ${id}`, source: 'cached' })
const commands = commandsIn().filter(({ isHome }) => isHome)
const objects = [objectWith('people', 'People'), objectWith('deals', 'Deals')]
const item = (state: OutboxItem['state']): OutboxItem => outboxItem({ id: state, title: state, state })

const groupsOf = (parts: Partial<Parameters<typeof homeGroups>[0]>) =>
  homeGroups({ home: undefined, drafts: [], outbox: [], commands: [], lists: [], firstSteps: [], ...parts })

describe('an empty query', () => {
  test('APP-03 shows what is next, what is due, recents and commands, each thing once', () => {
    const groups = groupsOf({
      home: {
        nextMeeting: row('meeting', '1'),
        dueToday: ['1', '2', '3', '4'].map((id) => row('task', id)),
        recents: [row('task', '1'), ...['1', '2', '3', '4', '5', '6'].map((id) => row('record', id))],
      },
      commands,
    })
    expect(groups.map(({ heading, rows }) => [heading, rows.length])).toEqual([
      ['Meetings', 1],
      ['Tasks', 3],
      ['Recent', 5],
      ['Commands', commands.length],
    ])
  })

  test('APP-07 shows what was not sent, and says when it needs the person', () => {
    const groups = groupsOf({
      drafts: [
        { key: 'capture:1', title: 'Half a thought', savedAt: 4 },
        { key: 'edit:t1', title: 'Renewal', savedAt: 3 },
        { key: 'newTask:2', title: '', savedAt: 2 },
        { key: 'capture:0', title: 'Older', savedAt: 1 },
      ],
      outbox: [item('needsYou'), item('queued'), item('saved')],
    })
    expect(groups).toMatchObject([
      {
        heading: 'Unfinished',
        rows: [
          { title: 'Outbox needs you', detail: '1 of 2 could not be saved' },
          { title: 'Half a thought', of: 'capture:1' },
          { title: 'Renewal', of: 'edit:t1' },
          { title: 'Untitled task', of: 'newTask:2' },
        ],
      },
    ])
  })
})

describe('what is unfinished', () => {
  const drafts = [{ key: 'capture:1', title: 'Half a thought', savedAt: 4 }]
  const recents = [row('record', '1')]
  test.each([
    [['Meetings', 'Tasks'], { nextMeeting: row('meeting', '1'), dueToday: [row('task', '1')], recents }],
    [['Recent'], { nextMeeting: null, dueToday: [], recents }],
    [['Commands'], undefined],
  ])('APP-03 stands right below %o and is never selected first', (above, home) => {
    const groups = groupsOf({ home, drafts, outbox: [item('queued')], commands })
    const order = groups.map(({ heading }) => heading)
    expect(order.slice(0, above.length + 1)).toEqual([...above, 'Unfinished'])
  })
})

test('APP-08 what is offered to try stands first', () => {
  const groups = groupsOf({ commands, firstSteps: ['find', 'brief'] })
  expect(groups[0]).toMatchObject({
    heading: 'Try this',
    rows: [{ title: 'Find Anton Olsen’s email' }, { title: 'Read your daily brief' }],
  })
})

test('APP-03 rows are as fresh as the latest that the service confirmed', () => {
  const seen = (id: string, source: 'live' | 'cached', seenAt: number) =>
    itemRow({ ...row('task', id), source, seenAt })
  expect(freshnessOf([seen('1', 'cached', 5), seen('2', 'cached', 3)])).toEqual({ isLive: false, seenAt: 5 })
  expect(freshnessOf([seen('1', 'cached', 9), seen('2', 'live', 7)])).toEqual({ isLive: true, seenAt: 7 })
  expect(freshnessOf([])).toBeNull()
})

describe('scopes', () => {
  test.each([
    ['t milk', null, { query: 'milk', scope: 'tasks' }],
    ['R ann', null, { query: 'ann', scope: 'records' }],
    ['>', null, { query: '', scope: 'commands' }],
    ['team', null, { query: 'team', scope: null }],
    ['m 1', 'records', { query: 'm 1', scope: 'records' }],
    ['t “milk', null, { query: '“milk', scope: 'tasks' }],
    ['R & D budget', null, { query: 'R & D budget', scope: null }],
    ['> & D', null, { query: '& D', scope: 'commands' }],
  ] as const)('APP-03 “%s” in %s', (text, scope, read) => {
    expect(readScope(text, scope)).toEqual(read)
  })
})

test('APP-03 Tab takes the scope of a lone letter', () => {
  const scopes = [completeScope('t', null), completeScope('to', null), completeScope('t', 'records')]
  expect(scopes).toEqual(['tasks', null, null])
})

describe('commands and actions', () => {
  test.each([
    ['Browse People', 'Browse people'],
    ['brow', 'Browse…'],
    ['preferences', 'Settings'],
    ['quick add', 'Capture a task'],
    ['rowse', undefined],
  ])('APP-03 “%s” runs %s', (query, title) => {
    expect(matchingCommands(query, commandsIn(), objects)[0]?.row.title).toBe(title)
  })

  const shown = (query: string, titles: readonly string[]): string[] => {
    const rowCache = createRowCache(() => 0)
    rowCache.see(titles.map((title) => ({ ...row('task', title), title })))
    const scoreOf = (key: string): number => rowCache.explain(query, key)?.score ?? 0
    const named = matchingCommands(query, commandsIn(), objects)
    return withNamed(rowCache.search(query, null), named, scoreOf).map(({ title }) => title)
  }
  test.each([
    ['set', ['Settings', 'Set it up', 'Kit with a set']],
    ['new', ['New task', 'News']],
    ['settings of', ['Settings of the printer']],
    // A name needs at least three letters.
    ['se', ['Set it up', 'Settings', 'Search tasks', 'Search records', 'Search meetings']],
    ['today', ['Today', 'Daily brief']],
  ])('APP-14 among rows “%s” shows %o', (query, expected) => {
    const titles = ['Set it up', 'Kit with a set', 'News', 'Settings of the printer', 'Today']
    expect(shown(query, titles).filter((title) => expected.includes(title))).toEqual(expected)
  })

  test('LCH-09 done is the first complete status, reopening the default one', () => {
    const statuses = [
      statusWith('archived', { position: 3, isComplete: true }),
      statusWith('done', { position: 2 }),
      statusWith('doing', { position: 1 }),
      statusWith('todo', { isDefault: true }),
    ]
    expect(otherStatus(statuses, false)?.slug).toBe('done')
    expect(otherStatus(statuses, true)?.slug).toBe('todo')
    expect(otherStatus([statusWith('todo')], false)).toBeNull()
  })
})
