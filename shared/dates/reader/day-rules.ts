// Days and parts of the day by their names: "tomorrow", "next friday", "end of next week", "heute Abend". Weeks and weekends
// depend on the region.
import { type DateHabits, dayAfter, localDate, nextWeek, startOfWeek, wallOf, weekdayOf } from '../format.ts'
import { type Rule, rule } from './atoms.ts'
import {
  afterNext,
  coming,
  count,
  countOf,
  germanDayPart,
  germanWeekday,
  goesOn,
  month,
  monthNumber,
  next,
  part,
  partHour,
  shortGerman,
  weekday,
  weekdayNumber,
} from './words.ts'

const anyWeek = `(?:this|diese[nmrs]?|${next}|${coming}|${afterNext})`
const which = `(${anyWeek})`
/** How many weeks later a word means, or null without one. A coming Friday is the next one, a coming week the next week. */
const weeksOf = (word: string | undefined, isWeek: boolean): number | null => {
  if (word === undefined) return null
  if (/coming|kommende/.test(word)) return isWeek ? 1 : null
  if (/^(?:this|diese)/.test(word)) return 0
  return /^ue?bern/.test(word) ? 2 : 1
}
/** Short weekday names are also ordinary words. They need a clock or date after them, or must end a phrase that leads to a day. */
const dateOrClock =
  '(?:um \\d|\\d{1,2}(?::\\d\\d|\\.\\d{1,2}(?![.\\d]*\\d)|\\.\\d{1,2}\\.\\d\\d|\\.(?= |$)| ?(?:- ?\\d{1,2} ?)?(?:uhr|h(?![a-z]))))'
const short = `${shortGerman}(?:(?=\\.?,? (?:(?:den|dem|der|um|am|bis|gegen|vor|von) )?${dateOrClock})|(?<!so)(?= (?:fruh|${germanDayPart})(?![a-z]))|(?= ${anyWeek} woche)|(?<=(?:am|bis|woche|nachsten|kommenden|diesen|uhr|:\\d\\d) [a-z]{2})(?=\\.? ?(?:$|[,;:!?)])))`
const sunOrSat = `(?:sun|sat)(?:(?<=(?:on|by|this|next|until|due|for|before) [a-z]{3})|(?! (?!${goesOn}|${part}|${month})[a-z]))`
const dayName = `(?:(?!(?:sun|sat)(?![a-z]))${weekday}|${sunOrSat}|${germanWeekday}|${short})`
/** A day that a phrase counts from. */
const base = `(?:today|heute|(tomorrow|morgen)|(${dayName}))`
const end = '(?:the )?(?:end of|ende|last day of|letzte[mnr]? tag(?= (?:des|im)))'
const later = `(?:(${next}|${coming}) |(?:this|diese[nrs]) )`

export function dayRules(habits: DateHabits): Rule[] {
  const { firstDay, weekend } = habits
  const isFree = (date: Date): boolean => weekend.includes(weekdayOf(date))
  /** The first day from `from` on that is free (or not free). */
  const seek = (from: Date, step: 1 | -1, free: boolean): Date => {
    let day = from
    while (isFree(day) !== free) day = dayAfter(day, step)
    return day
  }
  const lastWorkingDay = (today: Date): Date => seek(dayAfter(startOfWeek(today, habits), 6), -1, false)
  // A weekday without "this" or "next" never means today.
  const named = (name: string, weeks: number | null, today: Date): Date =>
    weeks === null
      ? dayAfter(today, ((weekdayNumber(name) - weekdayOf(today) + 6) % 7) + 1)
      : dayAfter(startOfWeek(today, habits), weeks * 7 + ((weekdayNumber(name) - firstDay + 7) % 7))
  const baseDay = (tomorrow: string | undefined, name: string | undefined, today: Date): Date =>
    name === undefined ? dayAfter(today, tomorrow === undefined ? 0 : 1) : named(name, null, today)

  return [
    rule(
      `(?:${which} ((?:week|woche),? (?:(?:on|am) )?)?)?(${dayName})(?:\\.(?!\\.))?(?: ?(${part}|morgen))?(?: (?:of |in der )?${which} (?:week|woche))?`,
      ([all = '', before, week, name = '', time, behind], { today, written, end }) => {
        // "Anruf so um 3" is not on a Sunday.
        if (name === 'so' && written.startsWith('so', end - all.length + all.indexOf('so'))) return null
        const weeks = weeksOf(before ?? behind, (week ?? behind) !== undefined)
        return {
          day: named(name, weeks, today),
          soft: (before ?? behind) === undefined ? 'weekday' : undefined,
          part: time === undefined ? undefined : (partHour(time) ?? 9),
        }
      },
    ),
    rule(
      '(vorgestern)|(yesterday|gestern)|(today|heute)|(tomorrow|tmrw?|morgen)|(?:the )?day after tomorrow|ue?bermorgen',
      (groups, { today }) => {
        const which = groups.findIndex((name, index) => index > 0 && name !== undefined)
        return dayAfter(today, which < 0 ? 2 : which - 3)
      },
    ),
    rule(
      `(?:tomorrow|tmrw?|(ue?ber)?morgen|(heute|today)) ?(?:${part}|morgen)`,
      ([words = '', over, isToday], { today }) => ({
        day: dayAfter(today, isToday !== undefined ? 0 : over === undefined ? 1 : 2),
        part: partHour(words) ?? 9,
      }),
    ),
    rule(`(${count}) (?:days?|(weeks?)) from ${base}`, ([, many, weeks, tomorrow, name], { today }) =>
      dayAfter(baseDay(tomorrow, name, today), countOf(many) * (weeks === undefined ? 1 : 7)),
    ),
    rule(`(${count}) weeks? (?:on )?${base}`, ([, many, tomorrow, name], { today }) =>
      dayAfter(baseDay(tomorrow, name, today), countOf(many) * 7),
    ),
    rule(`in (${count}) (?:weeks?|wochen?),? (?:on |am )?(${dayName})`, ([, many, name], { today }) =>
      dayAfter(baseDay(undefined, name, today), countOf(many) * 7),
    ),
    // British: "monday week".
    rule(`${base} week(?=$| ?[.,;:!?)|]| (?:${goesOn}|\\d))`, ([, tomorrow, name], { today }) =>
      dayAfter(baseDay(tomorrow, name, today), 7),
    ),
    rule(
      `${base} in (${count}) (?:days?|tagen|(weeks?|wochen?))`,
      ([, tomorrow, name, many, weeks], { today }) => {
        // "In acht Tagen" is a week.
        const days = weeks === undefined ? (many === 'acht' ? 7 : countOf(many)) : countOf(many) * 7
        return name !== undefined && days % 7 !== 0 ? null : dayAfter(baseDay(tomorrow, name, today), days)
      },
    ),
    rule(
      `(?:in|within|binnen|innerhalb(?: von)?) (${count}) (?:(?:business|working) days?|(?:werk|arbeits)tage?n?)`,
      ([, many], { today }) => {
        let day = today
        for (let left = countOf(many); left > 0; left -= 1) day = seek(dayAfter(day, 1), 1, false)
        return day
      },
    ),
    rule(
      'eod|eob|cob|(?:the )?(?:end|close) of (?:(?:the )?day|business)|ende des tages|feierabend',
      (_groups, { today }) => ({ day: today, soft: 'endOfDay' }),
    ),
    rule(
      `(?:(?:early|(?:the )?(?:start|beginning) of|anfang|in der) )?(?:${next}|${coming}|(${afterNext})) (?:week|woche)`,
      ([, second], { today }) => ({
        day: nextWeek(dayAfter(today, second === undefined ? 0 : 7), habits),
        isWeek: true,
      }),
    ),
    rule(
      `${end} (?:(?:the|der|des) )?(?:${later})?(?:(week|woche)|(month|monats?)|(?:year|jahr(?:es)?))|(eow)|(eom|monatsende)|eoy|jahresende`,
      ([, word, week, ofMonth, eow, eom], { today }) => {
        const after = word === undefined ? 0 : 1
        if ((week ?? eow) !== undefined) {
          const end = lastWorkingDay(dayAfter(today, 7 * after))
          return end < today ? lastWorkingDay(dayAfter(today, 7)) : end
        }
        const months =
          (ofMonth ?? eom) === undefined ? 12 + 12 * after : wallOf(today).getUTCMonth() + 1 + after
        return localDate(wallOf(today).getUTCFullYear(), months, 0)
      },
    ),
    rule(`${end} (${month})(?: (\\d{4}))?`, ([, name = '', year], { today }) => {
      const thisYear = wallOf(today).getUTCFullYear()
      const end = localDate(Number(year ?? thisYear), monthNumber(name), 0)
      return year === undefined && end < today ? localDate(thisYear + 1, monthNumber(name), 0) : end
    }),
    rule(
      `(?:over |ubers )?(?:(?:the|this|dieses) |(${next}) |(${afterNext}) |${coming} )?(?:weekend|wochenende)`,
      ([, isNext, isAfterNext], { today }) => {
        const free = seek(today, 1, true)
        // The next weekend is the one after this, however far this one is.
        const weeks = isNext !== undefined ? 1 : isAfterNext === undefined ? 0 : 2
        return { day: weeks === 0 ? free : dayAfter(seek(free, -1, false), 1 + 7 * weeks), isWeek: true }
      },
    ),
    // "Morning" belongs to the title, unless a word leads to it or it follows its day.
    rule(
      `(?:this |diese[nr] |(?=tonight|heute))(${part})|(?:(?:in|on) the |am |in der |at (?=night)|(?=[a-z]+s(?![a-z]))|(?<=(?:tomorrow|tmrw?|morgen|uhr) )(?!morgen(?![a-z])))(${part}|morgen)`,
      ([, ofToday, name = ''], { today }) =>
        ofToday === undefined ? { part: partHour(name) ?? 9 } : { day: today, part: partHour(ofToday) },
    ),
  ]
}
