import { describe, expect, test } from 'vitest'
import type { TaskFields } from '../../shared/api/launcher-tasks.ts'
import { type Entry, newEntry } from './outbox-entry.ts'
import { changeInPlaceOf } from './own-changes.ts'

const change = (id: string, change: TaskFields, before: TaskFields, more: Partial<Entry> = {}): Entry => ({
  ...newEntry({
    id,
    owner: 'ada',
    title: id,
    createdAt: 0,
    work: { kind: 'updateTask', taskId: 't1', change, before },
  }),
  ...more,
})
const replaced = new Set(['old'])
const workOf = (entries: readonly Entry[]) =>
  entries.map(({ id, work }) => [id, work.kind === 'updateTask' ? [work.change, work.before] : null])
const old = change('old', { title: 'B', priority: 'high' }, { title: 'A', priority: 'low' })
const added = change('new', { title: 'C' }, { title: 'A' })

describe('APP-06 a change in the place of another', () => {
  test.each<[string, Partial<Entry>]>([
    ['waits', {}],
    ['needs its person', { state: 'needsYou' }],
  ])('APP-06 that %s: only the new one goes out', (_, state) => {
    expect(workOf(changeInPlaceOf(added, replaced, [{ ...old, ...state }], new Set()))).toEqual([
      ['new', [{ title: 'C' }, { title: 'A' }]],
    ])
  })

  test.each<[string, Partial<Entry>, boolean]>([
    ['is about to go', {}, true],
    ['is on its way', { state: 'sending' }, true],
    ['is looked for', { state: 'checking' }, false],
    ['was saved meanwhile', { state: 'saved', settledAt: 1 }, false],
  ])('APP-06 that %s stays, and what the new one leaves out is turned back', (_, state, isBusy) => {
    const entries = [{ ...old, ...state }]
    const [kept, last] = workOf(changeInPlaceOf(added, replaced, entries, new Set(isBusy ? ['old'] : [])))
    expect(kept?.[0]).toBe('old')
    expect(last).toEqual([
      'new',
      [
        { title: 'C', priority: 'low' },
        // What it was written from is known as soon as the other one is saved.
        { title: state.state === 'saved' ? 'B' : 'A', priority: 'high' },
      ],
    ])
  })

  test('APP-06 another task, another person and another write are left alone', () => {
    const others = [
      { ...old, taskId: 't2' },
      { ...old, owner: 'bob' },
      newEntry({
        id: 'old',
        owner: 'ada',
        title: '',
        createdAt: 0,
        work: { kind: 'createTask', task: { title: 'x' }, key: '' },
      }),
    ]
    for (const other of others) expect(changeInPlaceOf(added, replaced, [other], new Set())).toHaveLength(2)
  })
})
