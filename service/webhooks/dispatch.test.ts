// Where is looked, what is asked for there, and what becomes of jobs and attempts.
import { expect, test } from 'vitest'
import type { DueWebhook } from '../store/deliveries.ts'
import {
  attemptEnded,
  beatBegun,
  everywhere,
  isIdle,
  jobCommitted,
  jobDone,
  jobFailed,
  jobsBegun,
  looked,
  millisecondsUntilDue,
  placesToLook,
  type Place,
  type State,
} from './dispatch.ts'
import { counted } from './in-flight.ts'
import { asked, attempt, delivery, due, job, now, onTheWay, start, stateWith } from './dispatch-testing.ts'

test('WHK-04 what a job does not claim is for others of its beat, and for nobody in the next', () => {
  const { state, begun } = jobsBegun(stateWith({ ...asked('a'), known: [due('a')] }), now)
  const [first = job('a')] = begun
  const leftAfter = (after: State) => after.beat.left
  expect(leftAfter(state)).toBe(28)
  expect(leftAfter(jobCommitted(state, first, [delivery('a')]))).toBe(31)
  expect(leftAfter(jobFailed(state, first, []))).toBe(32)
  const later = beatBegun(state, 0, now)
  expect(leftAfter(jobCommitted(later, first, [delivery('a')]))).toBe(later.beat.left)
})

test('WHK-04 what a job has claimed is on its way from then on, until each attempt ends', () => {
  const claimed = [delivery('a', 'evt_1'), delivery('a', 'evt_2')]
  const state = jobCommitted(stateWith({ jobs: [job('a', 4)] }), job('a', 4), claimed)
  const endpoint = { workspaceId: 'a', webhookId: 'whk_1' }
  expect(state.inFlight).toEqual(counted(new Map(), [endpoint, endpoint], 1))
  expect(state.jobs).toEqual([job('a', 0)])
  expect(state.lastServed).toBe('a whk_1')
  const over = attemptEnded(attemptEnded(state, attempt('a', 'evt_1')), attempt('a', 'evt_2'))
  expect(over.inFlight).toEqual(new Map())
})

test('WHK-04 what could not be written down stands before what has ended since', () => {
  const { state, begun } = jobsBegun(stateWith({ ...asked('a'), finished: [attempt('a', 'evt_1')] }), now)
  const [first = job('a')] = begun
  const since = attemptEnded(state, attempt('a', 'evt_2'))
  const { finished } = jobFailed(since, first, first.settling)
  expect(finished.map(({ claimed }) => claimed.eventId)).toEqual(['evt_1', 'evt_2'])
})

test('WHK-04 a workspace that claimed all it might is looked into again where more has room', () => {
  const running = stateWith({ jobs: [job('a', 1)] })
  const awakeAfter = (claimed: number, more: DueWebhook) => [
    ...jobDone(running, job('a', 1), { due: [more], claimed, now }).awake,
  ]
  expect(awakeAfter(1, due('a'))).toEqual(['a'])
  expect(awakeAfter(0, due('a'))).toEqual([])
  expect(awakeAfter(1, due('a', { dueAt: now + 1 }))).toEqual([])
})

test('WHK-04 the end of an attempt wakes its workspace, and all of them where it held the last room', () => {
  const awakeAfter = (inFlight: State['inFlight']) => [
    ...attemptEnded(stateWith({ inFlight }), attempt('a')).awake,
  ]
  expect(awakeAfter(onTheWay(['a', 64], ['b', 63]))).toEqual(['a'])
  expect(awakeAfter(onTheWay(['a', 64], ['b', 64]))).toEqual([everywhere])
})

test('WHK-04 it looks where it was woken, but not where attempts are to be written down first', () => {
  const look = (places: Place[], change: Partial<State> = {}) => [
    ...placesToLook(
      stateWith({ finished: [attempt('b')], beat: { ...start.beat, places: new Set(places) }, ...change }),
    ),
  ]
  expect(look(['a', 'b'])).toEqual(['a'])
  expect(look(['a', everywhere])).toEqual([everywhere])
  expect(look(['a', everywhere], { isClosing: true })).toEqual([])
})

test('WHK-04 a look asks for jobs where attempts ended, then behind the endpoint that was served last', () => {
  const state = stateWith({
    lastServed: 'b whk_1',
    finished: [attempt('e')],
    known: [due('a'), due('z')],
    beat: { ...start.beat, places: new Set(['a', 'b', 'c', 'd']) },
  })
  const found = [due('a'), due('b'), due('c'), due('d', { dueAt: now + 1 })]
  const after = looked(state, { places: state.beat.places, due: found, now })
  expect([...after.asked]).toEqual(['e', 'c', 'a', 'b'])
  expect(after.known).toEqual([due('z'), ...found])
  expect(looked(state, { places: new Set([everywhere]), due: found, now }).known).toEqual(found)
})

test('WHK-04 what could not be written down is tried again when it is looked everywhere', () => {
  const askedAfter = (place: Place) => {
    const places = new Set([place])
    const state = stateWith({
      failed: new Set(['a']),
      finished: [attempt('a')],
      beat: { ...start.beat, places },
    })
    return [...looked(state, { places, due: [], now }).asked]
  }
  expect(askedAfter('b')).toEqual([])
  expect(askedAfter(everywhere)).toEqual(['a'])
})

test('WHK-04 beside requests the wait of what could be sent now makes haste, and no other', () => {
  const old = { dueAt: now - 30_000 }
  const together = (change: Partial<State>) => beatBegun(stateWith(change), 100, now).beat.pace.together
  expect(together({ known: [due('a', old)] })).toBe(17)
  expect(together({ known: [due('a', { ...old, isFailing: true })] })).toBe(3)
  expect(together({ known: [due('a', old)], failed: new Set(['a']) })).toBe(3)
  expect(together({ known: [due('a', old)], inFlight: onTheWay(['a', 64]) })).toBe(3)
})

test('WHK-04 the next look is when the first of what is not due yet will be', () => {
  expect(
    millisecondsUntilDue([due('a'), due('b', { dueAt: now + 7 }), due('c', { dueAt: now + 9 })], now),
  ).toBe(7)
  expect(millisecondsUntilDue([due('a')], now)).toBe(Infinity)
})

test('WHK-04 it is idle when nothing is on its way, finished, asked for or under way', () => {
  expect(isIdle(start)).toBe(true)
  for (const change of [
    { inFlight: onTheWay(['a', 1]) },
    { finished: [attempt('a')] },
    asked('a'),
    { jobs: [job('a')] },
  ])
    expect(isIdle(stateWith(change))).toBe(false)
})
