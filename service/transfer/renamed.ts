// What a line says of people and records, in the ids of the workspace that it goes to. People may be known there by
// other ids, and a copy beside its original needs record ids of its own (REC-05). Pure.
import { createHash } from 'node:crypto'
import type { WritableField } from '../rules/record-values.ts'
import { systemValues } from '../rules/record-values.ts'
import type { RecordValue, RecordValues } from '../store/records.ts'

/** How the ids of a file are called in the workspace; a person throws when no member line names them. */
export type Renaming = { person: (id: string) => string; record: (id: string) => string }

/**
 * A UUID made of names: the same names always give the same one, so that what is done twice is there once.
 * Version 8 of RFC 9562, whose bits are the maker's own.
 */
export function namedUuid(...names: readonly string[]): string {
  const hash = createHash('sha256').update(JSON.stringify(names)).digest('hex')
  const variant = '89ab'.charAt(Number.parseInt(hash.charAt(15), 16) & 3)
  const parts = [hash.slice(0, 8), hash.slice(8, 12), `8${hash.slice(12, 15)}`]
  return [...parts, `${variant}${hash.slice(16, 19)}`, hash.slice(19, 31)].join('-')
}

const each = (value: RecordValue, rename: (id: string) => string): RecordValue =>
  Array.isArray(value)
    ? value.map((item) => each(item, rename))
    : typeof value === 'string'
      ? rename(value)
      : value

/** @param fields those of the record's object, by id */
export function renamedValues(
  fields: ReadonlyMap<string, WritableField>,
  recordId: string,
  values: RecordValues,
  renaming: Renaming,
): RecordValues {
  const system = systemValues([...fields.values()], recordId)
  return Object.fromEntries(
    Object.entries(values).map(([fieldId, value]) => {
      const kind = fields.get(fieldId)?.kind
      if (kind === 'user_reference') return [fieldId, each(value, renaming.person)]
      if (kind === 'record_reference') return [fieldId, each(value, renaming.record)]
      return [fieldId, system[fieldId] ?? value]
    }),
  )
}
