import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { TaskFields } from '../../../shared/api/launcher/tasks.ts'
import type { Entry } from './entry.ts'
import { creating, type Work } from './work.ts'
import { entry, ofRecord, update } from './entry.fake.ts'
import { changeInPlaceOf, commentInPlaceOf, createInPlaceOf, merge, rebaseOn, withoutLost } from './rebase.ts'

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

  test('APP-06 sets no field back that another change of the task wrote, or that nobody saw', () => {
    const other = change('other', { priority: 'high' }, { priority: 'low' }, { state: 'sending' })
    const unseen = change('new', { title: 'C' }, {})
    expect(workOf(changeInPlaceOf(unseen, replaced, [{ ...old, state: 'sending' }, other], 9))[2]).toEqual([
      'new',
      [{ title: 'C', priority: 'low' }, { priority: 'high' }],
    ])
    expect(workOf(changeInPlaceOf(added, replaced, [other], 9))[1]?.[1]).toEqual([
      { title: 'C' },
      { title: 'A' },
    ])
  })

  test('APP-06 that undoes a saved write: that write stays, and its fields are not set back', () => {
    const inverse: Work = { ...old.work, change: { priority: 'high' }, before: { priority: 'low' } } as Work
    const undoing = { ...old, undo: 'begun', inverse } as const
    const left = changeInPlaceOf(added, replaced, [undoing], 9)
    expect(left.map(({ id, state }) => [id, state])).toEqual([
      ['old', 'saved'],
      ['new', 'queued'],
    ])
    expect(workOf(left)[1]).toEqual(['new', [{ title: 'C' }, { title: 'A' }]])
  })
})

describe('APP-07 once a write was saved in a new version', () => {
  const taskWork = { taskId: 't' }
  const timer: Work = { kind: 'setTimer', ...taskWork, action: 'stop', at: 1, once: 'a' }
  const logged: Work = { kind: 'logTime', ...taskWork, minutes: 5, at: 1, key: 'a' }
  const archive: Work = { kind: 'archiveTask', ...taskWork, tag: '"1"' }
  const comment: Work = {
    kind: 'deleteComment',
    on: { kind: 'task', id: 't' },
    commentId: 'c',
  }
  const made = entry({ id: 'made', state: 'saved', taskId: 't', inverse: archive })
  const others = [
    made,
    entry({ id: 'archive', taskId: 't', work: archive }),
    entry({ id: 'timer', taskId: 't', work: timer }),
    entry({ id: 'logged', taskId: 't', work: logged }),
    entry({ id: 'elsewhere', taskId: 'u', work: archive }),
    entry({ id: 'comment', commentId: 'c', work: comment }),
    entry({ id: 'unsaved' }),
  ]
  const tagOf = (work: Work | null) => (work?.kind === 'archiveTask' ? work.tag : null)

  test.each<[string, Work, string]>([
    ['a change', update().work, '"2"'],
    ['a stopped timer', timer, '"2"'],
    ['logged time', logged, '"2"'],
    ['a comment', comment, '"1"'],
    ['an archiving', archive, '"1"'],
  ])('APP-07 an archiving of the task expects that version, and so does the undo: %s', (_, work, tag) => {
    const left = rebaseOn(entry({ id: 'saved', state: 'saved', taskId: 't', work }), '"2"', others)
    expect([tagOf(left[0]?.inverse ?? null), tagOf(left[1]?.work ?? null)]).toEqual([tag, tag])
    expect(left.slice(2)).toEqual(others.slice(2))
  })

  test('RCL-02 it is so for records, and writes of tasks stay as they are', () => {
    const person = { recordId: 'r', objectSlug: 'people' }
    const archived: Work = { kind: 'archiveRecord', ...person, tag: '"1"' }
    const entries = [
      ofRecord.archive({ id: 'archive', work: archived }),
      ofRecord.restore({ id: 'restore', inverse: archived }),
      ofRecord.update({ id: 'change' }),
      entry({ id: 'unsaved' }),
    ]
    const saved = ofRecord.restore({ id: 'saved', state: 'saved' })
    expect(rebaseOn(saved, '"2"', [...entries, saved])).toEqual([
      { ...entries[0], work: { ...archived, tag: '"2"' } },
      { ...entries[1], inverse: { ...archived, tag: '"2"' } },
      ...entries.slice(2),
      saved,
    ])
  })

  test('RCL-02 a waiting change of the record has seen it, a settled one is not touched', () => {
    const saved = ofRecord.update({ id: 'saved', state: 'saved' })
    const later = ofRecord.update({ id: 'later' })
    const settled = ofRecord.update({ id: 'settled', state: 'needsYou' })
    const [first, second] = rebaseOn(saved, null, [later, settled])
    expect(first?.work).toMatchObject({ change: { phone: '1' }, before: { phone: '1' } })
    expect(second).toEqual(settled)
  })
})

test('RCL-02 a discarded change of a record takes no other write of it along', () => {
  const others = [ofRecord.archive({ id: 'archive' }), entry({ id: 'other' })]
  expect(withoutLost([ofRecord.update({ id: 'gone' }), ...others], others)).toBe(others)
})

describe('NOT-03 a change of a comment', () => {
  const on = { kind: 'task', id: 't' } as const
  const says = (content: string) => ({ content, mentions: [] })
  const work = (to: string, from: string) =>
    ({ kind: 'updateComment', on, commentId: 'c', text: says(to), before: says(from) }) as const
  const comment = (id: string, to: string, from: string, more: Partial<Entry> = {}) =>
    entry({ id, commentId: 'c', work: work(to, from), ...more })
  const last = comment('new', 'C', 'B')
  const shown = (...earlier: Entry[]) =>
    commentInPlaceOf(last, work('C', 'B'), earlier).map(({ id, work: one }) => [
      id,
      one.kind === 'updateComment' ? `${one.before.content}→${one.text.content}` : one.kind,
    ])

  test.each<[string, Partial<Entry>]>([
    ['waits', {}],
    ['was refused', { state: 'needsYou' }],
  ])('NOT-03 that replaces one that %s leads back to before it', (_, state) => {
    expect(shown(comment('1', 'B', 'A', state), comment('2', 'B', 'B', state))).toEqual([['new', 'A→C']])
  })

  test.each<[string, Partial<Entry>]>([
    ['is being sent', { state: 'sending' }],
    ['is saved', { state: 'saved' }],
    ['is of another comment', { commentId: 'd' }],
    ['is of another person', { owner: 'bob' }],
    ['is being undone', { undo: 'begun' }],
    ['deletes it', { work: { kind: 'deleteComment', on, commentId: 'c' } }],
  ])('NOT-03 leaves one that %s', (_, other) => {
    const earlier = comment('1', 'B', 'A', other)
    expect(commentInPlaceOf(last, work('C', 'B'), [earlier])).toEqual([earlier, last])
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

describe('APP-07 a write beside others', () => {
  const create = entry({ id: 'new', title: 'C', work: creating({ title: 'C' }, 'new') })
  const logged: Work = { kind: 'logTime', taskId: 't', minutes: 5, at: 1, key: 'b' }

  test.each<[string, Entry]>([
    ['an archiving', entry({ id: 'new', work: { kind: 'archiveTask', taskId: 't', tag: null } })],
    ['logged time', entry({ id: 'new', taskId: 't', work: logged })],
  ])('APP-07 %s is added, and replaces nothing', (_, one) => {
    const earlier = { ...one, id: 'old' }
    expect(createInPlaceOf(one, 'old', [earlier], 9)).toEqual([earlier, one])
  })

  test('APP-07 an edited create of a task is the new one under its old id', () => {
    const earlier = entry({ id: 'old' })
    expect(createInPlaceOf(create, 'old', [earlier], 9)).toEqual([
      { ...earlier, title: 'C', work: create.work, notBefore: 9 },
    ])
  })

  test('APP-07 a create in place of a change of a deleted task leaves other refused writes', () => {
    const other = entry({ id: 'other', state: 'needsYou' })
    expect(createInPlaceOf(create, 'old', [{ ...old, state: 'needsYou' }, other], 9)).toEqual([other, create])
  })

  test('RCL-02 a new record is added beside creates of others, and beside a refused change of its id', () => {
    const record = ofRecord.create({ id: 'new' })
    const others = [entry({ id: 'task' }), ofRecord.update({ id: 'change', state: 'needsYou' })]
    expect(createInPlaceOf(record, undefined, others, 9)).toEqual([...others, record])
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
