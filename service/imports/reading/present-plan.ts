// A plan as an answer shows it: its first rows as people read them, and its faults (IMP-01).
import { englishOf } from '../../../shared/api/import-reasons.ts'
import type { ImportLook } from '../../../shared/api/launcher/imports.ts'
import { iso } from '../../base/time.ts'
import type { Field } from '../../objects/objects.store.ts'
import { shownEmail } from '../../access/people.store.ts'
import type { Draft, ImportFault, Plan, Target } from './plan.ts'

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
    ...(draft.startDate !== null && { start: iso(draft.startDate) }),
    ...(draft.dueDate !== null && { due: iso(draft.dueDate) }),
    ...(draft.recurrence !== null && { repeat: draft.recurrence }),
    priority: draft.priority,
    status,
    ...(parent?.is === 'task' && { parent: parent.title }),
    ...(assignees.length > 0 && { assignee: assignees.join(', ') }),
    ...(section && { section: section.name }),
  }
}

/** The first rows. Names stand for the ids of choices, members and records. */
function sampleOf(plan: Plan, target: Target): Shown[] {
  const members = new Map(target.members.map((one) => [one.id, one.name || shownAddress(one)]))
  return plan.first.map((draft) =>
    draft.is === 'record' ? shownRecord(draft, plan, members) : shownTask(draft, plan, target),
  )
}

const faultsShown = 1_000

/** The faults that an answer lists, and how many more there are. */
export const shownFaults = (
  faults: readonly ImportFault[],
): { faults: ImportFault[]; moreFaults?: number } => ({
  faults: faults.slice(0, faultsShown),
  ...(faults.length > faultsShown && { moreFaults: faults.length - faultsShown }),
})

/** Faults of one kind and column, the most frequent first. */
function faultsByKind(faults: readonly ImportFault[]): ImportLook['faultsByKind'] {
  const kinds = new Map<string, ImportLook['faultsByKind'][number]>()
  for (const fault of faults) {
    const key = `${fault.column}\n${fault.why}`
    const kind = kinds.get(key)
    if (kind) kind.count += 1
    else {
      const { line: _line, text: _text, ...shared } = fault
      kinds.set(key, { ...shared, count: 1 })
    }
  }
  return [...kinds.values()].toSorted((a, b) => b.count - a.count)
}

/** The fields that a column can fill. */
const fieldsOf = ({ into, newFields }: Plan, { objects }: Target): ImportLook['goesTo'] =>
  [...(objects.find(({ type }) => type.slug === into)?.fields ?? []), ...newFields]
    .filter(({ readOnly }) => !readOnly)
    .map(({ slug, name, required }) => ({ field: slug, name, required }))

export function presentPlan(plan: Plan, target: Target): ImportLook {
  const { format, encoding, bom, delimiter, into, key, rows, leftOut, elsewhere, lists } = plan
  const { repeating = 0 } = plan
  return {
    format,
    encoding,
    bom,
    delimiter,
    object: into,
    key: key?.slug ?? null,
    rows,
    leftOut,
    ...(elsewhere && { elsewhere: { ...elsewhere } }),
    ...(repeating > 0 && { repeating }),
    columns: [...plan.columns],
    goesTo: plan.goesTo ?? fieldsOf(plan, target),
    mapping: plan.mapping.map(({ columns, field }) => ({ columns: [...columns], field })),
    ignored: [...plan.ignored],
    questions: [...plan.questions],
    ...(lists && lists.length > 0 && { lists: [...lists] }),
    sample: sampleOf(plan, target),
    faultsByKind: faultsByKind(plan.faults),
    ...shownFaults(plan.faults),
    notes: plan.notes.map(englishOf),
    noteReasons: [...plan.notes],
  }
}
