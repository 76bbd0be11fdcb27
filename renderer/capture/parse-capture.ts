// The grammar of a captured line (APP-05): `@person`, `#record`, `!`…`!!!` or `!high`, `~30m`, dates as free text,
// `"…"` literally. Pure: what a person or record *is* is decided elsewhere, by the workspace.
import type { Priority } from '../../shared/api/primitives.ts'
import { parseDuration } from '../task/duration.ts'
import type { DateHit, ReadDates } from './read-dates.ts'

interface At {
  /** Where the token stands in the line. */
  start: number
  end: number
  /** As written: what becomes title again when the token is taken back. */
  text: string
}

export type Token = At &
  (
    | { kind: 'due'; due: Date; time: DateHit['time'] }
    | { kind: 'person'; name: string }
    | { kind: 'record'; name: string }
    | { kind: 'priority'; priority: Priority }
    | { kind: 'estimate'; minutes: number }
  )

export interface ParsedCapture {
  tokens: readonly Token[]
  /** Quote marks that only protect what is inside; they are left out of the title. */
  quotes: readonly number[]
}

const priorities: Readonly<Record<string, Priority>> = {
  '!': 'medium',
  '!!': 'high',
  '!!!': 'urgent',
  '!low': 'low',
  '!med': 'medium',
  '!medium': 'medium',
  '!high': 'high',
  '!urgent': 'urgent',
}

// A mark counts at the start of a word only: "ann@example.com" and "C#" are text. What closes a sentence is not part
// of the name. A name of several words is written in quotes.
const marked = /(?<=^|\s)([@#])(?:"([^"\n]+)"|([^\s"@#]*[^\s"@#.,;:!?)\]}'’]))/gu
const priority = /(?<=^|\s)(!{1,3}|!(?:low|med|medium|high|urgent))(?=[\s.,;]|$)/giu
const estimate = /(?<=^|\s)~([\d.,]+\s?[a-z]*(?:\s?\d+\s?m(?:in)?)?)(?=[\s.,;)]|$)/giu
// A private-use character: nobody types it, and it marks where a token was.
const gap = '\uE000'
const gaps = /(\s*)\uE000+(\s*)([.,;:!?)]?)/g
const quoted = /(?<=^|[\s(])"([^"\n]+)"/gu

/** The same length, so that positions hold; a bar, so that no date reads across it. */
const blank = (text: string, spans: readonly { start: number; end: number }[]): string =>
  spans.reduce(
    (masked, { start, end }) => masked.slice(0, start) + '|'.repeat(end - start) + masked.slice(end),
    text,
  )

const overlaps = (a: { start: number; end: number }, b: { start: number; end: number }): boolean =>
  a.start < b.end && b.start < a.end

const spanOf = (found: RegExpExecArray): At => ({
  start: found.index,
  end: found.index + found[0].length,
  text: found[0],
})

const markTokens = (text: string): Token[] => {
  const tokens: Token[] = []
  for (const found of text.matchAll(marked))
    tokens.push({
      ...spanOf(found),
      kind: found[1] === '@' ? 'person' : 'record',
      name: (found[2] ?? found[3] ?? '').trim(),
    })
  for (const found of text.matchAll(priority)) {
    const named = priorities[found[0].toLowerCase()]
    if (named !== undefined) tokens.push({ ...spanOf(found), kind: 'priority', priority: named })
  }
  for (const found of text.matchAll(estimate)) {
    const minutes = parseDuration(found[1] ?? '')
    if (minutes !== null) tokens.push({ ...spanOf(found), kind: 'estimate', minutes })
  }
  return tokens
}

const tokensIn = (text: string, now: Date, readDates: ReadDates): Token[] => {
  const marks = markTokens(text)
  const dates = readDates(blank(text, marks), now).map(({ start, end, due, time }): Token => ({
    kind: 'due',
    start,
    end,
    text: text.slice(start, end),
    due,
    time,
  }))
  return [...marks, ...dates]
}

/**
 * What a line holds. Several dates, priorities or estimates are all returned: which one is meant is a question for
 * the person. Spans never overlap and lie inside the text.
 */
export function parseCapture(text: string, now: Date, readDates: ReadDates): ParsedCapture {
  const literal: { start: number; end: number }[] = []
  const quotes: number[] = []
  for (const found of text.matchAll(quoted)) {
    const start = found.index
    const end = start + found[0].length
    literal.push({ start, end })
    // Ordinary quotation marks stay; those that kept something from being read were an instruction to us.
    if (tokensIn(found[1] ?? '', now, readDates).length > 0) quotes.push(start, end - 1)
  }
  const tokens: Token[] = []
  for (const token of tokensIn(blank(text, literal), now, readDates))
    if (![...tokens, ...literal].some((taken) => overlaps(taken, token)))
      tokens.push({ ...token, text: text.slice(token.start, token.end) })
  // A name in quotes, `@"Grace Hopper"`, has its mark outside: it is not literal.
  return { tokens: tokens.sort((a, b) => a.start - b.start), quotes }
}

/** What is left of the line when these tokens are taken out: the title. */
export function titleWithout(
  text: string,
  tokens: readonly { start: number; end: number }[],
  quotes: readonly number[],
): string {
  const spans = [...tokens, ...quotes.map((at) => ({ start: at, end: at + 1 }))]
  let title = ''
  for (let at = 0; at < text.length; at += 1)
    title += spans.some(({ start, end }) => at >= start && at < end) ? gap : text.charAt(at)
  return (
    title
      // Joined words must not run together; a gap that a token leaves is one space, or none before what closes a
      // sentence.
      .replaceAll(gaps, (_found, before: string, after: string, closing: string) =>
        closing !== '' && after === '' ? closing : (before + after === '' ? '' : ' ') + closing,
      )
      .replaceAll(/\s+/g, ' ')
      .replaceAll(/^[\s.,;:]+|[\s,;:]+$/g, '')
  )
}
