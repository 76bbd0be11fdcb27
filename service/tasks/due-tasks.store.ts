// Due tasks, and up to when a workspace was looked at for them (NOT-01).
import { sql } from 'kysely'
import type { Tx } from '../db/store.ts'

/** Epoch milliseconds; `after` is not in it. */
export type Span = { after: number; until: number }

/** Workspaces in which tasks came due. */
export async function dueWorkspaces(tx: Tx, { after, until }: Span): Promise<string[]> {
  const { rows } = await sql<{ workspace_id: string }>`
    select distinct workspace_id from task
    where due_date is not null and archived = 0 and due_date > ${after} and due_date <= ${until}`.execute(tx)
  return rows.map((row) => row.workspace_id)
}

/** Ids of active tasks that came due, whatever their status. */
export async function dueTasks(tx: Tx, workspaceId: string, { after, until }: Span): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from task where workspace_id = ${workspaceId} and archived = 0
      and due_date > ${after} and due_date <= ${until} order by due_date, id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Up to when the due tasks of a workspace were looked for; undefined if never. */
export const sweptUntil = async (tx: Tx, workspaceId: string): Promise<number | undefined> =>
  (
    await tx
      .selectFrom('due_sweep')
      .select('swept_until')
      .where('workspace_id', '=', workspaceId)
      .executeTakeFirst()
  )?.swept_until

export async function setSweptUntil(tx: Tx, workspaceId: string, until: number): Promise<void> {
  await tx
    .insertInto('due_sweep')
    .values({ workspace_id: workspaceId, swept_until: until })
    .onConflict((conflict) => conflict.column('workspace_id').doUpdateSet({ swept_until: until }))
    .execute()
}
