// The ids of people and records in an exported line, replaced by those of the workspace that imports it. It may know people
// by other ids, and a copy beside its original needs record ids of its own (REC-05). Pure.
import { systemValues, type WritableField } from '../rules/record-values.ts'
import type { RecordValue, RecordValues } from '../store/records.ts'

/** From an id of the file to that of the workspace. `person` throws for an id that no member line of the file has. */
export type Renaming = { person: (id: string) => string; record: (id: string) => string }

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
