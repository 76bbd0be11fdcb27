// Which column fills which field: what --map says, else the field whose id, slug or name the header is.
import { fold } from '../../shared/search/text-fold.ts'
import { operatorError } from '../operator/error.ts'
import { findField } from '../records/record-values.rules.ts'
import type { Field } from '../objects/objects.store.ts'

/** A column without a field is left out. */
export type Column = { name: string; field: Field | undefined }

const refused = (message: string) => operatorError('bad_option', message)

/** A header may hold a `=`, the slug or id of a field cannot. */
function readMapping(text: string): [column: string, field: string] {
  const at = text.lastIndexOf('=')
  if (at < 1) throw refused(`--map is "Column=field", not \`${text}\`.`)
  return [text.slice(0, at).trim(), text.slice(at + 1).trim()]
}

function mappedField(fields: readonly Field[], key: string): Field {
  const found = findField(fields, key)
  if ('code' in found) {
    const slugs = fields.filter(({ readOnly }) => !readOnly).map(({ slug }) => slug)
    const known = found.code === 'unknown_field' ? ` There are: ${slugs.join(', ')}.` : ''
    throw refused(`${found.message}${known}`)
  }
  if (found.readOnly) throw refused(`The field \`${key}\` is read-only.`)
  return found
}

function fieldNamed(fields: readonly Field[], column: string): Field | undefined {
  const header = fold(column)
  const [field, ...others] = fields.filter(
    ({ id, slug, name, readOnly }) =>
      !readOnly && (id === column || fold(slug) === header || fold(name) === header),
  )
  if (!field || others.length === 0) return field
  const ids = [field, ...others].map(({ id, name }) => `${id} (${name})`)
  throw refused(`The column “${column}” could fill ${ids.join(' or ')}. Choose one: --map "${column}=ID".`)
}

/**
 * @param header the cells of the first row
 * @param map `Column=field`; `Column=` leaves the column out
 * @throws OperatorError `bad_option`
 */
export function columnsOf(
  header: readonly string[],
  fields: readonly Field[],
  map: readonly string[],
): Column[] {
  const names = header.map((name) => name.trim())
  const mapping = new Map(map.map(readMapping))
  for (const column of mapping.keys())
    if (!names.includes(column))
      throw refused(`There is no column “${column}”. There are: ${names.join(', ')}.`)
  const columns = names.map((name): Column => {
    const mapped = mapping.get(name)
    if (mapped === undefined) return { name, field: fieldNamed(fields, name) }
    return { name, field: mapped === '' ? undefined : mappedField(fields, mapped) }
  })
  for (const field of fields) {
    const [first, second] = columns.filter((column) => column.field?.id === field.id)
    if (first && second)
      throw refused(
        `The columns “${first.name}” and “${second.name}” both fill \`${field.slug}\`. Leave one out: --map "${second.name}=".`,
      )
    if (!first && field.required && !field.readOnly)
      throw refused(
        `No column fills \`${field.slug}\`, which is required. Name one: --map "Column=${field.slug}". Columns: ${names.join(', ')}.`,
      )
  }
  return columns
}
