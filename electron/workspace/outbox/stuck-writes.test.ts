import { expect, test } from 'vitest'
import type { OutboxItem } from '../../../shared/ipc/launcher.ts'
import { present } from './entry.ts'
import { entry } from './entry.fake.ts'
import { createStuckWrites } from './stuck-writes.ts'

const item = (id: string, state: OutboxItem['state']): OutboxItem =>
  present(entry({ id, title: id, batch: id.startsWith('batch') ? 'batch' : null, state }), false)

type States = Record<string, OutboxItem['state']>
/** The window is shown or hidden, milliseconds pass, or the items of the outbox have these states. */
type Step = 'shown' | 'hidden' | number | States

/** Starts hidden. @returns the ids of the notifications, in order */
const play = (steps: readonly Step[]): string[] => {
  const told: string[] = []
  let isSeen = false
  let now = 0
  const stuck = createStuckWrites({
    isSeen: () => isSeen,
    now: () => now,
    tell: ({ id }) => told.push(id),
  })
  for (const step of steps) {
    if (typeof step === 'number') now += step
    else if (typeof step === 'object') stuck.heard(Object.entries(step).map(([id, state]) => item(id, state)))
    else {
      isSeen = step === 'shown'
      if (!isSeen) stuck.hidden()
    }
  }
  return told
}

test.each<[string, Step[], string[]]>([
  [
    'stops while nobody looks: told, and once',
    [
      { a: 'sending', b: 'checking', c: 'queued' },
      { a: 'needsYou', b: 'notFound', c: 'saved' },
      { a: 'needsYou', b: 'notFound' },
      'shown',
      'hidden',
    ],
    ['a', 'b'],
  ],
  [
    'is tried again and stops again: told again',
    [{ a: 'sending' }, { a: 'needsYou' }, { a: 'queued' }, { a: 'needsYou' }],
    ['a', 'a'],
  ],
  [
    'belongs to a batch: told once',
    [
      { batch1: 'sending', batch2: 'sending', batch3: 'sending', a: 'sending' },
      { batch1: 'sending', batch2: 'needsYou', batch3: 'needsYou', a: 'needsYou' },
      { batch1: 'needsYou', batch2: 'needsYou', batch3: 'needsYou', a: 'needsYou' },
    ],
    ['batch2', 'a'],
  ],
  ['was left by an earlier run: not told', [{ a: 'needsYou' }, 'shown', 'hidden'], []],
  [
    'stops before the window that is on its way out is gone: told when it is',
    ['shown', { a: 'sending' }, { a: 'needsYou' }, 24, 'hidden'],
    ['a'],
  ],
  ['is said by a window that stays: not told', ['shown', { a: 'sending' }, { a: 'needsYou' }, 60_000], []],
  [
    'was on the screen for a line’s reading: not told when it hides',
    ['shown', { a: 'sending' }, { a: 'needsYou' }, 3_000, 'hidden'],
    [],
  ],
  [
    'was on the screen for less: told',
    ['shown', { a: 'sending' }, { a: 'needsYou' }, 2_999, 'hidden'],
    ['a'],
  ],
  [
    'stops last of several: only what could not be read is told',
    [
      'shown',
      { a: 'sending', b: 'sending' },
      { a: 'needsYou', b: 'sending' },
      3_000,
      { a: 'needsYou', b: 'needsYou' },
      'hidden',
    ],
    ['b'],
  ],
  [
    'is taken up again before the window goes: not told',
    ['shown', { a: 'sending', b: 'sending' }, { a: 'needsYou', b: 'needsYou' }, { a: 'queued' }, 'hidden'],
    [],
  ],
])('APP-05 a write that %s', (_name, steps, told) => {
  expect(play(steps)).toEqual(told)
})
