// The file of `svc workspace import`. Strict, so that a misspelt name is a fault and is not ignored.
import { z } from 'zod'
import { fieldKind, type FieldKind, type FieldOptions } from '../../shared/api/objects.ts'
import type { Fault } from '../base/operator-error.ts'
import { say } from '../language/say.ts'
import { readJson } from '../http/validation.ts'

const tooLong = (most: number) => ({ error: () => say('setup.tooLong', { most: String(most) }) })
const nameless = { error: () => say('setup.nameless') }
const slug = z
  .string()
  .max(60, tooLong(60))
  .regex(/^[a-z0-9]+(?:[-_][a-z0-9]+)*$/, { error: () => say('schema.slug') })
const name = z.string(nameless).trim().min(1, nameless).max(200, tooLong(200))
const color = z.string().regex(/^#[0-9a-fA-F]{6}$/, { error: () => say('schema.color') })
const icon = z.string().min(1).max(60, tooLong(60))

const choice = z.strictObject({ id: slug, name, color })
const choices = z
  .array(choice)
  .min(1, { error: () => say('choice.missing') })
  .max(500, { error: () => say('schema.manyChoices', { most: '500' }) })
  .refine(
    (list) => new Set(list.map(({ id }) => id)).size === list.length,
    'Every choice has an id of its own.',
  )

const withChoices = z.strictObject({ choices })
/** Other types have no options. */
const optionsOf: Partial<Record<FieldKind, z.ZodType<FieldOptions>>> = {
  currency: z.strictObject({
    currencyCode: z.string().regex(/^[A-Z]{3}$/, { error: () => say('schema.currency') }),
  }),
  rating: z
    .strictObject({
      maximum: z
        .int({ error: () => say('schema.wholeNumber') })
        .min(1, { error: () => say('schema.atLeast', { least: '1' }) })
        .max(100, { error: () => say('schema.atMost', { most: '100' }) }),
    })
    .nullable(),
  select: withChoices,
  multi_select: withChoices,
  status: withChoices,
  record_reference: z
    .strictObject({ objects: z.array(slug).min(1).optional(), multiple: z.boolean().optional() })
    .nullable(),
  user_reference: z.strictObject({ multiple: z.boolean().optional() }).nullable(),
}

const flags = {
  required: z.boolean().optional(),
  primary: z.boolean().optional(),
  readOnly: z.boolean().optional(),
  proOnly: z.boolean().optional(),
  inPreview: z.boolean().optional(),
  /** Hidden and not written any more; records keep its values. */
  retired: z.boolean().optional(),
}

export const fieldSchema = z
  .strictObject({ slug, name, type: fieldKind, ...flags, options: z.unknown().optional() })
  .transform(({ options = null, ...rest }, context) => {
    const parsed = (optionsOf[rest.type] ?? z.null()).safeParse(options)
    if (parsed.success) return { ...rest, options: parsed.data }
    for (const { path, message } of parsed.error.issues)
      context.addIssue({ code: 'custom', path: ['options', ...path], message: `${message} (${rest.type})` })
    return z.NEVER
  })

export const objectSchema = z.strictObject({
  slug,
  singularName: name,
  pluralName: name,
  icon: icon.nullable().optional(),
  color: color.nullable().optional(),
  description: z.string().max(2000, tooLong(2000)).nullable().optional(),
  fields: z.array(fieldSchema).max(500).default([]),
})

export const statusSchema = z.strictObject({
  slug,
  name,
  color,
  icon: icon.nullable().optional(),
  isComplete: z.boolean().optional(),
  isDefault: z.boolean().optional(),
})

export const sectionSchema = z.strictObject({ name, record: z.guid().nullable().optional() })

const schemaFile = z.strictObject({
  workspace: z
    .strictObject({
      slug: z
        .string()
        .max(60)
        .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Use small letters, digits and single dashes.'),
      name: name.optional(),
      plan: z.enum(['free', 'pro']).optional(),
      memberLimit: z.number().int().min(0).max(1_000_000).nullable().optional(),
    })
    .optional(),
  objects: z.array(objectSchema).max(200).default([]),
  statuses: z.array(statusSchema).max(100).default([]),
  sections: z.array(sectionSchema).max(500).default([]),
})

export type SchemaFile = z.infer<typeof schemaFile>
export type WantedObject = SchemaFile['objects'][number]
export type WantedField = WantedObject['fields'][number]

/** Reads the text, or lists every fault in it with its path. */
export function readSchemaFile(
  text: string,
): { ok: true; schema: SchemaFile } | { ok: false; faults: Fault[] } {
  const read = readJson(text.replace(/^\uFEFF/, ''))
  if (read.is === 'no JSON')
    return { ok: false, faults: [{ path: [], message: `This is not JSON: ${read.reason}` }] }
  if (read.is === 'fault') return { ok: false, faults: [{ path: read.path, message: read.message }] }
  const parsed = schemaFile.safeParse(read.document)
  if (parsed.success) return { ok: true, schema: parsed.data }
  const faults = parsed.error.issues.map(({ path, message }) => ({
    path: path.map((part) => (typeof part === 'symbol' ? String(part) : part)),
    message,
  }))
  return { ok: false, faults }
}
