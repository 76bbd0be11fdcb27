// Object types and their fields: the schema of a workspace's records. No route of the API writes them (GEN-09).
import { sql } from 'kysely'
import { fieldKind, fieldOptions, type FieldKind, type FieldOptions } from '../../shared/api/objects.ts'
import { statement, param } from '../db/sql.ts'
import { askedOnce } from '../db/loader.ts'
import type { FieldTable } from '../db/schema.ts'
import type { Tx } from '../db/store.ts'

export type ObjectType = Readonly<{
  id: string
  slug: string
  singularName: string
  pluralName: string
  icon: string | null
  color: string | null
  description: string | null
  position: number
  createdAt: number
}>

export type Field = Readonly<{
  id: string
  objectId: string
  slug: string
  name: string
  kind: FieldKind
  required: boolean
  primary: boolean
  readOnly: boolean
  /** Enriched: left out of previews without the Pro plan (LCH-04). */
  proOnly: boolean
  inPreview: boolean
  options: FieldOptions
  position: number
  /** Hidden and not written any more; records keep its values, and it can be restored. */
  retired: boolean
}>

/** Different texts that are remembered: more than a workspace has fields with options. */
const rememberedOptions = 2_000
const optionsByText = new Map<string, FieldOptions>()

/** One object for one text, so that what is made of options is made once (`field-types.rules.ts`). Nobody changes it. */
const optionsOf = (text: string): FieldOptions => {
  const known = optionsByText.get(text)
  if (known !== undefined) return known
  const options = fieldOptions.parse(JSON.parse(text))
  if (optionsByText.size >= rememberedOptions) optionsByText.clear()
  optionsByText.set(text, options)
  return options
}

const present = (row: FieldTable): Field => ({
  id: row.id,
  objectId: row.object_id,
  slug: row.slug,
  name: row.name,
  kind: fieldKind.parse(row.kind),
  required: row.required === 1,
  primary: row.is_primary === 1,
  readOnly: row.read_only === 1,
  proOnly: row.pro_only === 1,
  inPreview: row.in_preview === 1,
  options: row.options === null ? null : optionsOf(row.options),
  position: row.position,
  retired: row.retired === 1,
})

const flag = (value: boolean): 0 | 1 => (value ? 1 : 0)

/** The columns of an object that can change. */
const objectColumns = (object: ObjectType) => ({
  slug: object.slug,
  singular_name: object.singularName,
  plural_name: object.pluralName,
  icon: object.icon,
  color: object.color,
  description: object.description,
  position: object.position,
})

/** The columns of a field that can change. */
const fieldColumns = (field: Field) => ({
  slug: field.slug,
  name: field.name,
  kind: field.kind,
  required: flag(field.required),
  is_primary: flag(field.primary),
  read_only: flag(field.readOnly),
  pro_only: flag(field.proOnly),
  in_preview: flag(field.inPreview),
  options: field.options === null ? null : JSON.stringify(field.options),
  position: field.position,
  retired: flag(field.retired),
})

const selected = (tx: Tx) =>
  tx
    .selectFrom('object_type')
    .select([
      'id',
      'slug',
      'singular_name as singularName',
      'plural_name as pluralName',
      'icon',
      'color',
      'description',
      'position',
      'created_at as createdAt',
    ])
// Asked by almost every request for records.
const columns = sql.raw(
  `id, slug, singular_name as "singularName", plural_name as "pluralName", icon, color, description, position,
    created_at as "createdAt"`,
)
const objectRowById = statement<ObjectType>(
  () => sql`select ${columns} from object_type where workspace_id = ${param} and id = ${param}`,
)
const objectRowBySlug = statement<ObjectType>(
  () => sql`select ${columns} from object_type where workspace_id = ${param} and slug = ${param}`,
)
const objectRowsByEither = statement<ObjectType>(
  () => sql`select ${columns} from object_type
    where workspace_id = ${param} and (id = ${param} or slug = ${param})`,
)
const fieldRows = statement<FieldTable>(
  () =>
    sql`select * from field where workspace_id = ${param} and object_id = ${param} and retired = 0
      order by position, id`,
)
const fieldRowsByEither = statement<FieldTable>(
  () =>
    sql`select * from field where workspace_id = ${param} and object_id = (
      select id from object_type where workspace_id = ${param} and (id = ${param} or slug = ${param})
      order by case when id = ${param} then 0 else 1 end limit 1) and retired = 0 order by position, id`,
)
const fieldsOf = (tx: Tx, workspaceId: string) =>
  tx.selectFrom('field').selectAll().where('workspace_id', '=', workspaceId).orderBy('position').orderBy('id')

export const objectsOfWorkspace = (tx: Tx, workspaceId: string): Promise<readonly ObjectType[]> =>
  selected(tx).where('workspace_id', '=', workspaceId).orderBy('position').orderBy('id').execute()

export const getObject = async (tx: Tx, workspaceId: string, id: string): Promise<ObjectType | undefined> =>
  (await objectRowById(tx, workspaceId, id))[0]

export const objectBySlug = async (
  tx: Tx,
  workspaceId: string,
  slug: string,
): Promise<ObjectType | undefined> => (await objectRowBySlug(tx, workspaceId, slug))[0]

/** By id or by slug; an id wins over another object's equal slug. */
export const findObject = askedOnce(
  async (tx: Tx, workspaceId: string, idOrSlug: string): Promise<ObjectType | undefined> => {
    const found = await objectRowsByEither(tx, workspaceId, idOrSlug, idOrSlug)
    return found.find(({ id }) => id === idOrSlug) ?? found[0]
  },
)

/** An object's fields in their order, without retired ones. */
export const fieldsOfObject = askedOnce(
  async (tx: Tx, workspaceId: string, objectId: string): Promise<readonly Field[]> =>
    (await fieldRows(tx, workspaceId, objectId)).map(present),
)

/** The fields of the object that `find` finds, so that both can be asked for at once. */
export const fieldsOfFoundObject = askedOnce(
  async (tx: Tx, workspaceId: string, idOrSlug: string): Promise<readonly Field[]> => {
    const rows = await fieldRowsByEither(tx, workspaceId, workspaceId, idOrSlug, idOrSlug, idOrSlug)
    return rows.map(present)
  },
)

/** Every field of the workspace, for answers that mix objects; without retired ones. */
export async function fieldsOfWorkspace(tx: Tx, workspaceId: string): Promise<Field[]> {
  const rows = await fieldsOf(tx, workspaceId).where('retired', '=', 0).execute()
  return rows.map(present)
}

/** Every field of the workspace, retired ones too. */
export async function definedFields(tx: Tx, workspaceId: string): Promise<Field[]> {
  const rows = await fieldsOf(tx, workspaceId).execute()
  return rows.map(present)
}

export async function insertObject(tx: Tx, workspaceId: string, object: ObjectType): Promise<void> {
  await tx
    .insertInto('object_type')
    .values({
      workspace_id: workspaceId,
      id: object.id,
      ...objectColumns(object),
      created_at: object.createdAt,
    })
    .execute()
}

/** Everything but the id and the creation. */
export async function updateObject(tx: Tx, workspaceId: string, object: ObjectType): Promise<void> {
  await tx
    .updateTable('object_type')
    .set(objectColumns(object))
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', object.id)
    .execute()
}

export async function insertField(tx: Tx, workspaceId: string, field: Field): Promise<void> {
  await tx
    .insertInto('field')
    .values({
      workspace_id: workspaceId,
      object_id: field.objectId,
      id: field.id,
      ...fieldColumns(field),
    })
    .execute()
}

/** Everything but the id and the object. Neither values nor titles of records are touched: see `import-schema.ts`. */
export async function updateField(tx: Tx, workspaceId: string, field: Field): Promise<void> {
  await tx
    .updateTable('field')
    .set(fieldColumns(field))
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', field.id)
    .execute()
}
