// The first values of a record form: none, a typed text, or a stored record with its unsent changes. Pure.
import type { Resolver } from 'react-hook-form'
import type { LauncherRecord, ObjectFields, RecordValues } from '../../shared/api/launcher/records.ts'
import { valuesFrom } from '../items/record-offers.ts'
import type { RecordStart } from '../state/store.ts'
import { type PendingValues, valuesBeneath, valuesOver } from '../writes/pending.ts'
import type { KeyedField, Names } from '../writes/record-words.ts'
import { formOf, problemsIn, type RecordForm } from './values.ts'

export type AboutRecord = { of: ObjectFields } & (
  | { kind: 'new'; start: RecordStart }
  | { kind: 'edit'; record: LauncherRecord; pending: PendingValues }
)

/** The values that a form starts with. */
export interface Start {
  shown: RecordForm
  /** The stored record without pending changes. Differences from it are sent and replace the pending changes. */
  base: RecordForm
  baseValues: RecordValues
  /** The values that the person sees. */
  values: RecordValues
  /** Values of the pending fields before the pending changes. */
  seen: RecordValues
  replaces: readonly string[]
}

export const startOf = (
  about: AboutRecord,
  fields: readonly KeyedField[],
  names: Names,
  now: Date,
): Start => {
  const form = (values: RecordValues): RecordForm => formOf(fields, values, names, now)
  if (about.kind === 'new') {
    const { again, text } = about.start
    const values = again?.values ?? (text === undefined ? {} : valuesFrom(fields, text))
    return { shown: form(values), base: form({}), baseValues: {}, values, seen: {}, replaces: [] }
  }
  const { sent, waiting } = about.pending
  const baseValues = { ...about.record.values, ...sent }
  const values = { ...baseValues, ...valuesOver(waiting) }
  return {
    shown: form(values),
    base: form(baseValues),
    baseValues,
    values,
    seen: valuesBeneath(waiting),
    replaces: waiting.map(({ id }) => id),
  }
}

/** The start after the pending changes were cancelled. */
export const withoutPending = (start: Start): Start => ({
  ...start,
  shown: start.base,
  values: start.baseValues,
  seen: {},
  replaces: [],
})

/** Each message appears below its field. */
export const resolverOf =
  (fields: readonly KeyedField[]): Resolver<RecordForm> =>
  (form) => {
    const problems = problemsIn(fields, form)
    if (problems.size === 0) return { values: form, errors: {} }
    const errors = [...problems].map(([key, message]) => [key, { type: 'value', message }])
    return { values: {}, errors: { values: Object.fromEntries(errors) } }
  }
