// Prints the JSON object of a command as a table (`--human`, CLI-03): lists of objects become tables, other members lines.

type Row = Record<string, unknown>

const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isTable = (value: unknown): value is Row[] =>
  Array.isArray(value) && value.length > 0 && value.every(isRow)

/** `memberLimit` → `member limit`. */
const title = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

/** Control characters are removed, because a name must not move the cursor. */
const cell = (value: unknown): string => {
  if (value === null || value === undefined) return '–'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) return value.length === 0 ? '–' : value.map(cell).join(', ')
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.replaceAll(/[\p{Cc}\p{Cf}]+/gu, ' ')
}

// East Asian width (UAX 11) of letters, signs and emoji.
const wide =
  /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Bopomofo}\p{Script=Yi}[\p{Script=Katakana}--[\uff66-\uff9d]]\p{Emoji_Presentation}\u3000-\u303e\u30a0\u30fb\u30fc\uff01-\uff60\uffe0-\uffe6]/v
const stacked = /[\p{Mn}\p{Me}]/u

/** The number of terminal cells of a text: two for wide letters, none for combining marks. */
const widthOf = (text: string): number => {
  let cells = 0
  for (const letter of text.normalize('NFC')) if (!stacked.test(letter)) cells += wide.test(letter) ? 2 : 1
  return cells
}

const padded = (lines: readonly string[][]) => {
  const widths: number[] = []
  for (const line of lines) {
    line.forEach((text, column) => (widths[column] = Math.max(widths[column] ?? 0, widthOf(text))))
  }
  const fill = (text: string, column: number) => text + ' '.repeat((widths[column] ?? 0) - widthOf(text))
  return lines.map((line) => line.map(fill).join('  ').trimEnd())
}

const indented = (lines: readonly string[]) => lines.map((line) => (line === '' ? '' : `  ${line}`))

function tableLines(rows: readonly Row[]): string[] {
  const columns = [...new Set(rows.flatMap(Object.keys))]
  if (rows.some((row) => Object.values(row).some(isTable))) {
    return rows.flatMap((row, index) => (index === 0 ? objectLines(row) : ['', ...objectLines(row)]))
  }
  return padded([columns.map(title), ...rows.map((row) => columns.map((column) => cell(row[column])))])
}

function objectLines(row: Row): string[] {
  const plain = Object.entries(row).filter(([, value]) => !isTable(value) && !isRow(value))
  const lines = padded(plain.map(([name, value]) => [title(name), cell(value)]))
  for (const [name, value] of Object.entries(row)) {
    if (isTable(value)) lines.push(`${title(name)}:`, ...indented(tableLines(value)))
    else if (isRow(value)) lines.push(`${title(name)}:`, ...indented(objectLines(value)))
  }
  return lines
}

/** @param answer the JSON object of a command */
export function humanText(answer: object): string {
  const row: Row = { ...answer }
  const [only, ...others] = Object.values(row)
  const lines = others.length === 0 && isTable(only) ? tableLines(only) : objectLines(row)
  return `${lines.join('\n')}\n`
}
