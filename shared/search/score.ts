// The score of a row for a query, in the parts that Mod+I shows: by its title, and below that by the text beside it. Pure. Parts
// are whole tenths of a point, so that the shown parts add up.
import type { Span, StateQuery } from './state-words.ts'
import {
  type FoldedText,
  type FoldedTitle,
  space,
  wordAfter,
  foldedOf,
  titleOf,
  savedPhone,
  typedPhone,
} from './text-fold.ts'
import {
  bestFit,
  fitOf,
  literalClassOf,
  isMistypedTitle,
  type MatchClass,
  shareOf,
  beginsWord,
} from './text-match.ts'
import type { SearchResult } from '../api/launcher/search.ts'
import { dueAt, localWholeDays } from '../whole-days.ts'

/** Classes of a match, best first: the service's classes, and three local ones ("state", "detail" and "subsequence"). */
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
/** Classes that have each letter of the title as typed. Only these are judged by their fit. */
const isLiteral = (matched: LocalClass): matched is Exclude<MatchClass, 'typo'> =>
  matched === 'exact' || matched === 'prefix' || matched === 'wordPrefix' || matched === 'other'

/** A row that was chosen for a query: `typed` is folded, `at` is in epoch milliseconds. */
export type Choice = { typed: string; at: number }

/** How the user used a row. It ranks the row; "Remove from suggestions" clears it. */
export type Use = {
  /** The times of opening it in epoch milliseconds, newest last. */
  visits: number[]
  choices: Choice[]
  pinned: boolean
}
export const unused: Use = { visits: [], choices: [], pinned: false }

export const isUnused = ({ visits, choices, pinned }: Use): boolean =>
  !pinned && visits.length === 0 && choices.length === 0

/** Tenths of a point. The first five make at most 1,000: 100 points. The user's corrections are added on top. */
export type Parts = {
  /** The class of the match. */
  match: number
  /** Whole words, and words in the order typed. */
  fit: number
  /** The share of the title that was typed. */
  share: number
  /** Replaces the share: the distance in time of a meeting. For a task found by its state, the distance of its due date. */
  near: number
  /** Visits, which fade with time. */
  habit: number
  /** Earlier choices for this query. */
  choices: number
  pin: number
}

// The gap between classes equals the maximum of fit, share and habit together, so they cannot outweigh the class.
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
/** Each half of the fit outweighs every share. */
const mostFit = 4
const mostShare = 2
/** Meetings rank by their distance first. */
const mostFitBesideNear = 2
const mostNear = 4
const mostBesideHabit = mostFit + mostShare
const mostHabit = 6
/** The first choice adds half of this. This half outweighs a better class with its whole title typed. */
const mostChosen = 40
/** More than three classes. A pinned row ranks first if its title, or a word of it, begins with the query. */
const pinPoints = 40
const halfLifeMs = 30 * 86_400_000

const tenths = (points: number): number => Math.round(points * 10)

const faded = (at: number, now: number): number => 2 ** (-Math.max(0, now - at) / halfLifeMs)

/** The points of visits, with a half-life of 30 days. At most 6 of 100 points, so that habit never outweighs the match. */
export const frecency = (visits: readonly number[], now: number): number => {
  let weight = 0
  for (const at of visits) weight += faded(at, now)
  return Math.min(mostHabit, 2 * Math.log2(1 + weight))
}

/** The points of earlier choices for this query. A choice for a longer query that begins with it counts half. */
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
 * Whether a typed word abbreviates the title. It may join beginnings of words ("calac" for "Call Acme"). Or it may leave
 * letters out of one word ("qrtly"). Then the first letter must match, and each gap has at most two letters.
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

/** Whether each letter begins a later word, or directly follows the previous letter. */
const isJoined = (typed: string, spoken: string): boolean => {
  /** The positions where a match of the letters so far can end. */
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
/** Two years, in doublings of an hour. */
const furthest = 14

/** From 1 for a meeting in progress to 0 for one that is years away, in either direction. */
const nearness = ({ start, end }: Span, now: number): number =>
  Math.max(0, 1 - Math.log2(1 + Math.max(0, start - now, now - end) / hourMs) / furthest)

/** The maximum score of an unused row in this class, in tenths of a point. */
export const mostUnused = (matched: LocalClass): number => (classPoints[matched] + mostBesideHabit) * 10

/** A query in one spelling. */
export type Typed = {
  query: FoldedText
  /** The text as choices store it. */
  chosen: string
  /** Its formats for details. */
  forDetail: readonly DetailQuery[]
  /** The state that it asks for. */
  state: StateQuery | null
}

/**
 * @param detail the folded words beside the title
 * @param isState whether the row has the requested state
 * @param isWhole false if the title lacks a typed letter; then only a typo or the detail can match
 * @param needed tenths of a point; loose classes that cannot reach it are skipped
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
  if (needed <= mostUnused('detail'))
    for (const typed of forDetail) if (isInDetail(typed, title, detail)) return 'detail'
  if (needed <= mostUnused('typo') && isMistypedTitle(query, title)) return 'typo'
  const isLoose = isWhole && query.words.length === 1 && needed <= mostUnused('subsequence')
  return isLoose && isSubsequence(query.words[0] ?? '', title.spoken) ? 'subsequence' : null
}

export const partsOf = (
  { query, chosen }: Typed,
  title: FoldedTitle,
  matched: LocalClass,
  use: Use,
  span: Span | undefined,
  now: number,
): Parts => {
  const hasFit = isLiteral(matched)
  const fit = hasFit ? fitOf(query, title, matched) / bestFit : 0
  const isShared = span === undefined && matched !== 'detail' && matched !== 'state'
  return {
    match: classPoints[matched] * 10,
    fit: tenths(fit * (span === undefined ? mostFit : mostFitBesideNear)),
    share: isShared ? tenths(shareOf(query, title) * (hasFit ? mostShare : mostBesideHabit)) : 0,
    near: span === undefined ? 0 : tenths(nearness(span, now) * (hasFit ? mostNear : mostBesideHabit)),
    habit: use.visits.length === 0 ? 0 : tenths(frecency(use.visits, now)),
    choices: use.choices.length === 0 ? 0 : tenths(choicesOf(chosen, use.choices, now)),
    pin: use.pinned ? pinPoints * 10 : 0,
  }
}

const shortestName = 3

/**
 * The score of a command or an object by its name. A begun name ranks above rows of the same class. One or two letters begin
 * too many names, so the name then ranks below titles that begin with them.
 */
export const namePoints = (
  { class: matched, score }: { class: LocalClass; score: number },
  typed: string,
): number => {
  const isShort = typed.trim().length < shortestName
  const isBegun = matched === 'exact' || matched === 'prefix'
  const points = classPoints[isShort ? 'detail' : matched] + (isBegun && !isShort ? mostHabit : 0)
  return points * 10 + tenths(score * mostBesideHabit)
}

export const sumOf = ({ match, fit, share, near, habit, choices, pin }: Parts): number =>
  match + fit + share + near + habit + choices + pin

type Entry = NonNullable<SearchResult['record']>['meta'][number]

const address = /^(?:[a-z]+:\/\/)?(?:www\.)?([^/?#\s]+)\S*$/i
const fewestDigits = 4
const fewestLetters = 2

/** Contact entries of a record, which people search by. */
export const isContact = ({ type }: Entry): boolean => type === 'email' || type === 'url' || type === 'phone'

const contactWords = ({ type, value }: Entry): string =>
  type === 'phone'
    ? savedPhone(value).join(' ')
    : type === 'url'
      ? (address.exec(value)?.[1] ?? value)
      : value

/** The time of a meeting or the due date of a task, if known. */
export const spanOf = ({ meeting, task }: Pick<SearchResult, 'meeting' | 'task'>): Span | undefined => {
  const { startAt, endAt, allDay } = meeting ?? {}
  if (startAt !== undefined && allDay === true) {
    const { first, last } = localWholeDays(startAt, endAt)
    return { start: first.getTime(), end: last.setDate(last.getDate() + 1) - 1 }
  }
  const due = task?.dueDate ?? null
  const start = due === null ? Date.parse(startAt ?? '') : dueAt(due).getTime()
  const end = due === null ? Date.parse(endAt ?? startAt ?? '') : start
  return Number.isNaN(start) || Number.isNaN(end) ? undefined : { start, end }
}

/** The folded words of a row besides its title. */
export const detailOf = ({ subtitle, badge, task, record }: Omit<SearchResult, 'kind'>): string => {
  const said = [subtitle, badge, task?.status?.name, record?.objectTypeName]
  const contacts = record?.meta.filter(isContact).map(contactWords) ?? []
  return titleOf([...new Set([...said, ...contacts])].filter(Boolean).join(' ')).spoken
}

/** A query in a format of details. `isInside` if it may match in the middle of a word: the digits of a number. */
export type DetailQuery = FoldedText & { isInside: boolean }

/** The query in the formats of details: the domain of an address, both spellings of a phone number. */
export const typedForDetail = (query: string): readonly DetailQuery[] => {
  const typed = query.trim()
  if (typed.length < fewestLetters) return []
  const phone = typedPhone(typed)
  if (phone !== null && phone.digits.length >= fewestDigits)
    return [
      { ...foldedOf(phone.digits), isInside: true },
      { ...foldedOf(phone.other), isInside: false },
    ]
  const said = /^https?:\/\//i.test(typed) ? (address.exec(typed)?.[1] ?? typed) : typed
  return [{ ...foldedOf(said), isInside: false }]
}

/** Whether each typed word begins a word of the title or of the detail. Digits may match anywhere in the detail. */
const isInDetail = (typed: DetailQuery, title: FoldedTitle, detail: string): boolean => {
  if (detail === '' || typed.words.length === 0) return false
  if (typed.isInside) return detail.includes(typed.text)
  return beginsWords(typed, title, detail)
}

/** Whether each typed word begins a word of the title or of the detail. */
const beginsWords = ({ words }: FoldedText, title: FoldedTitle, detail: string): boolean => {
  for (const word of words) if (!beginsWord(word, title.spoken) && !beginsWord(word, detail)) return false
  return true
}
