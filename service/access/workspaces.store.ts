// Workspaces, their plan and their member limit. Only the operator's commands write them (GEN-09).
import { sql } from 'kysely'
import { param, statement } from '../db/sql.ts'
import { derivation } from '../db/derivation.ts'
import type { Tx } from '../db/store.ts'
import type { Plan } from '../base/caller.rules.ts'

export type Workspace = {
  id: string
  slug: string
  name: string
  plan: Plan
  /** More active members lock the workspace (423); null is unlimited. */
  memberLimit: number | null
  createdAt: number
}

/** How far the rebuild of a workspace is. */
export type Rebuild = {
  /** The derivation to which. */
  to: number
  table: 'record' | 'task' | 'meeting'
  /** The last row of the table that was rebuilt. */
  after: string
  /** The process that does it, and the time of its last batch in epoch milliseconds. */
  by: string
  at: number
}

/** Whether words and keys of the previous derivation may be in a workspace. */
export const isRebuilding = async (tx: Tx, workspaceId: string): Promise<boolean> =>
  (await derivationOf(tx, workspaceId)).some((workspace) => workspace.derivation < derivation)
const derivationOf = statement<{ derivation: number }>(
  () => sql`select derivation from workspace where id = ${param}`,
)

const selected = (tx: Tx) =>
  tx
    .selectFrom('workspace')
    .select(['id', 'slug', 'name', 'plan', 'member_limit as memberLimit', 'created_at as createdAt'])
const byId = statement<Workspace>(
  () => sql`select id, slug, name, plan, member_limit as ${sql.ref('memberLimit')},
    created_at as ${sql.ref('createdAt')} from workspace where id = ${param}`,
)

export const getWorkspace = async (tx: Tx, id: string): Promise<Workspace | undefined> =>
  (await byId(tx, id))[0]

export const workspaceBySlug = (tx: Tx, slug: string): Promise<Workspace | undefined> =>
  selected(tx).where('slug', '=', slug).executeTakeFirst()

export const allWorkspaces = (tx: Tx): Promise<Workspace[]> =>
  selected(tx).orderBy('created_at').orderBy('id').execute()

export async function insertWorkspace(tx: Tx, workspace: Workspace): Promise<void> {
  const { memberLimit: member_limit, createdAt: created_at, ...rest } = workspace
  await tx
    .insertInto('workspace')
    .values({ ...rest, member_limit, created_at, derivation })
    .execute()
}

/** Changes what is given; null lifts the member limit. */
export async function updateWorkspace(
  tx: Tx,
  id: string,
  change: { slug?: string; name?: string; plan?: Plan; memberLimit?: number | null },
): Promise<void> {
  const { memberLimit, ...rest } = change
  const set = { ...rest, ...(memberLimit !== undefined && { member_limit: memberLimit }) }
  if (Object.keys(set).length === 0) return
  await tx.updateTable('workspace').set(set).where('id', '=', id).execute()
}

/** Ids of workspaces with words and keys of a previous derivation, in their order. */
export async function workspacesToRebuild(tx: Tx, after: string, limit: number): Promise<string[]> {
  const rows = await tx
    .selectFrom('workspace')
    .select('id')
    .where('id', '>', after)
    .where('derivation', '<', derivation)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** How far the rebuild is: `not begun`, or `done` where there is nothing to rebuild. */
export async function rebuildOf(tx: Tx, id: string): Promise<Rebuild | 'not begun' | 'done'> {
  const row = await tx
    .selectFrom('workspace')
    .select(['derivation', 'rebuild'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row || row.derivation >= derivation) return 'done'
  // Written by this file only.
  const rebuild = row.rebuild === null ? undefined : (JSON.parse(row.rebuild) as Rebuild)
  return rebuild?.to === derivation ? rebuild : 'not begun'
}

export async function setRebuild(tx: Tx, id: string, rebuild: Rebuild | 'done'): Promise<void> {
  const set = rebuild === 'done' ? { rebuild: null, derivation } : { rebuild: JSON.stringify(rebuild) }
  await tx.updateTable('workspace').set(set).where('id', '=', id).execute()
}
