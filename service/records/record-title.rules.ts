// The title of a record follows its primary field (REC-10).
import type { FieldKind, FieldOptions } from '../../shared/api/objects.ts'
import { visibleCharacter } from '../../shared/api/limits.ts'
import type { FieldValue } from '../objects/field-types.rules.ts'

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
