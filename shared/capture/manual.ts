// Manual decisions about words of the line: they are text, or they have a fixed meaning. Edits elsewhere do not change such a
// chip. Editing its own words removes it.
import type { Draft, ManualToken } from '../ipc/launcher.ts'
import type { ReadDates } from '../dates/reader/date-hit.ts'
import type { Reads } from './date-tokens.ts'
import { parseCapture } from './parse.ts'

const wordCharacter = /[\p{L}\p{N}_]/u

const isWhole = (text: string, { start, end }: ManualToken): boolean =>
  !(wordCharacter.test(text.charAt(start - 1)) && wordCharacter.test(text.charAt(start))) &&
  !(wordCharacter.test(text.charAt(end - 1)) && wordCharacter.test(text.charAt(end)))

/** The manual tokens after an edit of the line. Each one moves with its words, or is removed with them. */
export function moveManual(manual: readonly ManualToken[], before: string, after: string): ManualToken[] {
  if (manual.length === 0 || before === after) return [...manual]
  const most = Math.min(before.length, after.length)
  let head = 0
  while (head < most && before.charAt(head) === after.charAt(head)) head += 1
  let tail = 0
  while (
    tail < most - head &&
    before.charAt(before.length - 1 - tail) === after.charAt(after.length - 1 - tail)
  )
    tail += 1
  const by = after.length - before.length
  return manual
    .flatMap((span): ManualToken[] => {
      if (span.end <= head) return [span]
      if (span.start >= before.length - tail) return [{ ...span, start: span.start + by, end: span.end + by }]
      return []
    })
    .filter((span) => isWhole(after, span))
}

/** Adds a manual token. It replaces those that overlap it. */
export const withManual = (manual: readonly ManualToken[], span: ManualToken): ManualToken[] => [
  ...manual.filter((other) => other.end <= span.start || other.start >= span.end),
  span,
]

type Dated = Pick<ManualToken, 'start' | 'end' | 'id'> & { as: DatedKind }
type DatedKind = 'start' | 'due' | 'repeat'

const datesOf = (
  text: string,
  manual: readonly ManualToken[],
  at: Date,
  readDates: ReadDates,
  reads: Reads,
): Dated[] =>
  parseCapture(text, at, readDates, manual, reads).tokens.flatMap((token): Dated[] => {
    const { start, end, kind } = token
    if (kind === 'repeat') return token.isUnsupported ? [] : [{ start, end, as: kind, id: token.id }]
    if (kind === 'start') return [{ start, end, as: kind, id: token.begins.toISOString() }]
    return kind === 'due' ? [{ start, end, as: kind, id: token.due.toISOString() }] : []
  })

/**
 * The manual tokens of a draft. Dates whose meaning has changed since the draft was written are added: yesterday's "tomorrow"
 * is today.
 * @param words formats a value @param reads what the service can
 */
export function manualOf(
  { text, manual = [], readAt }: Draft,
  now: Date,
  readDates: ReadDates,
  words: (kind: DatedKind, id: string) => string,
  reads: Reads = {},
): ManualToken[] {
  const then = readAt === undefined ? now : new Date(readAt)
  const today = datesOf(text, manual, now, readDates, reads)
  // The time of a repetition is that of its next day.
  const repeats = today.some(({ as }) => as === 'repeat')
  return datesOf(text, manual, then, readDates, reads)
    .filter(
      ({ start, as, id }) =>
        today.find((token) => token.start === start)?.id !== id && !(repeats && as === 'due'),
    )
    .reduce<readonly ManualToken[]>(
      (kept, { start, end, as, id }) => withManual(kept, { start, end, as, id, name: words(as, id) }),
      // Drafts come from a file, so tokens outside the text are dropped.
      moveManual(
        manual.filter(({ start, end }) => start >= 0 && start < end && end <= text.length),
        text,
        text,
      ),
    )
    .slice()
}
