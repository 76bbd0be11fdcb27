// A record's title follows its primary field (REC-10).
import type { FieldKind, FieldOptions } from '../../shared/api/objects.ts'
import type { FieldValue } from './field-types.ts'

/** Shown where the primary field is empty. */
export const untitled = 'Untitled'

const maxLength = 500

const choiceName = (options: FieldOptions, id: FieldValue) =>
  options?.choices?.find((choice) => choice.id === id)?.name ?? String(id)

function plainText(kind: FieldKind, options: FieldOptions, value: FieldValue): string {
  if (Array.isArray(value)) return value.map((item) => plainText(kind, options, item)).join(', ')
  if (typeof value === 'object' && value !== null) {
    return Object.values(value)
      .filter((part) => typeof part === 'string')
      .join(', ')
  }
  if (kind === 'select' || kind === 'multi_select' || kind === 'status') return choiceName(options, value)
  return String(value)
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
  if (line === '') return untitled
  // By code points, so that no character is cut in half.
  return line.length <= maxLength ? line : [...line].slice(0, maxLength).join('')
}
