// E-mail addresses, files, sites and paths hold the names of days, and are text. Pure.
import type { Span } from './parse-capture.ts'

const begun = /[_\\]$|(?:@|\p{L}:\/\/|www\.)\S*$/iu
/** The rest of the word: "sun+news@example.com", "today.com". A sentence that ends in dots goes on behind them. */
const goesOn = /^[\p{L}\p{N}_%+&=~-]*(?:@|\.[\p{L}\p{N}]|[_\\])/u

/** Whether what is read there would be a part of such a name. */
export const isInName = (text: string, { start, end }: Span): boolean =>
  begun.test(text.slice(0, start)) || goesOn.test(text.slice(end))
