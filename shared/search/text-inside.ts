// Words inside long texts (LCH-06). The service indexes descriptions, notes and comments by them, and the launcher marks them.
import { readingsOf, titleOf } from './text-fold.ts'

/** Letters and digits with the signs that stand inside words: "Wi-Fi", "don’t", "acme.com". Han and kana are words each. */
const token =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]\p{M}*|[[\p{L}\p{N}\p{M}]--[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]]+(?:[\-'’.\u2010][[\p{L}\p{N}\p{M}]--[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]]+)*/gv
const plainToken = /^[a-z0-9]+$/i
const longestWord = 40

/** English and German words that nearly every text has. They find nothing by themselves and are ignored beside others. */
const stopWords = new Set(
  `about after all also am an and are as at be been but by can could do for from had has have he her his how if in into is it
  its more no not of on or our she so than that the their then there they this to was we were what when which who will with
  would you your
  als auch auf aus bei bis da das dass dem den der des die du durch ein eine einem einen einer er es fuer fur haben hat ich ihr
  ihre im ist mit nach nicht noch nur oder sein sich sie sind ueber uber um und uns von vom war werden wie wir wird zu zum
  zur`.split(/\s+/),
)

/** Han and kana come after it. */
const lastAlphabetic = '\u2e7f'

/** A single letter would lead to half of all words. */
const isKept = (word: string): boolean => !stopWords.has(word) && (word.length > 1 || word > lastAlphabetic)

/** A word as it stands in a text, with the folded words by which it is found. */
export type Token = { at: number; length: number; words: readonly string[] }

export function* tokensOf(text: string): Generator<Token> {
  for (const { 0: found, index } of text.matchAll(token)) {
    const words = plainToken.test(found) ? [found.toLowerCase()] : titleOf(found).spoken.split(' ')
    yield { at: index, length: found.length, words: words.map((word) => word.slice(0, longestWord)) }
  }
}

/** The distinct words by which a text is found. @param most stops there */
export function wordsInside(text: string, most: number): Set<string> {
  const words = new Set<string>()
  for (const each of tokensOf(text))
    for (const word of each.words) {
      if (words.size >= most) return words
      if (isKept(word)) words.add(word)
    }
  return words
}

const mostQueryWords = 6

/** The words of a typed text that are looked for inside texts, the longest first, in each of its spellings. */
export const insideQueries = (typed: string): readonly (readonly string[])[] => {
  const spellings = readingsOf(typed).map(({ words }) =>
    [...new Set(words.map((word) => word.slice(0, longestWord)).filter(isKept))]
      .toSorted((a, b) => b.length - a.length)
      .slice(0, mostQueryWords),
  )
  return spellings.filter((words) => words.length > 0)
}

/** Whether one of the words of a token begins with a typed word. */
export const begins = ({ words }: Token, typed: string): boolean =>
  words.some((word) => word.startsWith(typed))

/** A text in parts; those that a typed text finds are marked. */
export function markedParts(text: string, typed: string): { text: string; isMarked: boolean }[] {
  const words = insideQueries(typed).flat()
  const parts: { text: string; isMarked: boolean }[] = []
  let end = 0
  for (const each of tokensOf(text)) {
    if (!words.some((word) => begins(each, word))) continue
    if (each.at > end) parts.push({ text: text.slice(end, each.at), isMarked: false })
    end = each.at + each.length
    parts.push({ text: text.slice(each.at, end), isMarked: true })
  }
  if (end < text.length) parts.push({ text: text.slice(end), isMarked: false })
  return parts
}
