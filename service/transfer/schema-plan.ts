// From what a workspace is made of and what a file says it should be made of to the steps between them. What the file
// does not name stays; nothing is ever removed. Pure: ids are handed in, and what records hold is asked afterwards.
import type { TaskStatus } from '../../shared/api/launcher-tasks.ts'
import type { FieldOptions } from '../../shared/api/objects.ts'
import type { IdPrefix } from '../ids.ts'
import type { Fault } from '../operator/error.ts'
import { canonicalJson } from '../rules/canonical-json.ts'
import type { Field, ObjectType } from '../store/objects.ts'
import type { Section } from '../store/task-settings.ts'
import type { SchemaFile, WantedField, WantedObject } from './schema-file.ts'

export type CurrentSchema = {
  objects: readonly (ObjectType & { fields: readonly Field[] })[]
  statuses: readonly TaskStatus[]
  sections: readonly Section[]
  /** Slugs of the statuses that tasks have. */
  usedStatuses: ReadonlySet<string>
}

type StepOf<What extends string, Item> = {
  do: 'create' | 'change'
  what: What
  item: Item
  /** How the answer calls it. */
  label: string
}
export type Step =
  | StepOf<'object', ObjectType>
  | StepOf<'field', Field>
  | StepOf<'status', TaskStatus>
  | StepOf<'section', Section>

/** What must hold for the records of an object before a field of it can change. */
export type Check = {
  path: Fault['path']
  objectId: string
  /** As it is to be. */
  field: Field
  /** No record may hold a value: a value of the old kind says nothing in the new one. */
  mustBeEmpty: boolean
  /** Every record must hold a value. */
  mustBeThere: boolean
}

export type SchemaPlan = {
  steps: Step[]
  checks: Check[]
  faults: Fault[]
  /** Ids of objects whose records may have other titles afterwards (REC-10). */
  retitled: string[]
}

type Ids = (prefix: IdPrefix) => string

const isSame = (a: unknown, b: unknown): boolean => canonicalJson(a) === canonicalJson(b)

/** Only what the file says: what is absent there stays as it is. */
type Said<T> = { [K in keyof T]: Exclude<T[K], undefined> }
const said = <T extends object>(wanted: T): Partial<Said<T>> =>
  Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined)) as Partial<Said<T>>

const nextPosition = (items: readonly { position: number }[]) =>
  items.reduce((last, item) => Math.max(last, item.position), -1) + 1

/** The parts of a primary field's definition that the titles of its records depend on. */
const titlePart = ({ id, kind, options }: Field) => ({
  id,
  kind,
  choices: options?.choices?.map((choice) => [choice.id, choice.name]),
})

/** Whether a reference may no longer point at an object that it could point at before. */
const pointsAtLess = (before: FieldOptions, after: FieldOptions): boolean => {
  const allowed = after?.objects
  return (
    allowed !== undefined &&
    (before?.objects === undefined || before.objects.some((slug) => !allowed.includes(slug)))
  )
}

function planField(
  plan: SchemaPlan,
  objectId: string,
  known: Field | undefined,
  wanted: WantedField,
  place: { path: Fault['path']; label: string; position: number; newObject: boolean; newId: Ids },
): Field {
  const { type: kind, ...rest } = wanted
  const blank: Field = {
    id: known?.id ?? place.newId('fld'),
    objectId,
    slug: wanted.slug,
    name: wanted.name,
    kind,
    required: false,
    primary: false,
    readOnly: false,
    proOnly: false,
    inPreview: false,
    options: null,
    position: place.position,
  }
  const field: Field = { ...(known ?? blank), ...said(rest), kind }
  if (known && isSame(known, field)) return field
  plan.steps.push({ do: known ? 'change' : 'create', what: 'field', item: field, label: place.label })
  const mustBeEmpty =
    known !== undefined && (known.kind !== kind || pointsAtLess(known.options, field.options))
  const mustBeThere = field.required && !known?.required && !field.readOnly && !place.newObject
  if (mustBeEmpty || mustBeThere || (known && !isSame(known.options, field.options)))
    plan.checks.push({ path: place.path, objectId, field, mustBeEmpty, mustBeThere })
  return field
}

function planFields(
  plan: SchemaPlan,
  object: { id: string; slug: string; known: readonly Field[]; isNew: boolean },
  wanted: readonly WantedField[],
  path: Fault['path'],
  newId: Ids,
) {
  const fields = new Map(object.known.map((field) => [field.id, field]))
  const taken = new Set<string>()
  let position = nextPosition(object.known)
  for (const [index, one] of wanted.entries()) {
    const at = [...path, 'fields', index]
    const same = object.known.filter((field) => field.slug === one.slug)
    const twins = wanted.filter((other) => other.slug === one.slug)
    // A slug may be ambiguous (FLD-02); then the name tells which is meant.
    const known =
      same.length <= 1 && twins.length === 1 ? same[0] : same.find((field) => field.name === one.name)
    const name = `${one.slug} ${one.name}`
    if (taken.has(name)) {
      plan.faults.push({
        path: at,
        message: `The field \`${one.slug}\` called “${one.name}” is there twice.`,
      })
      continue
    }
    taken.add(name)
    const place = { path: at, label: `${object.slug}.${one.slug}`, position, newObject: object.isNew, newId }
    const field = planField(plan, object.id, known, one, place)
    if (!known) position += 1
    fields.set(field.id, field)
  }
  const primary = [...fields.values()].filter((field) => field.primary)
  if (primary.length === 1) {
    const before = object.known.filter((field) => field.primary)
    if (!object.isNew && !isSame(before.map(titlePart), primary.map(titlePart))) plan.retitled.push(object.id)
    return
  }
  const names = primary.map((field) => `\`${field.slug}\``).join(' and ')
  const message =
    primary.length === 0
      ? 'An object needs one primary field, which its records’ titles follow.'
      : `Only one field can be primary, not ${names}.`
  plan.faults.push({ path: [...path, 'fields'], message })
}

function planObject(
  plan: SchemaPlan,
  current: CurrentSchema,
  { fields, ...wanted }: WantedObject,
  place: { path: Fault['path']; position: number; at: number; newId: Ids },
) {
  const known = current.objects.find((object) => object.slug === wanted.slug)
  const { fields: knownFields = [], ...before } = known ?? {}
  const blank: ObjectType = {
    id: known?.id ?? place.newId('obj'),
    slug: wanted.slug,
    singularName: wanted.singularName,
    pluralName: wanted.pluralName,
    icon: null,
    color: null,
    description: null,
    position: place.position,
    createdAt: place.at,
  }
  const item: ObjectType = { ...blank, ...before, ...said(wanted) }
  if (!known || !isSame(before, item))
    plan.steps.push({ do: known ? 'change' : 'create', what: 'object', item, label: wanted.slug })
  const object = { id: item.id, slug: item.slug, known: knownFields, isNew: !known }
  planFields(plan, object, fields, place.path, place.newId)
}

function planStatuses(plan: SchemaPlan, current: CurrentSchema, wanted: SchemaFile['statuses'], newId: Ids) {
  const isDefaultIn = wanted.flatMap((status, index) => (status.isDefault ? [index] : []))
  for (const index of isDefaultIn.slice(1))
    plan.faults.push({ path: ['statuses', index, 'isDefault'], message: 'Only one status is the default.' })
  let position = nextPosition(current.statuses)
  for (const [index, status] of wanted.entries()) {
    const known = current.statuses.find((one) => one.slug === status.slug)
    const blank = { id: '', icon: null, position, isComplete: false, isDefault: false }
    const { slug, name, color } = status
    const item: TaskStatus = { ...blank, ...known, ...said(status), slug, name, color }
    if (!known) {
      position += 1
      plan.steps.push({ do: 'create', what: 'status', item: { ...item, id: newId('sts') }, label: item.slug })
      continue
    }
    if (isSame(known, item)) continue
    if (known.isComplete !== item.isComplete && current.usedStatuses.has(item.slug))
      plan.faults.push({
        path: ['statuses', index, 'isComplete'],
        message: `\`${item.slug}\` has tasks: whether it means completion cannot change any more.`,
      })
    plan.steps.push({ do: 'change', what: 'status', item, label: item.slug })
  }
  // The file's default takes the place of the one before.
  if (isDefaultIn.length === 0) return
  for (const status of current.statuses) {
    if (!status.isDefault || wanted.some((one) => one.slug === status.slug && one.isDefault)) continue
    const index = plan.steps.findIndex((step) => step.what === 'status' && step.item.id === status.id)
    const step = plan.steps[index]
    const item = { ...(step?.what === 'status' ? step.item : status), isDefault: false }
    const changed: Step = { do: 'change', what: 'status', item, label: status.slug }
    if (step) plan.steps[index] = changed
    else plan.steps.push(changed)
  }
}

function planSections(plan: SchemaPlan, current: CurrentSchema, wanted: SchemaFile['sections'], newId: Ids) {
  let position = nextPosition(current.sections)
  for (const { name, record } of wanted) {
    const known = current.sections.find((section) => section.name === name)
    const blank: Section = { id: '', name, recordId: null, position }
    const item: Section = { ...blank, ...known, ...(record !== undefined && { recordId: record }) }
    if (!known) {
      position += 1
      plan.steps.push({ do: 'create', what: 'section', item: { ...item, id: newId('sec') }, label: name })
    } else if (!isSame(known, item)) plan.steps.push({ do: 'change', what: 'section', item, label: name })
  }
}

const twice = (items: readonly string[]) =>
  items.flatMap((item, index) => (items.indexOf(item) < index ? [index] : []))

/** @param at when new objects are created, epoch milliseconds */
export function planSchema(current: CurrentSchema, wanted: SchemaFile, newId: Ids, at: number): SchemaPlan {
  const plan: SchemaPlan = { steps: [], checks: [], faults: [], retitled: [] }
  const lists = {
    objects: wanted.objects.map((object) => object.slug),
    statuses: wanted.statuses.map((status) => status.slug),
    sections: wanted.sections.map((section) => section.name),
  }
  for (const [list, names] of Object.entries(lists))
    for (const index of twice(names))
      plan.faults.push({ path: [list, index], message: `\`${names[index]}\` is there twice.` })
  if (plan.faults.length > 0) return plan

  let position = nextPosition(current.objects)
  const slugs = new Set([...current.objects.map((object) => object.slug), ...lists.objects])
  for (const [index, object] of wanted.objects.entries()) {
    const path = ['objects', index]
    planObject(plan, current, object, { path, position, at, newId })
    if (!current.objects.some((one) => one.slug === object.slug)) position += 1
    for (const [place, { options }] of object.fields.entries())
      for (const slug of options?.objects ?? [])
        if (!slugs.has(slug))
          plan.faults.push({
            path: [...path, 'fields', place, 'options', 'objects'],
            message: `There is no object \`${slug}\`.`,
          })
  }
  planStatuses(plan, current, wanted.statuses, newId)
  planSections(plan, current, wanted.sections, newId)
  return plan
}
