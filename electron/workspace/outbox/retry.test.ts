import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { AppError } from '../../../shared/errors.ts'
import { creating, type Entry, present } from './entry.ts'
import { entry, error, found, now, refused, update } from './entry.fake.ts'
import { type Event, next } from './state-machine.ts'

const first = { title: 'Call Acme' }
const second = { title: 'Call Bolt', priority: 'high' } as const
const edit: Event = { type: 'edited', task: second, key: 'b' }
const sent = (changes: Partial<Entry> = {}): Entry => entry({ sentAt: 1, ...changes })
const unconfirmed = (changes: Partial<Entry> = {}): Entry => sent({ unconfirmedSince: 1, ...changes })
/** One that its person has written anew since it was sent. */
const kept = { ...creating(first, 'a'), edited: { task: second, key: 'b' } }
const replaced = { state: 'queued', title: 'Call Bolt', work: creating(second, 'b') } as const

describe('a create that its person writes anew', () => {
  test.each<[string, Entry, Partial<Entry>]>([
    ['that waits goes with the new words alone', entry(), replaced],
    [
      'that never left is no longer put off',
      entry({ notBefore: 99_000, failures: 3, error: error('offline') }),
      { ...replaced, notBefore: now, failures: 0, error: null },
    ],
    [
      'that was refused goes once more, under another key',
      sent({ state: 'needsYou', error: error('forbidden'), settledAt: 5 }),
      { ...replaced, error: null, settledAt: null },
    ],
    ['that is being sent keeps the new words', sent({ state: 'sending' }), { state: 'sending', work: kept }],
    [
      'that is looked for is looked for as before',
      unconfirmed({ state: 'checking', emptyLookUps: 1, notBefore: 12_000 }),
      { state: 'checking', work: kept, emptyLookUps: 1, notBefore: 12_000, lastLook: false },
    ],
    [
      'that was not found is looked for once more',
      unconfirmed({ state: 'notFound', settledAt: 5 }),
      { state: 'checking', lastLook: true, work: kept, notBefore: now, settledAt: null },
    ],
    [
      'that may be one of several is looked for once more',
      unconfirmed({ state: 'needsYou', candidates: [found('1'), found('2')], error: error('conflict') }),
      {
        state: 'checking',
        lastLook: true,
        work: { ...kept, key: 'b' },
        candidates: [],
        error: null,
        ruledOut: [],
      },
    ],
    [
      'that waits to go once more is looked for once more',
      unconfirmed(),
      { state: 'checking', lastLook: true, work: kept },
    ],
    [
      'that was refused the second time is looked for once more',
      unconfirmed({ state: 'needsYou', error: error('forbidden') }),
      { state: 'checking', lastLook: true, work: { ...kept, key: 'b' } },
    ],
    [
      'that is saved keeps the new words for a change',
      sent({ state: 'saved', taskId: 't1', settledAt: 5 }),
      { state: 'saved', taskId: 't1', work: kept, settledAt: 5 },
    ],
    [
      'that was to be taken back is wanted after all',
      unconfirmed({ state: 'checking', undo: 'wanted' }),
      { state: 'checking', undo: 'none', work: kept },
    ],
  ])('APP-07 %s', (_name, old, expected) => {
    const after = next(old, edit, now)
    expect(after).toMatchObject(expected)
    // The same line, in the same place; what was sent is known by its own title.
    expect([after.id, after.createdAt]).toEqual([old.id, old.createdAt])
    expect(present(after, [])).toMatchObject({
      title: 'Call Bolt',
      fields: second,
      sentAs: after.state === 'queued' ? null : 'Call Acme',
    })
  })

  test('APP-07 a change is not written anew by it', () => {
    expect(next(update(), edit, now)).toEqual(update())
  })

  const sending = { state: 'sending', work: kept } as const
  const checking = { state: 'checking', work: kept } as const
  test.each<[string, Entry, Event, Partial<Entry>]>([
    [
      'and that never left waits with the new words',
      sent(sending),
      refused(error('offline')),
      { ...replaced, error: error('offline'), notBefore: 12_000 },
    ],
    [
      'and that is refused goes with the new words',
      sent(sending),
      refused(error('forbidden')),
      { ...replaced, error: null },
    ],
    [
      'and that never left goes as it was, where an earlier one may have arrived',
      unconfirmed(sending),
      refused(error('offline')),
      { state: 'queued', work: kept, notBefore: 12_000 },
    ],
    [
      'and that is refused is looked for first, where an earlier one may have arrived',
      unconfirmed(sending),
      refused(error('forbidden')),
      { state: 'checking', lastLook: true },
    ],
    [
      'and that was to be taken back is not sent',
      sent({ ...sending, undo: 'wanted' }),
      refused(error('forbidden')),
      { state: 'needsYou', undo: 'wanted' },
    ],
    ['and that gets no answer is looked for', sent(sending), refused(error('unconfirmed')), checking],
    ['and whose program dies is looked for', sent(sending), { type: 'loaded' }, checking],
    [
      'and that is not there is asked about, under its new title',
      unconfirmed({ ...checking, emptyLookUps: 2 }),
      { type: 'lookedUp', found: [] },
      { state: 'notFound', work: kept },
    ],
    [
      'and that is asked for again is looked for once more',
      unconfirmed({ state: 'notFound', work: kept }),
      { type: 'retryAsked', key: 'c' },
      { ...checking, lastLook: true },
    ],
    [
      'and that the last look does not find goes as it was, under the key that it had',
      unconfirmed({ ...checking, lastLook: true }),
      { type: 'lookedUp', found: [] },
      { state: 'queued', title: 'Call Acme', work: kept, lastLook: false, unconfirmedSince: 1 },
    ],
    [
      'and that was refused, and the last look does not find, goes with the new words',
      unconfirmed({ state: 'checking', lastLook: true, work: { ...kept, key: 'b' } }),
      { type: 'lookedUp', found: [] },
      { ...replaced, lastLook: false, unconfirmedSince: null },
    ],
    [
      'and that the last look finds is saved, and not sent',
      unconfirmed({ ...checking, lastLook: true }),
      { type: 'lookedUp', found: [found('t1')] },
      { state: 'saved', taskId: 't1', work: kept },
    ],
    [
      'and that is one of several is asked about',
      unconfirmed({ ...checking, lastLook: true }),
      { type: 'lookedUp', found: [found('1'), found('2')] },
      { state: 'needsYou', work: kept, candidates: [found('1'), found('2')] },
    ],
    [
      'and that is none of them is looked for once more, without them',
      unconfirmed({ state: 'needsYou', work: kept, candidates: [found('1'), found('2')] }),
      { type: 'retryAsked', key: 'c' },
      {
        state: 'checking',
        lastLook: true,
        candidates: [],
        ruledOut: ['1', '2'],
        work: { ...creating(first, 'c'), edited: { task: second, key: 'c' } },
      },
    ],
  ])('APP-07 %s', (_name, old, event, expected) => {
    expect(next(old, event, now)).toMatchObject(expected)
  })
})

const anyError = fc.constantFrom<AppError>(
  ...(['forbidden', 'conflict', 'offline', 'unavailable', 'unconfirmed', 'locked'] as const).map(error),
)
const anyEvent = fc.oneof(
  fc.constant(edit),
  fc.constantFrom<Event>(
    { type: 'loaded' },
    { type: 'woken' },
    { type: 'serviceAnswered' },
    { type: 'sendStarted', serviceTime: 9 },
    { type: 'retryAsked', key: 'c' },
    { type: 'lookedUp', found: [found('1'), found('2')] },
    { type: 'lookUpFailed', error: error('offline') },
  ),
  fc.constant<Event>({ type: 'lookedUp', found: [] }),
  anyError.map(refused),
)

test('APP-07 whatever a person writes and asks for, a create that may have arrived goes again only from a look that found nothing', () => {
  fc.assert(
    fc.property(fc.array(anyEvent, { maxLength: 30 }), (happened) => {
      let current = next(sent({ state: 'sending' }), refused(error('unconfirmed')), now)
      let isAfterLook = false
      for (const event of happened) {
        const old = current
        current = next(old, event, now)
        if (current === old) continue
        if (old.state === 'checking' && old.lastLook && event.type === 'lookedUp') isAfterLook = true
        // From here it is known what may have arrived: the look is as good as the next.
        if (current.state === 'checking') isAfterLook = false
        if ((current.state === 'queued' || current.state === 'sending') && !isAfterLook) return false
      }
      return true
    }),
  )
})
