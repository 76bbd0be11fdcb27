// A spreadsheet runs a cell that begins like a formula, wherever its text came from: `=HYPERLINK(…)` as a company's name
// sends what stands beside it to whoever wrote it. An apostrophe before it makes it text, here as in spreadsheets
// (https://owasp.org/www-community/attacks/CSV_Injection). Pure.

const beginsLikeOne = /^[=+\-@\t\r＝＋－＠]/
/** A number or a telephone number: it does nothing, and is to be counted with. */
const isNumberLike = (text: string) => /^[+-][\d\s().,/-]*$/.test(text) || Number.isFinite(Number(text))
/** What `withoutGuard` would take an apostrophe from. A line feed stands where a carriage return was written. */
const looksGuarded = /^'+[=+\-@\t\r\n＝＋－＠]/

/** The text as it is written for a spreadsheet. */
export const guarded = (text: string): string =>
  looksGuarded.test(text) || (beginsLikeOne.test(text) && !isNumberLike(text)) ? `'${text}` : text

/** What was meant by a cell of a spreadsheet. */
export const withoutGuard = (cell: string): string => (looksGuarded.test(cell) ? cell.slice(1) : cell)
