// Chooses the field that each column fills: that of --map, else the one whose id, slug or name is the header.
import { fold } from '../../shared/search/text-fold.ts'
import { operatorError } from '../base/operator-error.ts'
import { findField } from '../records/record-values.rules.ts'
import type { Field } from '../objects/objects.store.ts'

/** A column without a field is left out. */
export type Column = { name: string; field: Field | undefined }

const columnsShown = 20

/** Lists the columns that are there. */
function headerShown(names: readonly string[]): string {
  const some = names.slice(0, columnsShown).map((name) => `“${name}”`)
  const more = names.length > columnsShown ? ` and ${names.length - columnsShown} more` : ''
  const [mark] = names.length === 1 ? (/[,;\t|]/.exec(names[0] ?? '') ?? []) : []
  const hint =
    mark === undefined
      ? ''
      : ` Do other marks separate the cells? --delimiter ${mark === '\t' ? 'tab' : `"${mark}"`}.`
  return `${names.length === 1 ? 'The only column is' : 'The columns are'} ${some.join(', ')}${more}.${hint}`
}

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
    const slugs = fields.map(({ slug }) => slug).join(', ')
    throw refused(found.code === 'unknown_field' ? `${found.message} There are: ${slugs}.` : found.message)
  }
  if (found.readOnly) throw refused(`The field \`${key}\` is read-only.`)
  return found
}

function fieldNamed(fields: readonly Field[], column: string): Field | undefined {
  const header = fold(column)
  const named = fields.filter(
    ({ id, slug, name, readOnly }) =>
      !readOnly && (id === column || fold(slug) === header || fold(name) === header),
  )
  if (named.length < 2) return named[0]
  const ids = named.map(({ id, name }) => `${id} (${name})`).join(' or ')
  throw refused(`The column “${column}” could fill ${ids}. Choose one: --map "${column}=ID".`)
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
    if (mapped === '') return { name, field: undefined }
    return { name, field: mapped === undefined ? fieldNamed(fields, name) : mappedField(fields, mapped) }
  })
  for (const { id, slug, required, readOnly } of fields) {
    const filling = columns.filter(({ field }) => field?.id === id).map(({ name }) => `“${name}”`)
    if (filling.length > 1)
      throw refused(
        `The columns ${filling.join(' and ')} both fill \`${slug}\`. Leave one out: --map "Column=".`,
      )
    if (filling.length === 0 && required && !readOnly)
      throw refused(
        `No column fills \`${slug}\`, which is required. Name one: --map "Column=${slug}". ${headerShown(names)}`,
      )
  }
  return columns
}
