import { describe, expect, test } from 'vitest'
import type { LauncherTaskCreate, TaskFields } from '../../../shared/api/launcher-tasks.ts'
import { creating, type Entry, newEntry } from './entry.ts'
import { entry } from './entry.fake.ts'
import { changeInPlaceOf, createInPlaceOf, followed, rebaseOn } from './rebase.ts'

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
        work: creating({ title: 'x' }),
      }),
    ]
    for (const other of others) expect(changeInPlaceOf(added, replaced, [other], new Set())).toHaveLength(2)
  })
})

const made = (task: LauncherTaskCreate, edited: LauncherTaskCreate, more: Partial<Entry> = {}): Entry =>
  entry({
    id: 'old',
    state: 'saved',
    taskId: 't1',
    work: { ...creating(task), edited: { task: edited, key: 'k' } },
    title: task.title,
    ...more,
  })
const make = (parts: Pick<Entry, 'owner' | 'work' | 'title'>): Entry =>
  newEntry({ ...parts, id: 'new', createdAt: 1 })

describe('APP-07 what its person made of a create that is saved now', () => {
  test.each<[string, LauncherTaskCreate, LauncherTaskCreate, TaskFields, TaskFields]>([
    ['another title', { title: 'A' }, { title: 'B' }, { title: 'B' }, { title: 'A' }],
    [
      'what the create said nothing of',
      { title: 'A' },
      { title: 'A', description: 'x', priority: 'high', dueDate: '2026-11-22T10:00:00Z', assignees: ['u'] },
      { description: 'x', priority: 'high', dueDate: '2026-11-22T10:00:00Z', assignees: ['u'] },
      { description: '', priority: 'no_priority', dueDate: null, assignees: [] },
    ],
    [
      'what is left out now is cleared',
      {
        title: 'A',
        description: 'x',
        priority: 'high',
        dueDate: '2026-11-22T10:00:00Z',
        assignees: ['u'],
        estimatedTime: 5,
        linkedRecordIds: ['r'],
        linkedMeetingIds: ['m'],
      },
      { title: 'A' },
      {
        description: '',
        priority: 'no_priority',
        dueDate: null,
        assignees: [],
        estimatedTime: null,
        linkedRecordIds: [],
        linkedMeetingIds: [],
      },
      {
        description: 'x',
        priority: 'high',
        dueDate: '2026-11-22T10:00:00Z',
        assignees: ['u'],
        estimatedTime: 5,
        linkedRecordIds: ['r'],
        linkedMeetingIds: ['m'],
      },
    ],
    [
      'a status, of which nobody knows what it was',
      { title: 'A' },
      { title: 'A', status: 'done' },
      { status: 'done' },
      {},
    ],
    [
      'a status, of which it is known',
      { title: 'A', status: 'todo' },
      { title: 'A', status: 'done' },
      { status: 'done' },
      { status: 'todo' },
    ],
    [
      'links beside a section, which has brought its own',
      { title: 'A', linkedRecordIds: ['r'], sectionId: 's' },
      { title: 'A', linkedRecordIds: ['q'] },
      { linkedRecordIds: ['q'], sectionId: null },
      { sectionId: 's' },
    ],
  ])('APP-07 goes as a change of it: %s', (_, task, edited, change, before) => {
    const [create, update] = followed([made(task, edited)], make)
    expect(create?.work).toEqual(creating(task))
    expect(update).toMatchObject({ id: 'new', title: edited.title, taskId: 't1', state: 'queued' })
    expect(update?.work).toEqual({ kind: 'updateTask', taskId: 't1', change, before })
  })

  test.each<[string, LauncherTaskCreate, LauncherTaskCreate]>([
    ['the same', { title: 'A', assignees: ['u', 'v'] }, { title: 'A ', assignees: ['v', 'u'] }],
    ['no status, which stays', { title: 'A', status: 'done' }, { title: 'A' }],
  ])('APP-07 is nothing to write where it is %s', (_, task, edited) => {
    expect(followed([made(task, edited)], make)).toEqual([{ ...made(task, edited), work: creating(task) }])
  })

  test('APP-07 waits for the create, and knows of one’s own change in between', () => {
    const waiting = [made({ title: 'A' }, { title: 'C' }, { state: 'checking', taskId: null })]
    expect(followed(waiting, make)).toBe(waiting)
    const between = change('between', { title: 'B' }, { title: 'A' }, { state: 'saved' })
    expect(workOf(followed([made({ title: 'A' }, { title: 'C' }), between], make)).at(-1)).toEqual([
      'new',
      [{ title: 'C' }, { title: 'B' }],
    ])
  })
})

test('APP-07 a create goes by the title that its task has now', () => {
  const create = entry({ state: 'saved', taskId: 't1' })
  const renamed = change('new', { title: 'B' }, {}, { state: 'saved' })
  const other = entry({ id: 'other', state: 'saved', taskId: 't2' })
  const titles = (saved: Entry) => rebaseOn(saved, [create, other, saved]).map(({ title }) => title)
  expect(titles(renamed)).toEqual(['B', 'Call Acme', 'new'])
  expect(titles(change('new', { priority: 'high' }, {}, { state: 'saved' }))[0]).toBe('Call Acme')
})

describe('APP-07 a create in the place of another write', () => {
  const create = newEntry({
    id: 'new',
    owner: 'ada',
    title: 'C',
    createdAt: 1,
    work: creating({ title: 'C' }, 'new'),
  })
  const inPlaceOf = (one: Entry) =>
    createInPlaceOf(create, 'old', [one], 9)?.map(({ id, state, work: { kind } }) => [id, kind, state])

  test.each<[string, Entry, (readonly string[])[] | undefined]>([
    ['that waits', entry({ id: 'old' }), [['old', 'createTask', 'queued']]],
    ['that is being sent', entry({ id: 'old', state: 'sending' }), [['old', 'createTask', 'sending']]],
    [
      'that is saved',
      entry({ id: 'old', state: 'saved', taskId: 't1' }),
      [
        ['old', 'createTask', 'saved'],
        ['new', 'updateTask', 'queued'],
      ],
    ],
    [
      'that was taken back',
      entry({ id: 'old', state: 'saved', taskId: 't1', undo: 'done' }),
      [
        ['old', 'createTask', 'saved'],
        ['new', 'createTask', 'queued'],
      ],
    ],
    ['whose task is gone', { ...old, state: 'needsYou' }, [['new', 'createTask', 'queued']]],
    [
      'that is no create, and on its way',
      { ...old, state: 'sending' },
      [
        ['old', 'updateTask', 'sending'],
        ['new', 'createTask', 'queued'],
      ],
    ],
    ['that is there no more', entry({ id: 'other' }), undefined],
    ['of somebody else', entry({ id: 'old', owner: 'bob' }), undefined],
  ])('APP-07 %s', (_, one, left) => {
    expect(inPlaceOf(one)).toEqual(left)
  })
})
