// Workspaces, their plan and their member limit. Only the operator's commands write them (GEN-09).
import { sql, type Kysely } from 'kysely'
import { compiled } from '../db/compiled.ts'
import { param, statement } from '../db/sql.ts'
import type { Database } from '../db/schema.ts'
import { derivation } from '../db/derivation.ts'
import { storeOf, type Tx } from '../db/store.ts'
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

export const workspacesIn = storeOf((db: Kysely<Database>) => {
  const selected = db
    .selectFrom('workspace')
    .select(['id', 'slug', 'name', 'plan', 'member_limit as memberLimit', 'created_at as createdAt'])
  const byId = compiled<Workspace>(
    db,
    () => sql`select id, slug, name, plan, member_limit as ${sql.ref('memberLimit')},
      created_at as ${sql.ref('createdAt')} from workspace where id = ${param}`,
  )

  return {
    get: async (id: string): Promise<Workspace | undefined> => (await byId(id))[0],

    bySlug: (slug: string): Promise<Workspace | undefined> =>
      selected.where('slug', '=', slug).executeTakeFirst(),

    list: (): Promise<Workspace[]> => selected.orderBy('created_at').orderBy('id').execute(),

    async create(workspace: Workspace): Promise<void> {
      const { memberLimit: member_limit, createdAt: created_at, ...rest } = workspace
      await db
        .insertInto('workspace')
        .values({ ...rest, member_limit, created_at, derivation })
        .execute()
    },

    /** Changes what is given; null lifts the member limit. */
    async change(
      id: string,
      change: { slug?: string; name?: string; plan?: Plan; memberLimit?: number | null },
    ): Promise<void> {
      const { memberLimit, ...rest } = change
      const set = { ...rest, ...(memberLimit !== undefined && { member_limit: memberLimit }) }
      if (Object.keys(set).length === 0) return
      await db.updateTable('workspace').set(set).where('id', '=', id).execute()
    },

    /** Ids of workspaces with words and keys of a previous derivation, in their order. */
    async toRebuild(after: string, limit: number): Promise<string[]> {
      const rows = await db
        .selectFrom('workspace')
        .select('id')
        .where('id', '>', after)
        .where('derivation', '<', derivation)
        .orderBy('id')
        .limit(limit)
        .execute()
      return rows.map(({ id }) => id)
    },

    /** How far the rebuild is: `not begun`, or `done` where there is nothing to rebuild. */
    async rebuildOf(id: string): Promise<Rebuild | 'not begun' | 'done'> {
      const row = await db
        .selectFrom('workspace')
        .select(['derivation', 'rebuild'])
        .where('id', '=', id)
        .executeTakeFirst()
      if (!row || row.derivation >= derivation) return 'done'
      // Written by this file only.
      const rebuild = row.rebuild === null ? undefined : (JSON.parse(row.rebuild) as Rebuild)
      return rebuild?.to === derivation ? rebuild : 'not begun'
    },

    async setRebuild(id: string, rebuild: Rebuild | 'done'): Promise<void> {
      const set = rebuild === 'done' ? { rebuild: null, derivation } : { rebuild: JSON.stringify(rebuild) }
      await db.updateTable('workspace').set(set).where('id', '=', id).execute()
    },
  }
})
