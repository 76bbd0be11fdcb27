import { z } from 'zod'
import { instant, many } from './primitives.ts'

/** OBJ-01. */
export const objectType = z
  .object({
    id: z.string(),
    slug: z.string(),
    singularName: z.string(),
    pluralName: z.string(),
    createdAt: instant,
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

const choice = z.object({ id: z.string(), name: z.string(), color: z.string() })

/** Options of a kind; null for kinds without options. */
export const fieldOptions = z
  .object({
    choices: z.array(choice).optional(),
    currencyCode: z.string().length(3).optional(),
    /** Allowed object slugs of a record_reference. Absent allows any. */
    objects: z.array(z.string()).optional(),
    /** Highest rating. */
    maximum: z.number().int().positive().optional(),
    /** Whether the field holds a list of references. */
    multiple: z.boolean().optional(),
  })
  .nullable()
export type FieldOptions = z.infer<typeof fieldOptions>

/** FLD-01. */
export const field = z
  .object({
    id: z.string(),
    slug: z.string(),
    name: z.string(),
    type: fieldKind,
    required: z.boolean(),
    primary: z.boolean(),
    readOnly: z.boolean(),
    options: fieldOptions,
  })
  .meta({ id: 'Field' })
export type Field = z.infer<typeof field>

export const objectsResponse = many(objectType)
export const fieldsResponse = many(field)
