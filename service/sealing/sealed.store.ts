// Lists the sealing keys in use, so that startup can report a missing one; and addresses of calendars, to seal them anew.
import { sql } from 'kysely'
import type { Tx } from '../db/store.ts'

/** `v1.` and the id of the key. */
const beginning = 11

/**
 * The distinct beginnings of what is sealed in all workspaces; enough for `Seal.missingKey`.
 * @param at epoch milliseconds: a former secret of a webhook counts as long as it still signs
 */
export async function sealedBeginnings(tx: Tx, at: number): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`
    select substr(sealed, 1, ${sql.lit(beginning)}) as text from environment_variable
    union select substr(address, 1, ${sql.lit(beginning)}) as text from calendar where address is not null
    union select substr(secret, 1, ${sql.lit(beginning)}) as text from webhook
    union select substr(previous_secret, 1, ${sql.lit(beginning)}) as text from webhook
      where previous_secret_until > ${at}`.execute(tx)
  return rows.map(({ text }) => text)
}

/** The calendars of all people that have an address. */
export async function sealedCalendars(
  tx: Tx,
  workspaceId: string,
): Promise<{ id: string; address: string }[]> {
  const rows = await tx
    .selectFrom('calendar')
    .select(['id', 'address'])
    .where('workspace_id', '=', workspaceId)
    .where('address', 'is not', null)
    .orderBy('id')
    .execute()
  return rows.flatMap(({ id, address }) => (address === null ? [] : [{ id, address }]))
}

/** Stores an address that was sealed anew; nothing else changes. */
export const putSealedAddress = (
  tx: Tx,
  workspaceId: string,
  id: string,
  address: string,
): Promise<unknown> =>
  tx
    .updateTable('calendar')
    .set({ address })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute()
