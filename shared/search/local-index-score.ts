// The score of a row for a typed text, in the parts that Mod+I shows. Pure. Points are whole tenths, so that the parts that
// are shown add up.
import { beginsWords, isInDetail, type Span } from './local-index-detail.ts'
import type { StateQuery } from './state-words.ts'
import { type FoldedText, type FoldedTitle, space, wordAfter } from './text-fold.ts'
import { literalClassOf, isMistypedTitle, shareOf } from './text-match.ts'

/** Classes of a match, best first: those of the service, with the state, the row's other words and left-out letters added. */
export const localClasses = [
  'exact',
  'prefix',
  'wordPrefix',
  'state',
  'other',
  'detail',
  'typo',
  'subsequence',
] as const
export type LocalClass = (typeof localClasses)[number]

/** "Typed x, chose this": `typed` is folded, `at` epoch milliseconds. */
export type Choice = { typed: string; at: number }

/** How the user used a row. It ranks the row; "Remove from suggestions" clears it. */
export type Use = {
  /** When it was opened, epoch milliseconds, newest last. */
  visits: number[]
  choices: Choice[]
  pinned: boolean
}
export const unused: Use = { visits: [], choices: [], pinned: false }

export const isUnused = ({ visits, choices, pinned }: Use): boolean =>
  !pinned && visits.length === 0 && choices.length === 0

/** Tenths of a point. The first three make at most 1,000: 100 points. The user's corrections are added on top. */
export type Parts = {
  /** The class of the match. */
  match: number
  /** The share of the title that was typed. */
  share: number
  /** Replaces the share: how near a meeting is to now, or the due date of a task that was found by its state. */
  near: number
  /** Visits that fade. */
  habit: number
  /** Earlier choices for this text. */
  choices: number
  pin: number
}

// A class is as far from the next one as share and habit reach together: neither beats what is typed.
const classPoints: Readonly<Record<LocalClass, number>> = {
  exact: 88,
  prefix: 76,
  wordPrefix: 64,
  state: 52,
  other: 40,
  detail: 28,
  typo: 16,
  subsequence: 4,
}
const mostShare = 6
const mostHabit = 6
/** The first choice is worth half: more than a better class with all of its title typed. */
const mostChosen = 40
/** Three classes: a pinned row that begins with what is typed, or a word of it, comes before every other. */
const pinPoints = 40
const halfLifeMs = 30 * 86_400_000

const tenths = (points: number): number => Math.round(points * 10)

const faded = (at: number, now: number): number => 2 ** (-Math.max(0, now - at) / halfLifeMs)

/** Visits that fade by half in 30 days: at most 6 of 100 points, so that habit never beats what is typed. */
export const frecency = (visits: readonly number[], now: number): number => {
  let weight = 0
  for (const at of visits) weight += faded(at, now)
  return Math.min(mostHabit, 2 * Math.log2(1 + weight))
}

/** Earlier choices for this text; a choice for a longer text that begins with it counts half. */
const choicesOf = (typed: string, choices: readonly Choice[], now: number): number => {
  let weight = 0
  for (const choice of choices)
    if (choice.typed.startsWith(typed))
      weight += faded(choice.at, now) * (choice.typed.length === typed.length ? 1 : 0.5)
  return mostChosen * (1 - 2 ** -weight)
}

const shortestJoined = 3
const shortestSkipping = 4
const mostSkipped = 2
const lettersOnly = /^\p{L}+$/u

/**
 * Whether a word that was typed names the title with letters left out: beginnings of words put together ("calac" for "Call
 * Acme"), or one word from its first letter on, with at most two left out before each letter ("qrtly").
 */
export const isSubsequence = (typed: string, spoken: string): boolean => {
  if (typed.length < shortestJoined || !lettersOnly.test(typed)) return false
  if (typed.length >= shortestSkipping)
    for (let start = 0; start < spoken.length; start = wordAfter(spoken, start))
      if (isSkipping(typed, spoken, start)) return true
  return isJoined(typed, spoken)
}

const isSkipping = (typed: string, spoken: string, start: number): boolean => {
  if (spoken.charCodeAt(start) !== typed.charCodeAt(0)) return false
  let at = start
  for (let index = 1; index < typed.length; index += 1) {
    const last = at + 1 + mostSkipped
    const letter = typed.charCodeAt(index)
    do {
      at += 1
      if (at >= spoken.length || at > last || spoken.charCodeAt(at) === space) return false
    } while (spoken.charCodeAt(at) !== letter)
  }
  return true
}

/** Whether each letter begins a word, later than the one before it, or follows that one directly. */
const isJoined = (typed: string, spoken: string): boolean => {
  /** Ends of what was found for the letters so far. */
  let ends: number[] = [-1]
  for (let index = 0; index < typed.length && ends.length > 0; index += 1) {
    const letter = typed.charCodeAt(index)
    const next: number[] = []
    for (let at = (ends[0] ?? 0) + 1; at < spoken.length; at += 1) {
      if (spoken.charCodeAt(at) !== letter) continue
      const begins = at === 0 || spoken.charCodeAt(at - 1) === space
      if (begins || (index > 0 && ends.includes(at - 1))) next.push(at)
    }
    ends = next
  }
  return ends.length > 0
}

const hourMs = 3_600_000
/** Two years away, in doublings of an hour. */
const furthest = 14

/** From 1 for a meeting that runs to 0 for one that is years away, past and future alike. */
const nearness = ({ start, end }: Span, now: number): number =>
  Math.max(0, 1 - Math.log2(1 + Math.max(0, start - now, now - end) / hourMs) / furthest)

/** The most that a match of this class can be worth to a row that nobody used, in tenths. */
export const mostUnused = (matched: LocalClass): number => (classPoints[matched] + mostShare) * 10

/** The query, the form of it that is looked for in details (null if it is too short), and the state it asks for. */
export type Typed = { query: FoldedText; forDetail: FoldedText | null; state: StateQuery | null }

/**
 * @param detail the words of the row besides its title, folded.
 * @param isState whether the row is in the state that is asked for.
 * @param isWhole false if the title lacks a typed letter: then only a typo or the detail can match.
 * @param needed tenths of a point; loose classes that cannot reach them are skipped.
 */
export const localClassOf = (
  { query, forDetail, state }: Typed,
  title: FoldedTitle,
  detail: string,
  isState: boolean,
  isWhole: boolean,
  needed: number,
): LocalClass | null => {
  const literal = isWhole ? literalClassOf(query, title) : null
  if (literal !== null && literal !== 'other') return literal
  if (isState && state !== null && beginsWords(state.rest, title, detail)) return 'state'
  if (literal !== null) return literal
  const isDetail =
    needed <= mostUnused('detail') && forDetail !== null && isInDetail(forDetail, title, detail)
  if (isDetail) return 'detail'
  if (needed <= mostUnused('typo') && isMistypedTitle(query, title)) return 'typo'
  const isLoose = isWhole && query.words.length === 1 && needed <= mostUnused('subsequence')
  return isLoose && isSubsequence(query.words[0] ?? '', title.spoken) ? 'subsequence' : null
}

export const partsOf = (
  query: FoldedText,
  title: FoldedTitle,
  matched: LocalClass,
  use: Use,
  span: Span | undefined,
  now: number,
): Parts => ({
  match: classPoints[matched] * 10,
  share:
    matched === 'detail' || matched === 'state' || span !== undefined
      ? 0
      : tenths(shareOf(query, title) * mostShare),
  near: span === undefined ? 0 : tenths(nearness(span, now) * mostShare),
  habit: use.visits.length === 0 ? 0 : tenths(frecency(use.visits, now)),
  choices: use.choices.length === 0 ? 0 : tenths(choicesOf(query.text, use.choices, now)),
  pin: use.pinned ? pinPoints * 10 : 0,
})

const shortestName = 3

/**
 * The score of what is always there under its name. Once its name is begun it wins over rows that match alike; a letter or
 * two begin so many names that it stands below the titles that they begin.
 */
export const namePoints = (
  { class: matched, score }: { class: LocalClass; score: number },
  typed: string,
): number => {
  const isShort = typed.trim().length < shortestName
  const isBegun = matched === 'exact' || matched === 'prefix'
  const points = classPoints[isShort ? 'detail' : matched] + (isBegun && !isShort ? mostHabit : 0)
  return points * 10 + tenths(score * mostShare)
}

export const sumOf = ({ match, share, near, habit, choices, pin }: Parts): number =>
  match + share + near + habit + choices + pin
