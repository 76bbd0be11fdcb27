// Spans of time from now: "in 3 days", "in an hour and a half", "in 2 Monaten", "a week ago".
import { dayAfter, monthAfter } from '../format.ts'
import { type Atom, type Rule, rule } from './atoms.ts'
import type { Span } from './date-hit.ts'
import { count, countOf, germanDay } from './words.ts'

const units = [
  [/^m(?:in|$)/, 'minutes', 1],
  [/^(?:h|st)/, 'minutes', 60],
  [/^[dt]/, 'days', 1],
  [/^w/, 'days', 7],
  [/^f/, 'days', 14],
  [/^mo/, 'months', 1],
  [/^[yj]/, 'months', 12],
] as const
const unit = `(min(?:ute)?[sn]?\\.?|(?<=\\d ?)[mhdw]|h(?:ou)?rs?|std\\.?|stunden?|days?|${germanDay}|weeks?|wochen?|fortnights?|months?|monat(?:e[ns]?|s)?|years?|jahre?[ns]?)`
const half = '(?:(?:an?|einer?|einem) )?(?:half|halbe[ns]?)(?: an?)?'
const amount = `(${half}|[1-9]/[2-9]|\\d{1,3}[.,]\\d{1,2}|a couple of|a few|ein paar|anderthalb|eineinhalb|${count})`
const isHalf = new RegExp(`^${half}$`)

function amountOf(words: string): number {
  if (isHalf.test(words)) return 0.5
  if (words === 'anderthalb' || words === 'eineinhalb') return 1.5
  if (words === 'a few') return 3
  if (/^(?:a couple|ein paar)/.test(words)) return 2
  const [part, whole] = words.split('/')
  if (whole !== undefined) return Number(part) / Number(whole)
  return Number(words.replace(',', '.')) || countOf(words)
}

/** The moment that is so far from now. Null if no moment is meant: "in 1.5 days", "in 2 days and 3 hours". */
function fromNow(
  sign: 1 | -1,
  now: Date,
  ...spans: (readonly [many: string | undefined, name: string | undefined, andHalf?: string | undefined])[]
): Omit<Atom, keyof Span> | null {
  const sums = { minutes: 0, days: 0, months: 0 }
  for (const [many, name, andHalf] of spans) {
    const [, kind, size] = units.find(([names]) => name !== undefined && names.test(name)) ?? []
    if (many === undefined || kind === undefined) continue
    sums[kind] += sign * size * (amountOf(many) + (andHalf === undefined ? 0 : 0.5))
  }
  const { minutes, days, months } = sums
  if (!Number.isInteger(days) || !Number.isInteger(months)) return null
  if (minutes === 0) return { day: dayAfter(monthAfter(now, months), days) }
  if (days !== 0 || months !== 0) return null
  return { instant: new Date(Math.floor((now.getTime() + minutes * 60_000) / 1_000) * 1_000) }
}

const span = `${amount}( and a half)? ?${unit}( and a half)?`
const about = '(?:about |around |roughly |ca\\.? |etwa |the next |den nachsten )?'

export const spanRules: readonly Rule[] = [
  rule(
    `(?:in|within|binnen|innerhalb(?: von)?) ${about}${span}(?:(?: and| und|,)? ?(\\d{1,2}) ?${unit})?(?:(?:'s|')? time)?`,
    ([, many, half, name, halfToo, more, nameOfMore], { now, written, end }) =>
      // "In 3m Höhe" is measured in metres.
      name === 'm' && (written.endsWith(' m', end) || /^ \p{Lu}/u.test(written.slice(end, end + 3)))
        ? null
        : fromNow(1, now, [many, name, half ?? halfToo], [more, nameOfMore]),
  ),
  rule('(?:in|within) (\\d{1,2})h([0-5]\\d)', ([, hours, minutes], { now }) =>
    fromNow(1, now, [hours, 'h'], [minutes, 'm']),
  ),
  rule('in einer (drei)?viertelstunde', ([, three], { now }) =>
    fromNow(1, now, [three === undefined ? '15' : '45', 'm']),
  ),
  rule(`${span} from (?:now|today)`, ([, many, half, name, halfToo], { now }) =>
    fromNow(1, now, [many, name, half ?? halfToo]),
  ),
  rule(`${span} ago`, ([, many, half, name, halfToo], { now }) =>
    fromNow(-1, now, [many, name, half ?? halfToo]),
  ),
  rule(`vor ${amount} ${unit}`, ([, many, name], { now }) => fromNow(-1, now, [many, name])),
]
