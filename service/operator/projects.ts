// Projects of environment variables. Only the operator creates them (CLI-01).
import { prefixedId } from '../base/ids.ts'
import type { Environment, Project } from '../environments/environments.store.ts'
import type { Store } from '../db/store.ts'
import { operatorError } from '../base/operator-error.ts'
import { lockedWorkspaceOf, workspaceOf } from './workspaces.ts'
import {
  findProject,
  insertProject,
  projectsOfWorkspace,
  environmentsOfProject,
} from '../environments/environments.store.ts'

/** @throws OperatorError `not_found` or `already_exists` */
export const createProject = (
  store: Store,
  input: { workspace: string; slug: string; name: string; at: number },
): Promise<Project> =>
  store.write(async (tx) => {
    const workspace = await lockedWorkspaceOf(tx, input.workspace)
    if (await findProject(tx, workspace.id, input.slug)) {
      throw operatorError('already_exists', `\`${workspace.slug}\` has a project \`${input.slug}\` already.`)
    }
    const project = { id: prefixedId('prj'), slug: input.slug, name: input.name, createdAt: input.at }
    await insertProject(tx, workspace.id, project)
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
    for (const project of await projectsOfWorkspace(tx, workspace.id)) {
      const environments = await environmentsOfProject(tx, workspace.id, project.id)
      listed.push({ ...project, environments })
    }
    return listed
  })
