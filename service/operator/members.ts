// Members of a workspace and their roles. `svc` and the settings pages call the same rules.
import { z } from 'zod'
import { visibleCharacter } from '../../shared/api/limits.ts'
import { prefixedId } from '../base/ids.ts'
import { say } from '../language/say.ts'
import type { Scope } from '../../shared/api/primitives.ts'
import { mayGrant } from '../access/principal.ts'
import type { Role } from '../base/caller.rules.ts'
import {
  personByEmail,
  insertPerson,
  getPerson,
  setPasswordHash,
  foldEmail,
  localEmail,
  shownEmail,
  type Person,
} from '../access/people.store.ts'
import type { Workspace } from '../access/workspaces.store.ts'
import type { Store, Tx } from '../db/store.ts'
import { done, operatorError, refuse, valueOf, type Outcome, type Refused } from '../base/operator-error.ts'
import { lockedWorkspaceOf, workspaceOf } from './workspaces.ts'
import { findMembership, membersOfWorkspace, putMembership, endMembership } from '../access/members.store.ts'
import { keysOfWorkspace, endKeysOf } from '../access/keys.store.ts'
import { removeResetLinksOf, removeAccountLinksOf } from '../access/account-links.store.ts'
import { endSignInCodesOf } from '../oauth/oauth.store.ts'
import { endGrantsOf } from '../oauth/grants.store.ts'
import { deleteFeed } from '../calendars/feed.store.ts'
import type { TaskAuthor } from '../tasks/task-write.ts'
import { endTimerOf } from '../tasks/timer-write.ts'

/** A member who acts in a workspace. Read in the transaction of the act, because a role can change at any time. */
export type Actor = { personId: string; role: Role }
/** The operator may do what a member of any role may. */
export type Acting = Actor | 'operator'

/** Names of people and of keys. */
export const shownName = z
  .string()
  .trim()
  .max(200, { error: () => say('members.fault.longName') })
  .regex(visibleCharacter, { error: () => say('members.fault.noName') })
  .regex(/^[^\p{Cc}]*$/u, { error: () => say('members.fault.controls') })

/** Why an address cannot be that of an account; undefined when it can. All local workspaces have the same one. */
export const refusalOfAddress = (email: string): Refused | undefined =>
  foldEmail(email) === localEmail
    ? refuse('conflict', say('members.fault.localEmail', { email: localEmail }), 'email')
    : undefined

/** The person with this address, made when there is none. */
export async function personIn(
  tx: Tx,
  input: { email: string; name: string; passwordHash: string | null; at: number },
): Promise<Person> {
  const known = await personByEmail(tx, input.email)
  if (known) return known
  const { at, ...rest } = input
  const person = {
    id: prefixedId('usr'),
    ...rest,
    email: foldEmail(input.email),
    avatarUrl: null,
    createdAt: at,
    zone: null,
  }
  await insertPerson(tx, person)
  return person
}

/** The active member behind an address. */
export async function memberOf(
  tx: Tx,
  workspace: Pick<Workspace, 'id' | 'slug'>,
  email: string,
): Promise<Actor> {
  const person = await personByEmail(tx, email)
  const membership = person && (await findMembership(tx, workspace.id, person.id))
  if (!person || !membership) {
    throw operatorError('not_found', `${foldEmail(email)} is not a member of \`${workspace.slug}\`.`)
  }
  return { personId: person.id, role: membership.role }
}

/** Why the actor may not give or take this role; undefined when they may. Only owners manage owners. */
export function refusalToManage(actor: Acting, role: Role): Refused | undefined {
  if (actor === 'operator' || actor.role === 'owner') return undefined
  if (actor.role === 'member') return refuse('forbidden', say('members.fault.managers'))
  if (role !== 'owner') return undefined
  return refuse('forbidden', say('members.fault.owners'), 'role')
}

/** A live key that loses scopes. */
export type WeakenedKey = { keyId: string; name: string; lostScopes: Scope[] }

/** The live keys of a person that may do less in this role than they were created for. */
async function weakenedKeysIn(
  tx: Tx,
  workspaceId: string,
  personId: string,
  role: Role,
  at: number,
): Promise<WeakenedKey[]> {
  const keys = await keysOfWorkspace(tx, workspaceId, { ownerId: personId })
  return keys.flatMap(({ id, name, scopes, revokedAt, expiresAt }) => {
    const lostScopes = scopes.filter((scope) => !mayGrant(role, scope))
    const isLive = revokedAt === null && (expiresAt === null || expiresAt > at)
    return isLive && lostScopes.length > 0 ? [{ keyId: id, name, lostScopes }] : []
  })
}

/** The person of an active member, and why they cannot be removed or made anything but an owner. */
async function findMember(tx: Tx, workspace: Pick<Workspace, 'id' | 'slug'>, personId: string) {
  const person = await getPerson(tx, personId)
  const members = await membersOfWorkspace(tx, workspace.id)
  const member = members.find(({ id }) => id === personId)
  if (!person || !member) return refuse('not_found', `There is no such member of \`${workspace.slug}\`.`)
  const isLastOwner = member.role === 'owner' && members.filter(({ role }) => role === 'owner').length === 1
  const words = say('members.fault.lastOwner', { name: person.name, workspace: workspace.slug })
  return done({ person, role: member.role, lastOwner: isLastOwner ? refuse('conflict', words) : undefined })
}

export type RoleChange = {
  userId: string
  email: string
  name: string
  role: Role
  previousRole: Role
  /** Live keys of the person that lose scopes (AUT-13). */
  weakenedKeys: WeakenedKey[]
}
type RoleWish = { personId: string; role: Role; at: number }

/** Effects of another role, or why it is refused; changes nothing. */
export async function previewRole(
  tx: Tx,
  workspace: Pick<Workspace, 'id' | 'slug'>,
  actor: Acting,
  { personId, role, at }: RoleWish,
): Promise<Outcome<RoleChange>> {
  const refusal = refusalToManage(actor, role)
  if (refusal) return refusal
  const found = await findMember(tx, workspace, personId)
  if (!found.ok) return found
  const { person, role: previousRole, lastOwner } = found.value
  const refused = refusalToManage(actor, previousRole) ?? (role === 'owner' ? undefined : lastOwner)
  if (refused) return refused
  const weakenedKeys = await weakenedKeysIn(tx, workspace.id, personId, role, at)
  const { name, email } = person
  return done({ userId: personId, email: shownEmail(email), name, role, previousRole, weakenedKeys })
}

/** Gives a member another role, and ends their timer on a task that they do not see in it. @param tx locks the workspace */
export async function changeRoleIn(
  tx: Tx,
  workspace: Pick<Workspace, 'id' | 'slug'>,
  actor: Acting,
  wish: RoleWish,
): Promise<Outcome<RoleChange>> {
  const outcome = await previewRole(tx, workspace, actor, wish)
  if (!outcome.ok) return outcome
  const { personId, role, at } = wish
  await putMembership(tx, workspace.id, personId, role, at)
  await endTimerOf(tx, timerAuthor(workspace.id, actor, at), personId, role)
  return outcome
}

/** The author of what a removal or another role ends. */
const timerAuthor = (workspaceId: string, acting: Acting, at: number): TaskAuthor => {
  const by = acting === 'operator' ? { personId: 'operator', role: 'owner' as const } : acting
  const actor = { type: acting === 'operator' ? ('operator' as const) : ('user' as const), id: by.personId }
  return { ...by, workspaceId, actor, at }
}

/**
 * Ends a membership with the person's timer, keys and sign-ins in this workspace, for good (AUT-10): coming back revives none.
 * @param tx locks the workspace
 */
export async function removeMemberIn(
  tx: Tx,
  workspace: Pick<Workspace, 'id' | 'slug'>,
  actor: Acting,
  { personId, at }: { personId: string; at: number },
): Promise<Outcome<{ userId: string; email: string; name: string }>> {
  const refusal = refusalToManage(actor, 'member')
  if (refusal) return refusal
  const found = await findMember(tx, workspace, personId)
  if (!found.ok) return found
  const { person, role, lastOwner } = found.value
  const refused = refusalToManage(actor, role) ?? lastOwner
  if (refused) return refused
  await endTimerOf(tx, timerAuthor(workspace.id, actor, at), personId)
  await endMembership(tx, workspace.id, personId, at)
  await endAccess(tx, workspace.id, person, at)
  return done({ userId: personId, email: shownEmail(person.email), name: person.name })
}

/**
 * Ends every sign-in that the previous password allowed: it may be changed because of them. Browser sessions hold a mark of
 * that password and end with it (oauth/sessions.ts).
 */
export async function setPassword(tx: Tx, personId: string, passwordHash: string): Promise<void> {
  await setPasswordHash(tx, personId, passwordHash)
  await removeResetLinksOf(tx, personId)
  await endSignInCodesOf(tx, personId)
  await endGrantsOf(tx, personId)
}

/** Ends the keys, links, calendar feed and sign-ins of a person for a workspace. */
export async function endAccess(
  tx: Tx,
  workspaceId: string,
  { id, email }: Pick<Person, 'id' | 'email'>,
  at: number,
): Promise<void> {
  await endKeysOf(tx, workspaceId, id, at)
  await removeAccountLinksOf(tx, workspaceId, email)
  await deleteFeed(tx, workspaceId, id)
  // Codes name no workspace. One that was for another workspace is simply asked for again.
  await endSignInCodesOf(tx, id)
  await endGrantsOf(tx, id, { workspaceId })
}

/** The role of a member, by `svc`. */
export const changeRole = (
  store: Store,
  input: { workspace: string; email: string; role: Role; at: number },
): Promise<RoleChange> =>
  store.write(async (tx) => {
    const workspace = await lockedWorkspaceOf(tx, input.workspace)
    const { personId } = await memberOf(tx, workspace, input.email)
    const { role, at } = input
    return valueOf(await changeRoleIn(tx, workspace, 'operator', { personId, role, at }))
  })

/** Ends a membership, by `svc`. */
export const removeMember = (
  store: Store,
  input: { workspace: string; email: string; at: number },
): Promise<{ userId: string; email: string }> =>
  store.write(async (tx) => {
    const workspace = await lockedWorkspaceOf(tx, input.workspace)
    const { personId } = await memberOf(tx, workspace, input.email)
    const removed = valueOf(await removeMemberIn(tx, workspace, 'operator', { personId, at: input.at }))
    return { userId: removed.userId, email: removed.email }
  })

/** The active members of a workspace, by name. */
export const listMembers = (
  store: Store,
  input: { workspace: string },
): Promise<{ userId: string; email: string; name: string; role: Role }[]> =>
  store.read(async (tx) => {
    const members = await membersOfWorkspace(tx, (await workspaceOf(tx, input.workspace)).id)
    return members.map(({ id, email, name, role }) => ({ userId: id, email, name, role }))
  })
