// Reads the workspace that a file goes into.
import type { Tx } from '../db/store.ts'
import type { Target } from './reading/plan.ts'

export async function readTarget(tx: Tx, workspaceId: string): Promise<Target> {
  const fields = Map.groupBy(await tx.objects.allFields(workspaceId), ({ objectId }) => objectId)
  return {
    objects: (await tx.objects.list(workspaceId)).map((type) => ({
      type,
      fields: fields.get(type.id) ?? [],
    })),
    members: await tx.members.list(workspaceId),
    statuses: await tx.tasks.statuses(workspaceId),
    sections: await tx.tasks.sections(workspaceId),
  }
}
