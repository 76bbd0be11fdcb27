// Members of workspaces and their roles. The row of a removed member stays: history still names the person.
import { sql, type Kysely } from 'kysely'
import { compiled, param } from '../db/compiled.ts'
import type { Database } from '../db/schema.ts'
import { storeOf } from '../db/store.ts'
import type { Membership, Role } from '../base/caller.rules.ts'

export type MemberPerson = {
  id: string
  name: string
  email: string
  avatarUrl: string | null
  role: Role
}
/** A `Membership`, in a statement that joins `member` and `workspace`. */
// Cast, because PostgreSQL counts in a bigint, which arrives as text.
export const membershipColumns = sql`member.role, workspace.plan, workspace.name as ${sql.ref('workspaceName')},
  workspace.slug as ${sql.ref('workspaceSlug')}, workspace.member_limit as ${sql.ref('memberLimit')},
  case when workspace.member_limit is null then 0 else (select cast(count(*) as integer) from member as other
    where other.workspace_id = member.workspace_id and other.removed_at is null) end as ${sql.ref('activeMembers')}`

export const membersIn = storeOf((db: Kysely<Database>) => {
  const active = db
    .selectFrom('member')
    .innerJoin('person', 'person.id', 'member.person_id')
    .select(['person.id', 'person.name', 'person.email', 'person.avatar_url as avatarUrl', 'member.role'])
    .where('member.removed_at', 'is', null)
  const memberships = compiled<Membership>(
    db,
    () => sql`select ${membershipColumns} from member join workspace on workspace.id = member.workspace_id
      where member.workspace_id = ${param} and member.person_id = ${param} and member.removed_at is null`,
  )

  return {
    /** The person's active membership; undefined when there is none, or no longer. */
    async membership(workspaceId: string, personId: string): Promise<Membership | undefined> {
      const [membership] = await memberships(workspaceId, personId)
      return membership
    },

    /** Active members by name. */
    list: (workspaceId: string): Promise<MemberPerson[]> =>
      active
        .where('member.workspace_id', '=', workspaceId)
        .orderBy('person.name')
        .orderBy('person.id')
        .execute(),

    /** Which of these people are active members. */
    async activeAmong(workspaceId: string, personIds: readonly string[]): Promise<Set<string>> {
      if (personIds.length === 0) return new Set()
      const rows = await db
        .selectFrom('member')
        .select('person_id')
        .where('workspace_id', '=', workspaceId)
        .where('person_id', 'in', personIds)
        .where('removed_at', 'is', null)
        .execute()
      return new Set(rows.map((row) => row.person_id))
    },

    /** The workspaces that a person can choose from at sign-in, oldest first. */
    workspacesOf: (personId: string): Promise<{ id: string; name: string; slug: string; role: Role }[]> =>
      db
        .selectFrom('member')
        .innerJoin('workspace', 'workspace.id', 'member.workspace_id')
        .select(['workspace.id', 'workspace.name', 'workspace.slug', 'member.role'])
        .where('member.person_id', '=', personId)
        .where('member.removed_at', 'is', null)
        .orderBy('workspace.created_at')
        .orderBy('workspace.id')
        .execute(),

    /** Adds the person, takes them back after a removal, or changes their role. */
    async put(workspaceId: string, personId: string, role: Role, at: number): Promise<void> {
      await db
        .insertInto('member')
        .values({ workspace_id: workspaceId, person_id: personId, role, created_at: at, removed_at: null })
        .onConflict((conflict) =>
          conflict.columns(['workspace_id', 'person_id']).doUpdateSet({ role, removed_at: null }),
        )
        .execute()
    },

    /** Ends the membership. @returns false when there was none */
    async remove(workspaceId: string, personId: string, at: number): Promise<boolean> {
      const removed = await db
        .updateTable('member')
        .set({ removed_at: at })
        .where('workspace_id', '=', workspaceId)
        .where('person_id', '=', personId)
        .where('removed_at', 'is', null)
        .returning('person_id')
        .executeTakeFirst()
      return removed !== undefined
    },
  }
})
