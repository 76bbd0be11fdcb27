// The explanation of a row's rank, in words and figures that add up. Pure. The figures come from shared/search/index.ts.
import { numberWords, say } from '../../shared/language.ts'
import { type Reason, namedIn } from '../../shared/search/index.ts'
import type { LocalClass } from '../../shared/search/score.ts'
import { fold } from '../../shared/search/text-fold.ts'
import { ageWords } from '../../shared/dates/format.ts'
import type { Heading } from '../items/rows.ts'

export interface WhyLine {
  words: string
  /** With its sign and one decimal digit. */
  points: string
}

/** Formats tenths of a point. */
export const pointsWords = (tenths: number): string =>
  numberWords(tenths / 10, { minimumFractionDigits: 1, maximumFractionDigits: 1 })

/** The lines of a score, without parts of zero points. Their points add up to `pointsWords(reason.score)`. */
export function whyLines({ class: matched, parts, use }: Reason, query: string, now: number): WhyLine[] {
  const typed = fold(query)
  const chosen = use.choices.filter((choice) => choice.typed.startsWith(typed)).length
  const last = use.visits.at(-1)
  const lines: [string, number][] = [
    [say(`why.${matched satisfies LocalClass}`, { query: query.trim() }), parts.match],
    [say('why.fit'), parts.fit],
    [say('why.share'), parts.share],
    [say('why.near'), parts.near],
    [
      last === undefined
        ? say('why.openedBefore')
        : say('why.opened', { times: use.visits.length, age: ageWords(last, now) }),
      parts.habit,
    ],
    [say('why.chosen', { times: chosen }), parts.choices],
    [say('why.pinned'), parts.pin],
  ]
  return lines.flatMap(([words, points], at) =>
    points === 0 ? [] : [{ words, points: `${at === 0 ? '' : '+'}${pointsWords(points)}` }],
  )
}

/** Explains the position of the row within its group. */
export const placeWords = (place: {
  /** The position, from 1. */
  at: number
  of: number
  score: number
  /** The score of the row above in the same group; null at the top. */
  above: number | null
}): string =>
  say(place.above !== null && place.score > place.above ? 'why.placeLate' : 'why.place', {
    at: place.at,
    of: place.of,
  })

/** The explanation for a row that no text ranked: an empty query, or a row that only the service found. */
export function unrankedWords(heading: Heading, query: string): string {
  if (namedIn(query) !== null) return say('why.pasted')
  if (query.trim() !== '')
    return heading === 'Commands' || heading === 'Browse' ? say('why.named') : say('why.serviceFound')
  switch (heading) {
    case 'Unfinished':
      return say('why.unfinished')
    case 'Meetings':
      return say('why.nextMeeting')
    case 'Tasks':
      return say('why.due')
    case 'Recent':
      return say('why.recent')
    case 'Try this':
    case 'Records':
    case 'Members':
    case 'Other':
    case 'Lists':
    case 'Browse':
    case 'Commands':
      return say('why.always')
  }
}
