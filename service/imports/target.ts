// Reads the workspace that a file goes into.
import type { Tx } from '../db/store.ts'
import type { Target } from './reading/plan.ts'
import { fieldsOfWorkspace, objectsOfWorkspace } from '../objects/objects.store.ts'
import { membersOfWorkspace } from '../access/members.store.ts'
import { statusesOfTasks, sectionsOfWorkspace } from '../tasks/task-settings.store.ts'

export async function readTarget(tx: Tx, workspaceId: string): Promise<Target> {
  const fields = Map.groupBy(await fieldsOfWorkspace(tx, workspaceId), ({ objectId }) => objectId)
  return {
    objects: (await objectsOfWorkspace(tx, workspaceId)).map((type) => ({
      type,
      fields: fields.get(type.id) ?? [],
    })),
    members: await membersOfWorkspace(tx, workspaceId),
    statuses: await statusesOfTasks(tx, workspaceId),
    sections: await sectionsOfWorkspace(tx, workspaceId),
  }
}
