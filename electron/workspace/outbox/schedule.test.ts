import { describe, expect, test } from 'vitest'
import type { Entry } from './entry.ts'
import { entry, now, ofRecord, update } from './entry.fake.ts'
import { dueEntries, lockedUntil, nextDue } from './schedule.ts'

describe('what is due', () => {
  const changes = (id: string, more: Partial<Entry> = {}): Entry => update({ id, ...more })

  test('APP-07 changes of one task are sent in order, other tasks do not wait', () => {
    const other = entry({ id: 'c' })
    const ids = (entries: readonly Entry[]) => dueEntries(entries, new Set(), 0, now).map(({ id }) => id)
    expect(ids([changes('1'), changes('2'), other])).toEqual(['1', 'c'])
    expect(ids([changes('1', { state: 'sending' }), changes('2'), other])).toEqual(['c'])
    expect(ids([changes('1', { notBefore: now + 1 }), changes('2'), other])).toEqual(['c'])
    expect(ids([changes('1', { state: 'needsYou' }), changes('2')])).toEqual(['2'])
    expect(ids([changes('1', { state: 'saved' }), changes('2', { state: 'checking' })])).toEqual(['2'])
  })

  test('APP-07 RCL-02 changes of several tasks or records do not wait for each other', () => {
    const ids = (...entries: Entry[]) => dueEntries(entries, new Set(), 0, now).map(({ id }) => id)
    const ofTask = (id: string, taskId: string) =>
      changes(id, { work: { kind: 'updateTask', taskId, change: {}, before: {} }, taskId })
    const record = (id: string, recordId: string): Entry =>
      ofRecord.restore({ id, work: { kind: 'restoreRecord', recordId, objectSlug: 'people' } })
    expect(ids(ofTask('1', 't'), ofTask('2', 'u'), ofTask('3', 't'))).toEqual(['1', '2'])
    expect(ids(record('1', 'r'), record('2', 's'), record('3', 'r'))).toEqual(['1', '2'])
  })

  test('APP-07 the next one is due at the earliest time; one on its way has none', () => {
    const at = (id: string, notBefore: number, more: Partial<Entry> = {}) =>
      entry({ id, title: id, notBefore, ...more })
    const entries = [at('1', 30), at('2', 20), at('3', 40), at('4', 10, { state: 'sending' })]
    expect(nextDue(entries, new Set(), 0)).toBe(20)
    expect(nextDue(entries, new Set(['2']), 0)).toBe(30)
    expect(nextDue(entries, new Set(), 35)).toBe(35)
    expect(nextDue(entries, new Set(['2']), 35)).toBeNull()
  })

  test('APP-07 NOT-03 comments on one item are sent in order, changes of each too, others do not wait', () => {
    const text = { content: 'Ping', mentions: [] }
    const onItem = (item: string) => ({ on: { kind: 'task' as const, id: item } })
    const comment = (id: string, item: string): Entry =>
      entry({ id, work: { kind: 'createComment', ...onItem(item), text, key: id } })
    const deletion = (id: string, commentId: string): Entry =>
      entry({ id, commentId, work: { kind: 'deleteComment', ...onItem('t'), commentId } })
    const all = [
      comment('1', 't'),
      comment('2', 't'),
      comment('3', 'u'),
      deletion('4', 'c'),
      deletion('5', 'c'),
      deletion('6', 'd'),
    ]
    expect(dueEntries(all, new Set(), 0, now).map(({ id }) => id)).toEqual(['1', '3', '4', '6'])
  })

  test('APP-07 a change with a conflict holds the later changes of its task', () => {
    const asked = changes('1', {
      state: 'needsYou',
      conflict: { yours: { title: 'New' }, theirs: { title: 'Other' } },
    })
    expect(dueEntries([asked, changes('2')], new Set(), 0, now)).toEqual([])
    expect(nextDue([asked, changes('2')], new Set(), 0)).toBeNull()
  })

  test('TIM-01 starts and stops are sent in order, and a change of the task waits for a stop before it', () => {
    const ids = (...entries: Entry[]) => dueEntries(entries, new Set(), 0, now).map(({ id }) => id)
    const timer = (id: string, taskId: string, more: Partial<Entry> = {}): Entry =>
      entry({
        id,
        taskId,
        work: { kind: 'setTimer', taskId, action: 'stop', at: now, once: id },
        ...more,
      })
    expect(ids(timer('1', 't'), timer('2', 'u'), changes('3'), changes('4', { taskId: 'v' }))).toEqual(['1'])
    expect(ids(timer('1', 't', { state: 'saved' }), timer('2', 'u'), changes('3'))).toEqual(['2', '3'])
    expect(ids(changes('3'), timer('1', 't'))).toEqual(['3', '1'])
  })

  test('APP-07 the second of two creates with one title waits for the first', () => {
    const ids = (...entries: Entry[]) => dueEntries(entries, new Set(), 0, now).map(({ id }) => id)
    expect(ids(entry({ id: '1', state: 'checking', notBefore: now + 1 }), entry({ id: '2' }))).toEqual([])
    expect(ids(entry({ id: '1', state: 'notFound' }), entry({ id: '2' }))).toEqual(['2'])
    expect(ids(entry({ id: '1' }), entry({ id: '2', title: ' Call Acme ' }))).toEqual(['1'])
    expect(ids(entry({ id: '1' }), entry({ id: '2', title: 'Another' }))).toEqual(['1', '2'])
  })

  test('APP-07 a create that is retried waits for another one of its title that may be in the service', () => {
    const again = entry({ id: '1', state: 'checking', sendIfMissing: true })
    const ids = (other: Entry, busy: string[] = []) =>
      dueEntries([again, other], new Set(busy), 0, now).map(({ id }) => id)
    expect(ids(entry({ id: '2', state: 'sending' }))).toEqual([])
    expect(ids(entry({ id: '2', state: 'checking' }))).toEqual(['2'])
    expect(ids(entry({ id: '2', state: 'checking', sendIfMissing: true }), ['2'])).toEqual([])
    expect(ids(entry({ id: '2' }))).toEqual(['1'])
  })

  test('APP-06 a locked workspace is asked by one write at a time, thirty seconds apart', () => {
    const locked = (id: string, notBefore: number) =>
      entry({ id, title: id, notBefore, error: { kind: 'locked', message: 'm' } })
    const ids = (entries: Entry[], busy: string[] = []) =>
      dueEntries(entries, new Set(busy), lockedUntil(entries), now).map(({ id }) => id)
    const fresh = entry({ id: 'n', title: 'n' })
    expect(ids([locked('1', now + 1), fresh])).toEqual([])
    expect(ids([locked('1', now), locked('2', now), fresh])).toEqual(['1'])
    expect(ids([locked('1', now), locked('2', now), fresh], ['1'])).toEqual([])
    expect(nextDue([locked('1', now + 9), fresh], new Set(), now + 9)).toBe(now + 9)
  })
})
