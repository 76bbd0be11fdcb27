// The text as the rules of dates read it: small letters without umlauts, and one space between words. Rules then need no case,
// no Unicode classes and no runs of blanks, so reading stays linear.
import type { Span } from './date-hit.ts'

export interface PlainText {
  plain: string
  /** The same length as `plain`, in the original letters. */
  written: string
  /** The place of a span in the original text. */
  original: (span: Span) => Span
}

const replacements: Readonly<Record<string, string>> = {
  ä: 'a',
  Ä: 'a',
  ö: 'o',
  Ö: 'o',
  ü: 'u',
  Ü: 'u',
  ß: 's',
  '’': "'",
  '‘': "'",
  '–': '-',
  '—': '-',
  '：': ':',
}
const letter = /[\p{L}\p{N}]/u
const replacementOf = (char: string): string =>
  replacements[char] ?? (letter.test(char) ? 'x'.repeat(char.length) : char)

export function plainText(text: string): PlainText {
  const written = text.replaceAll(/\s+/g, ' ')
  const plain = written.replaceAll(/[^ -~]/gu, replacementOf).toLowerCase()
  if (written.length === text.length) return { plain, written, original: (span) => span }
  const places: number[] = []
  for (let at = 0; at <= text.length; at += 1)
    if (at === 0 || !/\s/.test(text[at] ?? '') || !/\s/.test(text[at - 1] ?? '')) places.push(at)
  // The end is taken from the last letter: a run of blanks behind a date is not a part of it.
  const original = ({ start, end }: Span): Span => ({
    start: places[start] ?? text.length,
    end: (places[end - 1] ?? text.length - 1) + 1,
  })
  return { plain, written, original }
}

const double = /[“”„‟«»‹›＂「」『』《》〈〉〝〞〟]/gu
/**
 * Only a pair counts, because ’ is also an apostrophe ("Bob’s", "the boys’ room"). An apostrophe inside it stands between
 * letters, so that each mark is searched up to the next one only.
 */
const single =
  /(?<=^|[\s(@#=/])[‘’‚‛']((?:[^‘’‚‛'"\s]|['’](?=\p{L}))(?:[^‘’‚‛'"\n]|(?<=\p{L})['’](?=\p{L}))*)[‘’'](?![\p{L}\p{N}])/gu
/** Full-width marks, as on Chinese and Japanese keyboards. */
const wideMark = /(?<=(?:^|\s)[＠＃＝／～！]{0,2})[＠＃＝／～！]/gu
const toPlain = '＠'.charCodeAt(0) - '@'.charCodeAt(0)

/** Replaces typographic quotation marks and full-width marks of names by the plain ones. Keeps the length and all positions. */
export const withPlainMarks = (text: string): string =>
  text
    .replaceAll(wideMark, (mark) => String.fromCharCode(mark.charCodeAt(0) - toPlain))
    .replaceAll(double, '"')
    .replaceAll(single, '"$1"')

/** The name without its quotation marks. */
export const unquoted = (name: string): string => withPlainMarks(name).replaceAll('"', '')
