// Projects and their environment variables, whose values are sealed before they come here (CLI-01, CLI-02).
import type { Tx } from '../db/store.ts'

export type Project = { id: string; slug: string; name: string; createdAt: number }
export type Environment = { name: string; version: number; updatedAt: number }
export type SealedVariable = {
  name: string
  sealed: string
  /** The environment's version in which it last changed. */
  version: number
  updatedBy: string
  updatedAt: number
}
/** A variable without its value. */
export type VariableName = {
  name: string
  updatedAt: number
  /** The person who changed it last; null if the service does not know them. */
  updatedByName: string | null
}
/** Which environment: of which project, and its name. */
export type Place = { projectId: string; environment: string }

const projects = (tx: Tx) =>
  tx.selectFrom('project').select(['id', 'slug', 'name', 'created_at as createdAt']).orderBy('slug')

export const projectsOfWorkspace = (tx: Tx, workspaceId: string): Promise<Project[]> =>
  projects(tx).where('workspace_id', '=', workspaceId).execute()

/** By id or by slug. */
export const findProject = (tx: Tx, workspaceId: string, idOrSlug: string): Promise<Project | undefined> =>
  projects(tx)
    .where('workspace_id', '=', workspaceId)
    .where((where) => where.or([where('id', '=', idOrSlug), where('slug', '=', idOrSlug)]))
    .executeTakeFirst()

export async function insertProject(
  tx: Tx,
  workspaceId: string,
  { createdAt, ...project }: Project,
): Promise<void> {
  await tx
    .insertInto('project')
    .values({ workspace_id: workspaceId, ...project, created_at: createdAt })
    .execute()
}

/** By name. An environment comes into being with its first variables. */
export const environmentsOfProject = (
  tx: Tx,
  workspaceId: string,
  projectId: string,
): Promise<Environment[]> =>
  tx
    .selectFrom('environment')
    .select(['name', 'version', 'updated_at as updatedAt'])
    .where('workspace_id', '=', workspaceId)
    .where('project_id', '=', projectId)
    .orderBy('name')
    .execute()

/** By name. */
export const sealedVariables = (
  tx: Tx,
  workspaceId: string,
  { projectId, environment }: Place,
): Promise<SealedVariable[]> =>
  tx
    .selectFrom('environment_variable')
    .select(['name', 'sealed', 'version', 'updated_by as updatedBy', 'updated_at as updatedAt'])
    .where('workspace_id', '=', workspaceId)
    .where('project_id', '=', projectId)
    .where('environment', '=', environment)
    .orderBy('name')
    .execute()

/** The names of an environment's variables, in order. @param page.after the last name of the previous page */
export async function namesOfVariables(
  tx: Tx,
  workspaceId: string,
  { projectId, environment }: Place,
  page: { after?: string | undefined; limit: number },
): Promise<VariableName[]> {
  const rows = await tx
    .selectFrom('environment_variable')
    .select(['name', 'updated_at as updatedAt', 'updated_by as updatedBy'])
    .where('workspace_id', '=', workspaceId)
    .where('project_id', '=', projectId)
    .where('environment', '=', environment)
    .where('name', '>', page.after ?? '')
    .orderBy('name')
    .limit(page.limit)
    .execute()
  if (rows.length === 0) return []
  // Apart, because on Citus a join with people sends all of them to the worker.
  const people = await tx
    .selectFrom('person')
    .select(['id', 'name'])
    .where('id', 'in', [...new Set(rows.map(({ updatedBy }) => updatedBy))])
    .execute()
  const nameOf = new Map(people.map(({ id, name }) => [id, name]))
  return rows.map(({ updatedBy, ...row }) => ({ ...row, updatedByName: nameOf.get(updatedBy) ?? null }))
}

export async function putEnvironment(
  tx: Tx,
  workspaceId: string,
  projectId: string,
  environment: Environment,
): Promise<void> {
  const { name, version, updatedAt: updated_at } = environment
  await tx
    .insertInto('environment')
    .values({ workspace_id: workspaceId, project_id: projectId, name, version, updated_at })
    .onConflict((conflict) =>
      conflict.columns(['workspace_id', 'project_id', 'name']).doUpdateSet({ version, updated_at }),
    )
    .execute()
}

export async function putVariable(
  tx: Tx,
  workspaceId: string,
  place: Place,
  variable: SealedVariable,
): Promise<void> {
  const { name, sealed, version, updatedBy: updated_by, updatedAt: updated_at } = variable
  await tx
    .insertInto('environment_variable')
    .values({
      workspace_id: workspaceId,
      project_id: place.projectId,
      environment: place.environment,
      name,
      sealed,
      version,
      updated_by,
      updated_at,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['workspace_id', 'project_id', 'environment', 'name'])
        .doUpdateSet({ sealed, version, updated_by, updated_at }),
    )
    .execute()
}

export async function deleteVariable(tx: Tx, workspaceId: string, place: Place, name: string): Promise<void> {
  await tx
    .deleteFrom('environment_variable')
    .where('workspace_id', '=', workspaceId)
    .where('project_id', '=', place.projectId)
    .where('environment', '=', place.environment)
    .where('name', '=', name)
    .execute()
}
