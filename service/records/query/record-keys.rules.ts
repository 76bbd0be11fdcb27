// Keys of values in the index of fields (GEN-12). Every key is text, so that one column and one statement serve all kinds
// on both engines. Keys are compared by code points. A change of keys needs a migration that rewrites the table.
import { fold } from '../../../shared/search/text-fold.ts'
import type { FieldValue } from '../../objects/field-types.rules.ts'

/** Longer texts share a key with others of the same beginning, so look-ups compare the values too. */
const maxKeyLength = 100

/** Keys of fewer bytes are not cut. */
export const cutKeyBytes = maxKeyLength - 1

/** The most values of a list. */
const maxKeys = 100

/** Above every key: it has one more of the last character than a key can have. */
export const lastKey = '\u{10ffff}'.repeat(maxKeyLength / 2 + 1)

const signBit = 1n << 63n
const allBits = (1n << 64n) - 1n

/** The bits of a double, changed so that their order is the order of numbers. */
function numberKey(value: number): string {
  const view = new DataView(new ArrayBuffer(8))
  // -0 equals 0.
  view.setFloat64(0, value === 0 ? 0 : value)
  const bits = view.getBigUint64(0)
  const ordered = (bits & signBit) === 0n ? bits | signBit : ~bits & allBits
  return ordered.toString(16).padStart(16, '0')
}

/** Ignores case, accents and repeated spaces. */
export function textKey(value: string): string {
  const cut = fold(value).slice(0, maxKeyLength)
  return cut.isWellFormed() ? cut : cut.slice(0, -1)
}

/** The key of one value; null for documents, lists, blanks and no value. */
export function sortKey(value: FieldValue | undefined): string | null {
  // Marks alone fold to an empty text, but are not blank.
  if (typeof value === 'string') return value.trim() === '' ? null : textKey(value) || ' '
  if (typeof value === 'number') return numberKey(value)
  return typeof value === 'boolean' ? String(Number(value)) : null
}

const keysOf = (value: FieldValue): string[] => [
  ...new Set(
    (Array.isArray(value) ? value.slice(0, maxKeys) : [value]).map(sortKey).filter((key) => key !== null),
  ),
]

/** Ids under which system values are indexed like fields of their object. */
export const titleField = (objectId: string): string => `title:${objectId}`
export const updatedAtField = (objectId: string): string => `updated_at:${objectId}`

/** The index rows of a record. */
export const recordKeys = (record: {
  objectId: string
  title: string
  values: Readonly<Record<string, FieldValue>>
  updatedAt: number
}): { fieldId: string; key: string }[] => {
  const system = {
    [titleField(record.objectId)]: record.title,
    [updatedAtField(record.objectId)]: new Date(record.updatedAt).toISOString(),
  }
  return Object.entries({ ...record.values, ...system }).flatMap(([fieldId, value]) =>
    keysOf(value).map((key) => ({ fieldId, key })),
  )
}

const encoder = new TextEncoder()

/** Compares by code points, as both engines do: JavaScript's `<` compares halves of surrogate pairs. */
export function compareKeys(a: string, b: string): number {
  if (a === b) return 0
  const [left, right] = [encoder.encode(a), encoder.encode(b)]
  for (const [place, byte] of left.entries()) {
    const difference = byte - (right[place] ?? -1)
    if (difference !== 0) return difference
  }
  return -1
}
