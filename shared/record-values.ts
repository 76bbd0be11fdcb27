// Values of a record's fields: choosing and comparing them. Pure.
import type { RecordValues } from './api/launcher/records.ts'
import type { Field } from './api/objects.ts'

/** The values of these keys. A field without a value is null. */
export const valuesAt = (values: RecordValues, keys: readonly string[]): RecordValues =>
  Object.fromEntries(keys.map((key) => [key, values[key] ?? null]))

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

const isText = (value: unknown): value is string => typeof value === 'string'
const isInstant = (text: string): boolean => /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(text)
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether two values are equivalent: lists of ids in any order, instants in any notation, nothing and empty text. */
export const isSameValue = (one: unknown, other: unknown): boolean => {
  if (isEmpty(one) || isEmpty(other)) return isEmpty(one) && isEmpty(other)
  if (isText(one) && isText(other))
    return one === other || (isInstant(one) && isInstant(other) && Date.parse(one) === Date.parse(other))
  if (Array.isArray(one) && Array.isArray(other)) {
    if (one.length !== other.length) return false
    // Only JSON values have lists of other things, in which the order counts.
    return one.every(isText) && other.every(isText)
      ? one.every((each) => other.includes(each)) && other.every((each) => one.includes(each))
      : one.every((each, index) => isSameValue(each, other[index]))
  }
  if (isObject(one) && isObject(other))
    return [...new Set([...Object.keys(one), ...Object.keys(other)])].every((key) =>
      isSameValue(one[key], other[key]),
    )
  return one === other
}

/** The key of a field in the values of its record: its slug, or its id where the object has the slug twice. */
export const keyOfField = (
  { id, slug }: Pick<Field, 'id' | 'slug'>,
  fields: readonly Pick<Field, 'slug'>[],
): string => (fields.filter((other) => other.slug === slug).length > 1 ? id : slug)
