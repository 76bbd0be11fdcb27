// The first rows of a file as people read them: names stand for the ids of choices, members and records (IMP-01).
import type { ImportLook } from '../../../shared/api/launcher/imports.ts'
import { iso } from '../../base/time.ts'
import type { Field } from '../../objects/objects.store.ts'
import { shownEmail } from '../../access/people.store.ts'
import type { Draft, Plan, Target } from './plan.ts'

type Shown = ImportLook['sample'][number]

/** The owner of a local workspace has no address. */
const shownAddress = ({ name, email }: Target['members'][number]): string => shownEmail(email) || name

type Names = ReadonlyMap<string, string>

/** The names of the choices of a field, or of the members; undefined for fields of other kinds. */
function namesFor(
  { id, kind, options }: Field,
  { newChoices, newFields }: Plan,
  members: Names,
): Names | undefined {
  if (kind === 'user_reference') return members
  if (kind !== 'select' && kind !== 'status' && kind !== 'multi_select') return undefined
  const made = newChoices.find(({ field }) => field.id === id)?.choices ?? []
  const fresh = newFields.find((field) => field.id === id)?.options?.choices ?? []
  return new Map([...(options?.choices ?? []), ...fresh, ...made].map((choice) => [choice.id, choice.name]))
}

const named = (value: unknown, names: Names): unknown =>
  Array.isArray(value)
    ? value.map((one: unknown) => named(one, names))
    : typeof value === 'string'
      ? (names.get(value) ?? value)
      : value

/** Names instead of the ids of choices, members and records. */
function shownRecord(draft: Draft & { is: 'record' }, plan: Plan, members: Names): Shown {
  const { fields, type } = draft.object
  const records = Object.fromEntries(draft.references.map(({ field, names }) => [field.id, names.join('; ')]))
  const values: Record<string, unknown> = { ...draft.values, ...records }
  const shown = fields.flatMap((field) => {
    if (!(field.id in values)) return []
    const names = namesFor(field, plan, members)
    return [[field.slug, names ? named(values[field.id], names) : values[field.id]] as const]
  })
  return {
    line: draft.line,
    ...(type.slug !== plan.into && { object: type.slug }),
    ...Object.fromEntries(shown),
  }
}

function shownTask(draft: Draft & { is: 'task' }, plan: Plan, target: Target): Shown {
  const parent = draft.parent === null ? undefined : plan.drafts[draft.parent]
  const statuses = target.statuses
  const status = draft.status ?? (statuses.find(({ isDefault }) => isDefault) ?? statuses[0])?.slug
  const section = target.sections.find(({ id }) => id === draft.sectionId)
  const assignees = target.members.filter(({ id }) => draft.assignees.includes(id)).map(shownAddress)
  return {
    line: draft.line,
    title: draft.title,
    ...(draft.description !== null && { description: draft.description }),
    ...(draft.dueDate !== null && { due: iso(draft.dueDate) }),
    priority: draft.priority,
    status,
    ...(parent?.is === 'task' && { parent: parent.title }),
    ...(assignees.length > 0 && { assignee: assignees.join(', ') }),
    ...(section && { section: section.name }),
  }
}

export function sampleOf(plan: Plan, target: Target): Shown[] {
  const members = new Map(target.members.map((one) => [one.id, one.name || shownAddress(one)]))
  return plan.first.map((draft) =>
    draft.is === 'record' ? shownRecord(draft, plan, members) : shownTask(draft, plan, target),
  )
}
