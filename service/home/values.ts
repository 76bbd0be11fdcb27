// Values of fields in forms: the input of each kind, its text, and the value that a text means. The check is that of every write
// (`record-values.rules.ts`); texts that mean no value of their kind are passed on to it.
import type { FieldKind } from '../../shared/api/objects.ts'
import type { Field } from '../objects/objects.store.ts'
import { numberText, parseNumber } from '../../shared/typed-number.ts'
import { localeNow, say } from '../language/say.ts'
import { html, type Html } from '../oauth/pages/html.ts'
import { namedIds } from '../records/preview-values.rules.ts'
import type { RecordValue } from '../records/record.ts'
import { textOf, type Values, type Visit } from '../site/kit.ts'
import { checkField, choiceField, inputField, selectField, textField } from '../site/parts.ts'
import { momentOf, momentText } from './dates.ts'
import { peopleField, peopleOf } from './people.ts'
import { linesOfRecords, recordsOf } from './targets.ts'
import { plainLines } from './task-form.ts'

export const nameOf = ({ id }: Pick<Field, 'id'>): string => `v-${id}`

/** Values of JSON are written by programs only. */
export const isEditable = ({ kind, readOnly }: Field): boolean => !readOnly && kind !== 'json'

const places = ['line1', 'line2', 'postalCode', 'city', 'region', 'country', 'latitude', 'longitude'] as const

const partOf = (value: RecordValue | undefined, part: string): string => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return ''
  const held = value[part]
  return typeof held === 'number' ? numberText(held, localeNow()) : typeof held === 'string' ? held : ''
}

/** The text of an input for a value. */
const shownText = (visit: Visit, { kind }: Field, value: RecordValue | undefined): string => {
  if (value === undefined || value === null) return ''
  const at = kind === 'datetime' && typeof value === 'string' ? Date.parse(value) : Number.NaN
  if (!Number.isNaN(at)) return momentText(visit, at)
  if (typeof value === 'number') return numberText(value, localeNow())
  return typeof value === 'string' ? value : JSON.stringify(value)
}

const attributesOf = (kind: FieldKind): Html => {
  const types: Partial<Record<FieldKind, Html>> = {
    number: html`inputmode="decimal"`,
    currency: html`inputmode="decimal"`,
    date: html`type="date"`,
    datetime: html`type="datetime-local"`,
    email: html`inputmode="email" spellcheck="false"`,
    url: html`inputmode="url" spellcheck="false"`,
    phone: html`type="tel"`,
  }
  return types[kind] ?? html`maxlength="2000"`
}

const hintOf = ({ kind, options }: Field): string | undefined => {
  if (kind === 'url') return say('records.value.url')
  if (kind !== 'currency') return undefined
  const currency = options?.currencyCode
  return currency === undefined
    ? say('records.value.currency.unknown')
    : say('records.value.currency', { currency })
}

export async function valueField(
  visit: Visit,
  form: string,
  field: Field,
  value: RecordValue | undefined,
): Promise<Html> {
  const { kind, options, required } = field
  const name = nameOf(field)
  const hint = hintOf(field)
  const of = {
    form,
    name,
    label: required ? say('records.value.required', { field: field.name }) : field.name,
    ...(hint !== undefined && { hint }),
  }
  const needed = required && html` required`
  switch (kind) {
    case 'checkbox':
      return checkField(visit, { ...of, checked: value === true })
    case 'select':
    case 'status': {
      const known = (options?.choices ?? []).map((one) => [one.id, one.name] as const)
      return selectField(visit, {
        ...of,
        options: [['', say('records.value.none')], ...known],
        value: shownText(visit, field, value),
      })
    }
    case 'multi_select':
      return choiceField(visit, {
        ...of,
        options: (options?.choices ?? []).map((one) => [one.id, one.name] as const),
        checked: namedIds(value),
      })
    case 'rating': {
      const steps = Array.from({ length: options?.maximum ?? 5 }, (_, index) => String(index + 1))
      return selectField(visit, {
        ...of,
        options: [['', say('records.value.none')], ...steps.map((step) => [step, step] as const)],
        value: shownText(visit, field, value),
      })
    }
    case 'user_reference':
      return peopleField(visit, { ...of, held: namedIds(value), several: options?.multiple === true })
    case 'record_reference': {
      const text = await linesOfRecords(visit, namedIds(value))
      const places = options?.multiple === true ? 'tasks.field.records.hint' : 'records.value.reference'
      const said = { ...of, hint: say(places), value: text }
      const off = html`autocomplete="off" spellcheck="false"${needed}`
      return options?.multiple === true
        ? textField(visit, { ...said, attributes: html`rows="2" ${off}` })
        : inputField(visit, { ...said, attributes: off })
    }
    case 'location':
      return html`<fieldset class="place">
        <legend>${of.label}</legend>
        ${places.map((part, index) =>
          inputField(visit, {
            form,
            name: index === 0 ? name : `${name}-${part}`,
            label: say(`records.place.${part}`),
            value: partOf(value, part),
            attributes: html`autocomplete="off"`,
          }),
        )}
      </fieldset>`
    case 'long_text':
      return textField(visit, {
        ...of,
        value: shownText(visit, field, value),
        attributes: html`rows="4"${needed}`,
        longest: 100_000,
      })
    case 'text':
    case 'number':
    case 'currency':
    case 'date':
    case 'datetime':
    case 'email':
    case 'url':
    case 'phone':
    case 'json':
      return inputField(visit, {
        ...of,
        value: shownText(visit, field, value),
        attributes: html`${attributesOf(kind)} autocomplete="off"${needed}`,
      })
  }
}

/** A text that is not a number is passed on as it is, and the check of the value refuses it. */
const numberOf = (text: string): number | string => parseNumber(text, localeNow()) ?? text

const placeOf = (values: Values, name: string): RecordValue => {
  const parts = places.flatMap((part, index): [string, string | number][] => {
    const text = textOf(values, index === 0 ? name : `${name}-${part}`).trim()
    if (text === '') return []
    return [[part, part === 'latitude' || part === 'longitude' ? numberOf(text) : text]]
  })
  return parts.length === 0 ? null : Object.fromEntries(parts)
}

export type Read = { value: RecordValue | undefined } | { fault: string }

const isSame = (one: RecordValue | undefined, other: RecordValue | undefined): boolean =>
  JSON.stringify(one ?? null) === JSON.stringify(other ?? null)

/** The value that a form sent; undefined where the field shows the stored one unchanged. Null clears. */
export async function valueOf(
  visit: Visit,
  values: Values,
  field: Field,
  held: RecordValue | undefined,
): Promise<Read> {
  const { kind, options } = field
  const name = nameOf(field)
  const several = options?.multiple === true
  const changed = (value: RecordValue): Read => ({ value: isSame(value, held) ? undefined : value })
  if (kind === 'checkbox') {
    const isOn = textOf(values, name) !== ''
    // A box that was never ticked has no value.
    return { value: isOn === (held === true) ? undefined : isOn }
  }
  if (kind === 'multi_select') {
    const chosen = values[name] ?? []
    const ids = typeof chosen === 'string' ? [chosen] : [...chosen]
    if (isSame(ids.toSorted(), namedIds(held).toSorted())) return { value: undefined }
    return { value: ids.length === 0 ? null : ids }
  }
  if (kind === 'user_reference') {
    const ids = await peopleOf(visit, values, name, several)
    if (isSame(ids.toSorted(), namedIds(held).toSorted())) return { value: undefined }
    return { value: ids.length === 0 ? null : several ? ids : (ids[0] ?? null) }
  }
  if (kind === 'location') {
    const place = placeOf(values, name)
    const before = Object.fromEntries(places.map((part) => [part, partOf(held, part)]))
    const after = Object.fromEntries(places.map((part) => [part, partOf(place, part)]))
    return { value: isSame(before, after) ? undefined : place }
  }
  const text = plainLines(textOf(values, name))
  if (kind === 'record_reference') {
    if (text.trim() === (await linesOfRecords(visit, namedIds(held)))) return { value: undefined }
    const found = await recordsOf(visit, text, namedIds(held), options?.objects)
    if (!found.ok) return { fault: found.message }
    if (!several && found.ids.length > 1) return { fault: say('records.fault.one') }
    return { value: found.ids.length === 0 ? null : several ? found.ids : (found.ids[0] ?? null) }
  }
  // A value that nobody touched stays, with digits and seconds that the field does not show.
  if (text === plainLines(shownText(visit, field, held))) return { value: undefined }
  const written = kind === 'text' || kind === 'long_text' ? text : text.trim()
  if (written.trim() === '') return changed(null)
  if (kind === 'number' || kind === 'currency' || kind === 'rating') return changed(numberOf(written))
  if (kind !== 'datetime') return changed(written)
  const at = momentOf(visit, written)
  return at === undefined ? { fault: say('records.fault.moment') } : changed(new Date(at).toISOString())
}
