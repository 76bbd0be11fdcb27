import { describe, expect, test } from 'vitest'
import { rowWith } from '../../shared/search/row-testing.ts'
import { actionsOf } from './actions.ts'
import { itemRow } from '../items/rows.ts'
import { matchingCommands } from '../palette/matching-commands.ts'

const meta = [
  { label: 'Email', value: 'ann@acme.test', type: 'email' },
  { label: 'Phone', value: '030 1234', type: 'phone' },
]
const record = { objectTypeSlug: 'people', objectTypeName: 'Person', icon: null, color: null, meta }
const row = (kind: string, more = {}) => itemRow(rowWith({ kind, id: '1', title: 'Ann', ...more }))
const idsOf = (...parts: Parameters<typeof actionsOf>): string[] => actionsOf(...parts).map(({ id }) => id)

describe('the action panel', () => {
  test('APP-15 a row offers to copy the contacts that it has', () => {
    expect(idsOf(row('record', { record }))).toEqual(expect.arrayContaining(['copyEmail', 'copyPhone']))
    expect(idsOf(row('member', { subtitle: 'ann@acme.test' }))).toContain('copyEmail')
    expect(idsOf(row('member', { subtitle: 'ann@acme.test' }))).not.toContain('copyPhone')
    expect(idsOf(row('task'))).not.toContain('copyEmail')
  })

  test('APP-03 every action has an icon and a group, and the actions of a group stand together', () => {
    for (const kind of ['task', 'record', 'meeting', 'member', 'novelty']) {
      const actions = actionsOf(row(kind, { record }), [], { visits: [], choices: [], pinned: false })
      expect(actions.every(({ icon, group }) => icon !== undefined && group !== undefined)).toBe(true)
      const runs = actions.filter(({ group }, at) => group !== actions[at - 1]?.group)
      expect(new Set(runs.map(({ group }) => group)).size).toBe(runs.length)
    }
  })

  test('APP-04 Enter joins a meeting that runs, and opens another one; a meeting without a link is never joined', () => {
    const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
    const meeting = { startAt: at(-5), endAt: at(25), joinUrl: 'https://meet.example/x' }
    const named = (changes: object) =>
      actionsOf(row('meeting', { meeting: { ...meeting, ...changes } })).map(
        ({ id, title }) => `${id}: ${title}`,
      )
    expect(named({}).slice(0, 2)).toEqual(['open: Join meeting', 'openInBrowser: Open in browser'])
    expect(named({ startAt: at(20) }).slice(0, 2)).toEqual(['open: Open in browser', 'join: Join meeting'])
    expect(named({ joinUrl: null }).join()).not.toContain('Join')
  })

  test('APP-14 a command with a word of state in its name stands below the tasks of that state', () => {
    const scores = (asksForState: boolean) =>
      matchingCommands('overdue', [], 'commands', asksForState).map(({ row, score }) => [row.key, score > 0])
    expect(scores(true)).toEqual([['command:rescheduleOverdue', false]])
    expect(scores(false)).toEqual([['command:rescheduleOverdue', true]])
  })
})
