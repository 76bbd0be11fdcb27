// The addresses at which calendar programs read what a person has to do, by the hash of their secret.
import type { Tx } from '../db/store.ts'

export type Feed = { workspaceId: string; personId: string; createdAt: number }

export const deleteFeed = async (tx: Tx, workspaceId: string, personId: string): Promise<boolean> => {
  const { numDeletedRows } = await tx
    .deleteFrom('calendar_feed')
    .where('workspace_id', '=', workspaceId)
    .where('person_id', '=', personId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
const all = (tx: Tx) =>
  tx
    .selectFrom('calendar_feed')
    .select(['workspace_id as workspaceId', 'person_id as personId', 'created_at as createdAt'])

/** @returns whether there was one */

/** Replaces an earlier one. */
export async function putFeed(
  tx: Tx,
  workspaceId: string,
  personId: string,
  { tokenHash, at }: { tokenHash: string; at: number },
): Promise<void> {
  await deleteFeed(tx, workspaceId, personId)
  await tx
    .insertInto('calendar_feed')
    .values({ token_hash: tokenHash, workspace_id: workspaceId, person_id: personId, created_at: at })
    .execute()
}

export const feedOfPerson = (tx: Tx, workspaceId: string, personId: string): Promise<Feed | undefined> =>
  all(tx).where('workspace_id', '=', workspaceId).where('person_id', '=', personId).executeTakeFirst()

/** By the hash of a 256-bit secret, so the time that it takes tells nothing about the secret. */
export const findFeed = (tx: Tx, tokenHash: string): Promise<Feed | undefined> =>
  all(tx).where('token_hash', '=', tokenHash).executeTakeFirst()
