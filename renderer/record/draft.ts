// Saves an unsent record form as a draft, and restores it (APP-06). Pure.
import type { RecordValues } from '../../shared/api/launcher/records.ts'
import { isSameValue } from '../../shared/record-values.ts'
import { dueAgain } from '../dates/due.ts'
import type { Picked } from '../ui/token-select.tsx'
import type { KeyedField } from '../writes/record-words.ts'
import { dayTyped, type RecordForm, type Typed } from './values.ts'

/** Leaves display texts out, so that another name of the same item is not a change. */
const withoutWords = (typed: Typed | undefined): unknown => {
  if (Array.isArray(typed)) return typed.map(({ id }) => id)
  return typeof typed === 'object' && 'instant' in typed ? (typed.instant ?? typed.text) : typed
}

/** The changed controls as typed, with their unchosen texts; null if nothing changed. */
export function changedIn(before: RecordForm, after: RecordForm): Record<string, unknown> | null {
  const changed = Object.keys(after.values).filter(
    (key) =>
      !isSameValue(withoutWords(before.values[key]), withoutWords(after.values[key])) ||
      (before.unchosen[key] ?? '') !== (after.unchosen[key] ?? ''),
  )
  if (changed.length === 0) return null
  return Object.fromEntries(
    changed.map((key) => [key, { typed: after.values[key], unchosen: after.unchosen[key] ?? '' }]),
  )
}

/** Whether a saved state fits the control, which has the shape of the sample. */
const isLike = (typed: unknown, sample: Typed): typed is Typed => {
  if (Array.isArray(sample))
    return (
      Array.isArray(typed) &&
      typed.every((one: unknown) => {
        const { id, title } = (one ?? {}) as Partial<Picked>
        return typeof id === 'string' && typeof title === 'string'
      })
    )
  if (typeof sample !== 'object') return typeof typed === typeof sample
  return typeof typed === 'object' && typed !== null && Object.keys(sample).every((member) => member in typed)
}

/** The form after a draft is restored. A draft of an older version, or of a field that has another type now, is left out. */
export function continued(
  fields: readonly KeyedField[],
  current: RecordForm,
  draft: Record<string, unknown>,
  now: Date,
): RecordForm {
  const form: RecordForm = { values: { ...current.values }, unchosen: { ...current.unchosen } }
  for (const field of fields) {
    const { typed, unchosen } = (draft[field.key] ?? {}) as { typed?: unknown; unchosen?: unknown }
    const sample = current.values[field.key]
    if (sample === undefined || !isLike(typed, sample)) continue
    // A saved "tomorrow" may be over.
    const isMoment = typeof typed === 'object' && 'instant' in typed && typeof typed.instant === 'string'
    form.values[field.key] = !isMoment
      ? typed
      : field.type === 'date'
        ? dayTyped(typed.instant, now)
        : dueAgain(typed.instant, now)
    if (typeof unchosen === 'string' && field.key in form.unchosen) form.unchosen[field.key] = unchosen
  }
  return form
}

/** Keys of values that somebody else has changed since a draft was begun. @param now the values without the draft */
export const overtaken = (now: RecordValues, before: RecordValues): string[] =>
  Object.keys(before).filter((key) => !isSameValue(now[key], before[key]))
