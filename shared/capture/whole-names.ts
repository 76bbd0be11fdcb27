// Compares typed names with the names of the workspace, and finds how far a name goes on in the line (APP-05). Pure.
import { fold, foldedOf, umlautSpellings } from '../search/text-fold.ts'
import { matchOf } from '../search/text-match.ts'
import type { Span } from '../dates/reader/date-hit.ts'
import { needsName, overlaps } from './parse.ts'

/** A possible meaning of a token. `id` is the value that is sent: an id, a slug, an instant, or minutes. */
export interface Candidate {
  id: string
  name: string
  /** Shown as the choice in place of the name. */
  label?: string
  /** Distinguishes candidates of the same name. */
  detail?: string
  /** The words with this meaning if they are not the token's own: the other one of two dates. */
  span?: Span
}

export type Meaning =
  | { state: 'resolved'; candidate: Candidate }
  | { state: 'ambiguous'; candidates: readonly Candidate[] }
  /** `isUnanswered`: the service could not be asked, and may know it. */
  | { state: 'unknown'; isUnanswered?: true }
  /** The service has not answered yet. */
  | { state: 'looking' }

const most = 6

/** Treats "in-progress", "In progress" and "in_progress" as one name. */
export const spaced = (name: string): string => name.replaceAll(/[-_]/g, ' ')

const spoken = (name: string): string => ` ${foldedOf(spaced(name)).spoken} `

/** Both texts as written, and with their umlauts spelled out if there are any. */
const spellings = (typed: string, name: string): (readonly [typed: string, name: string])[] => {
  const [one, other] = [umlautSpellings(typed), umlautSpellings(name)]
  const asWritten = [typed, name] as const
  return one.length === 1 && other.length === 1
    ? [asWritten]
    : [asWritten, [one.at(-1) ?? typed, other.at(-1) ?? name]]
}

/** Whether the typed text is whole words of the name, one after another. */
export const isWordsOf = (typed: string, name: string): boolean =>
  spellings(typed, name).some(([one, other]) => spoken(other).includes(spoken(one)))

/** Like `isWordsOf`, but the last word may go on. */
const isBegunIn = (typed: string, name: string): boolean =>
  spellings(typed, name).some(([one, other]) => spoken(other).includes(spoken(one).trimEnd()))

const isBegun = (typed: string, name: string): boolean => {
  const found = matchOf(typed, name)
  return found !== null && found.class !== 'other' && found.class !== 'typo'
}

/** Whether words of the name begin as the typed ones do. "Joerg" is also "Jörg". */
export const startsAWord = (typed: string, name: string): boolean =>
  spellings(typed, name).some(([one, other]) => isBegun(one, other))

export const isNumber = (typed: string): boolean => /\p{N}/u.test(typed) && !/\p{L}/u.test(typed)

/** The items whose name fits. A number is a whole word: "#3" is not 3M. "@joe" is Jörg only where nobody is called Joe or Joel. */
export const fitting = <T>(typed: string, items: readonly T[], nameOf: (item: T) => string): T[] => {
  if (isNumber(typed)) return items.filter((item) => isWordsOf(typed, nameOf(item)))
  const all = items.filter((item) => startsAWord(typed, nameOf(item)))
  const begun = spoken(typed).trimEnd()
  const near = all.filter((item) => spoken(nameOf(item)).includes(begun) || isWordsOf(typed, nameOf(item)))
  return near.length > 0 ? near : all
}

/** Ways in which two names are the same, the closest first. */
const sameness: readonly ((name: string) => string)[] = [
  fold,
  spoken,
  (name) => spoken(umlautSpellings(name).at(-1) ?? name),
]

const isSame = (typed: string, name: string): boolean => sameness.some((form) => form(typed) === form(name))

/** Resolves to the one best candidate, or to a choice between several. */
export const decide = (candidates: readonly Candidate[], name: string): Meaning => {
  const [first] = candidates
  if (first === undefined) return { state: 'unknown' }
  if (candidates.length === 1) return { state: 'resolved', candidate: first }
  for (const form of sameness) {
    const [only, ...others] = candidates.filter((candidate) => form(candidate.name) === form(name))
    if (only !== undefined && others.length === 0) return { state: 'resolved', candidate: only }
  }
  return { state: 'ambiguous', candidates: candidates.slice(0, most) }
}

interface Typed extends Span {
  name: string
}

const mostWords = 8
const words = /[\p{L}\p{N}\p{M}]+/gu
const wordEnds = /^(?:$|[\s,;!?()[\]{}'’"“”«»/…]|[.:](?!\p{L}))/u
/** Words that one name may hold. Any other sign between them must be in the name, too: "Ask @grace, Hopper is out". */
const inOneName = /^(?:[\p{L}\p{N}\p{M}&'’_-]|\s(?![-–—]\s)|\.(?=\S))*$/u

/**
 * Longer names that the line may continue with: "Acme Corporation", "Acme Corporation about" ... A name in quotes is complete.
 * @param stops what a name does not reach into
 */
export function longerNames(text: string, { start, end, name }: Typed, stops: readonly Span[]): Typed[] {
  if (end - start !== name.length + 1) return []
  const stop = Math.min(text.length, ...stops.filter((span) => span.start >= end).map((span) => span.start))
  const longer: Typed[] = []
  for (const { index, 0: word } of text.slice(end, stop).matchAll(words)) {
    const at = end + index + word.length
    if (wordEnds.test(text.slice(at, at + 2)))
      longer.push({ start, end: at, name: text.slice(start + 1, at).replaceAll(/\s+/g, ' ') })
    if (longer.length === mostWords) break
  }
  return longer
}

const candidatesIn = (meaning: Meaning): readonly Candidate[] =>
  meaning.state === 'resolved' ? [meaning.candidate] : meaning.state === 'ambiguous' ? meaning.candidates : []

/**
 * The longest name of the workspace that the line goes on with; else the most words of one: "Acme Holding" for "Acme Holding
 * GmbH". Null if the token is all of the name.
 * @param dates dates in the line. Only a whole name has them inside
 */
export function longestName(
  typed: Typed,
  longer: readonly Typed[],
  dates: readonly Span[],
  lookUp: (name: string) => Meaning,
): (Typed & { meaning: Meaning }) | null {
  let whole: (Typed & { meaning: Meaning }) | null = null
  let part: (Typed & { meaning: Meaning }) | null = null
  for (const one of longer) {
    const { name } = one
    const isOne = inOneName.test(name)
    const begun = candidatesIn(lookUp(name)).filter(
      (candidate) => isBegunIn(name, candidate.name) && (isOne || fold(candidate.name).includes(fold(name))),
    )
    if (begun.length === 0) break
    const same = begun.filter((candidate) => isSame(name, candidate.name))
    const held = begun.filter((candidate) => isWordsOf(name, candidate.name))
    if (same.length > 0) whole = { ...one, meaning: decide(same, name) }
    else if (held.length > 0 && !needsName(`${name} `) && !dates.some((date) => overlaps(date, one)))
      part = { ...one, meaning: decide(held, name) }
  }
  if (whole !== null || part === null) return whole
  return candidatesIn(lookUp(typed.name)).some((candidate) => isSame(typed.name, candidate.name))
    ? null
    : part
}
