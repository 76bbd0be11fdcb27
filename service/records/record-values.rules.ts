// Reads the values of a write (REC-04, REC-06, FLD-02): names become field ids, each field is written once, read-only
// fields are ignored, and one fault refuses all of it (REC-13).
import { maxDetails } from '../../shared/api/errors.ts'
import { nearestName } from '../../shared/api/exact.ts'
import type { FieldKind, FieldOptions } from '../../shared/api/objects.ts'
import { visibleCharacter } from '../../shared/api/limits.ts'
import { parseFieldValue, type FieldValue } from '../objects/field-types.rules.ts'

export type WritableField = {
  id: string
  slug: string
  kind: FieldKind
  required: boolean
  readOnly: boolean
  options: FieldOptions
}

export type ValueFault = {
  code: 'unknown_field' | 'ambiguous_field' | 'duplicate_field' | 'missing_field' | 'invalid_value'
  path: string[]
  message: string
}

/** A target of a value, which the store has to check. */
export type ValueReference =
  | { to: 'record'; id: string; fieldId: string; key: string; objects: readonly string[] | undefined }
  | { to: 'member'; id: string; fieldId: string; key: string }

export type ValueChange = {
  /** Field id → new value. */
  set: Map<string, FieldValue>
  /** Ids of fields that lose their value. */
  cleared: Set<string>
  references: ValueReference[]
}

const fault = (code: ValueFault['code'], key: string, message: string): ValueFault => ({
  code,
  path: ['values', key],
  message,
})

/** By id, else by slug where one field alone has it (FLD-02). */
export function findField<F extends WritableField>(
  fields: readonly F[],
  key: string,
): F | { code: 'unknown_field' | 'ambiguous_field'; message: string } {
  const byId = fields.find((field) => field.id === key)
  if (byId) return byId
  const bySlug = fields.filter((field) => field.slug === key)
  const [only, ...others] = bySlug
  if (!only) {
    const near = nearestName(
      key,
      fields.map((field) => field.slug),
    )
    const hint = near === undefined ? '' : ` Did you mean \`${near}\`?`
    return { code: 'unknown_field', message: `There is no field \`${key}\`.${hint}` }
  }
  if (others.length === 0) return only
  const ids = bySlug.map((field) => field.id).join(', ')
  return {
    code: 'ambiguous_field',
    message: `Several fields are called \`${key}\`. Use one of the ids ${ids}.`,
  }
}

/** The name of a field that `findField` finds it by: its slug where that names it alone, else its id. */
export function fieldKey(fields: readonly WritableField[], { id, slug }: WritableField): string {
  const found = findField(fields, slug)
  return !('code' in found) && found.id === id ? slug : id
}

/** A required text needs a visible character. */
const isEmpty = (value: unknown) =>
  value === null ||
  (typeof value === 'string' && !visibleCharacter.test(value)) ||
  (Array.isArray(value) && value.length === 0)

function referencesOf(field: WritableField, key: string, value: FieldValue): ValueReference[] {
  const ids = (Array.isArray(value) ? value : [value]).filter((id) => typeof id === 'string')
  const at = { fieldId: field.id, key }
  if (field.kind === 'user_reference') return ids.map((id) => ({ to: 'member', id, ...at }))
  if (field.kind !== 'record_reference') return []
  return ids.map((id) => ({ to: 'record', id, ...at, objects: field.options?.objects }))
}

/**
 * References that the record does not have in the same field. Those that it has stay allowed: a client that sends the
 * whole record back must not fail because a target was archived or a member left.
 */
export const newReferences = (
  references: readonly ValueReference[],
  held: Readonly<Record<string, FieldValue>>,
): ValueReference[] =>
  references.filter(({ fieldId, id }) => {
    const value = held[fieldId]
    return Array.isArray(value) ? !value.includes(id) : value !== id
  })

/**
 * Checks the values of a write. Finds every fault, up to the most that an error lists.
 * @param supplied field id or slug → value; null clears
 * @param mode `create` demands the required fields; `merge` only refuses to clear them
 */
export function readValues(
  fields: readonly WritableField[],
  supplied: Readonly<Record<string, unknown>>,
  mode: 'create' | 'merge',
): { ok: true; change: ValueChange } | { ok: false; faults: ValueFault[] } {
  const faults: ValueFault[] = []
  const change: ValueChange = { set: new Map(), cleared: new Set(), references: [] }
  const seen = new Set<string>()

  for (const key of Object.keys(supplied)) {
    if (faults.length >= maxDetails) break
    const value = supplied[key]
    const field = findField(fields, key)
    if ('code' in field) {
      faults.push(fault(field.code, key, field.message))
      continue
    }
    if (seen.has(field.id)) {
      faults.push(fault('duplicate_field', key, `The field \`${field.slug}\` is supplied twice.`))
      continue
    }
    seen.add(field.id)
    if (field.readOnly) continue
    if (field.required && isEmpty(value)) {
      faults.push(fault('missing_field', key, `The field \`${field.slug}\` is required.`))
    } else if (value === null) {
      change.cleared.add(field.id)
    } else {
      const parsed = parseFieldValue(field, value)
      if (parsed.ok) {
        change.set.set(field.id, parsed.value)
        change.references.push(...referencesOf(field, key, parsed.value))
      } else {
        faults.push(fault('invalid_value', key, `\`${field.slug}\`: ${parsed.message}`))
      }
    }
  }

  if (mode === 'create') {
    const missing = fields.filter((field) => field.required && !field.readOnly && !seen.has(field.id))
    for (const { slug } of missing.slice(0, maxDetails - faults.length)) {
      faults.push(fault('missing_field', slug, `The field \`${slug}\` is required.`))
    }
  }
  return faults.length > 0 ? { ok: false, faults } : { ok: true, change }
}

/** The values after a change; what was not supplied stays (REC-06). */
export function mergeValues(
  held: Readonly<Record<string, FieldValue>>,
  change: ValueChange,
): Record<string, FieldValue> {
  const kept = Object.entries(held).filter(([id]) => !change.cleared.has(id))
  return { ...Object.fromEntries(kept), ...Object.fromEntries(change.set) }
}

/** The read-only text field `record_id` repeats the id of the record, for integrations that only map fields. */
export const systemValues = (
  fields: readonly WritableField[],
  recordId: string,
): Record<string, FieldValue> =>
  Object.fromEntries(
    fields
      .filter((field) => field.readOnly && field.kind === 'text' && field.slug === 'record_id')
      .map((field) => [field.id, recordId]),
  )

// The title of a record follows its primary field (REC-10).

/** Shown where the primary field is empty. */
export const untitled = 'Untitled'

const maxLength = 500

const choiceName = (options: FieldOptions, id: string) =>
  options?.choices?.find((choice) => choice.id === id)?.name ?? id

function plainText(kind: FieldKind, options: FieldOptions, value: FieldValue): string {
  if (Array.isArray(value)) return value.map((item) => plainText(kind, options, item)).join(', ')
  if (typeof value === 'object' && value !== null) {
    return Object.values(value)
      .filter((part) => typeof part === 'string')
      .join(', ')
  }
  const isChoice = kind === 'select' || kind === 'multi_select' || kind === 'status'
  return isChoice ? choiceName(options, String(value)) : String(value)
}

/** One line of at most 500 characters; "Untitled" when there is nothing to show. */
export function titleOf(
  fields: readonly { id: string; kind: FieldKind; primary: boolean; options: FieldOptions }[],
  values: Readonly<Record<string, FieldValue>>,
): string {
  const primary = fields.find((field) => field.primary)
  const value = primary && values[primary.id]
  if (!primary || value === undefined || value === null) return untitled
  const line = plainText(primary.kind, primary.options, value).replaceAll(/\s+/g, ' ').trim()
  const cut = line.slice(0, maxLength)
  // The cut may leave half of a surrogate pair.
  const title = (cut.isWellFormed() ? cut : cut.slice(0, -1)).trimEnd()
  return visibleCharacter.test(title) ? title : untitled
}
