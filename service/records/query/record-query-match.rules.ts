// Decides whether a record matches a query, and its position among the matches (GEN-12). The index only narrows the
// candidates.
import type { FieldValue } from '../../objects/field-types.rules.ts'
import { compareKeys, equalBy, foldedText, isBlank, sortKey } from './record-keys.rules.ts'
import type { Condition, Test } from './record-query.rules.ts'
import type { QueryField, Sort } from './record-query-fields.rules.ts'

export type QueriedRecord = {
  id: string
  title: string
  archived: boolean
  createdAt: number
  updatedAt: number
  values: Readonly<Record<string, FieldValue>>
}

/** A position among the matches: a key for each sort, null where the record has no value. */
export type QueryPosition = { keys: readonly (string | null)[]; createdAt: number; id: string }

function valueOf(record: QueriedRecord, field: QueryField): FieldValue | undefined {
  switch (field.system) {
    case 'title':
      return record.title
    case 'archived':
      return record.archived
    case 'created_at':
      return new Date(record.createdAt).toISOString()
    case 'updated_at':
      return new Date(record.updatedAt).toISOString()
    case null:
      return record.values[field.id]
  }
}

const isAbove = (a: string | number, b: string | number) => a > b

type Fold = (text: string) => string

/** Folds each text once for all tests of a record, because folding a long text is slow. */
function foldOnce(): Fold {
  const known = new Map<string, string>()
  return (text) => {
    const folded = known.get(text) ?? foldedText(text)
    known.set(text, folded)
    return folded
  }
}

function passes(
  test: Exclude<Test, { op: '$empty' }>,
  { kind }: QueryField,
  value: FieldValue,
  folded: Fold,
): boolean {
  if (test.op === '$in') return test.equals.has(equalBy(kind, value))
  if (typeof value !== 'string' && typeof value !== 'number') return false
  switch (test.op) {
    case '$contains':
      return folded(String(value)).includes(test.folded)
    case '$starts_with':
      return folded(String(value)).startsWith(test.folded)
    case '$gt':
      return isAbove(value, test.value)
    case '$gte':
      return !isAbove(test.value, value)
    case '$lt':
      return isAbove(test.value, value)
    case '$lte':
      return !isAbove(value, test.value)
  }
}

/** No value, a blank text and an empty list are empty. */
const isEmpty = (value: FieldValue | undefined): boolean =>
  value === undefined ||
  value === null ||
  (typeof value === 'string' && isBlank(value)) ||
  (Array.isArray(value) && value.length === 0)

/** Two-valued logic: a test of a missing value fails, so its `$not` passes. */
export function holds(condition: Condition, record: QueriedRecord, folded = foldOnce()): boolean {
  if ('all' in condition) return condition.all.every((part) => holds(part, record, folded))
  if ('any' in condition) return condition.any.some((part) => holds(part, record, folded))
  if ('not' in condition) return !holds(condition.not, record, folded)
  const { field, test } = condition
  const value = valueOf(record, field)
  if (test.op === '$empty') return isEmpty(value) === test.is
  if (value === undefined || value === null) return false
  if (field.several && Array.isArray(value)) return value.some((one) => passes(test, field, one, folded))
  return passes(test, field, value, folded)
}

/** True if a filter names `archived`. Other filters mean active records. */
export function namesArchived(condition: Condition): boolean {
  if ('all' in condition) return condition.all.some(namesArchived)
  if ('any' in condition) return condition.any.some(namesArchived)
  if ('not' in condition) return namesArchived(condition.not)
  return condition.field.system === 'archived'
}

/** Whether only archived records can pass. */
export function isArchivedOnly(condition: Condition): boolean {
  if ('all' in condition) return condition.all.some(isArchivedOnly)
  if (!('field' in condition) || condition.field.system !== 'archived') return false
  const { test } = condition
  return test.op === '$in' && test.values.every((value) => value === true)
}

export const positionOf = (record: QueriedRecord, sorts: readonly Sort[]): QueryPosition => ({
  keys: sorts.map(({ field, ranks }) => {
    const key = sortKey(valueOf(record, field))
    return ranks && key !== null && !ranks.has(key) ? null : key
  }),
  createdAt: record.createdAt,
  id: record.id,
})

/** By the positions of choices, else by the keys. */
const compareBy = ({ ranks }: Sort, left: string, right: string): number =>
  ranks ? (ranks.get(left) ?? ranks.size) - (ranks.get(right) ?? ranks.size) : compareKeys(left, right)

/**
 * Records without a value come last in either direction; equals follow their creation, then their id, in the direction
 * of the last sort.
 */
export function comparePositions(sorts: readonly Sort[], a: QueryPosition, b: QueryPosition): number {
  for (const [place, sort] of sorts.entries()) {
    const [left, right] = [a.keys[place] ?? null, b.keys[place] ?? null]
    if (left === right) continue
    if (left === null) return 1
    if (right === null) return -1
    const difference = compareBy(sort, left, right)
    if (difference !== 0) return sort.direction === 'asc' ? difference : -difference
  }
  const difference = a.createdAt - b.createdAt || compareKeys(a.id, b.id)
  return sorts.at(-1)?.direction === 'asc' ? difference : -difference
}
