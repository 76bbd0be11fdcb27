// A captured line as a draft, and back again. Pure.
import type { Draft, Held } from '../../shared/ipc/launcher.ts'
import type { ReadDates } from './dates/date-hit.ts'
import { hold, moveHeld } from './held.ts'
import { parseCapture, type Token } from './parse-capture.ts'

type Due = Token & { kind: 'due' }

const duesOf = (text: string, held: readonly Held[], at: Date, readDates: ReadDates): Due[] =>
  parseCapture(text, at, readDates, held).tokens.filter((token): token is Due => token.kind === 'due')

/**
 * What was decided about the line, and the dates in it as they were meant when it was written: yesterday's "tomorrow"
 * is today.
 * @param words what an instant is called.
 */
export function heldOf(
  { text, held = [], readAt }: Draft,
  now: Date,
  readDates: ReadDates,
  words: (due: Date) => string,
): Held[] {
  const then = readAt === undefined ? now : new Date(readAt)
  const today = duesOf(text, held, now, readDates)
  return duesOf(text, held, then, readDates)
    .filter(({ start, due }) => today.find((token) => token.start === start)?.due.getTime() !== due.getTime())
    .reduce<readonly Held[]>(
      (kept, { start, end, due }) =>
        hold(kept, { start, end, as: 'due', id: due.toISOString(), name: words(due) }),
      // Only what still lies in the text: a draft comes from a file.
      moveHeld(
        held.filter(({ start, end }) => start >= 0 && start < end && end <= text.length),
        text,
        text,
      ),
    )
    .slice()
}
