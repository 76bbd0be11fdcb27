// Which column fills which field: what the operator says with --map, and a guess for the rest. Pure.
import { operatorError } from '../operator/error.ts'
import type { CsvTarget, TargetField } from './csv-target.ts'
import { guessColumns } from './header-guess.ts'

export type ColumnField = { column: string; field: TargetField | undefined; reason?: string }

/** A header may hold a `=` itself, and a field's slug or id holds none. */
function readMapping(text: string): { column: string; field: string } {
  const at = text.lastIndexOf('=')
  if (at < 1) throw operatorError('bad_option', `--map is "Column=field", not \`${text}\`.`)
  return { column: text.slice(0, at).trim(), field: text.slice(at + 1).trim() }
}

function fieldNamed(fields: readonly TargetField[], name: string): TargetField {
  const [only, ...others] = fields.filter((field) => field.id === name || field.slug === name)
  if (!only) {
    const known = fields.filter((field) => !field.readOnly).map((field) => field.slug)
    throw operatorError('bad_option', `There is no field \`${name}\`. There are: ${known.join(', ')}.`)
  }
  if (others.length === 0) return only
  const ids = [only, ...others].map((field) => `${field.id} (${field.name})`)
  throw operatorError('bad_option', `Several fields are called \`${name}\`. Use an id: ${ids.join(', ')}.`)
}

/**
 * @param columns the header, by `columnNames`
 * @throws OperatorError `bad_option` where a mapping leads nowhere, or a required field has no column
 */
export function columnFields(
  columns: readonly string[],
  target: Pick<CsvTarget, 'fields' | 'names'>,
  options: { map: readonly string[]; key: string | undefined },
): ColumnField[] {
  const said = new Map<string, TargetField | undefined>()
  for (const { column, field } of options.map.map(readMapping)) {
    if (!columns.includes(column))
      throw operatorError('bad_option', `There is no column “${column}”. There are: ${columns.join(', ')}.`)
    const wanted = field === '' ? undefined : fieldNamed(target.fields, field)
    if (wanted?.readOnly) throw operatorError('bad_option', `The field \`${field}\` is read-only.`)
    if (wanted && [...said.values()].includes(wanted))
      throw operatorError('bad_option', `Two columns are mapped to the field \`${field}\`.`)
    said.set(column, wanted)
  }
  const left = columns.filter((column) => !said.has(column))
  const free = target.fields.filter((field) => !field.readOnly && ![...said.values()].includes(field))
  const guesses = new Map(guessColumns(left, free, target.names).map((guess) => [guess.column, guess]))
  // An export has columns for these, too.
  const unnamed = left.filter((column) => guesses.get(column)?.field === null)
  const readOnly = target.fields.filter((field) => field.readOnly)
  for (const { column, field } of guessColumns(unnamed, readOnly, target.names)) {
    const slug = readOnly.find(({ id }) => id === field)?.slug
    if (slug !== undefined)
      guesses.set(column, { column, field: null, reason: `The field \`${slug}\` is read-only.` })
  }
  const chosen = columns.map((column): ColumnField => {
    if (said.has(column)) return { column, field: said.get(column) }
    const guess = guesses.get(column)
    const field = free.find(({ id }) => id === guess?.field)
    return { column, field, ...(guess?.reason !== undefined && { reason: guess.reason }) }
  })
  const missing = target.fields.filter(
    (field) => field.required && !field.readOnly && !chosen.some((column) => column.field === field),
  )
  // With a key, rows may change records that are there, and need not hold more than what changes.
  if (missing.length > 0 && options.key === undefined) {
    const names = missing.map((field) => `\`${field.slug}\``).join(', ')
    throw operatorError(
      'bad_option',
      `No column fills ${names}, which is required. Name one: --map "Column=${missing[0]?.slug}". Columns: ${columns.join(', ')}.`,
    )
  }
  return chosen
}
