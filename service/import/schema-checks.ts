// Conditions that the records of an object must meet before `svc workspace import` changes one of its fields.
import type { FieldOptions } from '../../shared/api/objects.ts'
import { canonicalJson } from '../http/validation.ts'
import type { Fault } from '../base/operator-error.ts'
import { say, type MessageKey } from '../language/say.ts'
import { parseFieldValue, type FieldValue } from '../objects/field-types.rules.ts'
import type { Field } from '../objects/objects.store.ts'
import type { StoredRecord } from '../records/record.ts'
import type { Tx } from '../db/store.ts'
import { walkRecords } from '../records/records.store.ts'

export const isSame = (a: unknown, b: unknown): boolean => canonicalJson(a) === canonicalJson(b)

/** A condition that the records of an object must meet before one of its fields can change. */
type Rule = 'empty' | 'valid' | 'present' | 'no records'
export type Check = { rule: Rule; field: Field; path: Fault['path'] }

const isBroken: Record<Rule, (field: Field, value: FieldValue | undefined) => boolean> = {
  empty: (_field, value) => value !== undefined,
  valid: (field, value) => value !== undefined && !parseFieldValue(field, value).ok,
  present: (_field, value) => value === undefined,
  'no records': () => true,
}
const sentences = {
  empty: 'schema.field.hasValues',
  valid: 'schema.field.invalidValues',
  present: 'schema.field.missingValues',
  'no records': 'schema.field.titles',
} as const satisfies Record<Rule, MessageKey>

const recordsAtOnce = 500

/** Checks all records of an object, archived ones too. */
export async function checkRecords(
  { tx, workspaceId, faults }: { tx: Tx; workspaceId: string; faults: Fault[] },
  objectId: string,
  checks: readonly Check[],
): Promise<void> {
  const counts = new Map(checks.map((check) => [check, 0]))
  let after: StoredRecord | undefined
  do {
    const page = { archived: 'included', direction: 'asc', after, limit: recordsAtOnce } as const
    const records = await walkRecords(tx, workspaceId, objectId, page)
    for (const { values } of records)
      for (const [check, count] of counts)
        if (isBroken[check.rule](check.field, values[check.field.id])) counts.set(check, count + 1)
    after = records.at(recordsAtOnce - 1)
  } while (after)
  for (const [{ rule, field, path }, count] of counts)
    if (count > 0) faults.push({ path, message: say(sentences[rule], { slug: field.slug, records: count }) })
}

/** The parts of a primary field's definition that the titles of its records depend on (REC-10). */
export const titlePart = ({ id, kind, options }: Field) => ({
  id,
  kind,
  choices: options?.choices?.map((choice) => [choice.id, choice.name]),
})

/** True if a reference could point at an object before that it cannot point at afterwards. */
const pointsAtLess = (before: FieldOptions, after: FieldOptions): boolean => {
  const allowed = after?.objects
  return allowed !== undefined && !before?.objects?.every((slug) => allowed.includes(slug))
}

/** The conditions of a change of one field. */
export function checksOf(known: Field | undefined, field: Field, path: Fault['path']): Check[] {
  const rules: Rule[] = []
  if (known && (known.kind !== field.kind || pointsAtLess(known.options, field.options))) rules.push('empty')
  else if (known && !isSame(known.options, field.options)) rules.push('valid')
  if (field.required && !known?.required && !field.readOnly) rules.push('present')
  return rules.map((rule) => ({ rule, field, path }))
}
