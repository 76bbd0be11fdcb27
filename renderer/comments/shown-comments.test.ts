import { expect, test } from 'vitest'
import type { LauncherComment } from '../../shared/api/comments.ts'
import type { OutboxItem } from '../../shared/ipc/launcher.ts'
import { outboxItem } from '../writes/outbox-item.fake.ts'
import { shownComments } from './shown-comments.ts'

const at = (minute: number): string => new Date(minute * 60_000).toISOString()
const comment = (id: string, more: Partial<LauncherComment> = {}): LauncherComment => ({
  id,
  target: { kind: 'task', id: 't' },
  content: `Text of ${id}`,
  author: { id: 'bob', name: 'Bob', avatarUrl: null },
  mentions: [],
  createdAt: at(1),
  updatedAt: at(1),
  editableUntil: null,
  canDelete: false,
  ...more,
})
const write = (id: string, kind: OutboxItem['kind'], of: string | null, more: Partial<OutboxItem> = {}) =>
  outboxItem({
    id,
    kind,
    comment: { on: { kind: 'task', id: 't' }, id: of, content: `By ${id}`, mentions: [] },
    ...more,
  })

const minute = 60_000
const shown = (comments: readonly LauncherComment[], items: readonly OutboxItem[], now = 2 * minute) =>
  shownComments(comments, items, { itemId: 't', myName: 'Ada', fetchedAt: 100, now })

test('NOT-03 comments are shown oldest first, each once, with the marks of their edits', () => {
  const seen = shown([comment('c2', { updatedAt: at(2) }), comment('c2'), comment('c1')], [])
  expect(seen.map(({ id, isEdited }) => [id, isEdited])).toEqual([
    ['c1', false],
    ['c2', false],
  ])
  expect(shown([comment('c2', { updatedAt: at(2) })], [])).toMatchObject([{ isEdited: true }])
})

test('NOT-03 their author edits them until the service says; others may be allowed to delete them', () => {
  const mine = comment('c1', { editableUntil: at(16), canDelete: true })
  expect(shown([mine], [], 15 * minute)).toMatchObject([{ canEdit: true, canDelete: true }])
  expect(shown([mine], [], 17 * minute)).toMatchObject([{ canEdit: false, canDelete: true }])
})

test.each<[string, OutboxItem, object | null]>([
  ['a new one', write('w', 'createComment', null), { content: 'By w', author: 'Ada', pending: 'Saving…' }],
  [
    'a new one without a connection',
    write('w', 'createComment', null, { error: { kind: 'offline', message: '' } }),
    { pending: 'Not sent yet' },
  ],
  [
    'a saved one that the service has not answered yet',
    write('w', 'createComment', 'c9', { state: 'saved', settledAt: 200 }),
    { id: 'c9', pending: null, unsent: null },
  ],
  [
    'a saved one from before the answer',
    write('w', 'createComment', 'c9', { state: 'saved', settledAt: 50 }),
    null,
  ],
  [
    'a refused one',
    write('w', 'createComment', null, { state: 'needsYou', canEdit: true }),
    { pending: null, problem: { id: 'w' }, canEdit: true },
  ],
  ['one of another item', { ...write('w', 'createComment', null), comment: null }, null],
])('APP-07 NOT-03 the outbox adds %s', (_name, item, expected) => {
  const [first, added] = shown([comment('c1')], [item])
  expect(first).toMatchObject({ id: 'c1' })
  if (expected === null) expect(added).toBeUndefined()
  else expect(added).toMatchObject(expected)
})

test('APP-07 NOT-03 a change is shown at once; a refused one leaves the text and says why', () => {
  expect(shown([comment('c1')], [write('w', 'updateComment', 'c1')])).toMatchObject([
    { content: 'By w', isEdited: true, pending: 'Saving…' },
  ])
  expect(shown([comment('c1')], [write('w', 'updateComment', 'c1', { state: 'needsYou' })])).toMatchObject([
    { content: 'Text of c1', isEdited: false, problem: { id: 'w' } },
  ])
})

test('APP-07 NOT-03 a deleted comment is gone at once, and back where that is refused', () => {
  const saved = write('s', 'createComment', 'c9', { state: 'saved', settledAt: 200 })
  expect(shown([comment('c1')], [write('w', 'deleteComment', 'c1')])).toEqual([])
  expect(shown([], [saved, write('w', 'deleteComment', 'c9')])).toEqual([])
  expect(shown([comment('c9')], [saved]).map(({ content }) => content)).toEqual(['Text of c9'])
  expect(shown([comment('c1')], [write('w', 'deleteComment', 'c1', { state: 'needsYou' })])).toMatchObject([
    { id: 'c1', problem: { id: 'w' } },
  ])
})
