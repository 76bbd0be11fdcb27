// Which jobs begin, and how many deliveries each may claim.
import { expect, test } from 'vitest'
import { beatBegun, closing, jobDone, jobFailed, jobsBegun, needsBeat, type State } from './dispatch.ts'
import { asked, attempt, due, job, left, now, onTheWay, stateWith } from './dispatch-testing.ts'

type Begun = { begun: [workspaceId: string, settling: number, share: number][]; wait?: string[] }
const rows: [what: string, State, Begun][] = [
  [
    'four to an endpoint that works',
    stateWith({ ...asked('a'), known: [due('a')] }),
    { begun: [['a', 0, 4]] },
  ],
  [
    'one to an endpoint that fails',
    stateWith({ ...asked('a'), known: [due('a', { isFailing: true })] }),
    { begun: [['a', 0, 1]] },
  ],
  [
    'nothing where nothing is due yet',
    stateWith({ ...asked('a'), known: [due('a', { dueAt: now + 1 })] }),
    { begun: [] },
  ],
  [
    'as many as have ended, where nobody has looked since',
    stateWith({ ...asked('a'), finished: [attempt('a', 'evt_1'), attempt('a', 'evt_2'), attempt('b')] }),
    { begun: [['a', 2, 2]] },
  ],
  [
    'out of one budget for all workspaces, first come, first served',
    stateWith({ ...asked('b', 'a'), known: [due('a'), due('b')], ...left(5) }),
    {
      begun: [
        ['b', 0, 4],
        ['a', 0, 1],
      ],
    },
  ],
  [
    'none without a budget, but what is finished is written down',
    stateWith({ ...asked('a', 'b'), known: [due('a'), due('b')], finished: [attempt('b')], ...left(0) }),
    { begun: [['b', 1, 0]], wait: ['a'] },
  ],
  [
    'none that there is no room for beside what other jobs may claim',
    stateWith({
      ...asked('a'),
      known: [due('a')],
      inFlight: onTheWay(['b', 60], ['c', 60]),
      jobs: [job('b', 6)],
    }),
    { begun: [['a', 0, 2]] },
  ],
  [
    'none where all room is taken',
    stateWith({
      ...asked('a'),
      known: [due('a')],
      inFlight: onTheWay(['b', 64], ['c', 60]),
      jobs: [job('b', 4)],
    }),
    { begun: [], wait: ['a'] },
  ],
  [
    'sixty-four of one workspace, however many have ended',
    stateWith({
      ...asked('a'),
      finished: [attempt('a', 'evt_1'), attempt('a', 'evt_2')],
      inFlight: onTheWay(['a', 63]),
    }),
    { begun: [['a', 2, 1]] },
  ],
  [
    'one job in each workspace',
    stateWith({ ...asked('a', 'b'), known: [due('a'), due('b')], jobs: [job('a')] }),
    { begun: [['b', 0, 4]], wait: ['a'] },
  ],
  [
    'as many jobs as there may be side by side',
    stateWith({ ...asked('a', 'b', 'c'), known: ['a', 'b', 'c'].map((id) => due(id)) }),
    {
      begun: [
        ['a', 0, 4],
        ['b', 0, 4],
      ],
      wait: ['c'],
    },
  ],
  [
    'nothing more once it closes, but all that is finished is written down',
    closing(
      stateWith({
        ...asked('a', 'b', 'c', 'd'),
        known: [due('a'), due('d')],
        finished: ['a', 'b', 'c'].map((id) => attempt(id)),
        failed: new Set(['a', 'b']),
      }),
    ),
    {
      begun: [
        ['a', 1, 0],
        ['b', 1, 0],
        ['c', 1, 0],
      ],
    },
  ],
]
test.each(rows)('WHK-04 what is begun: %s', (_what, before, { begun, wait = [] }) => {
  const step = jobsBegun(before, now)
  expect(step.begun.map((one) => [one.workspaceId, one.settling.length, one.share])).toEqual(begun)
  expect([...step.state.asked]).toEqual(wait)
  expect(before.beat.left - step.state.beat.left).toBe(begun.reduce((sum, [, , share]) => sum + share, 0))
})

test('WHK-04 who waits for the budget of a beat gets another beat, who waits for room does not', () => {
  const waiting = stateWith({ ...asked('a'), known: [due('a')] })
  const short = jobsBegun({ ...waiting, ...left(0) }, now).state
  expect(needsBeat(short)).toBe(true)
  expect(needsBeat(beatBegun(short, 0, now))).toBe(false)
  const full = { inFlight: onTheWay(['b', 64], ['c', 60]), jobs: [job('b', 4)] }
  expect(needsBeat(jobsBegun({ ...waiting, ...full }, now).state)).toBe(false)
})

test('WHK-04 of the workspaces that failed the last time one is tried at a time, and the others go on beside it', () => {
  let state = stateWith({})
  const ask = (...ids: string[]) => {
    state = { ...state, asked: new Set([...state.asked, ...ids]), known: ids.map((id) => due(id)) }
    state = jobsBegun(state, now).state
    return state.jobs.map(({ workspaceId }) => workspaceId)
  }
  const end = (workspaceId: string, outcome: 'done' | 'failed') => {
    state =
      outcome === 'done'
        ? jobDone(state, job(workspaceId), { due: [due(workspaceId)], claimed: 0, now })
        : jobFailed(state, job(workspaceId), [])
    state = jobsBegun(state, now).state
    return state.jobs.map(({ workspaceId: id }) => id)
  }
  expect(ask('a', 'b')).toEqual(['a', 'b'])
  end('a', 'failed')
  expect(end('b', 'failed')).toEqual([])
  expect(ask('a', 'b', 'c', 'd')).toEqual(['a', 'c'])
  // Those that work are not kept waiting by one that may not.
  expect(end('c', 'done')).toEqual(['a', 'd'])
  expect(end('d', 'done')).toEqual(['a'])
  expect(end('a', 'failed')).toEqual(['b'])
  // Who succeeds is held up no more.
  expect(end('b', 'done')).toEqual([])
  expect(ask('a', 'b')).toEqual(['a', 'b'])
})
