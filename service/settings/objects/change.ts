// Changes of the schema of a workspace (objects, fields, statuses, sections) by forms. The rules are those of `svc workspace import`
// (import/schema-file.ts, import/import-schema.ts). Fields of forms are named as the members of its file.
import { z } from 'zod'
import { putSchema, type WantedSchema } from '../../import/import-schema.ts'
import { fieldSchema, type WantedField, type WantedObject } from '../../import/schema-file.ts'
import type { Field, ObjectType } from '../../objects/objects.store.ts'
import { say } from '../../language/say.ts'
import { html, type Html } from '../../oauth/pages/html.ts'
import { done, refuse, type Outcome } from '../../base/operator-error.ts'
import { colors, spoken } from '../calendar-fields.ts'
import { textOf, type FormResult, type Values, type Visit } from '../../site/kit.ts'
import { selectField } from '../../site/parts.ts'
import { definedFields, getObject } from '../../objects/objects.store.ts'

const tooLong = { error: () => say('setup.tooLong.text') }
/** Text of a form, whose rules are those of the schema. */
export const text = z.string().trim().max(3_000, tooLong).default('')
export const longText = z.string().max(100_000, tooLong).default('')
export const id = z.string().max(200)
/** A checkbox. */
export const flag = z
  .string()
  .optional()
  .transform((value) => value !== undefined)
/** The row that moves, and its direction. */
export const move = { up: id.optional(), down: id.optional() }

/** The page with a list, at the rows that its form came from. @param page the path of the page, and the field with its id */
export const backToList =
  (page: 'object' | 'field') =>
  (values: Values): string => {
    const from = textOf(values, 'from')
    const place = /^[1-9]\d{0,5}$/.test(from) ? `&from=${from}` : ''
    return `${page}?id=${encodeURIComponent(textOf(values, page))}${place}`
  }

/** Removes the type of the field, which the page of the form names already. */
const withoutType = (message: string): string => message.replace(/ \([a-z_]+\)$/, '')

const fieldAt = (path: readonly PropertyKey[]): string | undefined =>
  path.includes('choices') ? 'choices' : path.findLast((part) => typeof part === 'string')

/** Reads a part of a schema, with each fault at the field of the form. For the transformation of a form’s fields. */
export function parsedAs<T>(
  context: z.RefinementCtx,
  schema: z.ZodType<T>,
  document: unknown,
  nameOf = fieldAt,
): T {
  const parsed = schema.safeParse(document)
  if (parsed.success) return parsed.data
  for (const { path, message } of parsed.error.issues)
    context.addIssue({ code: 'custom', path: [nameOf(path) ?? 'name'], message: withoutType(message) })
  return z.NEVER
}

/** Lists and places before the members that forms name: `objects.0.fields.0`, `statuses.0`. */
const withoutPlace = (path: readonly (string | number)[]) => path.slice(path[2] === 'fields' ? 4 : 2)

/** @param about the field of the form that a reason without one is about */
export async function changeSchema(
  { tx, workspace, at }: Visit,
  wanted: WantedSchema,
  about?: string,
): Promise<Outcome<FormResult>> {
  const { faults } = await putSchema(tx, workspace.id, wanted, at)
  const [fault] = faults
  if (!fault) return done({})
  return refuse('conflict', fault.message, fieldAt(withoutPlace(fault.path)) ?? about)
}

export const objectNames = ({
  slug,
  singularName,
  pluralName,
}: ObjectType): Omit<WantedObject, 'fields'> => ({
  slug,
  singularName,
  pluralName,
})

export type PlacedField = WantedField & { id: string; position?: number }

/** A field as the schema describes it; flags that are left out stay. */
export const wantedOf = ({ id: own, slug, name, kind, options }: Field): PlacedField => ({
  id: own,
  slug,
  name,
  type: kind,
  options,
})

/** A field with its object. @returns undefined where the workspace has no such field */
export async function knownFieldOf(
  { tx, workspace }: Visit,
  fieldId: string,
): Promise<{ field: Field; object: ObjectType } | undefined> {
  const field = (await definedFields(tx, workspace.id)).find((each) => each.id === fieldId)
  const object = field && (await getObject(tx, workspace.id, field.objectId))
  return object && { field, object }
}

export const noField = () => refuse('not_found', say('field.absent'))
export const noObject = () => refuse('not_found', say('objects.absent'))

/** @param document the field as a file would have it @param about see `changeSchema` */
export async function changeField(
  visit: Visit,
  { field, object }: { field: Field; object: ObjectType },
  document: object,
  about?: string,
): Promise<Outcome<FormResult>> {
  const { id: fieldId, ...kept } = wantedOf(field)
  const parsed = fieldSchema.safeParse({ ...kept, ...document })
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    return refuse(
      'validation_error',
      withoutType(issue?.message ?? ''),
      (issue && fieldAt(issue.path)) ?? about,
    )
  }
  const fields = [{ ...parsed.data, id: fieldId }]
  return changeSchema(visit, { objects: [{ ...objectNames(object), fields }] }, about)
}

const letters = (name: string): string =>
  name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll('ß', 'ss')

/** A slug from a name; `otherwise` where the name has neither a letter from a to z nor a digit. */
export const slugFrom = (name: string, separator: '-' | '_', otherwise: string): string =>
  letters(name)
    .split(/[^a-z0-9]+/)
    .filter(Boolean)
    .join(separator)
    .slice(0, 50)
    .replace(/[-_]+$/, '') || otherwise

/** The slug, with a number where it is taken. */
export const freeSlug = (slug: string, taken: ReadonlySet<string>, separator: '-' | '_'): string => {
  for (let number = 1; ; number += 1) {
    const one = number === 1 ? slug : `${slug}${separator}${number}`
    if (!taken.has(one)) return one
  }
}

/**
 * Moves an item of a list one place up or down.
 * @returns the items with a new position, none at the end of the list; undefined if the list lacks the item
 */
export function moved<T extends { id: string; position: number }>(
  list: readonly T[],
  { up, down }: { up?: string | undefined; down?: string | undefined },
): (T & { position: number })[] | undefined {
  const at = list.findIndex(({ id: each }) => each === (up ?? down))
  if (at === -1) return undefined
  const to = up === undefined ? at + 1 : at - 1
  const order = [...list]
  const [item] = order.splice(at, 1)
  if (item && to >= 0) order.splice(to, 0, item)
  else return []
  return order.flatMap((each, position) => (each.position === position ? [] : [{ ...each, position }]))
}

const named = colors.slice(1)

/** The color of the item at this place, where nobody chose one. */
export const nextColor = (place: number): string => named[place % named.length]?.[0] ?? '#2563eb'

/** A color with its name, where it has one. */
export const colorCell = (color: string): Html =>
  html`<svg class="swatch" viewBox="0 0 14 14" aria-hidden="true">
      <circle cx="7" cy="7" r="7" fill="${color}" /></svg
    >${spoken(named).find(([each]) => each === color)?.[1] ?? color}`

/** A color that has to be chosen. The one that an item has may be one of another program. */
export const colorChoice = (visit: Visit, form: string, value: string): Html => {
  const isOther = !named.some(([each]) => each === value)
  const options = isOther ? [...spoken(named), [value, value] as const] : spoken(named)
  return selectField(visit, { form, name: 'color', label: say('setup.color'), options, value })
}
