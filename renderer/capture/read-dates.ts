// Dates in free text, by chrono-node, with the rules of this product around it. Loaded when the page is idle.
import { parse, type ParsedComponents } from 'chrono-node'
import { endOfDay } from '../ui/dates.ts'

export interface DateHit {
  /** Where it stands in the text. */
  start: number
  end: number
  /** The instant that is meant; the end of the local day when no time was written. */
  due: Date
  time: 'written' | 'wholeDay'
}

/** @param past whether moments that are over are found too; in a form they may be meant, in a captured line not. */
export type ReadDates = (text: string, now: Date, past?: 'leave' | 'take') => DateHit[]

// "30m", "for 2 hours": a length, not a moment. "in 30 minutes" is a moment.
const length = /^(?:for\s+)?[\d.,]+\s*\p{L}+(?:\s*[\d.,]+\s*\p{L}+)*$/iu
const moment = /\b(?:in|within|from|later|after)\b/i
const notDue = /^(?:now|just now|right now|today's|this week|this month|this year)$/i

const instantOf = (parsed: ParsedComponents, now: Date): { due: Date; time: DateHit['time'] } => {
  const date = parsed.date()
  if (!parsed.isCertain('hour')) return { due: endOfDay(date), time: 'wholeDay' }
  // A bare time that is over today means tomorrow.
  if (date < now && !parsed.isCertain('day') && !parsed.isCertain('weekday')) date.setDate(date.getDate() + 1)
  date.setMilliseconds(0)
  return { due: date, time: 'written' }
}

/** Moments that something can be due at: what is over ("yesterday's call") and what is vague ("march") is text. */
export const readDates: ReadDates = (text, now, past = 'leave') =>
  parse(text, now, { forwardDate: true }).flatMap(({ index, text: written, start, end }) => {
    const parsed = end ?? start
    const isNamed = (['day', 'weekday', 'hour'] as const).some((part) => parsed.isCertain(part))
    if (!isNamed || notDue.test(written) || (length.test(written) && !moment.test(written))) return []
    const { due, time } = instantOf(parsed, now)
    return past === 'leave' && due < now ? [] : [{ start: index, end: index + written.length, due, time }]
  })
