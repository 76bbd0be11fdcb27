import { z } from 'zod'
import { createdAt, many } from './primitives.ts'

/** OBJ-01. */
export const objectType = z
  .object({
    id: z.string().describe('Id of the object.'),
    slug: z.string().describe('Its short name, as paths take it.'),
    singularName: z.string().describe('Name of one record.'),
    pluralName: z.string().describe('Name of several records.'),
    createdAt,
  })
  .meta({ id: 'Object' })
export type ObjectType = z.infer<typeof objectType>

/** FLD-03. New kinds may be added; clients show unknown ones as text. */
export const fieldKind = z.enum([
  'text',
  'long_text',
  'number',
  'currency',
  'rating',
  'checkbox',
  'date',
  'datetime',
  'email',
  'url',
  'phone',
  'select',
  'multi_select',
  'status',
  'record_reference',
  'user_reference',
  'location',
  'json',
])
export type FieldKind = z.infer<typeof fieldKind>

const choice = z.object({
  id: z.string().describe('What a value holds.'),
  name: z.string().describe('Name for people.'),
  color: z.string().describe('A hexadecimal color.'),
})
const choices = z.array(choice).describe('What a value can be.')
const currencyCode = z.string().length(3).describe('An ISO 4217 code.')
const objects = z.array(z.string()).describe('Allowed slugs of objects. Absent allows any.')
const maximum = z.number().int().positive().describe('The highest rating.')
const multiple = z.boolean().describe('Whether the field holds a list.')

/** Options as they are stored, whatever the kind; null where there are none. */
export const fieldOptions = z
  .object({ choices, currencyCode, objects, maximum, multiple })
  .partial()
  .nullable()
export type FieldOptions = z.infer<typeof fieldOptions>

const fieldOf = <Type extends z.ZodType, Options extends z.ZodType>(type: Type, options: Options) =>
  z.object({
    id: z.string().describe('Id of the field, by which answers name it.'),
    slug: z.string().describe('Its short name. Two fields of an object can share one.'),
    name: z.string().describe('Name for people.'),
    type: type.describe('What its values are.'),
    required: z.boolean().describe('Whether every record has a value.'),
    primary: z.boolean().describe('Whether its value is the title. One field of an object is primary.'),
    readOnly: z.boolean().describe('Whether the service ignores what is written to it.'),
    options: options.describe('What else is known of its values; null where there is nothing.'),
  })

const withChoices = fieldKind.extract(['select', 'multi_select', 'status'])
const withOptions = [
  ...withChoices.options,
  'currency',
  'rating',
  'record_reference',
  'user_reference',
] as const

/** FLD-01. `type` tells which options there are (FLD-03). */
export const field = z
  .discriminatedUnion('type', [
    fieldOf(fieldKind.exclude(withOptions), z.null()).meta({ id: 'PlainField' }),
    fieldOf(withChoices, z.object({ choices })).meta({ id: 'ChoiceField' }),
    fieldOf(z.literal('currency'), z.object({ currencyCode })).meta({ id: 'CurrencyField' }),
    fieldOf(z.literal('rating'), z.object({ maximum }).nullable()).meta({ id: 'RatingField' }),
    fieldOf(
      z.literal('record_reference'),
      z.object({ objects: objects.optional(), multiple: multiple.optional() }).nullable(),
    ).meta({ id: 'RecordReferenceField' }),
    fieldOf(z.literal('user_reference'), z.object({ multiple: multiple.optional() }).nullable()).meta({
      id: 'UserReferenceField',
    }),
  ])
  .meta({ id: 'Field' })
export type Field = z.infer<typeof field>

export const objectsResponse = many(objectType)
export const fieldsResponse = many(field)
