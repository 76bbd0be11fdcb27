// Finds the parts of the index that contain every match of a filter (GEN-12). Each way is enough by itself, and the first
// short one is used.
import {
  compareKeys,
  foldedTexts,
  lastKey,
  sortKey,
  storedKeys,
  textKeys,
  titleField,
  updatedAtField,
} from './record-keys.rules.ts'
import type { Condition, Test } from './record-query.rules.ts'
import type { QueryField } from './record-query-fields.rules.ts'

/** Keys from `from` to `to`, inclusive. `containing`: only those with this folded text, and those that were cut. */
export type KeyRange = { fieldId: string; from: string; to: string; containing?: string }
/** Every match is in one of these ranges. */
export type Way = readonly KeyRange[]

/** The id of a field in the index; null if it is not indexed. */
export function indexedAs(field: QueryField, objectId: string): string | null {
  if (field.system === 'title') return titleField(objectId)
  if (field.system === 'updated_at') return updatedAtField(objectId)
  return field.system === null ? field.id : null
}

type Span = Omit<KeyRange, 'fieldId'>

/** The keys that can pass a test; null where the index cannot tell. */
function spansOf(test: Test): Span[] | null {
  switch (test.op) {
    case '$in': {
      const keys = test.values.map(storedKeys)
      // Values without a key are not in the index.
      return keys.every(({ length }) => length > 0)
        ? keys.flat().map((key) => ({ from: key, to: key }))
        : null
    }
    case '$starts_with':
      return textKeys(test.text).map((from) => ({ from, to: `${from}${lastKey}` }))
    case '$gt':
    case '$gte':
      return [{ from: sortKey(test.value) ?? '', to: lastKey }]
    case '$lt':
    case '$lte':
      return [{ from: '', to: sortKey(test.value) ?? lastKey }]
    case '$contains':
      return foldedTexts(test.text).map((containing) => ({ from: '', to: lastKey, containing }))
    case '$empty':
      return null
  }
}

/** The keys in both, for a field of one value. */
const intersect = (a: readonly Span[], b: readonly Span[]): Span[] =>
  a.flatMap((one) =>
    b.flatMap((other) => {
      const from = compareKeys(one.from, other.from) > 0 ? one.from : other.from
      const to = compareKeys(one.to, other.to) < 0 ? one.to : other.to
      return compareKeys(from, to) <= 0 ? [{ from, to }] : []
    }),
  )

const flattened = (parts: readonly Condition[]): Condition[] =>
  parts.flatMap((part) => ('all' in part ? flattened(part.all) : [part]))

/** @returns none where only a walk over the whole object finds every match */
export function waysTo(condition: Condition, objectId: string): Way[] {
  if ('not' in condition) return []
  if ('any' in condition) {
    const firsts = condition.any.map((part) => waysTo(part, objectId)[0])
    const together = firsts.filter((way) => way !== undefined)
    return together.length === firsts.length ? [together.flat()] : []
  }
  if ('all' in condition) {
    const parts = flattened(condition.all)
    const spans = new Map<string, Span[]>()
    const others: Way[] = []
    for (const part of parts) {
      const fieldId = 'field' in part ? indexedAs(part.field, objectId) : null
      const found = 'field' in part ? spansOf(part.test) : null
      if (!('field' in part)) others.push(...waysTo(part, objectId))
      else if (fieldId === null || found === null) continue
      else if (part.field.several || found.some(({ containing }) => containing !== undefined))
        others.push(found.map((span) => ({ fieldId, ...span })))
      else spans.set(fieldId, intersect(spans.get(fieldId) ?? found, found))
    }
    return [...[...spans].map(([fieldId, some]) => some.map((span) => ({ fieldId, ...span }))), ...others]
  }
  return waysTo({ all: [condition] }, objectId)
}
