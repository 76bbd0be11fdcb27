// The starts, repetitions and due dates of a captured line, and how they go together. Pure.
import { asksToRepeat } from '../dates/reader/not-dates.ts'
import { dayAfter, startOfDay } from '../dates/format.ts'
import type { DateHit, ReadDates, Span } from '../dates/reader/date-hit.ts'
import type { ReadRepeats } from '../dates/reader/repeats.ts'
import { firstDay, firstDue, idOfRepeat, repeatOfId, timeOfDay } from '../dates/repeat.ts'
import type { ManualToken } from '../ipc/launcher.ts'
import { startsIn } from './start-words.ts'

export interface At extends Span {
  /** The original text. It becomes part of the title again if the token is removed. */
  text: string
}

export type DateToken =
  | { kind: 'start'; begins: Date }
  | ({ kind: 'due' } & Pick<DateHit, 'due' | 'time' | 'onDay' | 'other'>)
  /** Ids of what it means, and of what else it may mean (repeat.ts). */
  | { kind: 'repeat'; id: string; otherId?: string; isUnsupported: boolean }

/** Keeps the length, so that positions stay valid. Uses a bar, because no date matches across it. */
export const blank = (text: string, spans: readonly Span[]): string => {
  let masked = ''
  for (const { start, end } of spans.toSorted((a, b) => a.start - b.start))
    masked += text.slice(masked.length, start) + '|'.repeat(Math.max(0, end - Math.max(start, masked.length)))
  return masked + text.slice(masked.length)
}

/** Abilities of the service beyond dates and names. */
export interface Reads {
  /** Start dates. Without them, their words are text (APP-11). */
  starts?: boolean
  /**
   * Repetition, and its reader, which comes with that of dates. A service that cannot repeat tasks leaves the words in the title,
   * which their chip says. Without this, they are text.
   */
  repeats?: { isSupported: boolean; repeatsIn: ReadRepeats }
}

/** A repetition that was decided by hand. Without a rule, its words are text. */
export interface DecidedRepeat {
  rule: string | null
}

/** Words that were decided by hand. */
export type Decided = Span & Partial<Pick<ManualToken, 'as' | 'id'>>

/** The decision by hand on the repetition of a line, or null. */
export function decidedRepeatIn(text: string, decided: readonly Decided[]): DecidedRepeat | null {
  const byHand = decided.find(({ as }) => as === 'repeat')
  if (byHand?.id !== undefined) return { rule: repeatOfId(byHand.id).recurrence.rule }
  const isTakenBack = ({ as, start, end }: Decided): boolean =>
    as === 'text' && asksToRepeat(text.slice(start, end))
  return decided.some(isTakenBack) ? { rule: null } : null
}

const untilWords = /^(?:until|'?till?|bis)(?!\p{L})/iu

/** The dates beside a repetition. A time is that of its first day. Null where a date contradicts it. */
function datesBeside(
  hits: readonly DateHit[],
  rule: string,
  from: Date,
  now: Date,
  text: string,
): DateHit[] | null {
  const dates: DateHit[] = []
  for (const hit of hits) {
    if (hit.isTime === true) {
      const due = firstDue(rule, from > now ? from : now, timeOfDay(hit.due))
      if (due === null) return null
      dates.push({ ...hit, due })
      continue
    }
    const isOfRule = firstDay(rule, hit.due)?.getTime() === startOfDay(hit.due).getTime()
    // "Every friday gym until 1 march": an end that stands elsewhere is not a due date.
    if (!isOfRule || untilWords.test(text.slice(hit.start))) return null
    dates.push(hit)
  }
  return dates
}

/** Starts, repetitions and due dates. */
export function datesIn(
  text: string,
  now: Date,
  readDates: ReadDates,
  reads: Reads,
  decided: DecidedRepeat | null,
): (At & DateToken)[] {
  const written = ({ start, end }: Span): At => ({ start, end, text: text.slice(start, end) })
  const startsOf = (open: string): (At & DateToken)[] =>
    reads.starts === true
      ? startsIn(open, now, readDates).map((hit) => ({ ...hit, ...written(hit), kind: 'start' as const }))
      : []
  const dueOf = (hit: DateHit): At & DateToken => ({ ...hit, ...written(hit), kind: 'due' })
  const repeats = decided === null ? (reads.repeats?.repeatsIn(text, now, readDates) ?? []) : []
  const isUnsupported = reads.repeats?.isSupported === false
  const shown = repeats.map((hit): At & DateToken => ({
    ...written(hit),
    kind: 'repeat',
    id: idOfRepeat(hit.recurrence, hit.time),
    ...(hit.other === undefined ? {} : { otherId: idOfRepeat(hit.other, hit.time) }),
    isUnsupported,
  }))
  const rule = decided === null ? repeats[0]?.recurrence.rule : decided.rule
  if (!isUnsupported && rule !== undefined) {
    const starts = startsOf(blank(text, shown))
    const [begins] = starts.flatMap((token) => (token.kind === 'start' ? [token.begins] : []))
    const hits = readDates(blank(text, [...shown, ...starts]), now)
    // Beside words of repetition that are text, a time has no day.
    if (rule === null) return [...starts, ...hits.filter(({ isTime }) => isTime !== true).map(dueOf)]
    const isTimedTwice = (repeats[0]?.time ?? null) !== null && hits.some(({ isTime }) => isTime === true)
    const dates = isTimedTwice ? null : datesBeside(hits, rule, begins ?? dayAfter(now, 0), now, text)
    if (dates !== null) return [...shown, ...starts, ...dates.map(dueOf)]
  }
  const starts = startsOf(text)
  const dates = readDates(blank(text, starts), now).map(dueOf)
  return [...(isUnsupported ? shown : []), ...starts, ...dates]
}
