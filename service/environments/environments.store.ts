// Projects and their environment variables, whose values are sealed before they come here (CLI-01, CLI-02).
import type { Kysely } from 'kysely'
import type { Database } from '../db/schema.ts'
import { storeOf } from '../db/store.ts'

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

export const environmentsIn = storeOf((db: Kysely<Database>) => {
  const projects = db
    .selectFrom('project')
    .select(['id', 'slug', 'name', 'created_at as createdAt'])
    .orderBy('slug')

  return {
    projects: (workspaceId: string): Promise<Project[]> =>
      projects.where('workspace_id', '=', workspaceId).execute(),

    /** By id or by slug. */
    findProject: (workspaceId: string, idOrSlug: string): Promise<Project | undefined> =>
      projects
        .where('workspace_id', '=', workspaceId)
        .where((where) => where.or([where('id', '=', idOrSlug), where('slug', '=', idOrSlug)]))
        .executeTakeFirst(),

    async createProject(workspaceId: string, { createdAt, ...project }: Project): Promise<void> {
      await db
        .insertInto('project')
        .values({ workspace_id: workspaceId, ...project, created_at: createdAt })
        .execute()
    },

    /** By name. An environment comes into being with its first variables. */
    environments: (workspaceId: string, projectId: string): Promise<Environment[]> =>
      db
        .selectFrom('environment')
        .select(['name', 'version', 'updated_at as updatedAt'])
        .where('workspace_id', '=', workspaceId)
        .where('project_id', '=', projectId)
        .orderBy('name')
        .execute(),

    /** By name. */
    variables: (workspaceId: string, { projectId, environment }: Place): Promise<SealedVariable[]> =>
      db
        .selectFrom('environment_variable')
        .select(['name', 'sealed', 'version', 'updated_by as updatedBy', 'updated_at as updatedAt'])
        .where('workspace_id', '=', workspaceId)
        .where('project_id', '=', projectId)
        .where('environment', '=', environment)
        .orderBy('name')
        .execute(),

    /** The names of an environment's variables, in order. @param page.after the last name of the previous page */
    async variableNames(
      workspaceId: string,
      { projectId, environment }: Place,
      page: { after?: string | undefined; limit: number },
    ): Promise<VariableName[]> {
      const rows = await db
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
      const people = await db
        .selectFrom('person')
        .select(['id', 'name'])
        .where('id', 'in', [...new Set(rows.map(({ updatedBy }) => updatedBy))])
        .execute()
      const nameOf = new Map(people.map(({ id, name }) => [id, name]))
      return rows.map(({ updatedBy, ...row }) => ({ ...row, updatedByName: nameOf.get(updatedBy) ?? null }))
    },

    async putEnvironment(workspaceId: string, projectId: string, environment: Environment): Promise<void> {
      const { name, version, updatedAt: updated_at } = environment
      await db
        .insertInto('environment')
        .values({ workspace_id: workspaceId, project_id: projectId, name, version, updated_at })
        .onConflict((conflict) =>
          conflict.columns(['workspace_id', 'project_id', 'name']).doUpdateSet({ version, updated_at }),
        )
        .execute()
    },

    async putVariable(workspaceId: string, place: Place, variable: SealedVariable): Promise<void> {
      const { name, sealed, version, updatedBy: updated_by, updatedAt: updated_at } = variable
      await db
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
    },

    async deleteVariable(workspaceId: string, place: Place, name: string): Promise<void> {
      await db
        .deleteFrom('environment_variable')
        .where('workspace_id', '=', workspaceId)
        .where('project_id', '=', place.projectId)
        .where('environment', '=', place.environment)
        .where('name', '=', name)
        .execute()
    },
  }
})
