// Makes the fields and choices that a plan needs, before its rows are written (IMP-03).
import type { Tx } from '../db/store.ts'
import type { FieldValue } from '../objects/field-types.rules.ts'
import type { Field } from '../objects/objects.store.ts'
import { headerKey } from './columns.ts'
import type { Choice, Draft, Plan } from './plan.ts'

/** Ids of the plan → stored ids, where somebody made the same field or choice in the meantime. */
type Renamed = { fields: Map<string, Field>; choices: Map<string, ReadonlyMap<string, string>> }

const withChoices = (field: Field, choices: readonly Choice[]): Field => ({
  ...field,
  options: { ...field.options, choices: [...choices] },
})

/** Adds what the stored choices lack. @returns the choices, and the stored ids of those that were there by name */
function merged(stored: readonly Choice[], wanted: readonly Choice[]) {
  const choices = [...stored]
  const known = new Map<string, string>()
  for (const choice of wanted) {
    const same = choices.find(({ name }) => headerKey(name) === headerKey(choice.name))
    if (!same) choices.push(choice)
    else if (same.id !== choice.id) known.set(choice.id, same.id)
  }
  return { choices, known }
}

function renamedDraft(draft: Draft, { fields, choices }: Renamed): Draft {
  if (draft.is === 'task') return draft
  const values = Object.entries(draft.values).map(([id, value]): [string, FieldValue] => {
    const ids = choices.get(id)
    const stored = (one: FieldValue) => (typeof one === 'string' ? (ids?.get(one) ?? one) : one)
    return [
      fields.get(id)?.id ?? id,
      ids ? (Array.isArray(value) ? value.map(stored) : stored(value)) : value,
    ]
  })
  return { ...draft, values: Object.fromEntries(values) }
}

/**
 * Stores the new fields and choices of a plan. It can be called again for a plan of the same file and choices.
 * @returns the plan to write. It is the same one, unless somebody made an equal field or choice since the look
 */
export async function prepareTarget(tx: Tx, workspaceId: string, plan: Plan): Promise<Plan> {
  if (plan.newFields.length === 0 && plan.newChoices.length === 0) return plan
  await tx.lock(workspaceId)
  const stored = await tx.objects.allFields(workspaceId)
  const renamed: Renamed = { fields: new Map(), choices: new Map() }
  const addChoices = async (planned: Field, held: Field, wanted: readonly Choice[]) => {
    const { choices, known } = merged(held.options?.choices ?? [], wanted)
    if (known.size > 0) renamed.choices.set(planned.id, known)
    if (choices.length > (held.options?.choices ?? []).length)
      await tx.definitions.changeField(workspaceId, withChoices(held, choices))
  }
  for (const field of plan.newFields) {
    const beside = stored.filter(({ objectId }) => objectId === field.objectId)
    const same = beside.find(
      ({ name, kind }) => kind === field.kind && headerKey(name) === headerKey(field.name),
    )
    if (same) {
      if (same.id !== field.id) renamed.fields.set(field.id, same)
      await addChoices(field, same, field.options?.choices ?? [])
      continue
    }
    const position = Math.max(-1, ...beside.map((one) => one.position)) + 1
    await tx.objects.createField(workspaceId, { ...field, position })
    stored.push({ ...field, position })
  }
  for (const { field, choices } of plan.newChoices) {
    const held = stored.find(({ id }) => id === field.id)
    if (held) await addChoices(field, held, choices)
  }
  if (renamed.fields.size === 0 && renamed.choices.size === 0) return plan
  const drafts = plan.drafts.map((draft) => renamedDraft(draft, renamed))
  return { ...plan, key: (plan.key && renamed.fields.get(plan.key.id)) ?? plan.key, drafts }
}
