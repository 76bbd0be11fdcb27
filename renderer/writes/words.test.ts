import { describe, expect, test } from 'vitest'
import type { AppError } from '../../shared/errors.ts'
import type { OutboxItem } from '../../shared/ipc/launcher.ts'
import { errorWords } from '../ui/error-words.ts'
import { outboxItem } from './outbox-item.fake.ts'
import { fieldWords, inSections, outboxNews, stateWords, undoWords } from './words.ts'

const item = (
  id: string,
  state: OutboxItem['state'],
  error: AppError | null = null,
  changes: Partial<OutboxItem> = {},
): OutboxItem => outboxItem({ id, title: `Task ${id}`, state, error, ...changes })
const failing = (kind: AppError['kind'], more: object = {}) => ({ kind, message: '', ...more }) as AppError
const candidates = [{ id: 't1', webUrl: '', createdAt: null }]
const fields = [{ field: 'dueDate', message: 'Too early.' }]
const atMentions = [{ field: 'mentions', message: 'This is not a member who sees it.' }]
const busy = failing('rateLimited', { retryAfterSeconds: 9 })
const overlap = { yours: { title: 'a' }, theirs: { title: 'b' } }

test('APP-07 the outbox shows what waits and what is done apart, each with the newest first', () => {
  const { waiting, history } = inSections([
    item('1', 'saved', null, { createdAt: 1, settledAt: 9 }),
    item('2', 'queued', null, { createdAt: 2 }),
    item('3', 'saved', null, { createdAt: 3, settledAt: 4 }),
    item('4', 'needsYou', null, { createdAt: 4 }),
  ])
  expect(waiting.map(({ id }) => id)).toEqual(['4', '2'])
  expect(history.map(({ id }) => id)).toEqual(['1', '3'])
})

describe('what a write on its way is called', () => {
  test.each<[OutboxItem, string]>([
    [item('1', 'queued'), 'Waiting to sync'],
    [item('1', 'queued', failing('locked')), 'Waiting for the workspace to be unlocked'],
    [item('1', 'queued', failing('offline')), 'Waiting for a connection'],
    [item('1', 'queued', failing('notKept', { message: 'The disk is full.' })), 'The disk is full.'],
    [item('1', 'checking'), 'May have been saved — checking…'],
    [item('1', 'notFound'), 'Not found — create again?'],
    [item('1', 'needsYou', failing('conflict', { message: '2 like it' }), { candidates }), '2 like it'],
    [item('1', 'queued', busy, { waitsUntil: 7_000 }), 'busy for 7 s'],
    [item('1', 'queued', null, { kind: 'archiveTask', heldUntil: 4_500, isUndo: true }), 'Deleted in 5 s'],
    [item('1', 'queued', null, { isUndo: true }), 'Undoing…'],
    [item('1', 'saved', null, { isUndo: true }), 'Undone'],
    [item('1', 'needsYou', null, { conflict: overlap }), 'Which values do you keep?'],
    [item('1', 'needsYou', failing('notFound'), { kind: 'updateTask' }), 'exists — create it as new?'],
    [item('1', 'queued', null, { kind: 'archiveRecord', heldUntil: 4_500 }), 'Archived in 5 s'],
    [
      item('1', 'queued', null, { waitsFor: { id: 'r', title: 'Acme', isStuck: false } }),
      'Waiting for “Acme”',
    ],
    [item('1', 'saved', null, { kind: 'archiveRecord' }), 'Archived'],
    [item('1', 'saved', null, { kind: 'restoreRecord' }), 'Restored'],
    [
      item('1', 'needsYou', null, { recordConflict: { yours: { a: 1 }, theirs: { a: 2 } } }),
      'Which values do',
    ],
    [item('1', 'needsYou', failing('notFound'), { kind: 'updateRecord' }), 'This record no longer exists'],
    [item('1', 'needsYou', failing('conflict'), { kind: 'archiveRecord' }), 'archive it anyway?'],
    [item('1', 'needsYou', failing('invalidInput', { fields })), 'Too early.'],
    [item('1', 'queued', null, { kind: 'deleteComment', heldUntil: 4_500 }), 'Deleted in 5 s'],
    [item('1', 'saved', null, { kind: 'deleteComment' }), 'Comment deleted'],
    [item('1', 'notFound', null, { kind: 'createComment' }), 'comment again?'],
    [
      item('1', 'needsYou', failing('invalidInput', { fields: atMentions }), { kind: 'createComment' }),
      'may not see this',
    ],
    [item('1', 'needsYou', failing('invalidInput', { fields }), { kind: 'createComment' }), 'Too early.'],
    [item('1', 'needsYou', failing('forbidden'), { kind: 'updateComment' }), 'changed for 15 minutes'],
    [item('1', 'needsYou', failing('forbidden'), { kind: 'deleteComment' }), 'may not delete this comment'],
    [
      item('1', 'needsYou', failing('forbidden', { right: 'comments:write' }), { kind: 'createComment' }),
      'comments:write is missing',
    ],
    [item('1', 'needsYou', failing('forbidden', { right: 'tasks:write' })), 'tasks:write is missing'],
  ])('APP-07 %o', (one, words) => {
    expect(stateWords(one, 0).text).toContain(words)
  })

  test('APP-07 news are said once, the gravest first', () => {
    const before = [item('1', 'sending'), item('2', 'sending')]
    const after = [item('1', 'saved'), item('2', 'needsYou', failing('internal', { id: 'e' }))]
    const news = outboxNews(before, after, 0)
    expect([news?.tone, news?.text]).toEqual(['danger', expect.stringContaining('“Task 2”')])
    expect(outboxNews(after, after, 0)).toBeNull()
    const saved = outboxNews(before, [item('1', 'saved'), item('2', 'saved')], 0)
    expect(saved).toMatchObject({ text: '2 saved', tone: 'success' })
    // Saved before this page was there.
    expect(outboxNews([], [item('1', 'saved')], 0)).toBeNull()
  })

  test.each([
    ['saved', null, 'Saved: “Task 1”'],
    ['checking', null, 'May have been saved — checking… “Task 1”'],
    ['needsYou', 'forbidden', 'You may not do this. Your text is kept. “Task 1”'],
  ] as const)(
    'APP-07 news of a write that is %s name it after the words, as one sentence',
    (state, kind, text) => {
      const error = kind === null ? null : failing(kind)
      expect(outboxNews([item('1', 'sending')], [item('1', state, error)], 0)?.text).toBe(text)
    },
  )

  test('APP-16 news of a saved write says whether it can be undone', () => {
    for (const canUndo of [true, false])
      expect(
        outboxNews([item('1', 'sending')], [item('1', 'saved', null, { createdAt: 5, canUndo })], 9),
      ).toMatchObject({ at: 5, canUndo })
  })
})

test.each([
  ['cancelled', 'createTask', 1, 'Not sent: “Task 1”'],
  ['undoing', 'createTask', 1, 'Deleting: “Task 1”'],
  ['undoing', 'updateTask', 1, 'Undoing: “Task 1”'],
  ['undoing', 'updateTask', 3, 'Undoing 3 changes'],
  ['cancelled', 'archiveTask', 1, 'Kept: “Task 1”'],
] as const)('APP-05 undo says whether the write was sent: %s %s of %i', (outcome, kind, count, words) => {
  expect(undoWords({ outcome, item: item('1', 'queued', null, { kind }), count })).toBe(words)
})

const stateOf = (states: readonly OutboxItem['state'][], changes: Partial<OutboxItem> = {}) =>
  states.map((state, at) => item(`${at}`, state, null, { batch: 'b', kind: 'updateTask', ...changes }))

test.each([
  ['wait', stateOf(['saved', 'sending']), null],
  ['are saved', stateOf(['saved', 'saved']), '2 saved'],
  ['are undone', stateOf(['saved', 'saved'], { isUndo: true }), '2 undone'],
  ['are deleted', stateOf(['saved', 'saved'], { kind: 'archiveTask' }), '2 deleted'],
  ['need the user', stateOf(['saved', 'needsYou', 'saved']), '2 of 3 saved, 1 needs you'],
])('APP-16 changes made together make one message, once none is under way: some %s', (_what, after, text) => {
  expect(outboxNews(stateOf(['sending', 'sending', 'sending']), after, 0)?.text ?? null).toBe(text)
})

test('APP-06 a refused parent is named without the service’s ids', () => {
  const fields = [{ field: 'parentTaskId', message: 'parentTaskId: 6f… is not a task that can be a parent.' }]
  const refused = item('1', 'needsYou', failing('invalidInput', { message: 'm', fields }))
  expect(stateWords(refused, 0).text).toMatch(/^This task cannot be the parent/)
})

test('APP-06 a conflict names starts and parents', () => {
  const titleOf = (id: string) => (id === 'p' ? 'Garden' : null)
  const now = new Date(2026, 10, 18, 10)
  const words = (field: 'startDate' | 'parentTaskId', value: string | null) =>
    fieldWords(field, { [field]: value }, undefined, now, titleOf)
  expect(words('startDate', new Date(2026, 10, 19).toISOString())).toBe('Tomorrow')
  expect([words('parentTaskId', 'p'), words('parentTaskId', 'q'), words('parentTaskId', null)]).toEqual([
    'Garden',
    'q',
    '—',
  ])
})

test('APP-06 a refused repetition and one in a conflict have words', () => {
  const fields = [{ field: 'recurrence.rule', message: 'recurrence.rule: never matches.' }]
  const refused = item('1', 'needsYou', failing('invalidInput', { message: 'm', fields }))
  expect(stateWords(refused, 0).text).toMatch(/^The service refuses this repetition/)
  const words = (recurrence: { rule: string; after: 'due' } | null) =>
    fieldWords('recurrence', { recurrence }, undefined, new Date(2026, 10, 18))
  expect([words({ rule: 'FREQ=WEEKLY', after: 'due' }), words(null)]).toEqual(['Every week', '—'])
})

describe('APP-06 every failure has words', () => {
  const plain =
    'signedOut forbidden notFound conflict locked offline unavailable unconfirmed cancelled'.split(' ')
  const failures = [
    ...plain.map((kind) => failing(kind as AppError['kind'])),
    failing('invalidInput', { message: 'Bad.', fields: [] }),
    busy,
    failing('unexpectedAnswer', { message: 'Not a service.' }),
    failing('notKept', { message: 'The disk is full.' }),
    failing('internal', { message: 'TypeError: x is undefined', id: 'e1' }),
  ]
  test.each(failures)('APP-06 $kind', (error) => {
    const { text } = errorWords(error, 'saved')
    expect(text).not.toBe('')
    expect(text).not.toMatch(/TypeError|undefined/)
  })
})
