// The version of a workspace's objects and fields, and of whether anybody wants its events. It changes with them, in the
// same transaction, so whoever reads the same version again need not read them again.
import { randomUUID } from 'node:crypto'
import { sql, type Kysely } from 'kysely'
import { compiled, given } from './compiled.ts'
import type { Database } from './schema.ts'

export const definitionsVersionIn = (db: Kysely<Database>) => {
  const version = compiled<{ version: string }>(
    db,
    () => sql`select definitions_version as version from workspace where id = ${given}`,
  )
  const renew = compiled(
    db,
    () => sql`update workspace set definitions_version = ${given} where id = ${given}`,
  )
  return {
    /** Undefined where there is no such workspace. */
    read: async (workspaceId: string): Promise<string | undefined> =>
      (await version(workspaceId))[0]?.version,
    /** Gives a version that never was before: nobody takes a state that was rolled back for the one that came instead. */
    renew: (workspaceId: string): Promise<unknown> => renew(randomUUID(), workspaceId),
  }
}
