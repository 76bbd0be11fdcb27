// The options of a field in forms: choices, a currency, a maximum, what references point at (FLD-03).
import { z } from 'zod'
import { fieldKind, type FieldKind, type FieldOptions } from '../../../shared/api/objects.ts'
import type { ObjectType } from '../../objects/objects.store.ts'
import { say } from '../../language/say.ts'
import { html, type Html } from '../../oauth/pages/html.ts'
import type { Visit } from '../../site/kit.ts'
import { checkField, choiceField, inputField, textField } from '../../site/parts.ts'
import { flag, freeSlug, id, longText, nextColor, slugFrom, text } from './change.ts'

export const kindName = (kind: FieldKind): string => say(`field.kind.${kind}`)

/** Values of JSON are written by the service only. */
export const offeredKinds = fieldKind.options.filter((kind) => kind !== 'json')

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
      label: say('choice.choices'),
      hint: say('field.choices.hint'),
      attributes: html`rows="5" required autocomplete="off"`,
    })
  if (kind === 'currency')
    return inputField(visit, {
      ...of,
      name: 'currencyCode',
      label: say('field.currency'),
      hint: say('field.currency.hint'),
      value: options?.currencyCode ?? '',
      attributes: html`required maxlength="3" autocomplete="off" spellcheck="false"`,
    })
  if (kind === 'rating')
    return inputField(visit, {
      ...of,
      name: 'maximum',
      label: say('field.maximum'),
      hint: say('field.maximum.hint'),
      value: options?.maximum === undefined ? '' : String(options.maximum),
      attributes: html`inputmode="numeric" maxlength="3" autocomplete="off"`,
    })
  const several = checkField(visit, {
    ...of,
    name: 'multiple',
    label: say(kind === 'user_reference' ? 'field.severalMembers' : 'field.severalRecords'),
    checked: options?.multiple ?? false,
  })
  if (kind === 'user_reference') return several
  if (kind !== 'record_reference') return html``
  return html`${choiceField(visit, {
    ...of,
    name: 'objects',
    label: say('field.targets'),
    hint: say('field.targets.hint'),
    options: objects.map(({ slug, pluralName }) => [slug, pluralName] as const),
    checked: options?.objects ?? [],
  })}
  ${several}`
}
