// Finds web addresses in plain text. The page makes them clickable, and the main process opens only what it finds itself in
// the same text. Pure.

/** A piece of a text; `link` is the address that it names. */
export type Piece = { text: string; link: string | null }

const address = /\bhttps?:\/\/[\p{L}\p{N}[][^\s<>"“”„«»]*/giu
/** A sentence may end after an address. */
const punctuation = /[.,;:!?'’*_]+$/

const brackets = [
  ['(', ')'],
  ['[', ']'],
  ['{', '}'],
] as const

/** Drops punctuation at the end, and a bracket that was opened before the address. */
const trimmed = (text: string): string => {
  const short = text.replace(punctuation, '')
  for (const [open, close] of brackets)
    if (short.endsWith(close) && short.split(close).length > short.split(open).length)
      return trimmed(short.slice(0, -1))
  return short
}

/** The text in pieces, in order. */
export const piecesOf = (text: string): Piece[] => {
  const pieces: Piece[] = []
  let at = 0
  for (const { 0: found, index } of text.matchAll(address)) {
    const link = trimmed(found)
    if (index > at) pieces.push({ text: text.slice(at, index), link: null })
    pieces.push({ text: link, link })
    at = index + link.length
  }
  if (at < text.length) pieces.push({ text: text.slice(at), link: null })
  return pieces
}

export const linksIn = (text: string): string[] => piecesOf(text).flatMap(({ link }) => link ?? [])
