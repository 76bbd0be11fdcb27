// Reads a captured line (APP-05) by the grammar in grammar.ts. Pure: what a person, record, status or section *is* is
// decided elsewhere, by the workspace.
import type { Priority } from '../../../shared/api/primitives.ts'
import { parseDuration } from '../../ui/dates/dates.ts'
import type { DateHit, ReadDates, Span } from '../dates/date-hit.ts'
import { nameMarks, priorityMarks, type TokenKind } from './grammar.ts'
import { withPlainMarks } from './quotes.ts'

interface At extends Span {
  /** As written: what becomes title again when the token is taken back. */
  text: string
}

export type Token = At &
  (
    | ({ kind: 'due' } & Pick<DateHit, 'due' | 'time' | 'onDay' | 'other'>)
    | { kind: 'person' | 'record' | 'status' | 'section'; name: string }
    | { kind: 'priority'; priority: Priority }
    | { kind: 'estimate'; minutes: number }
  )

export interface ParsedCapture {
  tokens: readonly Token[]
  /** Quote marks that only protect what is inside; they are left out of the title. */
  quotes: readonly number[]
}

// A mark counts at the start of a word only, which a bracket may stand before: "ann@example.com" and "C#" are text. What
// closes a sentence is not part of the name. A name of several words is written in quotes.
const named =
  /(?<=^|[\s([]|,(?=@))([@#])(?:"([^"\n]+)"|([^\s"@#、。，；：！？）】]*[^\s"@#.,;:!?)\]}'’、。，；：！？）】]))/gu
/** "Dentist @10:30". */
const clock = /^(?:\d{1,2}(?::\d\d|(?::\d\d)?[ap]m)|noon|midnight)$/i
// "x = 5", "=>" and "/etc/hosts" are text: these names begin with a letter, and no path is one.
const chosen =
  /(?<=^|[\s([])([=/])(?:"([^"\n]+)"|(\p{L}[\p{L}\p{N}_-]*))(?=[\s.,;:!?)\]}'’、。，；：！？）】]|$)/gu
const priority = /(?<=^|[\s([])(!{1,3}|!(?:none|low|med|medium|high|urgent))(?=[\s.,;)\]、。，；]|$)/giu
const hours = '(?:hours?|hrs?|h|stunden?|std\\.?)'
const minutes = '(?:minut(?:es?|en)|mins?\\.?|m)'
const estimate = new RegExp(
  `(?<=^|[\\s([])~(\\d+(?:[.,]\\d{1,2})?(?:\\s?${hours}(?:\\s?\\d+\\s?${minutes}|\\d+)?|\\s?${minutes})?)(?=[\\s;)\\]]|[.,](?!\\d)|$)`,
  'giu',
)
/** "~30 apples", "~2 days", "~30 €": a bare number counts what stands behind it; "~90, then rest" are minutes. */
const counted = /^\s+[\p{L}\p{N}\p{Sc}%]/u
const quoted = /(?<=^|[\s(])"([^"\n]+)"/gu
/** The same length, so that positions hold; a bar, so that no date reads across it. */
const blank = (text: string, spans: readonly Span[]): string =>
  spans.reduce(
    (masked, { start, end }) => masked.slice(0, start) + '|'.repeat(end - start) + masked.slice(end),
    text,
  )

const overlaps = (a: Span, b: Span): boolean => a.start < b.end && b.start < a.end

const spanOf = (found: RegExpExecArray): At => ({
  start: found.index,
  end: found.index + found[0].length,
  text: found[0],
})

const markTokens = (text: string): Token[] => {
  const tokens: Token[] = []
  for (const found of [...text.matchAll(named), ...text.matchAll(chosen)]) {
    const name = (found[2] ?? found[3] ?? '').trim()
    const kind = nameMarks[found[1] as keyof typeof nameMarks]
    if (name !== '' && !(kind === 'person' && clock.test(name))) tokens.push({ ...spanOf(found), kind, name })
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

const tokensIn = (text: string, now: Date, readDates: ReadDates): Token[] => {
  const marks = markTokens(text)
  const dates = readDates(blank(text, marks), now).map((hit): Token => ({
    ...hit,
    kind: 'due',
    text: text.slice(hit.start, hit.end),
  }))
  const tokens = [...marks, ...dates]
  const isCount = ({ kind, text: written, end }: Token): boolean =>
    kind === 'estimate' &&
    !/\p{L}/u.test(written) &&
    counted.test(text.slice(end)) &&
    !tokens.some(({ start }) => start > end && text.slice(end, start).trim() === '')
  return tokens.filter((token) => !isCount(token))
}

/** A date that is said twice is no question: the first is the token, the other stays a word of the title. */
const isNew = (token: Token, index: number, tokens: readonly Token[]): boolean =>
  token.kind !== 'due' ||
  !tokens.slice(0, index).some((other) => other.kind === 'due' && other.due.getTime() === token.due.getTime())

/**
 * What a line holds. Several dates, priorities or estimates are all returned: which one is meant is a question for
 * the person. Spans never overlap and lie inside the text.
 * @param decided what a person decided by hand: nothing is read there, nor across it.
 */
export function parseCapture(
  text: string,
  now: Date,
  readDates: ReadDates,
  decided: readonly Span[] = [],
): ParsedCapture {
  const open = blank(withPlainMarks(text), decided)
  const literal: Span[] = []
  const quotes: number[] = []
  for (const found of open.matchAll(quoted)) {
    const start = found.index
    const end = start + found[0].length
    literal.push({ start, end })
    // Ordinary quotation marks stay; those that kept something from being read were an instruction to us.
    if (tokensIn(found[1] ?? '', now, readDates).length > 0) quotes.push(start, end - 1)
  }
  const tokens: Token[] = []
  for (const token of tokensIn(blank(open, literal), now, readDates))
    if (![...tokens, ...literal, ...decided].some((taken) => overlaps(taken, token)))
      tokens.push({ ...token, text: text.slice(token.start, token.end) })
  tokens.sort((a, b) => a.start - b.start)
  // A name in quotes, `@"Grace Hopper"`, has its mark outside: it is not literal.
  return { tokens: tokens.filter(isNew), quotes }
}

/** Joins what stands on both sides of a token that was taken out: one space, or none before what closes a sentence. */
const join = (before: string, after: string): string => {
  const [head, tail] = [before.trimEnd(), after.trimStart()]
  const inside = head.replace(/[\s,;:]+$/, '')
  if (/^(?:\(\)|\[\])$/.test(inside.slice(-1) + tail.slice(0, 1)))
    return join(inside.slice(0, -1), tail.slice(1))
  // A token at the start takes along what separated it from the rest.
  if (head === '') return tail.replace(/^[\s.,;:–—-]+(?=\s|$)/, '')
  // Of two dashes around it one is left.
  if (/\s[–—-]$/.test(head) && /^[–—-]\s/.test(tail)) return join(head.slice(0, -1), ` ${tail}`)
  if (tail === after && /^[.,;:!?)]/.test(tail)) {
    // Of the separators on both sides one is left, the one that says more.
    if (head.endsWith(':') && /^[,;]/.test(tail)) return join(before, ` ${tail.slice(1).trimStart()}`)
    return (/(?<![,;:])[,;:]$/.test(head) ? head.slice(0, -1) : head) + tail
  }
  return head === before && tail === after ? head + tail : `${head} ${tail}`
}

/** Words that a name goes on from: "follow up on #quarry", "with @mira and @noah"; and what is done to somebody: "call @mira". */
const leading = new RegExp(
  '(?<![\\p{L}\\p{N}])(?:on|about|with|without|for|to|from|at|by|of|in|into|via|and|or|the|an|bei|beim|mit|ohne|für|von|vom|zu|zum|zur|über|wegen|nach|und|oder|der|die|das|dem|den' +
    '|call|phone|email|message|ping|ask|tell|remind|invite|meet|visit|thank|pay|help|brief|write|rufe?|frage?|triff|treffe|erinnere|besuche|bezahle|danke|hilf)\\s+$',
  'iu',
)
/** German names what is done behind the name: "@mira anrufen". */
const trailing =
  /^\s+(?:an(?:rufen|schreiben|fragen)|fragen|treffen|erinnern|einladen|besuchen|informieren|schreiben|bezahlen|danken|helfen|sprechen)(?!\p{L})/iu
const behindWord = /[\p{L}\p{N}][\s|]*$/u
const beforeWord = /^[\s,|]*[\p{L}\p{N}]/u

/**
 * Whether the sentence needs the name, so that it stays in the title. A person does also between other words: "call @mira
 * about it".
 * @param others the tokens that leave the title
 */
export function isInSentence(
  text: string,
  { start, end, kind }: Span & { kind: TokenKind },
  others: readonly Span[],
): boolean {
  if (kind !== 'person' && kind !== 'record') return false
  const open = blank(text, others)
  const [before, after] = [open.slice(0, start), open.slice(end)]
  if (leading.test(before) || trailing.test(after)) return true
  return kind === 'person' && behindWord.test(before) && beforeWord.test(after)
}

/** Words that stand in the title instead of those of the line. */
export interface Name extends Span {
  words: string
}

/**
 * What is left of the line when these tokens are taken out: the title. Nothing else is left out but `quotes`.
 * @param names what stays, in other words.
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
  else title = join(title, words(at, text.length)).replace(/(?:[\s,;:]|\s[–—-])+$/, '')
  return title.replaceAll(/\s+/g, ' ').trim()
}
