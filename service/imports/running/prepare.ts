// Makes the fields and choices that a plan needs, before its rows are written (IMP-03).
import type { Tx } from '../../db/store.ts'
import type { Field } from '../../objects/objects.store.ts'
import { headerKey } from '../reading/columns.ts'
import type { Choice, Plan } from '../reading/plan.ts'
import { fieldsOfWorkspace, updateField, insertField } from '../../objects/objects.store.ts'
import { lockWorkspace } from '../../db/lock.ts'

/** Adds what the stored choices lack. @returns whether one of them is there under another id */
function merged(stored: readonly Choice[], wanted: readonly Choice[]) {
  const choices = [...stored]
  let isOther = false
  for (const choice of wanted) {
    const same = choices.find(({ name }) => headerKey(name) === headerKey(choice.name))
    if (!same) choices.push(choice)
    else if (same.id !== choice.id) isOther = true
  }
  return { choices, isOther }
}

/**
 * Stores the new fields and choices of a plan. It can be called again for a plan of the same file and choices.
 * @returns `plan again` where somebody made an equal field or choice since the look: the drafts have other ids then
 */
export async function prepareTarget(
  tx: Tx,
  workspaceId: string,
  plan: Pick<Plan, 'newFields' | 'newChoices'>,
): Promise<'as planned' | 'plan again'> {
  if (plan.newFields.length === 0 && plan.newChoices.length === 0) return 'as planned'
  await lockWorkspace(tx, workspaceId)
  const stored = await fieldsOfWorkspace(tx, workspaceId)
  let isOther = false
  const addChoices = async (held: Field, wanted: readonly Choice[]) => {
    const before = held.options?.choices ?? []
    const { choices, ...found } = merged(before, wanted)
    isOther ||= found.isOther
    if (choices.length > before.length)
      await updateField(tx, workspaceId, { ...held, options: { ...held.options, choices } })
  }
  for (const field of plan.newFields) {
    const beside = stored.filter(({ objectId }) => objectId === field.objectId)
    const same = beside.find(
      ({ name, kind }) => kind === field.kind && headerKey(name) === headerKey(field.name),
    )
    if (same) {
      isOther ||= same.id !== field.id
      await addChoices(same, field.options?.choices ?? [])
      continue
    }
    const position = Math.max(-1, ...beside.map((one) => one.position)) + 1
    await insertField(tx, workspaceId, { ...field, position })
  }
  for (const { field, choices } of plan.newChoices) {
    const held = stored.find(({ id }) => id === field.id)
    if (held) await addChoices(held, choices)
  }
  return isOther ? 'plan again' : 'as planned'
}
