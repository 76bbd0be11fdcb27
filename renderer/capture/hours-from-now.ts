// "In 30 minutes", "two hours from now", "in 2 days and 3 hours": days by the calendar, hours by the clock that runs on while
// others are set forward or back. Chrono adds both to what the clock on the wall shows, and takes that for one of today.
import type { Parser } from 'chrono-node'

const words = 'one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve'
const number = `(?:\\d+(?:[.,]\\d+)?\\s*|(?:half(?:\\s+an?)?|(?:an?\\s+)?few|several|(?:a\\s+)?couple(?:\\s+of)?|an?|the|${words})\\s+)`
const unit = '(?:weeks?|w|days?|d|hours?|hrs?|h|minutes?|mins?|m|seconds?|secs?|s)(?![\\p{L}])'
const part = `${number}${unit}`
const parts = `${part}(?:(?:\\s*,\\s*|\\s+)?(?:and\\s+)?${part}){0,4}`
const about = '(?:(?:about|around|roughly|approximately|just)\\s+)?'
const pattern = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:(?:with)?in\\s+${about}(?:the\\s+next\\s+)?(?<ahead>${parts})|${about}(?<behind>${parts})\\s+(?:later|from\\s+now|hence(?:forth)?|out))(?![\\p{L}\\p{N}])`,
  'iu',
)
const each = new RegExp(`(?<amount>${number})(?<unit>${unit})`, 'giu')

const amountOf = (word: string): number => {
  if (/^\d/.test(word)) return Number(word.replace(',', '.'))
  if (/half/i.test(word)) return 0.5
  if (/few/i.test(word)) return 3
  if (/couple/i.test(word)) return 2
  if (/several/i.test(word)) return 7
  return words.split('|').indexOf(word.trim().toLowerCase()) + 1 || 1
}

const hours = 3_600_000
const lengths: Readonly<Record<string, number>> = { h: hours, m: 60_000, s: 1000 }

/** Without setters, which mean the wall clock: of an hour that comes twice, the first. */
export const inWholeSeconds = (time: number): Date => new Date(Math.floor(time / 1000) * 1000)

/** That long from now; null where no part of it is shorter than a day. */
function later(now: Date, written: string): Date | null {
  let days = 0
  let milliseconds = 0
  let isClock = false
  for (const { groups = {} } of written.matchAll(each)) {
    const amount = amountOf(groups['amount'] ?? '')
    const kind = (groups['unit'] ?? '').slice(0, 1).toLowerCase()
    const length = lengths[kind]
    const inDays = amount * (kind === 'w' ? 7 : 1)
    if (length === undefined) {
      days += Math.floor(inDays)
      milliseconds += (inDays % 1) * 24 * hours
    } else milliseconds += amount * length
    isClock ||= length !== undefined || (kind === 'd' && inDays % 1 !== 0)
  }
  if (!isClock) return null
  const then = new Date(now)
  // To set it to the same day would be the first of an hour that comes twice.
  if (days > 0) then.setDate(then.getDate() + days)
  return inWholeSeconds(then.getTime() + milliseconds)
}

export const hoursFromNow: Parser = {
  pattern: () => pattern,
  extract: ({ reference }, { groups }) => {
    const then = later(reference.instant, groups?.['ahead'] ?? groups?.['behind'] ?? '')
    return then === null
      ? null
      : {
          year: then.getFullYear(),
          month: then.getMonth() + 1,
          day: then.getDate(),
          hour: then.getHours(),
          minute: then.getMinutes(),
          second: then.getSeconds(),
          // Of the hour that comes twice the one that is meant.
          timezoneOffset: -then.getTimezoneOffset(),
        }
  },
}
