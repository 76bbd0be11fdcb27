// Quotation marks, and the marks of names, as keyboards and languages have them: all are read as the plain ones. Pure, and of
// the same length, so that positions hold.

const double = /[“”„‟«»‹›＂「」『』《》〈〉〝〞〟]/gu
/** A pair only: ’ is an apostrophe as well ("Bob’s", "the boys’ room"). */
const single =
  /(?<=^|[\s(@#=/])[‘’‚‛']((?:[^‘’‚‛'"\s]|['’](?=\p{L}))(?:[^‘’‚‛'"\n]|['’](?=\p{L}))*)[‘’'](?![\p{L}\p{N}])/gu
/** Of a full width, as Chinese and Japanese keyboards write them. */
const wideMark = /(?<=(?:^|\s)[＠＃＝／～！]*)[＠＃＝／～！]/gu
const toPlain = '＠'.charCodeAt(0) - '@'.charCodeAt(0)

export const withPlainMarks = (text: string): string =>
  text
    .replaceAll(wideMark, (mark) => String.fromCharCode(mark.charCodeAt(0) - toPlain))
    .replaceAll(double, '"')
    .replaceAll(single, '"$1"')

/** A name without the marks around it. */
export const unquoted = (name: string): string => withPlainMarks(name).replaceAll('"', '')
