// Fields that the forms of calendars share.
import { z } from 'zod'
import type { CalendarVisibility } from '../../shared/api/launcher/calendars.ts'
import type { Html } from '../oauth/pages/html.ts'
import { html } from '../oauth/pages/html.ts'
import { refuse, type OperatorErrorCode, type Refused } from '../base/operator-error.ts'
import { inputField, selectField } from '../site/parts.ts'
import type { Visit } from '../site/kit.ts'

export const visibilities = [
  ['busy', 'That you are busy'],
  ['details', 'Details, except of private events'],
  ['private', 'Nothing'],
] as const satisfies readonly (readonly [CalendarVisibility, string])[]

export const colors = [
  ['', 'None'],
  ['#dc2626', 'Red'],
  ['#ea580c', 'Orange'],
  ['#ca8a04', 'Yellow'],
  ['#16a34a', 'Green'],
  ['#0d9488', 'Teal'],
  ['#2563eb', 'Blue'],
  ['#7c3aed', 'Violet'],
  ['#db2777', 'Pink'],
] as const

export const visibility = z.enum(['private', 'busy', 'details'], 'Choose what other members see.')
export const url = z
  .string('Enter an address.')
  .trim()
  .min(1, 'Enter an address.')
  .max(2048, 'Use at most 2048 characters.')
export const color = z
  .union([z.literal(''), z.string().regex(/^#[0-9a-f]{6}$/i)], 'Choose a color.')
  .transform((text) => (text === '' ? null : text))

export const visibilityField = (visit: Visit, form: string, value: CalendarVisibility = 'busy'): Html =>
  selectField(visit, {
    form,
    name: 'visibility',
    label: 'What other members see of its meetings',
    hint: 'Members who are invited to a meeting see it in any case.',
    options: visibilities,
    value,
  })

/** The color that it has may be one of another program. */
export const colorField = (visit: Visit, form: string, value: string | null): Html => {
  const isOther = value !== null && !colors.some(([each]) => each === value)
  const options = isOther ? [...colors, [value, value] as const] : colors
  return selectField(visit, { form, name: 'color', label: 'Color', options, value: value ?? '' })
}

/** Never filled in again: the address of a calendar is a secret. */
export const urlField = (visit: Visit, form: string, label: string): Html =>
  inputField(visit, {
    form,
    name: 'url',
    label,
    hint:
      visit.refused?.form === form
        ? 'Enter the address again. It is a secret, so it is not filled in.'
        : 'It begins with https or webcal. Google calls it secret, Outlook and iCloud call it published.',
    attributes: html`required maxlength="2048" autocomplete="off"`,
    isSecret: true,
  })

/** A refusal at the field that it is about. */
export const refusedAt = (
  field: string,
  { code, message }: { code: OperatorErrorCode; message: string },
): Refused => refuse(code, message, field)
