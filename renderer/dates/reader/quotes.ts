// Replaces typographic quotation marks and full-width marks of names by the plain ones. Pure. Keeps the length, so that
// positions stay valid.

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

export const withPlainMarks = (text: string): string =>
  text
    .replaceAll(wideMark, (mark) => String.fromCharCode(mark.charCodeAt(0) - toPlain))
    .replaceAll(double, '"')
    .replaceAll(single, '"$1"')

/** The name without its quotation marks. */
export const unquoted = (name: string): string => withPlainMarks(name).replaceAll('"', '')
