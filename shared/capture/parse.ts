// Parses a captured line (APP-05) by the grammar in grammar.ts. Pure. The people, records, statuses and sections behind the
// names are looked up elsewhere (resolve.ts).
import type { Priority } from '../api/primitives.ts'
import { parseDuration } from '../dates/format.ts'
import { longestRead, type ReadDates, type Span } from '../dates/reader/date-hit.ts'
import { withPlainMarks } from '../dates/reader/plain-text.ts'
import {
  type At,
  blank,
  datesIn,
  type DateToken,
  type Decided,
  type DecidedRepeat,
  decidedRepeatIn,
  type Reads,
} from './date-tokens.ts'
import { nameMarks, priorityMarks, type TokenKind } from './grammar.ts'

export type Token = At &
  (
    | DateToken
    | { kind: 'person' | 'record' | 'status' | 'section'; name: string }
    | { kind: 'priority'; priority: Priority }
    | { kind: 'estimate'; minutes: number }
  )

export interface ParsedCapture {
  tokens: readonly Token[]
  /** Positions of quote marks that only protect their content. They are left out of the title. */
  quotes: readonly number[]
}

// A mark counts only at the start of a word, also after a bracket: "ann@example.com" and "C#" are text. Closing punctuation is
// not part of the name. A name of several words is written in quotes, or is one of the workspace (whole-names.ts).
const named =
  /(?<=^|[\s([]|,(?=@)|@[^\s/@]*\/(?=@))([@#])(?:"([^"\n]+)"|([^\s"@#、。，；：！？）】]*[^\s"@#.,;:!?)\]}'’、。，；：！？）】]))/gu
/** The rest of the word after a name: "@grace's team", "@grace/legal". */
const behindName = /(?:['’]s?(?![\p{L}\p{N}])|\/).*$/u
/** A time after @ is not a person: "Dentist @10:30". */
const clock = /^(?:\d{1,2}(?::\d\d|(?::\d\d)?[ap]m)|noon|midnight)$/i
// Status and section names start with a letter. A path is not a name either: "x = 5", "=>" and "/etc/hosts" are text.
const chosen =
  /(?<=^|[\s([])([=/])(?:"([^"\n]+)"|(\p{L}[\p{L}\p{N}_-]*))(?=[\s.,;:!?)\]}'’、。，；：！？）】]|$)/gu
const priority =
  /(?<=^|[\s([])(!{1,3}|!(?:none|low|med|medium|high|urgent|keine|niedrig|mittel|hoch|dringend))(?=[\s.,;)\]、。，；]|$)/giu
const hours = '(?:hours?|hrs?|h|stunden?|std\\.?)'
const minutes = '(?:minut(?:es?|en)|mins?\\.?|m)'
const estimate = new RegExp(
  `(?<=^|[\\s([])~(\\d+(?:[.,]\\d{1,2})?(?:\\s?${hours}(?:\\s?\\d+\\s?${minutes}|\\d+)?|\\s?${minutes})?)(?=[\\s;)\\]]|[.,](?!\\d)|$)`,
  'giu',
)
/** Minutes without a unit behind hours: "~1h 30". */
const bareMinutes = /^\s[1-5]?\d(?=[\s;)\]]|[.,](?!\d)|$)/u
const endsInHours = new RegExp(`${hours}$`, 'iu')
/** A bare number before a noun is a quantity: "~30 apples", "~1h 30 people", "~30 €". "~90, then rest" means minutes. */
const counted = /^\s+[\p{L}\p{N}\p{Sc}%]/u
const quoted = /(?<=^|[\s(])"([^"\n]+)"/gu
export const overlaps = (a: Span, b: Span): boolean => a.start < b.end && b.start < a.end

const spanOf = (found: RegExpExecArray, length = found[0].length): At => ({
  start: found.index,
  end: found.index + length,
  text: found[0].slice(0, length),
})

const markTokens = (text: string): Token[] => {
  const tokens: Token[] = []
  for (const found of [...text.matchAll(named), ...text.matchAll(chosen)]) {
    const word = found[3]?.replace(behindName, '')
    const name = word ?? found[2]?.trim() ?? ''
    const kind = nameMarks[found[1] as keyof typeof nameMarks]
    if (name !== '' && !(kind === 'person' && clock.test(name)))
      tokens.push({ ...spanOf(found, word === undefined ? undefined : word.length + 1), kind, name })
  }
  for (const found of text.matchAll(priority)) {
    const meant = priorityMarks[found[0].toLowerCase()]
    if (meant !== undefined) tokens.push({ ...spanOf(found), kind: 'priority', priority: meant })
  }
  for (const found of text.matchAll(estimate)) {
    const minutes = parseDuration(found[1] ?? '')
    if (minutes !== null) tokens.push({ ...spanOf(found), kind: 'estimate', minutes })
  }
  return tokens
}

const tokensIn = (
  text: string,
  now: Date,
  readDates: ReadDates,
  reads: Reads,
  decided: DecidedRepeat | null,
): Token[] => {
  const marks = markTokens(text)
  const dates = datesIn(blank(text, marks), now, readDates, reads, decided).map((token) => ({
    ...token,
    text: text.slice(token.start, token.end),
  }))
  const tokens = [...marks, ...dates]
  const begins = new Set(tokens.map(({ start }) => start))
  /** Whether the number that ends here counts what follows. A chip is not counted. */
  const isCount = (end: number): boolean => {
    const after = text.slice(end)
    return counted.test(after) && !begins.has(end + after.search(/\S/))
  }
  return tokens.flatMap((token): Token[] => {
    if (token.kind !== 'estimate') return [token]
    const { start, end, text: written } = token
    if (!/\p{L}/u.test(written)) return isCount(end) ? [] : [token]
    const bare = endsInHours.test(written) ? (bareMinutes.exec(text.slice(end))?.[0] ?? '') : ''
    const longer = { start, end: end + bare.length, text: written + bare }
    const isTaken = tokens.some((other) => other !== token && overlaps(other, longer))
    const minutes = bare === '' || isTaken || isCount(longer.end) ? null : parseDuration(longer.text.slice(1))
    return [minutes === null ? token : { ...longer, kind: 'estimate', minutes }]
  })
}

/** A repeated date is not a conflict: the first is the token, the second stays in the title. */
const isNew = (token: Token, index: number, tokens: readonly Token[]): boolean =>
  token.kind !== 'due' ||
  !tokens.slice(0, index).some((other) => other.kind === 'due' && other.due.getTime() === token.due.getTime())

/**
 * The tokens of a line. All dates, priorities and estimates are returned; the user chooses between several. Tokens never
 * overlap and lie inside the text.
 * @param decided manual tokens; nothing is parsed inside or across them
 * @param reads what the service can
 */
export function parseCapture(
  text: string,
  now: Date,
  readDates: ReadDates,
  decided: readonly Decided[] = [],
  reads: Reads = {},
): ParsedCapture {
  if (text.length > longestRead) return { tokens: [], quotes: [] }
  const decidedRepeat = decidedRepeatIn(text, decided)
  const open = blank(withPlainMarks(text), decided)
  const literal: Span[] = []
  const quotes: number[] = []
  for (const found of open.matchAll(quoted)) {
    const start = found.index
    const end = start + found[0].length
    literal.push({ start, end })
    // Ordinary quotation marks stay in the title. Marks that prevented parsing are removed.
    if (tokensIn(found[1] ?? '', now, readDates, reads, null).length > 0) quotes.push(start, end - 1)
  }
  const tokens: Token[] = []
  const taken: Span[] = [...literal, ...decided]
  for (const token of tokensIn(blank(open, literal), now, readDates, reads, decidedRepeat)) {
    if (taken.some((other) => overlaps(other, token))) continue
    taken.push(token)
    tokens.push({ ...token, text: text.slice(token.start, token.end) })
  }
  tokens.sort((a, b) => a.start - b.start)
  // In `@"Grace Hopper"` the mark is outside the quotes, so the name is not literal.
  return { tokens: tokens.filter(isNew), quotes }
}

/** Joins the text around a removed token: with one space, or none before closing punctuation. */
const join = (before: string, after: string): string => {
  const [head, tail] = [before.trimEnd(), after.trimStart()]
  const inside = head.replace(/(?<![\s,;:])[\s,;:]+$/, '')
  if (/^(?:\(\)|\[\])$/.test(inside.slice(-1) + tail.slice(0, 1)))
    return join(inside.slice(0, -1), tail.slice(1))
  // Inside brackets too: "(fri 5pm, mobile)".
  if (head === before && /[([]$/.test(head)) return head + tail.replace(/^[,;:]\s*/, '')
  // A token at the start is removed with the separator after it.
  if (head === '') return tail.replace(/^[\s.,;:–—-]+(?=\s|$)/, '')
  // Keeps one of the two dashes around a removed token.
  if (/\s[–—-]$/.test(head) && /^[–—-]\s/.test(tail)) return join(head.slice(0, -1), ` ${tail}`)
  if (tail === after && /^[.,;:!?)]/.test(tail)) {
    // Keeps the stronger separator: a colon replaces a comma or a semicolon.
    if (head.endsWith(':') && /^[,;]/.test(tail)) return join(before, ` ${tail.slice(1).trimStart()}`)
    return (/(?<![,;:])[,;:]$/.test(head) ? head.slice(0, -1) : head) + tail
  }
  return head === before && tail === after ? head + tail : `${head} ${tail}`
}

/** Words that need a name after them: "follow up on #quarry", "with @mira and @noah", "call @mira". */
const leading = new RegExp(
  '(?<![\\p{L}\\p{N}])(?:on|about|with|without|for|to|from|at|by|of|in|into|via|and|or|the|an|bei|beim|mit|ohne|für|von|vom|zu|zum|zur|über|wegen|nach|und|oder|der|die|das|dem|den' +
    '|call|phone|email|message|ping|ask|tell|remind|invite|meet|visit|thank|pay|help|brief|write|rufe?|frage?|triff|treffe|erinnere|besuche|bezahle|danke|hilf)\\s+$',
  'iu',
)
/** German verbs follow the name: "@mira anrufen". */
const trailing =
  /^\s+(?:an(?:rufen|schreiben|fragen)|fragen|treffen|erinnern|einladen|besuchen|informieren|schreiben|bezahlen|danken|helfen|sprechen)(?!\p{L})/iu
const behindWord = /[\p{L}\p{N}][\s|]*$/u
const beforeWord = /^[\s,|]*[\p{L}\p{N}]/u
/** A word that the name is a part of: "@grace's team", "@grace/@noah". */
const wordGoesOn = /^['’/]/u

export const needsName = (words: string): boolean => leading.test(words)

/**
 * Whether the sentence needs the name, so that it stays in the title. A person's name also stays between other words: "call
 * @mira about it".
 * @param removed the tokens that are removed from the title
 */
export const sentenceOf = (
  text: string,
  removed: readonly Span[],
): ((token: Span & { kind: TokenKind }) => boolean) => {
  const open = blank(text, removed)
  return ({ start, end, kind }) => {
    if (kind !== 'person' && kind !== 'record') return false
    const [before, after] = [open.slice(0, start), open.slice(end)]
    if (needsName(before) || trailing.test(after)) return true
    if (wordGoesOn.test(after) || before.endsWith('/')) return true
    return kind === 'person' && behindWord.test(before) && beforeWord.test(after)
  }
}

/** Words that replace part of the line in the title. */
export interface Name extends Span {
  words: string
}

/**
 * The title: the line without these tokens and without the marks in `quotes`.
 * @param names replacements for words that stay
 */
export function titleWithout(
  text: string,
  tokens: readonly Span[],
  quotes: readonly number[],
  names: readonly Name[] = [],
): string {
  const edits = [...quotes.map((at): Name => ({ start: at, end: at + 1, words: '' })), ...names].sort(
    (a, b) => b.start - a.start,
  )
  const words = (from: number, to: number): string =>
    edits
      .filter(({ start, end }) => start >= from && end <= to)
      .reduce(
        (kept, { start, end, words: said }) => kept.slice(0, start - from) + said + kept.slice(end - from),
        text.slice(from, to),
      )
  let title = ''
  let at = 0
  for (const { start, end } of [...tokens].sort((a, b) => a.start - b.start)) {
    title = at === 0 ? words(0, start) : join(title, words(at, start))
    at = end
  }
  if (at === 0) title = words(0, text.length)
  else title = join(title, words(at, text.length)).replace(/(?<![\s,;:])(?:[\s,;:]|\s[–—-])+$/, '')
  return title.replaceAll(/\s+/g, ' ').trim()
}
