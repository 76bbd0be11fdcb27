// Members of workspaces and their roles. The row of a removed member stays: history still names the person.
import { sql } from 'kysely'
import { statement, param } from '../db/sql.ts'
import type { Tx } from '../db/store.ts'
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

const active = (tx: Tx) =>
  tx
    .selectFrom('member')
    .innerJoin('person', 'person.id', 'member.person_id')
    .select(['person.id', 'person.name', 'person.email', 'person.avatar_url as avatarUrl', 'member.role'])
    .where('member.removed_at', 'is', null)
const memberships = statement<Membership>(
  () => sql`select ${membershipColumns} from member join workspace on workspace.id = member.workspace_id
    where member.workspace_id = ${param} and member.person_id = ${param} and member.removed_at is null`,
)

/** The person's active membership; undefined when there is none, or no longer. */
export async function findMembership(
  tx: Tx,
  workspaceId: string,
  personId: string,
): Promise<Membership | undefined> {
  const [membership] = await memberships(tx, workspaceId, personId)
  return membership
}

/** Active members by name. */
export const membersOfWorkspace = (tx: Tx, workspaceId: string): Promise<MemberPerson[]> =>
  active(tx)
    .where('member.workspace_id', '=', workspaceId)
    .orderBy('person.name')
    .orderBy('person.id')
    .execute()

/** Members and former members, by name. */
export const everyMemberOf = (
  tx: Tx,
  workspaceId: string,
): Promise<{ id: string; name: string; removedAt: number | null }[]> =>
  tx
    .selectFrom('member')
    .innerJoin('person', 'person.id', 'member.person_id')
    .select(['person.id', 'person.name', 'member.removed_at as removedAt'])
    .where('member.workspace_id', '=', workspaceId)
    .orderBy('person.name')
    .orderBy('person.id')
    .execute()

/** Which of these people are active members. */
export async function activeMembersAmong(
  tx: Tx,
  workspaceId: string,
  personIds: readonly string[],
): Promise<Set<string>> {
  if (personIds.length === 0) return new Set()
  const rows = await tx
    .selectFrom('member')
    .select('person_id')
    .where('workspace_id', '=', workspaceId)
    .where('person_id', 'in', personIds)
    .where('removed_at', 'is', null)
    .execute()
  return new Set(rows.map((row) => row.person_id))
}

/** The workspaces that a person can choose from at sign-in, oldest first. */
export const workspacesOfPerson = (
  tx: Tx,
  personId: string,
): Promise<{ id: string; name: string; slug: string; role: Role }[]> =>
  tx
    .selectFrom('member')
    .innerJoin('workspace', 'workspace.id', 'member.workspace_id')
    .select(['workspace.id', 'workspace.name', 'workspace.slug', 'member.role'])
    .where('member.person_id', '=', personId)
    .where('member.removed_at', 'is', null)
    .orderBy('workspace.created_at')
    .orderBy('workspace.id')
    .execute()

/** Adds the person, takes them back after a removal, or changes their role. */
export async function putMembership(
  tx: Tx,
  workspaceId: string,
  personId: string,
  role: Role,
  at: number,
): Promise<void> {
  await tx
    .insertInto('member')
    .values({ workspace_id: workspaceId, person_id: personId, role, created_at: at, removed_at: null })
    .onConflict((conflict) =>
      conflict.columns(['workspace_id', 'person_id']).doUpdateSet({ role, removed_at: null }),
    )
    .execute()
}

/** Ends the membership. @returns false when there was none */
export async function endMembership(
  tx: Tx,
  workspaceId: string,
  personId: string,
  at: number,
): Promise<boolean> {
  const removed = await tx
    .updateTable('member')
    .set({ removed_at: at })
    .where('workspace_id', '=', workspaceId)
    .where('person_id', '=', personId)
    .where('removed_at', 'is', null)
    .returning('person_id')
    .executeTakeFirst()
  return removed !== undefined
}
