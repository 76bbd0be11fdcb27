import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { TaskFields } from '../../../shared/api/launcher/tasks.ts'
import type { Entry } from './entry.ts'
import { creating } from './work.ts'
import { entry, update } from './entry.fake.ts'
import { changeInPlaceOf, createInPlaceOf, merge, rebaseOn } from './rebase.ts'

const change = (id: string, change: TaskFields, before: TaskFields, more: Partial<Entry> = {}): Entry =>
  update({ id, title: id, work: { kind: 'updateTask', taskId: 't', change, before }, ...more })
const replaced = new Set(['old'])
const workOf = (entries: readonly Entry[]) =>
  entries.map(({ id, work }) => [id, work.kind === 'updateTask' ? [work.change, work.before] : null])
const old = change('old', { title: 'B', priority: 'high' }, { title: 'A', priority: 'low' })
const added = change('new', { title: 'C' }, { title: 'A' })

describe('APP-06 a change that replaces another', () => {
  test.each<[string, Partial<Entry>]>([
    ['waits', {}],
    ['needs its person', { state: 'needsYou' }],
  ])('APP-06 that %s: only the new one is sent', (_, state) => {
    expect(workOf(changeInPlaceOf(added, replaced, [{ ...old, ...state }], 9))).toEqual([
      ['new', [{ title: 'C' }, { title: 'A' }]],
    ])
  })

  test.each<[string, Partial<Entry>]>([
    ['is on its way', { state: 'sending' }],
    ['is looked for', { state: 'checking' }],
    ['was saved meanwhile', { state: 'saved', settledAt: 1 }],
  ])('APP-06 that %s: both are sent, and fields that the new one leaves out are set back', (_, state) => {
    const entries = [{ ...old, ...state }]
    const [kept, last] = workOf(changeInPlaceOf(added, replaced, entries, 9))
    expect(kept?.[0]).toBe('old')
    expect(last).toEqual([
      'new',
      [
        { title: 'C', priority: 'low' },
        // Once the other change is saved, its values are the ones that were seen.
        { title: state.state === 'saved' ? 'B' : 'A', priority: 'high' },
      ],
    ])
  })

  test('APP-06 replaces nothing of another task, another person or another kind', () => {
    const others = [{ ...old, taskId: 't2' }, { ...old, owner: 'bob' }, entry({ id: 'old' })]
    for (const other of others) expect(changeInPlaceOf(added, replaced, [other], 9)).toHaveLength(2)
  })
})

test('APP-07 a create takes the current title of its task', () => {
  const create = entry({ state: 'saved', taskId: 't' })
  const renamed = change('new', { title: 'B' }, {}, { state: 'saved' })
  const other = entry({ id: 'other', state: 'saved', taskId: 't2' })
  const titles = (saved: Entry) => rebaseOn(saved, null, [create, other, saved]).map(({ title }) => title)
  expect(titles(renamed)).toEqual(['B', 'Call Acme', 'new'])
  expect(titles(change('new', { priority: 'high' }, {}, { state: 'saved' }))[0]).toBe('Call Acme')
})

test('APP-07 a second change from the same form state includes the first', () => {
  const first = change('1', { title: 'b' }, { title: 'a' }, { state: 'saved' })
  const second = change('2', {}, { title: 'a', priority: 'low' })
  const other = change('3', {}, { title: 'x' })
  expect(workOf(rebaseOn(first, null, [second, other]))).toEqual([
    ['2', [{}, { title: 'b', priority: 'low' }]],
    ['3', [{}, { title: 'x' }]],
  ])
})

describe('APP-07 a create that replaces another write', () => {
  const create = entry({ id: 'new', title: 'C', work: creating({ title: 'C' }, 'new') })
  test.each<[string, Entry, string | (readonly string[])[]]>([
    ['that waits', entry({ id: 'old' }), [['old', 'C', 'queued']]],
    ['that was refused', entry({ id: 'old', state: 'needsYou' }), [['old', 'C', 'queued']]],
    ['that is being sent', entry({ id: 'old', state: 'sending' }), 'inDoubt'],
    ['that is checked', entry({ id: 'old', state: 'checking', unconfirmedSince: 1 }), 'inDoubt'],
    ['that is saved', entry({ id: 'old', state: 'saved', taskId: 't1' }), 'sent'],
    ['whose task is gone', { ...old, state: 'needsYou' }, [['new', 'C', 'queued']]],
    [
      'that is a change on its way',
      { ...old, state: 'sending' },
      [
        ['old', 'old', 'sending'],
        ['new', 'C', 'queued'],
      ],
    ],
    ['that is there no more', entry({ id: 'other' }), 'sent'],
    ['of somebody else', entry({ id: 'old', owner: 'bob' }), 'sent'],
  ])('APP-07 %s', (_, one, expected) => {
    const left = createInPlaceOf(create, 'old', [one], 9)
    expect(typeof left === 'string' ? left : left.map(({ id, title, state }) => [id, title, state])).toEqual(
      expected,
    )
  })
})

const fields = fc.record(
  {
    title: fc.constantFrom('a', 'b', 'c'),
    priority: fc.constantFrom('low' as const, 'high' as const),
    estimatedTime: fc.constantFrom(null, 1, 2),
  },
  { requiredKeys: ['title', 'priority', 'estimatedTime'] },
)

describe('merging', () => {
  test('APP-06 only fields that both changed are conflicts, and current values are not written', () => {
    fc.assert(
      fc.property(fields, fields, fields, (before, mine, theirs) => {
        const { remaining, overlapping } = merge({ kind: 'updateTask', change: mine, before }, theirs)
        for (const field of ['title', 'priority', 'estimatedTime'] as const) {
          const isTheirs = theirs[field] !== before[field]
          const isWritten = Object.hasOwn(remaining, field)
          expect(isWritten).toBe(mine[field] !== theirs[field])
          expect(overlapping.includes(field)).toBe(isTheirs && isWritten)
        }
      }),
    )
  })

  test('APP-11 a field that the service does not return is never a conflict', () => {
    expect(
      merge({ kind: 'updateTask', change: { sectionId: 's' }, before: { sectionId: 'was' } }, { title: 'c' }),
    ).toEqual({
      remaining: { sectionId: 's' },
      overlapping: [],
    })
  })
})
