// Finishes an import or its undo, in the process or thread that does the work.
import { reason } from '../../../shared/api/import-reasons.ts'
import { done } from '../../base/operator-error.ts'
import type { Claimed, RunDeps } from './claim.ts'
import { writeRest } from './run.ts'
import { planOf, sourceOf } from './source.ts'
import { readTarget } from '../target.ts'
import { undoRest } from './undo.ts'
import { ImportStopped } from './write-records.ts'
import { fileOfImport } from '../imports.store.ts'

/** Imports, or undoes, what is left of a claimed import. The one who has claimed it notes how it ends. */
export async function workOn(deps: RunDeps, claimed: Claimed): Promise<void> {
  const { store } = deps
  const { held } = claimed
  if (held.goal === 'undo') return undoRest(deps, claimed)
  await writeRest(deps, claimed, async () => {
    const bytes = await store.read((tx) => fileOfImport(tx, held))
    if (!bytes) throw new ImportStopped(reason('file_gone'))
    const target = await store.read((tx) => readTarget(tx, held.workspaceId))
    const plan = planOf({ bytes, target, choices: held.choices, zone: held.zone }, 'run')
    return plan.ok ? done(sourceOf({ importId: held.id, bytes, target }, plan.value)) : plan
  })
}
