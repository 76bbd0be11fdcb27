// The addresses at which calendar programs read what a person has to do, by the hash of their secret.
import type { Kysely } from 'kysely'
import type { Database } from '../db/schema.ts'
import { storeOf } from '../db/store.ts'

export type Feed = { workspaceId: string; personId: string; createdAt: number }

export const feedsIn = storeOf((db: Kysely<Database>) => {
  const revoke = async (workspaceId: string, personId: string): Promise<boolean> => {
    const { numDeletedRows } = await db
      .deleteFrom('calendar_feed')
      .where('workspace_id', '=', workspaceId)
      .where('person_id', '=', personId)
      .executeTakeFirst()
    return numDeletedRows > 0n
  }
  const all = db
    .selectFrom('calendar_feed')
    .select(['workspace_id as workspaceId', 'person_id as personId', 'created_at as createdAt'])

  return {
    /** @returns whether there was one */
    revoke,

    /** Replaces an earlier one. */
    async put(
      workspaceId: string,
      personId: string,
      { tokenHash, at }: { tokenHash: string; at: number },
    ): Promise<void> {
      await revoke(workspaceId, personId)
      await db
        .insertInto('calendar_feed')
        .values({ token_hash: tokenHash, workspace_id: workspaceId, person_id: personId, created_at: at })
        .execute()
    },

    of: (workspaceId: string, personId: string): Promise<Feed | undefined> =>
      all.where('workspace_id', '=', workspaceId).where('person_id', '=', personId).executeTakeFirst(),

    /** By the hash of a 256-bit secret, so the time that it takes tells nothing about the secret. */
    find: (tokenHash: string): Promise<Feed | undefined> =>
      all.where('token_hash', '=', tokenHash).executeTakeFirst(),
  }
})
