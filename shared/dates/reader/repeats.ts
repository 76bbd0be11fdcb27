// Finds words of repetition in a text, in English and German: "every monday at 9", "jeden 1. des Monats", "every 3 days after
// completion", with an end ("until 1 march"). They become a rule of repeat.ts. If a part cannot be read, there is no rule: none is better than
// a wrong one. Pure.
import type { Recurrence } from '../../api/primitives.ts'
import { atTime, dayAfter, localDate } from '../format.ts'
import { firstDay, ruleOf, type TimeOfDay, timeOfDay } from '../repeat.ts'
import type { ReadDates, Span } from './date-hit.ts'
import { asksToRepeat, withoutPlaces } from './not-dates.ts'
import { plainText } from './plain-text.ts'
import { isPartOfMore } from './unread-words.ts'
import { anEnd, type Draft, end, heads, isOpen, type Place, tails } from './repeat-phrases.ts'
import { partHour } from './words.ts'

export interface RepeatHit extends Span {
  recurrence: Recurrence
  /** The time of day, if the words name one. */
  time: TimeOfDay | null
  /** Another rule that the words may mean: "every second tuesday". */
  other?: Recurrence
}

export type ReadRepeats = (text: string, now: Date, readDates: ReadDates) => RepeatHit[]

const wholeOf = (draft: Draft): RepeatHit['recurrence'] => ({
  rule: ruleOf(draft),
  after: draft.isAfterCompletion === true ? 'completion' : 'due',
})

/** Keeps the length. */
const barred = (text: string, { start, end: to }: Span): string =>
  text.slice(0, start) + '|'.repeat(to - start) + text.slice(to)

/**
 * The repetitions in a line, in order. There are none if other words of repetition are left beside them.
 * @param text in which nothing but words of dates and of the title is left
 */
export const repeatsIn: ReadRepeats = (text, now, readDates) => {
  const { plain, written, original } = plainText(withoutPlaces(text))
  const begun = heads
    .flatMap(([pattern, read]) =>
      [...plain.matchAll(pattern)].flatMap((found) => {
        const span = { start: found.index, end: found.index + found[0].length }
        const draft = read(found, { plain, written, ...span })
        return [{ ...span, draft }]
      }),
    )
    .toSorted((a, b) => b.end - b.start - (a.end - a.start))
  const hits: (Span & { draft: Draft })[] = []
  for (const { start, end: from, draft } of begun) {
    // A longer one is meant by the words inside it, also if it cannot be a rule.
    if (hits.some((other) => start < other.end && other.start < from)) continue
    if (draft === null) return []
    const read = withTails(draft, from, { start, plain, written }, now, readDates)
    if (read === null || isPartOfMore(plain, { start, end: read.end })) return []
    hits.push({ start, ...read })
  }
  const found = hits
    .map(({ draft, ...span }): RepeatHit => {
      const time =
        draft.time ??
        (draft.part === undefined ? null : timeOfDay(atTime(someDay, partHour(draft.part) ?? 9)))
      const { until } = draft
      const other = draft.other === undefined ? undefined : { ...draft.other, until: until ?? null }
      return {
        ...original(span),
        recurrence: wholeOf(draft),
        time,
        ...(other === undefined ? {} : { other: wholeOf(other) }),
      }
    })
    .sort((a, b) => a.start - b.start)
  const rest = found.reduce(barred, text)
  const isPossible = found.every(({ recurrence }) => firstDay(recurrence.rule, dayAfter(now, 0)) !== null)
  return isPossible && !asksToRepeat(rest) ? found : []
}

/** In January no clock is changed. */
const someDay = localDate(2000, 0, 1)
const zone = /utc|gmt|\dz/i

/** Reads on behind the words that began a repetition. Null if what follows changes its meaning: "every night at 2". */
function withTails(
  begun: Draft,
  from: number,
  { start, plain, written }: Omit<Place, 'end'>,
  now: Date,
  readDates: ReadDates,
): { draft: Draft; end: number } | null {
  let draft = begun
  let at = from
  let isRead = true
  const readOn = (): boolean => {
    for (const [pattern, read] of tails) {
      pattern.lastIndex = at
      const found = pattern.exec(plain)
      const next =
        found === null ? null : read(draft, found, { plain, written, start: at, end: at + found[0].length })
      if (found === null || next === null) continue
      draft = next
      at += found[0].length
      return true
    }
    const begins = at + (/^,? /.exec(plain.slice(at))?.[0].length ?? 0)
    if (end.test(plain.slice(begins))) {
      const hit = readDates(barred(written, { start, end: at }), now).find((one) => one.start === begins)
      isRead = hit !== undefined && hit.other === undefined && draft.until === undefined
      if (!isRead || hit === undefined || hit.isTime === true) return false
      const time = hit.time === 'written' ? timeOfDay(hit.due) : undefined
      if (time !== undefined && draft.time !== undefined) return false
      draft = { ...draft, until: hit.due, ...(time !== undefined && { time }) }
      at = hit.end
      return true
    }
    // A time is read as that of a day: "every evening at 8" as "tomorrow evening at 8".
    const day = draft.part === undefined ? 'tomorrow' : `tomorrow ${draft.part}`
    // The day of an end is not that of a time before it.
    const stop = begins + (anEnd.exec(plain.slice(begins))?.index ?? plain.length)
    const hit = readDates(day + written.slice(at, stop), someDay).find((one) => one.start === 0)
    const words = written.slice(at, at + (hit?.end ?? 0) - day.length)
    const isNumber = /^,? \d+$/.test(words) && isOpen(draft) && draft.freq !== 'DAILY'
    isRead = hit !== undefined && hit.other === undefined && !zone.test(words) && !isNumber
    if (!isRead || hit?.time !== 'written' || words === '' || draft.time !== undefined) return false
    draft = { ...draft, time: timeOfDay(hit.due) }
    at += words.length
    return true
  }
  while (readOn());
  return isRead ? { draft, end: at } : null
}
