// One value format and one strict validator for every field type (FLD-03).
import { z } from 'zod'
import type { FieldKind, FieldOptions } from '../../shared/api/objects.ts'
import { givenInstant } from '../../shared/api/primitives.ts'

export type FieldValue = z.core.util.JSONType

/** What a validator needs to know of a field. */
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

/** Blanks say as little as nothing (REC-04). */
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
  .refine((place) => Object.values(place).some(saysWhere), { error: 'Say where.' })
  .refine((place) => (place.latitude === undefined) === (place.longitude === undefined), {
    error: 'Latitude and longitude come together.',
  })
  .transform((place): FieldValue =>
    Object.fromEntries(
      Object.entries(place).flatMap(([name, part]) => (part === undefined ? [] : [[name, part]])),
    ),
  )

const phone = z
  .string()
  // What is copied brings tabs, breaks and spaces of many kinds.
  .overwrite((value) => value.trim().replaceAll(/\s+/g, ' '))
  .max(40)
  .regex(/^\+?[\d ().\-/]+$/, 'Use digits, spaces and + ( ) . - / only.')
  .refine((value) => value.replaceAll(/\D/g, '').length >= 3, { error: 'Use three digits or more.' })

const url = z
  .string()
  .max(2048)
  // What reads URLs passes over them without a word, and something else than was sent would be kept.
  .regex(/^(?!\s)\P{Cc}*(?<!\s)$/u, 'Leave out control characters, and blanks around it.')
  .regex(/^(?!https?:\/\/[/\\])/i, 'Write the host behind two slashes.')
  .pipe(z.url({ protocol: /^https?$/ }))

// In UTC, instants are in the order of their text.
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
  email: () => z.email().max(320),
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

/** How each type's value is written, in the words of the documentation and of refusals. */
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
  phone: 'a telephone number of digits and + ( ) . - /',
  select: 'the id of a choice',
  multi_select: 'a list of ids of choices, each once',
  status: 'the id of a choice',
  record_reference: 'the id of a record, or a list of ids where the field holds several',
  user_reference: 'the id of a member, or a list of ids where the field holds several',
  location:
    'an object of line1, line2, city, region, postalCode, country, latitude and longitude, one of which says where',
  json: 'any JSON of at most 32 kB (32,768 bytes of UTF-8)',
}

/** JSON can be sent with a -0 and is stored with a 0: the two are one value, here as well. */
const withoutNegativeZero = (value: FieldValue): FieldValue => {
  if (Object.is(value, -0)) return 0
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(withoutNegativeZero)
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, withoutNegativeZero(part)]))
}

type Validators = Map<FieldKind, z.ZodType<FieldValue>>

/** Built once for each kind without options, and for each options object: building one costs far more than using it. */
const withoutOptions: Validators = new Map()
const withOptions = new WeakMap<object, Validators>()

function builtFor(options: FieldOptions): Validators {
  if (options === null) return withoutOptions
  const built: Validators = withOptions.get(options) ?? new Map()
  withOptions.set(options, built)
  return built
}

function validatorOf({ kind, options }: TypedField): z.ZodType<FieldValue> {
  const built = builtFor(options)
  const validator = built.get(kind) ?? validators[kind](options)
  built.set(kind, validator)
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
  const said = (first?.message ?? 'Invalid').replace(/\.$/, '')
  const [member] = first?.path ?? []
  const where = typeof member === 'string' ? `${member}: ` : ''
  return { ok: false, message: `${where}${said}. Expected ${valueFormats[field.kind]}.` }
}
