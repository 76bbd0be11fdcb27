// Changes what a workspace is made of to what a file of `svc workspace import` says, or a form of the settings. What it does not
// name stays; nothing is removed. All is checked before anything is written, in one transaction.
import type { TaskStatus } from '../../shared/api/launcher/tasks.ts'
import { prefixedId } from '../base/ids.ts'
import { operatorError, type Fault } from '../base/operator-error.ts'
import { say } from '../language/say.ts'
import { createWorkspaceIn } from '../operator/workspaces.ts'
import type { Field, ObjectType } from '../objects/objects.store.ts'
import { type StoredRecord, recordEntryOf } from '../records/record.ts'
import type { Section } from '../tasks/task-settings.store.ts'
import type { Store, Tx } from '../db/store.ts'
import type { Workspace } from '../access/workspaces.store.ts'
import { checkRecords, checksOf, isSame, titlePart, type Check } from './schema-checks.ts'
import type { SchemaFile, WantedField, WantedObject } from './schema-file.ts'
import { walkRecords, recordsAmong } from '../records/records.store.ts'
import {
  insertField,
  updateField,
  objectsOfWorkspace,
  definedFields,
  insertObject,
  updateObject,
} from '../objects/objects.store.ts'
import { putSearchEntries } from '../search/write-index.store.ts'
import {
  statusesOfTasks,
  usedTaskStatuses,
  insertTaskStatus,
  putTaskStatus,
  sectionsOfWorkspace,
  insertSection,
  putSection,
} from '../tasks/task-settings.store.ts'
import { workspaceBySlug, updateWorkspace } from '../access/workspaces.store.ts'
import { lockWorkspace } from '../db/lock.ts'

/** Names of created or changed items by kind; kinds without any are absent. */
type Done = Partial<Record<'object' | 'field' | 'status' | 'section', string[]>>
export type SchemaAnswer = {
  workspace: { slug: string; created: boolean; changed: boolean }
  created: Done
  changed: Done
}

type Import = {
  tx: Tx
  workspaceId: string
  /** Epoch milliseconds. */
  at: number
  created: Done
  changed: Done
  faults: Fault[]
  /** Made in their order where there is no fault. */
  writes: (() => Promise<unknown>)[]
}

/** A definition with an id, if its slug or name is ambiguous or changes, and with a place of its own. */
type Placed<T> = T & { id?: string; position?: number }
export type WantedSchema = {
  objects?: readonly (Omit<WantedObject, 'fields'> & { fields: readonly Placed<WantedField>[] })[]
  statuses?: readonly Placed<SchemaFile['statuses'][number]>[]
  sections?: readonly Placed<SchemaFile['sections'][number]>[]
}

/** The members that the file contains; absent ones stay as they are. */
type Said<T> = { [K in keyof T]: Exclude<T[K], undefined> }
const said = <T extends object>(wanted: T): Partial<Said<T>> =>
  Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined)) as Partial<Said<T>>

const nextPosition = (items: readonly { position: number }[]) =>
  items.reduce((last, item) => Math.max(last, item.position), -1) + 1

/** Plans the write of an item that is new or differs from the known one. */
function put<Item>(
  { created, changed, writes }: Import,
  [kind, name]: [kind: keyof Done, name: string],
  [known, item]: [known: Item | undefined, item: Item],
  write: { create: () => Promise<void>; change: () => Promise<void> },
): void {
  if (known && isSame(known, item)) return
  const done = known ? changed : created
  done[kind] = [...(done[kind] ?? []), name]
  writes.push(known ? write.change : write.create)
}

/** A slug may be ambiguous (FLD-02); then the name identifies the field. */
function knownField(known: readonly Field[], wanted: readonly WantedField[], one: Placed<WantedField>) {
  if (one.id !== undefined) return known.find(({ id }) => id === one.id)
  const same = known.filter(({ slug }) => slug === one.slug)
  const isAlone = same.length <= 1 && wanted.filter(({ slug }) => slug === one.slug).length === 1
  return isAlone ? same[0] : same.find(({ name }) => name === one.name)
}

const byPosition = (a: Field, b: Field): number => a.position - b.position || (a.id < b.id ? -1 : 1)

/** Whether records are found by its values. */
const holdsContacts = ({ kind, proOnly }: Field): boolean =>
  !proOnly && (kind === 'email' || kind === 'phone' || kind === 'url')

const recordsAtOnce = 500

/** Makes the active records of an object findable by the contacts in these fields, and by no others. */
async function indexContacts(
  tx: Tx,
  workspaceId: string,
  objectId: string,
  fields: readonly Field[],
): Promise<void> {
  let after: StoredRecord | undefined
  do {
    const page = { archived: 'left out', direction: 'asc', after, limit: recordsAtOnce } as const
    const records = await walkRecords(tx, workspaceId, objectId, page)
    await putSearchEntries(
      tx,
      workspaceId,
      records.map((record) => recordEntryOf(record, fields)),
    )
    after = records.at(recordsAtOnce - 1)
  } while (after)
}

async function putFields(
  into: Import,
  object: ObjectType,
  before: readonly Field[] | undefined,
  wanted: readonly Placed<WantedField>[],
  path: Fault['path'],
): Promise<void> {
  const { tx, workspaceId, faults, writes } = into
  const fields = new Map(before?.map((field) => [field.id, field]))
  const checks: Check[] = []
  const names = wanted.map(({ slug, name }) => `\`${slug}\` called “${name}”`)
  for (const index of repeated(names))
    faults.push({ path: [...path, index], message: `The field ${names[index]} appears twice.` })
  let position = nextPosition(before ?? [])
  let hidesContacts = false
  for (const [index, { type: kind, ...rest }] of wanted.entries()) {
    const known = knownField(before ?? [], wanted, { type: kind, ...rest })
    const flags = { required: false, primary: false, readOnly: false, proOnly: false, inPreview: false }
    const { slug, name } = rest
    const made = { id: prefixedId('fld'), objectId: object.id, retired: false, position }
    const start = known ?? { ...made, slug, name, kind, options: null, ...flags }
    if (!known) position += 1
    const merged: Field = { ...start, ...said(rest), kind }
    // Nobody fills a retired field.
    const field = merged.retired ? { ...merged, required: false } : merged
    if (field.retired && field.primary)
      faults.push({ path: [...path, index, 'retired'], message: say('schema.field.retiredPrimary') })
    hidesContacts ||= holdsContacts(field) && (known?.retired ?? false) !== field.retired
    fields.set(field.id, field)
    if (before) checks.push(...checksOf(known, field, [...path, index]))
    const label = `${object.slug}.${slug}`
    put(into, ['field', label], [known, field], {
      create: () => insertField(tx, workspaceId, field),
      change: () => updateField(tx, workspaceId, field),
    })
  }
  const [primary, ...others] = [...fields.values()].filter((field) => field.primary)
  if (!primary || others.length > 0) {
    const message = primary
      ? `Only one field can be primary, not ${[primary, ...others].map(({ slug }) => `\`${slug}\``).join(' and ')}.`
      : 'An object needs one primary field, which its records’ titles follow.'
    faults.push({ path, message })
  } else if (before && !isSame(before.filter((field) => field.primary).map(titlePart), [titlePart(primary)]))
    checks.push({ rule: 'no records', field: primary, path })
  if (checks.length > 0) await checkRecords(into, object.id, checks)
  const used = [...fields.values()].filter(({ retired }) => !retired).toSorted(byPosition)
  if (before && hidesContacts) writes.push(() => indexContacts(tx, workspaceId, object.id, used))
}

async function putObjects(into: Import, wanted: NonNullable<WantedSchema['objects']>): Promise<void> {
  const { tx, workspaceId, at, faults } = into
  const before = await objectsOfWorkspace(tx, workspaceId)
  const fieldsOf = Map.groupBy(await definedFields(tx, workspaceId), (field) => field.objectId)
  const slugs = new Set([...before, ...wanted].map(({ slug }) => slug))
  let position = nextPosition(before)
  for (const [index, { fields, ...rest }] of wanted.entries()) {
    const known = before.find(({ slug }) => slug === rest.slug)
    const { slug, singularName, pluralName } = rest
    const blank = {
      slug,
      singularName,
      pluralName,
      icon: null,
      color: null,
      description: null,
      createdAt: at,
    }
    const start = known ?? { ...blank, id: prefixedId('obj'), position: position++ }
    const item: ObjectType = { ...start, ...said(rest) }
    put(into, ['object', slug], [known, item], {
      create: () => insertObject(tx, workspaceId, item),
      change: () => updateObject(tx, workspaceId, item),
    })
    const path = ['objects', index, 'fields']
    for (const [place, { options }] of fields.entries())
      for (const target of options?.objects ?? [])
        if (!slugs.has(target))
          faults.push({
            path: [...path, place, 'options', 'objects'],
            message: say('objects.absent.slug', { slug: target }),
          })
    await putFields(into, item, known && (fieldsOf.get(known.id) ?? []), fields, path)
  }
}

async function putStatuses(into: Import, wanted: NonNullable<WantedSchema['statuses']>): Promise<void> {
  const { tx, workspaceId, faults } = into
  const before = await statusesOfTasks(tx, workspaceId)
  const used = await usedTaskStatuses(tx, workspaceId)
  const defaults = wanted.flatMap((status, index) => (status.isDefault ? [index] : []))
  for (const index of defaults.slice(1))
    faults.push({ path: ['statuses', index, 'isDefault'], message: 'Only one status is the default.' })
  // The file's default replaces the previous one.
  const replaced = defaults.length > 0 ? { isDefault: false } : {}
  const store = (known: TaskStatus | undefined, item: TaskStatus) =>
    put(into, ['status', item.slug], [known, item], {
      create: () => insertTaskStatus(tx, workspaceId, item),
      change: () => putTaskStatus(tx, workspaceId, item),
    })
  let position = nextPosition(before)
  for (const [index, status] of wanted.entries()) {
    const known = before.find(({ slug }) => slug === status.slug)
    const { slug, name, color } = status
    const flags = { icon: null, isComplete: false, isDefault: false }
    const start = known ?? { ...flags, id: prefixedId('sts'), position: position++ }
    const item: TaskStatus = { ...start, ...replaced, ...said(status), slug, name, color }
    if (known && known.isComplete !== item.isComplete && used.has(slug))
      faults.push({
        path: ['statuses', index, 'isComplete'],
        message: say('schema.status.hasTasks', { slug }),
      })
    store(known, item)
  }
  for (const status of before)
    if (!wanted.some(({ slug }) => slug === status.slug)) store(status, { ...status, ...replaced })
}

async function putSections(into: Import, wanted: NonNullable<WantedSchema['sections']>): Promise<void> {
  const { tx, workspaceId, faults } = into
  const before = await sectionsOfWorkspace(tx, workspaceId)
  const about = await recordsAmong(
    tx,
    workspaceId,
    wanted.flatMap(({ record }) => record ?? []),
  )
  const active = new Set(about.filter(({ archived }) => !archived).map(({ id }) => id))
  let position = nextPosition(before)
  for (const [index, { name, record, ...place }] of wanted.entries()) {
    if (typeof record === 'string' && !active.has(record))
      faults.push({ path: ['sections', index, 'record'], message: `There is no active record ${record}.` })
    const known = before.find(({ id, name: other }) =>
      place.id === undefined ? other === name : id === place.id,
    )
    if (known && known.name !== name && before.some((section) => section.name === name))
      faults.push({ path: ['sections', index, 'name'], message: say('taskSettings.section.taken', { name }) })
    const start = known ?? { id: prefixedId('sec'), name, recordId: null, position: position++ }
    const item: Section = {
      ...start,
      ...said(place),
      name,
      ...(record !== undefined && { recordId: record }),
    }
    put(into, ['section', name], [known, item], {
      create: () => insertSection(tx, workspaceId, item),
      change: () => putSection(tx, workspaceId, item),
    })
  }
}

const repeated = (names: readonly string[]) =>
  names.flatMap((name, index) => (names.indexOf(name) < index ? [index] : []))

/** Names that are in a list of the file twice. */
const repetitions = ({ objects, statuses, sections }: Required<WantedSchema>): Fault[] =>
  Object.entries({
    objects: objects.map(({ slug }) => slug),
    statuses: statuses.map(({ slug }) => slug),
    sections: sections.map(({ name }) => name),
  }).flatMap(([list, names]) =>
    repeated(names).map((index) => ({ path: [list, index], message: `\`${names[index]}\` appears twice.` })),
  )

/** Creates the workspace if the file describes it, or updates it to what the file says. */
async function putWorkspace(tx: Tx, slug: string, wanted: SchemaFile['workspace'], at: number) {
  const known = await workspaceBySlug(tx, slug)
  if (!known) {
    const message = `There is no workspace \`${slug}\`, and the file does not describe one.`
    if (!wanted) throw operatorError('not_found', message)
    const { name = slug, plan = 'free', memberLimit = null } = wanted
    const { id } = await createWorkspaceIn(tx, { slug, name, plan, memberLimit, at })
    return { id, created: true, changed: false }
  }
  const { name, plan, memberLimit }: Workspace = { ...known, ...said({ ...wanted, slug }) }
  const changed = !isSame({ ...known, name, plan, memberLimit }, known)
  if (changed) await updateWorkspace(tx, known.id, { name, plan, memberLimit })
  return { id: known.id, created: false, changed }
}

/** Changes a workspace, which nobody else may write in meanwhile, to what is wanted. Where there is a fault, nothing is written. */
export async function putSchema(
  tx: Tx,
  workspaceId: string,
  { objects = [], statuses = [], sections = [] }: WantedSchema,
  at: number,
): Promise<Pick<Import, 'created' | 'changed' | 'faults'>> {
  const faults = repetitions({ objects, statuses, sections })
  const into: Import = { tx, workspaceId, at, created: {}, changed: {}, faults, writes: [] }
  if (faults.length === 0) {
    await putObjects(into, objects)
    await putStatuses(into, statuses)
    await putSections(into, sections)
  }
  if (faults.length === 0) for (const write of into.writes) await write()
  return into
}

const dryRun = Symbol('dry run')

/**
 * Changes a workspace to what a file says. Importing the same file again changes nothing.
 * @param input.slug the file's if undefined
 * @param input.at epoch milliseconds
 * @throws OperatorError `conflict` with every reason, `not_found` or `bad_option`; nothing is changed then
 */
export async function importSchema(
  store: Pick<Store, 'write'>,
  input: { slug: string | undefined; schema: SchemaFile; mode: 'write' | 'dry run'; at: number },
): Promise<SchemaAnswer> {
  const { schema, mode, at } = input
  const slug = input.slug ?? schema.workspace?.slug
  if (slug === undefined)
    throw operatorError('bad_option', 'Name the workspace: with --workspace, or in the file.')
  let answer: SchemaAnswer | undefined
  try {
    await store.write(async (tx) => {
      const { id: workspaceId, ...workspace } = await putWorkspace(tx, slug, schema.workspace, at)
      await lockWorkspace(tx, workspaceId)
      const { created, changed, faults } = await putSchema(tx, workspaceId, schema, at)
      if (faults.length > 0) {
        const what = faults.length === 1 ? 'One change conflicts' : `${faults.length} changes conflict`
        throw operatorError('conflict', `${what} with the data. Nothing was changed.`, faults)
      }
      answer = { workspace: { slug, ...workspace }, created, changed }
      // A dry run tries everything; the error rolls it back.
      if (mode === 'dry run') throw dryRun
    })
  } catch (error) {
    if (error !== dryRun) throw error
  }
  if (!answer) throw new Error('The import ended without an answer.')
  return answer
}
