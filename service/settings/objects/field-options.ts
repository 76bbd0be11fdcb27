// The options of a field in forms: choices, a currency, a maximum, what references point at (FLD-03).
import { z } from 'zod'
import type { FieldKind, FieldOptions } from '../../../shared/api/objects.ts'
import type { ObjectType } from '../../objects/objects.store.ts'
import { html, type Html } from '../../oauth/pages/html.ts'
import type { Visit } from '../../site/kit.ts'
import { checkField, choiceField, inputField, textField } from '../../site/parts.ts'
import { flag, freeSlug, id, longText, nextColor, slugFrom, text } from './change.ts'

export const kindNames: Readonly<Record<FieldKind, string>> = {
  text: 'Text',
  long_text: 'Long text',
  number: 'Number',
  currency: 'Amount of money',
  rating: 'Rating',
  checkbox: 'Checkbox',
  date: 'Date',
  datetime: 'Date and time',
  email: 'Email address',
  url: 'Web address',
  phone: 'Phone number',
  select: 'One of several choices',
  multi_select: 'Any of several choices',
  status: 'Status',
  record_reference: 'Link to records',
  user_reference: 'Member',
  location: 'Place',
  json: 'JSON, read-only',
}

/** Values of JSON are written by the service only. */
export const offeredKinds = (Object.keys(kindNames) as FieldKind[]).filter((kind) => kind !== 'json')

export const hasChoices = (kind: FieldKind): boolean =>
  kind === 'select' || kind === 'multi_select' || kind === 'status'

type Choice = NonNullable<NonNullable<FieldOptions>['choices']>[number]

/** Choices from lines of text, after those that are there. Empty lines are left out. */
export function choicesFrom(lines: string, known: readonly Choice[] = []): Choice[] {
  const taken = new Set(known.map((choice) => choice.id))
  const names = lines.split('\n').map((line) => line.trim())
  return names
    .filter((name) => name !== '')
    .map((name, index) => {
      const own = freeSlug(slugFrom(name, '-', 'choice'), taken, '-')
      taken.add(own)
      return { id: own, name, color: nextColor(known.length + index) }
    })
}

/** Options as a form sends them. The type of the field decides which of them count. */
export const optionValues = {
  choices: longText,
  currencyCode: text,
  maximum: text,
  objects: z.array(id).default([]),
  multiple: flag,
}
type OptionValues = z.output<z.ZodObject<typeof optionValues>>

/** The options as a schema file has them, without choices of a field that has some. */
export function optionsFrom(
  kind: FieldKind,
  { choices, currencyCode, maximum, objects, multiple }: OptionValues,
): unknown {
  if (hasChoices(kind)) return { choices: choicesFrom(choices) }
  if (kind === 'currency') return { currencyCode: currencyCode.toUpperCase() }
  if (kind === 'rating') return maximum === '' ? null : { maximum: Number(maximum) }
  const several = multiple && { multiple: true }
  if (kind === 'user_reference') return several || null
  if (kind !== 'record_reference') return null
  const targets = objects.length > 0 && { objects }
  return several || targets ? { ...targets, ...several } : null
}

/** @param known the options that the field has; its choices have a list of their own */
export function optionFields(
  visit: Visit,
  form: string,
  kind: FieldKind,
  objects: readonly ObjectType[],
  known?: { options: FieldOptions },
): Html {
  const of = { form }
  const options = known?.options
  if (hasChoices(kind) && !known)
    return textField(visit, {
      ...of,
      name: 'choices',
      label: 'Choices',
      hint: 'One in a line. Colors and order can be changed afterwards.',
      attributes: html`rows="5" required autocomplete="off"`,
    })
  if (kind === 'currency')
    return inputField(visit, {
      ...of,
      name: 'currencyCode',
      label: 'Currency',
      hint: 'Its code of three letters, for example EUR.',
      value: options?.currencyCode ?? '',
      attributes: html`required maxlength="3" autocomplete="off" spellcheck="false"`,
    })
  if (kind === 'rating')
    return inputField(visit, {
      ...of,
      name: 'maximum',
      label: 'Highest rating (optional)',
      hint: 'At most 100; 5 without one.',
      value: options?.maximum === undefined ? '' : String(options.maximum),
      attributes: html`inputmode="numeric" maxlength="3" autocomplete="off"`,
    })
  const several = checkField(visit, {
    ...of,
    name: 'multiple',
    label: kind === 'user_reference' ? 'Several members' : 'Several records',
    checked: options?.multiple ?? false,
  })
  if (kind === 'user_reference') return several
  if (kind !== 'record_reference') return html``
  return html`${choiceField(visit, {
    ...of,
    name: 'objects',
    label: 'Which objects it links to',
    hint: 'Without any, it links to records of every object.',
    options: objects.map(({ slug, pluralName }) => [slug, pluralName] as const),
    checked: options?.objects ?? [],
  })}
  ${several}`
}
