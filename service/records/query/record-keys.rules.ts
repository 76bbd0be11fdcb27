// Keys of values in the index of fields (GEN-12). Every key is text, so that one column and one statement serve all kinds
// on both engines. Keys are compared by code points. A change of keys is a new derivation (db/derivation.ts).
import type { FieldKind } from '../../../shared/api/objects.ts'
import { fold } from '../../../shared/search/text-fold.ts'
import type { FieldValue } from '../../objects/field-types.rules.ts'
import { fold1 } from '../../search/derivation-1.rules.ts'

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

/** A text without what people do not see or type differently: the Unicode form, kinds of spaces, apostrophes and quotes. */
const asRead = (text: string): string =>
  readsOtherwise.test(text)
    ? text
        .replaceAll(/\p{Cf}/gu, '')
        .normalize('NFC')
        .replaceAll(/[‘’ʼ′´`]/g, "'")
        .replaceAll(/[“”„″]/g, '"')
        .replaceAll(/[\u2010\u2011]/g, '-')
        .replaceAll(/\s+/g, ' ')
        .trim()
    : text
const readsOtherwise = /[^ -~]|`| {2}|^ | $/

/** Whether people see nothing of a text. */
export const isBlank = (text: string): boolean => !/[^\s\p{Cf}]/u.test(text)

/** A value for comparison: texts as they are read, email addresses also without case. */
export const equalBy = (kind: FieldKind, value: FieldValue): FieldValue => {
  if (typeof value !== 'string') return value
  if (kind === 'email') return asRead(value).toLowerCase()
  return kind === 'text' || kind === 'long_text' ? asRead(value) : value
}

/** A text as it is searched: without case and accents. */
export const foldedText = (text: string): string => fold(asRead(text))

const cutToKey = (folded: string): string => {
  const cut = folded.slice(0, maxKeyLength)
  return cut.isWellFormed() ? cut : cut.slice(0, -1)
}

/** The beginning of a folded text that is its key. */
export const textKey = (text: string): string => cutToKey(foldedText(text))
const textKey1 = (text: string): string => cutToKey(fold1(text))

/** The key of a text; null for a blank one. */
type KeyOfText = (text: string) => string | null
// Marks alone fold to an empty text, but are not blank.
const keyOfText: KeyOfText = (text) => (isBlank(text) ? null : textKey(text) || ' ')
/** Keys of derivation 1, stored until the rebuild has reached their record. Never changed. */
const keyOfText1: KeyOfText = (text) => (text.trim() === '' ? null : textKey1(text) || ' ')

/** The key of one value; null for documents, lists, blanks and no value. */
export function sortKey(value: FieldValue | undefined, ofText: KeyOfText = keyOfText): string | null {
  if (typeof value === 'string') return ofText(value)
  if (typeof value === 'number') return numberKey(value)
  return typeof value === 'boolean' ? String(Number(value)) : null
}

const differing = (texts: readonly string[]): string[] => [...new Set(texts.filter((text) => text !== ''))]

/** The folded texts that keys of a searched text may hold: of this derivation and of the previous one. */
export const foldedTexts = (text: string): string[] => differing([foldedText(text), fold1(text)])
/** The beginnings of keys of texts that begin so, of both derivations. */
export const textKeys = (text: string): string[] => differing([textKey(text), textKey1(text)])
/** The keys that a value may be stored under, of both derivations; none where it has no key. */
export const storedKeys = (value: FieldValue): string[] =>
  [...new Set([sortKey(value), sortKey(value, keyOfText1)])].filter((key) => key !== null)

const keysOf = (value: readonly FieldValue[], ofText: KeyOfText): string[] => [
  ...new Set(
    value
      .slice(0, maxKeys)
      .map((one) => sortKey(one, ofText))
      .filter((key) => key !== null),
  ),
]

/** Ids under which system values are indexed like fields of their object. */
export const titleField = (objectId: string): string => `title:${objectId}`
export const updatedAtField = (objectId: string): string => `updated_at:${objectId}`

export type KeyedRecord = {
  objectId: string
  title: string
  values: Readonly<Record<string, FieldValue>>
  updatedAt: number
}

/** The index rows of a record. */
export const recordKeys = (
  record: KeyedRecord,
  ofText: KeyOfText = keyOfText,
): { fieldId: string; key: string }[] => {
  const { objectId, title, updatedAt, values } = record
  const keys: { fieldId: string; key: string }[] = []
  const add = (fieldId: string, value: FieldValue) => {
    if (Array.isArray(value)) for (const key of keysOf(value, ofText)) keys.push({ fieldId, key })
    else {
      const key = sortKey(value, ofText)
      if (key !== null) keys.push({ fieldId, key })
    }
  }
  for (const [fieldId, value] of Object.entries(values)) add(fieldId, value)
  add(titleField(objectId), title)
  add(updatedAtField(objectId), new Date(updatedAt).toISOString())
  return keys
}

/** The index rows that derivation 1 wrote of a record. */
export const recordKeys1 = (record: KeyedRecord): { fieldId: string; key: string }[] =>
  recordKeys(record, keyOfText1)

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
