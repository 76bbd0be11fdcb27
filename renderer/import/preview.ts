// The table "Preview": the columns of the file, and the first rows as they would be stored. Pure.
import type { ImportChoices, ImportLook } from '../../shared/api/launcher/imports.ts'
import type { Recurrence } from '../../shared/api/primitives.ts'
import { repeatWords } from '../../shared/dates/repeat-words.ts'
import { listOf, localeNow, numberWords, say } from '../../shared/language.ts'
import { fieldName, tasksSlug } from './import-words.ts'

export type Fault = ImportLook['faults'][number]

export interface PreviewColumn {
  /** Its place in the file; null for values that no column of the file holds. */
  index: number | null
  name: string
  /** Slug of the field that it fills, or null. */
  field: string | null
  isNew: boolean
  /** Slug of the field that was suggested, where that is not the field. */
  suggested: string | null
  /** Whether it fills nothing, but tells how other columns are read. */
  isHelper: boolean
  /** The column before it that fills the same field. Their values are stored together. */
  joins: string | null
  /** Values of the file, for a column that fills nothing. */
  examples: string
}

export interface PreviewRow {
  line: number
  /** One for each column. */
  cells: readonly { text: string; faults: readonly Fault[] }[]
  /** Of the whole row. */
  faults: readonly Fault[]
}

export interface Preview {
  columns: readonly PreviewColumn[]
  rows: readonly PreviewRow[]
  /** Columns without a value. They are not shown, because exports have dozens. */
  emptyCount: number
}

/** Members of a row that are not fields. */
const notFields: ReadonlySet<string> = new Set(['line', 'object'])

/** The columns with their fields, as the person has just chosen them. */
function fileColumns(
  { columns, ignored, object }: ImportLook,
  chosen: ImportChoices['columns'],
): PreviewColumn[] {
  const first = new Map<string, string>()
  return columns.map(({ name, field: looked, suggested = looked, isNew, examples }, index) => {
    const choice = chosen?.find(({ column }) => column === index)
    const field = choice === undefined ? looked : (choice.create?.name ?? choice.field)
    const joins = field === null ? null : (first.get(field) ?? null)
    if (field !== null && joins === null) first.set(field, name)
    return {
      index,
      name,
      field,
      isNew: choice === undefined ? isNew === true : choice.create !== undefined,
      suggested,
      isHelper: object === tasksSlug && looked === null && name !== '' && !ignored.includes(name),
      joins,
      examples: listOf([...new Set(examples)]),
    }
  })
}

const mediumDate = (iso: string, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(localeNow(), options).format(new Date(iso))

/** A stored value as text. Dates name their month, so that a misread one is seen. */
export function valueText(value: unknown): string {
  if (typeof value === 'boolean') return say(value ? 'import.yes' : 'import.no')
  if (typeof value === 'number') return numberWords(value, { maximumFractionDigits: 10 })
  if (typeof value === 'string') {
    if (Number.isNaN(Date.parse(value))) return value
    if (/^\d{4}-\d\d-\d\d$/.test(value)) return mediumDate(value, { dateStyle: 'medium', timeZone: 'UTC' })
    return /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)
      ? mediumDate(value, { dateStyle: 'medium', timeStyle: 'short' })
      : value
  }
  if (isRecurrence(value)) return repeatWords(value, new Date())
  if (typeof value !== 'object' || value === null) return ''
  return (Array.isArray(value) ? (value as unknown[]) : Object.values(value))
    .map(valueText)
    .filter((text) => text !== '')
    .join('; ')
}

const isRecurrence = (value: unknown): value is Recurrence =>
  typeof value === 'object' && value !== null && 'rule' in value && 'after' in value

/**
 * @param chosen columns that the person has sent elsewhere; the look may not know them yet
 * @param nameOf the name of a stored value, such as that of a status
 */
export function previewOf(
  look: ImportLook,
  chosen?: ImportChoices['columns'],
  nameOf: (field: string, value: unknown) => string | undefined = () => undefined,
): Preview {
  const all = fileColumns(look, chosen)
  const held = all.filter(({ field, examples }) => field !== null || examples !== '')
  const filled = new Set(all.map(({ field }) => field))
  const others = [...new Set(look.sample.flatMap((row) => Object.keys(row)))].filter(
    (field) => !notFields.has(field) && !filled.has(field),
  )
  const columns = [
    ...held,
    ...others.map((field) => ({
      index: null,
      name: fieldName(look, field),
      field,
      isNew: false,
      suggested: null,
      isHelper: false,
      joins: null,
      examples: '',
    })),
  ]
  // Columns of the same name are told apart by nothing in a fault.
  const firstOf = new Map<string, PreviewColumn>()
  for (const column of columns) if (!firstOf.has(column.name)) firstOf.set(column.name, column)
  const rows = look.sample.map((stored): PreviewRow => {
    const faults = look.faults.filter(({ line }) => line === stored.line)
    return {
      line: stored.line,
      faults: faults.filter(({ column }) => !firstOf.has(column)),
      cells: columns.map((column) => {
        const { field, joins, name } = column
        const value = field === null || joins !== null ? undefined : stored[field]
        return {
          text: field === null ? '' : (nameOf(field, value) ?? valueText(value)),
          faults: firstOf.get(name) === column ? faults.filter((fault) => fault.column === name) : [],
        }
      }),
    }
  })
  return { columns, rows, emptyCount: all.length - held.length }
}

type ColumnChoice = NonNullable<ImportChoices['columns']>[number]

/** The choices with another one for a column. */
export const withColumn = (
  chosen: ImportChoices['columns'],
  choice: ColumnChoice,
): NonNullable<ImportChoices['columns']> => [
  ...(chosen ?? []).filter(({ column }) => column !== choice.column),
  choice,
]

/** Adds a choice to those that wait for the service. Another object forgets the columns and the key. */
export const withChoice = (waiting: ImportChoices | null, change: ImportChoices): ImportChoices => {
  if (change.object === undefined) return { ...waiting, ...change }
  const { columns: _columns, key: _key, ...others } = waiting ?? {}
  return { ...others, ...change }
}
