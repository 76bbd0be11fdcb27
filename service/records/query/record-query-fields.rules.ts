// Fields in queries of records: their operators, and which can be sorted by (GEN-12).
import { nearestName } from '../../../shared/api/exact.ts'
import type { FieldKind, FieldOptions } from '../../../shared/api/objects.ts'
import {
  systemNames,
  type QueryOperator,
  type RecordSort,
  type SystemName,
} from '../../../shared/api/record-query.ts'
import { sortKey } from './record-keys.rules.ts'
import { findField, type WritableField } from '../record-values.rules.ts'

/** A field of the object, or a value that every record has. */
export type QueryField = {
  id: string
  name: string
  kind: FieldKind
  options: FieldOptions
  /** True for a list, which passes a test if one of its values does. */
  several: boolean
  system: SystemName | null
}

export type QueryPath = (string | number)[]
export type QueryFault = {
  code: 'unknown_field' | 'ambiguous_field' | 'invalid_value'
  path: QueryPath
  message: string
}

export type Sort = {
  field: QueryField
  direction: 'asc' | 'desc'
  /** The keys of a field's choices, in the order of their positions, which people see; null for other fields. */
  ranks: ReadonlyMap<string, number> | null
}

const textual: readonly FieldKind[] = ['text', 'long_text', 'email', 'url', 'phone']
const ordered: readonly FieldKind[] = ['number', 'currency', 'rating', 'date', 'datetime']
const named: readonly FieldKind[] = ['select', 'status', 'checkbox']

/** Types of fields that can be sorted by. */
export const sortedKinds: readonly FieldKind[] = [...textual, ...ordered, ...named]

const systemKinds: Record<SystemName, FieldKind> = {
  title: 'text',
  created_at: 'datetime',
  updated_at: 'datetime',
  archived: 'checkbox',
}

const isSystemName = (name: string): name is SystemName => systemNames.some((known) => known === name)

const beside = `Every record also has ${systemNames
  .map((name) => `\`${name}\``)
  .join(', ')
  .replace(/, (?=[^,]*$)/, ' and ')}.`

/** Finds a field by id or slug, or a system value by its name, which wins over an equal slug. */
export function queryField(
  fields: readonly WritableField[],
  name: string,
  path: QueryPath,
): QueryField | QueryFault {
  if (isSystemName(name)) {
    return { id: name, name, kind: systemKinds[name], options: null, several: false, system: name }
  }
  const field = findField(fields, name)
  if ('message' in field && name.startsWith('$')) {
    const message = `\`${name}\` is not a group. Use $and, $or or $not; operators such as $eq stand below a field.`
    return { code: 'unknown_field', path, message }
  }
  if ('message' in field) {
    const { code, message } = field
    const near = nearestName(name, systemNames)
    const more = near === undefined ? beside : `Did you mean \`${near}\`?`
    return { code, path, message: code === 'unknown_field' ? `${message} ${more}` : message }
  }
  const { id, kind, options } = field
  return { id, name, kind, options, several: holdsSeveral(kind, options), system: null }
}

const holdsSeveral = (kind: FieldKind, options: FieldOptions): boolean =>
  kind === 'multi_select' ||
  ((kind === 'record_reference' || kind === 'user_reference') && options?.multiple === true)

/** The operators for a field. */
export function operatorsOf({ kind, several }: Pick<QueryField, 'kind' | 'several'>): QueryOperator[] {
  if (kind === 'location' || kind === 'json') return ['$empty']
  if (several) return ['$eq', '$in', '$contains', '$empty']
  if (textual.includes(kind)) return ['$eq', '$in', '$contains', '$starts_with', '$empty']
  if (ordered.includes(kind)) return ['$eq', '$in', '$gt', '$gte', '$lt', '$lte', '$empty']
  return ['$eq', '$in', '$empty']
}

/** The order of a query: its sorts, or the newest first. */
export function readSorts(
  fields: readonly WritableField[],
  sorts: readonly RecordSort[],
): { ok: true; sorts: [Sort, ...Sort[]] } | { ok: false; faults: QueryFault[] } {
  const faults: QueryFault[] = []
  const read = sorts.flatMap(({ field: name, direction }, index): Sort[] => {
    const path = ['sorts', index, 'field']
    const field = queryField(fields, name, path)
    if ('message' in field) {
      faults.push(field)
      return []
    }
    if (sortedKinds.includes(field.kind) && field.system !== 'archived') {
      return [{ field, direction, ranks: ranksOf(field) }]
    }
    const message = `\`${name}\`: a field of the type ${field.kind} cannot be sorted by.`
    faults.push({ code: 'invalid_value', path, message })
    return []
  })
  if (faults.length > 0) return { ok: false, faults }
  const [first = newestFirst, ...others] = read
  return { ok: true, sorts: [first, ...others] }
}

function ranksOf({ kind, options }: QueryField): Sort['ranks'] {
  if (kind !== 'select' && kind !== 'status') return null
  const keys = (options?.choices ?? []).map(({ id }) => sortKey(id))
  return new Map([...new Set(keys)].flatMap((key, rank) => (key === null ? [] : [[key, rank]])))
}

const newestFirst: Sort = {
  field: {
    id: 'created_at',
    name: 'created_at',
    kind: 'datetime',
    options: null,
    several: false,
    system: 'created_at',
  },
  direction: 'desc',
  ranks: null,
}
