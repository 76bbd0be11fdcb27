// The parts of a moment that the rules find, and how a rule is written.
import type { Span } from './date-hit.ts'

export interface Clock {
  hour: number
  minute: number
  second?: number | undefined
  /** Without am, pm or a leading zero, so 9 may be in the afternoon. */
  isBare: boolean
  /** Digits and "Uhr", as of a clock of 24 hours: "5:30 Uhr" is in the morning. */
  isOf24?: boolean
  /** Minutes ahead of UTC, of a clock that names its zone: "17:00Z". */
  offset?: number | undefined
}

/** A part of a moment: a day, a time, or a part of the day. */
export interface Atom extends Span {
  day?: Date | undefined
  /** A different day beside it overrides this one: "EOD friday", "fri, nov 20". */
  soft?: 'weekday' | 'endOfDay' | undefined
  clock?: Clock | undefined
  /** A range of hours is due at its end: "9 to 5". */
  until?: Clock | undefined
  part?: number | undefined
  instant?: Date | undefined
  /** A range of days is not a due date: "dec 1-3". */
  isRange?: boolean | undefined
  /** A week, which words before it may divide: "mid next week". */
  isWeek?: boolean | undefined
}

/** When and how a text was written. */
export interface Writing {
  /** In the original letters. */
  written: string
  now: Date
  today: Date
}

/** Most rules find only a day, so a bare date is allowed. `cut` is the length of what is not a part of it after all. */
type Found = (Omit<Atom, keyof Span> & { cut?: number }) | Date | null
export type Rule = readonly [
  pattern: RegExp,
  read: (groups: readonly (string | undefined)[], writing: Writing & { end: number }) => Found,
]

/** @param pattern begins with a letter or a digit */
export const rule = (pattern: string, read: Rule[1]): Rule => [
  new RegExp(`\\b(?:${pattern})(?![a-z0-9])`, 'g'),
  read,
]

export const atomsOf = (rules: readonly Rule[], text: string, writing: Writing): Atom[] =>
  rules.flatMap(([pattern, read]) =>
    [...text.matchAll(pattern)].flatMap((match): Atom[] => {
      const end = match.index + match[0].length
      const found = read(match, { ...writing, end })
      if (found === null) return []
      if (found instanceof Date) return [{ day: found, start: match.index, end }]
      const { cut = 0, ...atom } = found
      return [{ ...atom, start: match.index, end: end - cut }]
    }),
  )

const reach = 80
/** The text right before a place; words further away have no effect on it. */
export const textBefore = (text: string, at: number): string => text.slice(Math.max(0, at - reach), at)
export const textAfter = (text: string, at: number): string => text.slice(at, at + reach)
