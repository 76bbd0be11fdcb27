// One value format and one strict validator for every field type (FLD-03).
import { z } from 'zod'
import { issueWords } from '../../shared/api/exact.ts'
import type { FieldKind, FieldOptions } from '../../shared/api/objects.ts'
import { emailAddress, givenInstant } from '../../shared/api/primitives.ts'

export type FieldValue = z.core.util.JSONType

export type TypedField = { kind: FieldKind; options: FieldOptions }

const maxReferences = 100
const maxDocumentBytes = 32_768

const hasAtMostFourDecimals = (value: number) => Number(value.toFixed(4)) === value

const id = z.string().min(1).max(200)

const text = (max: number) => z.string().max(max)

const choiceIds = (options: FieldOptions) => (options?.choices ?? []).map((choice) => choice.id)

const choice = (options: FieldOptions) => {
  const ids = choiceIds(options)
  return z
    .string()
    .refine((value) => ids.includes(value), { error: `Use the id of a choice: ${ids.join(', ')}.` })
}

const distinct = <T extends z.ZodType<string>>(item: T, max: number) =>
  z
    .array(item)
    .max(max)
    .refine((list) => new Set(list).size === list.length, { error: 'Name each one once.' })

const references = (one: typeof id) => (options: FieldOptions) =>
  options?.multiple ? distinct(one, maxReferences) : one

const saysWhere = (part: string | number | undefined) =>
  typeof part === 'string' ? part.trim() !== '' : part !== undefined

const location = z
  .strictObject({
    line1: text(500),
    line2: text(500),
    city: text(200),
    region: text(200),
    postalCode: text(32),
    country: z.string().regex(/^[A-Z]{2}$/, 'Use the two capital letters of ISO 3166.'),
    latitude: z.number().min(-90).max(90),
    longitude: z.number().min(-180).max(180),
  })
  .partial()
  .refine((place) => Object.values(place).some(saysWhere), { error: 'Fill at least one part.' })
  .refine((place) => (place.latitude === undefined) === (place.longitude === undefined), {
    error: 'Latitude and longitude come together.',
  })
  .transform((place): FieldValue =>
    Object.fromEntries(
      Object.entries(place).flatMap(([name, part]) => (part === undefined ? [] : [[name, part]])),
    ),
  )

/** A telephone number and its extension: `x123`, `ext. 123`, `#123` or `;ext=123`. */
export const phoneParts = (value: string): { number: string; extension: string | undefined } => {
  const [number = '', extension] = value.split(/ ?(?:;ext=|#|x|ext(?:n|ension)?\.?) ?(\d{1,11})$/i)
  return { number, extension }
}

const phone = z
  .string()
  // Copied numbers have direction marks, tabs, line breaks, and many kinds of spaces and dashes.
  .overwrite((value) =>
    value
      .replaceAll(/\p{Cf}/gu, '')
      .replaceAll(/[\u2010-\u2015\u2212]/g, '-')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  )
  .max(40)
  .refine((value) => /^\+?[\d ().\-/]+$/.test(phoneParts(value).number), {
    error: 'Use digits, spaces and + ( ) . - / only, and an extension like x123.',
  })
  .refine((value) => phoneParts(value).number.replaceAll(/\D/g, '').length >= 3, {
    error: 'Use three digits or more.',
  })

const url = z
  .string()
  .max(2048)
  // URL parsers ignore them, so the stored value would differ from what was sent.
  .regex(/^(?!\s)\P{Cc}*(?<!\s)$/u, 'Leave out control characters, and blanks around the URL.')
  .regex(/^(?!https?:\/\/[/\\])/i, 'Write the host behind two slashes.')
  .pipe(z.url({ protocol: /^https?$/ }))

// UTC texts sort in the order of time.
const instant = givenInstant.transform((text) => new Date(text).toISOString())

const validators: Record<FieldKind, (options: FieldOptions) => z.ZodType<FieldValue>> = {
  text: () => text(2000),
  long_text: () => text(100_000),
  number: () => z.number(),
  currency: () => z.number().refine(hasAtMostFourDecimals, { error: 'Use at most four decimals.' }),
  rating: (options) =>
    z
      .number()
      .int()
      .min(1)
      .max(options?.maximum ?? 5),
  checkbox: () => z.boolean(),
  date: () => z.iso.date(),
  datetime: () => instant,
  email: () => emailAddress(),
  url: () => url,
  phone: () => phone,
  select: choice,
  multi_select: (options) => distinct(choice(options), maxReferences),
  status: choice,
  // Ids of records are kept in lower case; a UUID is the same in either.
  record_reference: references(id.toLowerCase()),
  user_reference: references(id),
  location: () => location,
  json: () =>
    z.json().refine((value) => Buffer.byteLength(JSON.stringify(value)) <= maxDocumentBytes, {
      error: 'Use at most 32 kB.',
    }),
}

/** The format of each type's values, for the documentation and errors. */
export const valueFormats: Record<FieldKind, string> = {
  text: 'a string of at most 2,000 characters',
  long_text: 'a string of at most 100,000 characters',
  number: 'a number',
  currency: 'a number in whole units of the currency, with at most four decimals',
  rating: 'a whole number from 1 to the maximum of the field',
  checkbox: 'true or false',
  date: 'a date, YYYY-MM-DD',
  datetime: 'an ISO 8601 date and time with Z or an offset, with or without seconds; it comes back in UTC',
  email: 'an email address',
  url: 'an http or https URL without blanks around it',
  phone: 'a telephone number of digits and + ( ) . - /, with or without an extension such as x123',
  select: 'the id of a choice',
  multi_select: 'a list of ids of choices, each once',
  status: 'the id of a choice',
  record_reference: 'the id of a record, or a list of ids where the field holds several',
  user_reference: 'the id of a member, or a list of ids where the field holds several',
  location:
    'an object with at least one of line1, line2, city, region, postalCode, country, latitude and longitude',
  json: 'any JSON of at most 32 kB (32,768 bytes of UTF-8)',
}

/** JSON can have -0, which is stored as 0. */
const withoutNegativeZero = (value: FieldValue): FieldValue => {
  if (Object.is(value, -0)) return 0
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(withoutNegativeZero)
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, withoutNegativeZero(part)]))
}

/** Validators by options and kind: building one costs far more than using it. */
const built = new WeakMap<object, Map<FieldKind, z.ZodType<FieldValue>>>()
const noOptions = {}

function validatorOf({ kind, options }: TypedField): z.ZodType<FieldValue> {
  const byKind = built.get(options ?? noOptions) ?? new Map<FieldKind, z.ZodType<FieldValue>>()
  const validator = byKind.get(kind) ?? validators[kind](options)
  built.set(options ?? noOptions, byKind.set(kind, validator))
  return validator
}

/** The value as it is stored, or one sentence that says what is wrong with it. `null` is not a value: it clears. */
export function parseFieldValue(
  field: TypedField,
  value: unknown,
): { ok: true; value: FieldValue } | { ok: false; message: string } {
  const parsed = validatorOf(field).safeParse(value)
  if (parsed.success) return { ok: true, value: withoutNegativeZero(parsed.data) }
  const [first] = parsed.error.issues
  const [member] = first?.path ?? []
  const where = typeof member === 'string' ? `${member}: ` : ''
  // The format of the type says more than the library's words for a wrong type or format.
  const isGeneral = where === '' && (first?.code === 'invalid_type' || first?.message.startsWith('Invalid '))
  const said = isGeneral || first === undefined ? '' : `${issueWords(first).replace(/\.$/, '')}. `
  return { ok: false, message: `${where}${said}Expected ${valueFormats[field.kind]}.` }
}
