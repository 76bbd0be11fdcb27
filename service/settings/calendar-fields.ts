// Fields that the forms of calendars share, and colors for those of objects.
import { z } from 'zod'
import type { CalendarVisibility } from '../../shared/api/launcher/calendars.ts'
import type { Html } from '../oauth/pages/html.ts'
import { html } from '../oauth/pages/html.ts'
import { say, sayParts, type MessageKey, type PlainKey } from '../language/say.ts'
import { refuse, type OperatorErrorCode, type Refused } from '../base/operator-error.ts'
import { inputField, selectField } from '../site/parts.ts'
import type { Visit } from '../site/kit.ts'

export const visibilities = [
  ['busy', 'calendar.visibility.busy'],
  ['details', 'calendar.visibility.details'],
  ['private', 'calendar.visibility.private'],
] as const satisfies readonly (readonly [CalendarVisibility, PlainKey])[]

export const colors = [
  ['', 'setup.color.none'],
  ['#dc2626', 'setup.color.red'],
  ['#ea580c', 'setup.color.orange'],
  ['#ca8a04', 'setup.color.yellow'],
  ['#16a34a', 'setup.color.green'],
  ['#0d9488', 'setup.color.teal'],
  ['#2563eb', 'setup.color.blue'],
  ['#7c3aed', 'setup.color.violet'],
  ['#db2777', 'setup.color.pink'],
] as const satisfies readonly (readonly [string, PlainKey])[]

/** Options of a list, in the language of the request. */
export const spoken = (options: readonly (readonly [value: string, key: PlainKey])[]) =>
  options.map(([value, key]) => [value, say(key)] as const)

/** A sentence with markup in it. */
export const sayHtml = <K extends MessageKey>(
  key: K,
  values: Parameters<typeof sayParts<K, Html>>[1],
): Html[] => sayParts<K, Html>(key, values).map((part) => html`${part}`)

export const visibility = z.enum(['private', 'busy', 'details'], {
  error: () => say('calendar.visibility.choose'),
})
const urlMissing = { error: () => say('calendar.address.missing') }
export const url = z
  .string(urlMissing)
  .trim()
  .min(1, urlMissing)
  .max(2048, { error: () => say('setup.tooLong', { most: '2048' }) })
export const color = z
  .union([z.literal(''), z.string().regex(/^#[0-9a-f]{6}$/i)], {
    error: () => say('setup.color.choose'),
  })
  .transform((text) => (text === '' ? null : text))

export const visibilityField = (visit: Visit, form: string, value: CalendarVisibility = 'busy'): Html =>
  selectField(visit, {
    form,
    name: 'visibility',
    label: say('calendar.visibility'),
    hint: say('calendar.visibility.hint'),
    options: spoken(visibilities),
    value,
  })

/** The color that it has may be one of another program. */
export const colorField = (visit: Visit, form: string, value: string | null): Html => {
  const isOther = value !== null && !colors.some(([each]) => each === value)
  const options = isOther ? [...spoken(colors), [value, value] as const] : spoken(colors)
  return selectField(visit, { form, name: 'color', label: say('setup.color'), options, value: value ?? '' })
}

/** Never filled in again: the address of a calendar is a secret. */
export const urlField = (visit: Visit, form: string, label: string): Html =>
  inputField(visit, {
    form,
    name: 'url',
    label,
    hint: visit.refused?.form === form ? say('calendar.address.again') : say('calendar.address.hint'),
    attributes: html`required maxlength="2048" autocomplete="off"`,
    isSecret: true,
  })

/** A refusal at the field that it is about. */
export const refusedAt = (
  field: string,
  { code, message }: { code: OperatorErrorCode; message: string },
): Refused => refuse(code, message, field)
