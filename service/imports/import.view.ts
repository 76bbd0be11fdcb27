// An import as its person sees it.
import { IntlMessageFormat } from 'intl-messageformat'
import type { ImportReason } from '../../shared/api/import-reasons.ts'
import type { Import } from '../../shared/api/launcher/imports.ts'
import type { Language } from '../../shared/language.ts'
import { importReasons as english } from '../../shared/messages/en/setup/import-reasons.ts'
import { importReasons as german } from '../../shared/messages/de/setup/import-reasons.ts'
import { iso } from '../base/time.ts'
import { undoUntil } from './import-write.ts'
import type { LeftOutRow, StoredImport } from './stored-import.ts'

const hasEnded = ({ state }: StoredImport): boolean => state !== 'looked' && state !== 'running'

const resultOf = (stored: StoredImport): Import['result'] => {
  if (!hasEnded(stored)) return null
  const { first, count } = stored.faults ?? { first: [], count: 0 }
  return {
    ...stored.counts,
    faults: [...first],
    ...(count > first.length && { moreFaults: count - first.length }),
  }
}

const undoOf = (stored: StoredImport, at: number): Import['undo'] => {
  const { created, updated, alsoCreated } = stored.counts
  const written = created + updated + Object.values(alsoCreated).reduce((sum, count) => sum + count, 0)
  const until = undoUntil(stored)
  if (!hasEnded(stored) || written === 0 || until < at) return null
  return { until: iso(until), undone: stored.undone, spared: stored.spared }
}

/** @param at epoch milliseconds */
export function presentImport(stored: StoredImport, at: number): Import {
  const { id, name, object, state, problem, look, choices, done, total, rate } = stored
  const isRunning = state === 'running' && done > 0
  const left = isRunning && rate !== null && rate > 0 ? Math.ceil((total - done) / rate) : null
  return {
    id,
    name,
    createdAt: iso(stored.createdAt),
    object,
    state,
    problem,
    ...(problem !== null && stored.faults?.problem && { problemReason: stored.faults.problem }),
    look,
    choices,
    progress: { rows: done, total, rowsPerSecond: isRunning ? rate : null, secondsLeft: left },
    result: resultOf(stored),
    undo: undoOf(stored, at),
  }
}

/** Numbers and phone numbers as they are; else a spreadsheet would run what begins like a formula (OWASP, CSV injection). */
const asText = (cell: string): string => (/^[=@\t\r]|^[+-](?![\d\s.,()/-]*$)/.test(cell) ? `'${cell}` : cell)
const cellOf = (text: string): string => {
  const safe = asText(text)
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** A file of cells that spreadsheets open and run nothing of. */
export const csvOf = (lines: readonly (readonly string[])[]): string =>
  `\uFEFF${lines.map((cells) => cells.map(cellOf).join(',')).join('\r\n')}\r\n`

const catalogues: Readonly<Record<Language, ReadonlyMap<string, string>>> = {
  en: new Map(Object.entries(english)),
  de: new Map(Object.entries(german)),
}
// A file can have a million faults, and parsing a message costs more than formatting it.
const formats = new Map<string, IntlMessageFormat>()

type Known = { code?: ImportReason['code'] | undefined; params?: ImportReason['params'] | undefined }

/** A reason in a language; undefined for codes of other versions of the service. */
export function reasonIn(language: Language, { code, params }: Known): string | undefined {
  const text = catalogues[language].get(`import.why.${code}`)
  if (text === undefined) return undefined
  const name = `${language} ${code}`
  const format = formats.get(name) ?? new IntlMessageFormat(text, language, undefined, { ignoreTag: true })
  formats.set(name, format)
  return String(format.format(params))
}

/** Why a row was left out, in German; null where an older version of the service has kept the sentence only. */
function germanWhy({ reasons = [] }: LeftOutRow): string | null {
  const said = reasons.flatMap(({ column, ...known }) => {
    const why = reasonIn('de', known)
    if (why === undefined) return []
    return [column === '' ? why : `${column}: ${why}`]
  })
  return said.length === 0 ? null : said.join('; ')
}

const leftOutHead = { en: ['Line', 'Reason', 'Text'], de: ['Zeile', 'Grund', 'Text'] } as const

/** The rows that were left out, with the reason before their cells, as a spreadsheet opens them. */
export function leftOutCsv(
  rows: readonly LeftOutRow[],
  header: readonly string[] | null,
  language: Language = 'en',
): string {
  const [line, reason, text] = leftOutHead[language]
  const whyOf = (row: LeftOutRow) => (language === 'de' ? germanWhy(row) : null) ?? row.why
  const lines = [
    [line, reason, ...(header ?? [text])],
    ...rows.map((row) => [String(row.line), whyOf(row), ...(row.cells ?? [row.text])]),
  ]
  return csvOf(lines)
}
