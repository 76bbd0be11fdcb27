import { describe, expect, test } from 'vitest'
import type { OutboxItem } from '../../shared/ipc/launcher.ts'
import { outboxItem } from './outbox-item.fake.ts'
import { changesOf, pendingWords, seenBeneath, valueChangesOf, valuesBeneath } from './pending.ts'

const change = (id: string, more: Partial<OutboxItem>) =>
  outboxItem({ id, kind: 'updateTask', taskId: 't', ...more })

describe('APP-06 changes of a task that are not there yet', () => {
  test('APP-06 what waits can be changed; what is on its way, or newer than the answer, is as good as there', () => {
    const items = [
      change('saved', { state: 'saved', settledAt: 9, fields: { title: 'older than the answer' } }),
      change('late', { state: 'saved', settledAt: 11, fields: { priority: 'low' } }),
      change('sent', { state: 'checking', fields: { status: 'done' } }),
      change('a', { fields: { title: 'B' }, before: { title: 'A' } }),
      change('b', { fields: { title: 'C', estimatedTime: 5 }, before: { title: 'B', estimatedTime: null } }),
      change('other', { taskId: 'u' }),
      change('stuck', { state: 'needsYou', fields: { description: 'x' } }),
    ]
    const { sent, waiting } = changesOf('t', items, 10, undefined)
    expect(sent).toEqual({ priority: 'low', status: 'done' })
    expect(waiting.map(({ id }) => id)).toEqual(['a', 'b'])
    expect(seenBeneath(waiting)).toEqual({ title: 'A', estimatedTime: null })
    expect(changesOf('t', items, 10, 'stuck').waiting.map(({ id }) => id)).toEqual(['a', 'b', 'stuck'])
  })

  test('APP-06 an opened change that is on its way is as good as there', () => {
    const sending = change('a', { state: 'sending', fields: { title: 'B' } })
    expect(changesOf('t', [sending], 10, 'a')).toEqual({ sent: { title: 'B' }, waiting: [] })
  })

  test('APP-06 a row says how sure its words are', () => {
    const offline = change('a', { error: { kind: 'offline', message: '' } })
    expect(pendingWords([])).toBeNull()
    expect(pendingWords([change('a', { state: 'saved' })])).toBeNull()
    expect(pendingWords([change('a', {})])).toBe('Saving…')
    expect(pendingWords([offline])).toBe('Not sent yet')
    expect(pendingWords([change('a', { state: 'sending' }), offline])).toBe('Saving…')
    expect(pendingWords([change('a', { state: 'checking' }), offline])).toBe('Checking…')
  })

  test('RCL-02 APP-06 changes of a record are told apart in the same way, and a value that was missing is null', () => {
    const write = (id: string, more: Partial<OutboxItem>) =>
      outboxItem({ id, kind: 'updateRecord', recordId: 'r', ...more })
    const items = [
      write('late', { state: 'saved', settledAt: 11, values: { city: 'Bonn' } }),
      write('a', { values: { name: 'B' }, valuesBefore: { name: 'A' } }),
      write('b', { values: { name: 'C', phone: '1' }, valuesBefore: { name: 'B' } }),
      write('other', { recordId: 's' }),
      write('stuck', { state: 'needsYou', values: { email: 'x' } }),
      write('clash', { state: 'needsYou', recordConflict: { yours: {}, theirs: {} } }),
    ]
    const { sent, waiting } = valueChangesOf('r', items, 10, 'stuck')
    expect(sent).toEqual({ city: 'Bonn' })
    expect(waiting.map(({ id }) => id)).toEqual(['a', 'b', 'stuck'])
    expect(valuesBeneath(waiting)).toEqual({ name: 'A', phone: null, email: null })
    expect(valueChangesOf('r', items, 10, 'clash').waiting.map(({ id }) => id)).toEqual(['a', 'b'])
  })
})
