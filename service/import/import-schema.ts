// `svc workspace import`: changes a workspace to what a file says. What the file does not name stays; nothing is removed.
// All is written and checked in one transaction, which a single fault rolls back.
import type { TaskStatus } from '../../shared/api/launcher-tasks.ts'
import { prefixedId } from '../ids.ts'
import { operatorError, type Fault } from '../operator/error.ts'
import { createWorkspaceIn } from '../operator/workspaces.ts'
import type { Field, ObjectType } from '../objects/objects.store.ts'
import type { Section } from '../tasks/task-settings.store.ts'
import type { Store, Tx } from '../db/store.ts'
import type { Workspace } from '../workspaces/workspaces.store.ts'
import { checkRecords, checksOf, isSame, titlePart, type Check } from './schema-checks.ts'
import type { SchemaFile, WantedField, WantedObject } from './schema-file.ts'

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
}

/** The members that the file contains; absent ones stay as they are. */
type Said<T> = { [K in keyof T]: Exclude<T[K], undefined> }
const said = <T extends object>(wanted: T): Partial<Said<T>> =>
  Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined)) as Partial<Said<T>>

const nextPosition = (items: readonly { position: number }[]) =>
  items.reduce((last, item) => Math.max(last, item.position), -1) + 1

/** Stores an item that is new or differs from the known one. */
async function put<Item>(
  { created, changed }: Import,
  [kind, name]: [kind: keyof Done, name: string],
  [known, item]: [known: Item | undefined, item: Item],
  write: { create: () => Promise<void>; change: () => Promise<void> },
): Promise<void> {
  if (known && isSame(known, item)) return
  const done = known ? changed : created
  done[kind] = [...(done[kind] ?? []), name]
  await (known ? write.change() : write.create())
}

/** A slug may be ambiguous (FLD-02); then the name identifies the field. */
function knownField(known: readonly Field[], wanted: readonly WantedField[], one: WantedField) {
  const same = known.filter(({ slug }) => slug === one.slug)
  const isAlone = same.length <= 1 && wanted.filter(({ slug }) => slug === one.slug).length === 1
  return isAlone ? same[0] : same.find(({ name }) => name === one.name)
}

async function putFields(
  into: Import,
  object: ObjectType,
  before: readonly Field[] | undefined,
  wanted: readonly WantedField[],
  path: Fault['path'],
): Promise<void> {
  const { tx, workspaceId, faults } = into
  const fields = new Map(before?.map((field) => [field.id, field]))
  const checks: Check[] = []
  const names = wanted.map(({ slug, name }) => `\`${slug}\` called “${name}”`)
  for (const index of repeated(names))
    faults.push({ path: [...path, index], message: `The field ${names[index]} appears twice.` })
  let position = nextPosition(before ?? [])
  for (const [index, { type: kind, ...rest }] of wanted.entries()) {
    const known = knownField(before ?? [], wanted, { type: kind, ...rest })
    const flags = { required: false, primary: false, readOnly: false, proOnly: false, inPreview: false }
    const { slug, name } = rest
    const blank = { id: prefixedId('fld'), objectId: object.id, slug, name, kind, options: null, ...flags }
    const field: Field = { ...(known ?? { ...blank, position: position++ }), ...said(rest), kind }
    fields.set(field.id, field)
    if (before) checks.push(...checksOf(known, field, [...path, index]))
    const label = `${object.slug}.${slug}`
    await put(into, ['field', label], [known, field], {
      create: () => tx.objects.createField(workspaceId, field),
      change: () => tx.definitions.changeField(workspaceId, field),
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
}

async function putObjects(into: Import, wanted: readonly WantedObject[]): Promise<void> {
  const { tx, workspaceId, at, faults } = into
  const before = await tx.objects.list(workspaceId)
  const fieldsOf = Map.groupBy(await tx.objects.allFields(workspaceId), (field) => field.objectId)
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
    await put(into, ['object', slug], [known, item], {
      create: () => tx.objects.create(workspaceId, item),
      change: () => tx.definitions.changeObject(workspaceId, item),
    })
    const path = ['objects', index, 'fields']
    for (const [place, { options }] of fields.entries())
      for (const target of options?.objects ?? [])
        if (!slugs.has(target))
          faults.push({
            path: [...path, place, 'options', 'objects'],
            message: `There is no object \`${target}\`.`,
          })
    await putFields(into, item, known && (fieldsOf.get(known.id) ?? []), fields, path)
  }
}

async function putStatuses(into: Import, wanted: SchemaFile['statuses']): Promise<void> {
  const { tx, workspaceId, faults } = into
  const before = await tx.tasks.statuses(workspaceId)
  const used = await tx.definitions.usedStatuses(workspaceId)
  const defaults = wanted.flatMap((status, index) => (status.isDefault ? [index] : []))
  for (const index of defaults.slice(1))
    faults.push({ path: ['statuses', index, 'isDefault'], message: 'Only one status is the default.' })
  // The file's default replaces the previous one.
  const replaced = defaults.length > 0 ? { isDefault: false } : {}
  const store = (known: TaskStatus | undefined, item: TaskStatus) =>
    put(into, ['status', item.slug], [known, item], {
      create: () => tx.tasks.createStatus(workspaceId, item),
      change: () => tx.definitions.changeStatus(workspaceId, item),
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
        message: `\`${slug}\` has tasks: whether it means completion cannot change.`,
      })
    await store(known, item)
  }
  for (const status of before)
    if (!wanted.some(({ slug }) => slug === status.slug)) await store(status, { ...status, ...replaced })
}

async function putSections(into: Import, wanted: SchemaFile['sections']): Promise<void> {
  const { tx, workspaceId, faults } = into
  const before = await tx.tasks.sections(workspaceId)
  const about = await tx.records.among(
    workspaceId,
    wanted.flatMap(({ record }) => record ?? []),
  )
  const active = new Set(about.filter(({ archived }) => !archived).map(({ id }) => id))
  let position = nextPosition(before)
  for (const [index, { name, record }] of wanted.entries()) {
    if (typeof record === 'string' && !active.has(record))
      faults.push({ path: ['sections', index, 'record'], message: `There is no active record ${record}.` })
    const known = before.find((section) => section.name === name)
    const start = known ?? { id: prefixedId('sec'), name, recordId: null, position: position++ }
    const item: Section = { ...start, ...(record !== undefined && { recordId: record }) }
    await put(into, ['section', name], [known, item], {
      create: () => tx.tasks.createSection(workspaceId, item),
      change: () => tx.definitions.changeSection(workspaceId, item),
    })
  }
}

const repeated = (names: readonly string[]) =>
  names.flatMap((name, index) => (names.indexOf(name) < index ? [index] : []))

/** Names that are in a list of the file twice. */
const repetitions = ({
  objects,
  statuses,
  sections,
}: Pick<SchemaFile, 'objects' | 'statuses' | 'sections'>): Fault[] =>
  Object.entries({
    objects: objects.map(({ slug }) => slug),
    statuses: statuses.map(({ slug }) => slug),
    sections: sections.map(({ name }) => name),
  }).flatMap(([list, names]) =>
    repeated(names).map((index) => ({ path: [list, index], message: `\`${names[index]}\` appears twice.` })),
  )

/** Creates the workspace if the file describes it, or updates it to what the file says. */
async function putWorkspace(tx: Tx, slug: string, wanted: SchemaFile['workspace'], at: number) {
  const known = await tx.workspaces.bySlug(slug)
  if (!known) {
    const message = `There is no workspace \`${slug}\`, and the file does not describe one.`
    if (!wanted) throw operatorError('not_found', message)
    const { name = slug, plan = 'free', memberLimit = null } = wanted
    const { id } = await createWorkspaceIn(tx, { slug, name, plan, memberLimit, at })
    return { id, created: true, changed: false }
  }
  const { name, plan, memberLimit }: Workspace = { ...known, ...said({ ...wanted, slug }) }
  const changed = !isSame({ ...known, name, plan, memberLimit }, known)
  if (changed) await tx.workspaces.change(known.id, { name, plan, memberLimit })
  return { id: known.id, created: false, changed }
}

/** Changes a workspace, which nobody else may write in meanwhile, to what is wanted. Nothing may be kept if there is a fault. */
export async function putSchema(
  tx: Tx,
  workspaceId: string,
  wanted: Pick<SchemaFile, 'objects' | 'statuses' | 'sections'>,
  at: number,
): Promise<{ created: Done; changed: Done; faults: Fault[] }> {
  const into: Import = { tx, workspaceId, at, created: {}, changed: {}, faults: repetitions(wanted) }
  if (into.faults.length === 0) {
    await putObjects(into, wanted.objects)
    await putStatuses(into, wanted.statuses)
    await putSections(into, wanted.sections)
  }
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
      await tx.lock(workspaceId)
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
