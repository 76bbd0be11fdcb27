// Why a row is where it is, in words and figures that add up. Pure; the words are here, the figures from shared/local-index.ts.
import type { Reason } from '../../shared/local-index.ts'
import { namedIn } from '../../shared/local-index-named.ts'
import type { LocalClass } from '../../shared/local-index-score.ts'
import { fold } from '../../shared/text-match.ts'
import { ageWords } from '../ui/dates.ts'
import type { Heading } from './rows.ts'

export interface WhyLine {
  words: string
  /** With its sign, one digit after the point. */
  points: string
}

const classWords: Readonly<Record<LocalClass, (query: string) => string>> = {
  exact: (query) => `The title is “${query}”`,
  prefix: (query) => `The title begins with “${query}”`,
  wordPrefix: (query) => `Words of the title begin with “${query}”`,
  other: (query) => `“${query}” is inside the title, or its initials`,
  subsequence: (query) => `“${query}” with letters left out`,
  typo: (query) => `“${query}” but for a typo`,
}

/** Tenths of a point, as they are shown. */
export const pointsWords = (tenths: number): string => (tenths / 10).toFixed(1)

const times = (count: number): string => (count === 1 ? 'once' : `${count} times`)

/** The lines of a score; what counts nothing is left out. Their points add up to `pointsWords(reason.score)`. */
export function whyLines({ class: matched, parts, use }: Reason, query: string, now: number): WhyLine[] {
  const typed = fold(query)
  const chosen = use.choices.filter((choice) => choice.typed.startsWith(typed)).length
  const last = use.visits.at(-1)
  const lines: [string, number][] = [
    [classWords[matched](query.trim()), parts.match],
    ['How much of the title that is', parts.share],
    [
      last === undefined
        ? 'Opened before'
        : `Opened ${times(use.visits.length)}, last ${ageWords(last, now)}`,
      parts.habit,
    ],
    [`Chosen for this text ${times(chosen)}`, parts.memory],
    ['Pinned by you', parts.pin],
  ]
  return lines.flatMap(([words, points], at) =>
    points === 0 ? [] : [{ words, points: `${at === 0 ? '' : '+'}${pointsWords(points)}` }],
  )
}

/** How the row came to its place among those of its group. */
export const placeWords = (place: {
  /** From 1. */
  at: number
  of: number
  score: number
  /** The score of the row above it in its group; null at the top. */
  above: number | null
}): string => {
  const counted = `Row ${place.at} of ${place.of} in its group.`
  return place.above !== null && place.score > place.above
    ? `${counted} It came after the rows above were shown, and a late row moves nothing.`
    : counted
}

/** For a row that no text ranked: an empty query, or a row that only the service found. */
export function unrankedWords(heading: Heading, query: string): string {
  if (namedIn(query) !== null) return 'You pasted its link or its id.'
  if (query.trim() !== '')
    return heading === 'Commands' || heading === 'Browse'
      ? 'What you typed names it. It stands below what was found.'
      : 'The service found it. The titles that are remembered here do not say why, so it stands below them.'
  switch (heading) {
    case 'Unfinished':
      return 'You began it, and it is not saved yet.'
    case 'Meetings':
      return 'It is the next of your meetings.'
    case 'Tasks':
      return 'It is due today, or overdue.'
    case 'Recent':
      return 'You pinned or opened it, or the service lists it among what you used last.'
    case 'Records':
    case 'Members':
    case 'Other':
    case 'Browse':
    case 'Commands':
      return 'It is always there.'
  }
}
