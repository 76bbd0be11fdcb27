// Workspaces, their plan and their member limit. Only the operator's commands write them (GEN-09).
import { sql, type Kysely } from 'kysely'
import { compiled, given } from '../db/compiled.ts'
import type { Database } from '../db/schema.ts'

export type Plan = 'free' | 'pro'
export type Workspace = {
  id: string
  slug: string
  name: string
  plan: Plan
  /** More active members lock the workspace (423); null is unlimited. */
  memberLimit: number | null
  createdAt: number
}

export const workspacesIn = (db: Kysely<Database>) => {
  const selected = db
    .selectFrom('workspace')
    .select(['id', 'slug', 'name', 'plan', 'member_limit as memberLimit', 'created_at as createdAt'])
  const byId = compiled<Workspace>(
    db,
    () => sql`select id, slug, name, plan, member_limit as ${sql.ref('memberLimit')},
      created_at as ${sql.ref('createdAt')} from workspace where id = ${given}`,
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
        .values({ ...rest, member_limit, created_at })
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
  }
}

export type Workspaces = ReturnType<typeof workspacesIn>
