// Projects of environment variables. Only the operator creates them (CLI-01).
import { prefixedId } from '../base/ids.ts'
import type { Environment, Project } from '../environments/environments.store.ts'
import type { Store } from '../db/store.ts'
import { operatorError } from '../base/operator-error.ts'
import { lockedWorkspaceOf, workspaceOf } from './workspaces.ts'
import { environmentsIn } from '../environments/environments.store.ts'

/** @throws OperatorError `not_found` or `already_exists` */
export const createProject = (
  store: Store,
  input: { workspace: string; slug: string; name: string; at: number },
): Promise<Project> =>
  store.write(async (tx) => {
    const workspace = await lockedWorkspaceOf(tx, input.workspace)
    if (await environmentsIn(tx).findProject(workspace.id, input.slug)) {
      throw operatorError('already_exists', `\`${workspace.slug}\` has a project \`${input.slug}\` already.`)
    }
    const project = { id: prefixedId('prj'), slug: input.slug, name: input.name, createdAt: input.at }
    await environmentsIn(tx).createProject(workspace.id, project)
    return project
  })

/** The projects of a workspace by slug, with their environments. */
export const listProjects = (
  store: Store,
  input: { workspace: string },
): Promise<(Project & { environments: Environment[] })[]> =>
  store.read(async (tx) => {
    const workspace = await workspaceOf(tx, input.workspace)
    const listed = []
    for (const project of await environmentsIn(tx).projects(workspace.id)) {
      const environments = await environmentsIn(tx).environments(workspace.id, project.id)
      listed.push({ ...project, environments })
    }
    return listed
  })
