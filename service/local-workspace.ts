// The workspace of "Use a local workspace" (APP-08): one owner, who has neither an email address nor a password.
import type { Language } from '../shared/language.ts'
import { fillWorkspace, localSize, partsOf, usualPart } from './demo/fill.ts'
import { guideColleagues } from './demo/names.ts'
import { putSchema } from './import/import-schema.ts'
import { starterSchema } from './imports/starter.ts'
import { personIn } from './operator/members.ts'
import { createWorkspaceIn } from './operator/workspaces.ts'
import { localEmail } from './access/people.store.ts'
import type { Store } from './db/store.ts'
import { workspaceBySlug } from './access/workspaces.store.ts'
import { membersOfWorkspace, putMembership } from './access/members.store.ts'

export const localSlug = 'local'

export type LocalWorkspace = { workspaceId: string; personId: string }

/** The local workspace and its owner, if it was created. */
export const localOwner = (store: Store): Promise<(LocalWorkspace & { name: string }) | undefined> =>
  store.read(async (tx) => {
    const workspace = await workspaceBySlug(tx, localSlug)
    const owner =
      workspace && (await membersOfWorkspace(tx, workspace.id)).find((member) => member.role === 'owner')
    return owner && { workspaceId: workspace.id, personId: owner.id, name: owner.name }
  })

/**
 * Creates the local workspace with its owner in one transaction, unless it exists.
 * @param input.demo the zone of the demo data's working hours; null for the objects people and companies without records
 * @param input.language of the names of those objects and their fields; the default is English
 * @param input.at epoch milliseconds
 */
export const createLocal = (
  store: Store,
  input: { name: string; demo: { zone: string } | null; language?: Language; at: number },
): Promise<LocalWorkspace> =>
  store.write(async (tx) => {
    const { name, demo, language, at } = input
    const known = await workspaceBySlug(tx, localSlug)
    const workspace =
      known ??
      (await createWorkspaceIn(tx, {
        slug: localSlug,
        name: 'Local workspace',
        plan: 'pro',
        memberLimit: null,
        at,
      }))
    const owner = (await membersOfWorkspace(tx, workspace.id)).find((member) => member.role === 'owner')
    if (owner) return { workspaceId: workspace.id, personId: owner.id }
    const person = await personIn(tx, { email: localEmail, name, passwordHash: null, at })
    await putMembership(tx, workspace.id, person.id, 'owner', at)
    if (demo === null) await putSchema(tx, workspace.id, starterSchema(language), at)
    else {
      const colleagues: string[] = []
      for (const one of guideColleagues) {
        const { id } = await personIn(tx, { ...one, passwordHash: null, at })
        await putMembership(tx, workspace.id, id, 'member', at)
        colleagues.push(id)
      }
      const [all] = partsOf(localSize, usualPart)
      await fillWorkspace(tx, workspace.id, localSlug, [person.id, ...colleagues], all, at, demo.zone)
    }
    return { workspaceId: workspace.id, personId: person.id }
  })
