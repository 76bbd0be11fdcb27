// What a value is found and ordered by in the index of fields (GEN-12). Every key is text, so that one column and one
// statement serve all kinds on both engines; keys are compared by code points. A key that is made in another way needs a migration that writes the table anew.
import { fold } from '../../../shared/search/text-fold.ts'
import type { FieldValue } from '../../objects/field-types.rules.ts'

/** Longer texts share a key with others that begin as they do: whoever looks up compares the value itself. */
const maxKeyLength = 100

/** Keys of fewer bytes are whole: a key that was cut has this many characters at least. */
export const cutKeyBytes = maxKeyLength - 1

/** More values of one field than this are not looked up; a list that a write accepts holds no more. */
const maxKeys = 100

/** Above every key, also those that begin with the last character of all: it has one more of them than a key can. */
export const lastKey = '\u{10ffff}'.repeat(maxKeyLength / 2 + 1)

const signBit = 1n << 63n
const allBits = (1n << 64n) - 1n

/** The bits of a double, turned so that their order is the order of numbers. */
function numberKey(value: number): string {
  const view = new DataView(new ArrayBuffer(8))
  // A -0 is the same number as 0.
  view.setFloat64(0, value === 0 ? 0 : value)
  const bits = view.getBigUint64(0)
  const ordered = (bits & signBit) === 0n ? bits | signBit : ~bits & allBits
  return ordered.toString(16).padStart(16, '0')
}

/** Case, accents and runs of space do not tell two keys apart. */
export function textKey(value: string): string {
  const cut = fold(value).slice(0, maxKeyLength)
  return cut.isWellFormed() ? cut : cut.slice(0, -1)
}

/** The key of one value; null for what has none: documents, lists, blanks, nothing. */
export function sortKey(value: FieldValue | undefined): string | null {
  // Marks alone fold to nothing, but they are not blank.
  if (typeof value === 'string') return value.trim() === '' ? null : textKey(value) || ' '
  if (typeof value === 'number') return numberKey(value)
  return typeof value === 'boolean' ? String(Number(value)) : null
}

const keysOf = (value: FieldValue): string[] => [
  ...new Set(
    (Array.isArray(value) ? value.slice(0, maxKeys) : [value]).map(sortKey).filter((key) => key !== null),
  ),
]

/** System values that are looked up or sorted by as if they were fields of their object. */
export const titleField = (objectId: string): string => `title:${objectId}`
export const updatedAtField = (objectId: string): string => `updated_at:${objectId}`

/** Every row that the index holds for a record. */
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

/** By code points, as both engines compare: JavaScript's own `<` compares halves of surrogate pairs. */
export function compareKeys(a: string, b: string): number {
  if (a === b) return 0
  const [left, right] = [encoder.encode(a), encoder.encode(b)]
  for (const [place, byte] of left.entries()) {
    const difference = byte - (right[place] ?? -1)
    if (difference !== 0) return difference
  }
  return -1
}
