// One-time links: an invitation to a workspace, and a new password for a member. The token is in the link and nowhere else;
// whoever has the link can use it once.
import { randomBytes } from 'node:crypto'
import { prefixedId, hashToken } from '../base/ids.ts'
import type { AccountLink } from '../access/account-links.store.ts'
import type { Role } from '../base/caller.rules.ts'
import { personByEmail, getPerson, insertPerson, foldEmail, shownEmail } from '../access/people.store.ts'
import type { Workspace } from '../access/workspaces.store.ts'
import type { Store, Tx } from '../db/store.ts'
import { done, refuse, valueOf, type Outcome, type Refused } from '../base/operator-error.ts'
import { say } from '../language/say.ts'
import { memberOf, refusalOfAddress, refusalToManage, setPassword, type Acting } from './members.ts'
import { lockedWorkspaceOf } from './workspaces.ts'
import {
  removeAccountLinksOf,
  insertAccountLink,
  accountLinksOf,
  removeAccountLink,
  findAccountLink,
} from '../access/account-links.store.ts'
import {
  membersOfWorkspace,
  findMembership,
  workspacesOfPerson,
  putMembership,
} from '../access/members.store.ts'

const dayMs = 86_400_000
const lifetimes = { invitation: 7 * dayMs, password_reset: dayMs } as const
/** Invitations of a workspace that are open at once. */
const maxInvitations = 100

type Kind = AccountLink['kind']
type Place = Pick<Workspace, 'id' | 'slug' | 'memberLimit'>
export type NewLink = {
  id: string
  token: string
  email: string
  name: string
  role: Role
  expiresAt: number
}

/** The path of the page that uses a link. The token is in the query, which is not logged. */
export const linkPath = (slug: string, kind: Kind, token: string): string =>
  `/settings/${slug}/${kind === 'invitation' ? 'join' : 'reset-password'}?token=${token}`

const unusable = (): Refused => refuse('not_found', say('link.used'))

async function addLink(
  tx: Tx,
  workspaceId: string,
  actor: Acting,
  link: Pick<AccountLink, 'kind' | 'email' | 'name' | 'role' | 'personId'> & { at: number },
): Promise<NewLink> {
  const { at, ...rest } = link
  // An earlier link for the same person stops working.
  await removeAccountLinksOf(tx, workspaceId, link.email)
  const token = randomBytes(32).toString('base64url')
  const id = prefixedId('lnk')
  const expiresAt = at + lifetimes[link.kind]
  const createdBy = actor === 'operator' ? null : actor.personId
  const stored = { ...rest, id, tokenHash: hashToken(token), createdBy, createdAt: at, expiresAt }
  await insertAccountLink(tx, workspaceId, stored)
  const { name, role } = link
  return { id, token, email: shownEmail(link.email), name, role, expiresAt }
}

/** Another active member would lock a workspace that is at its limit. */
async function isFull(tx: Tx, { id, memberLimit }: Place): Promise<boolean> {
  return memberLimit !== null && (await membersOfWorkspace(tx, id)).length >= memberLimit
}
const full = ({ slug, memberLimit }: Place) =>
  refuse('conflict', say('link.full', { workspace: slug, count: memberLimit ?? 0 }))

/**
 * Invites a person by a link that is valid for 7 days. An earlier invitation of the same address stops working, so only
 * somebody who could withdraw it may replace it.
 * @param tx locks the workspace
 */
export async function inviteIn(
  tx: Tx,
  workspace: Place,
  actor: Acting,
  input: { email: string; name: string; role: Role; at: number },
): Promise<Outcome<NewLink>> {
  const { name, role, at } = input
  const email = foldEmail(input.email)
  const refusal = refusalToManage(actor, role) ?? refusalOfAddress(email)
  if (refusal) return refusal
  const known = await personByEmail(tx, email)
  if (known && (await findMembership(tx, workspace.id, known.id))) {
    return refuse('already_exists', say('link.isMember', { email, workspace: workspace.slug }), 'email')
  }
  if (await isFull(tx, workspace)) return full(workspace)
  const open = await accountLinksOf(tx, workspace.id, 'invitation', at)
  const replaced = open.find((link) => link.email === email)
  if (replaced && refusalToManage(actor, replaced.role)) {
    return refuse('forbidden', say('link.replaceOwner', { email }), 'email')
  }
  if (open.length >= maxInvitations && !replaced) {
    return refuse('conflict', say('link.tooMany', { most: maxInvitations }))
  }
  const link = { kind: 'invitation', email, name, role, personId: null, at } as const
  return done(await addLink(tx, workspace.id, actor, link))
}

/** Open invitations, newest first. Only owners and admins may see them. */
export const listInvitationsIn = (tx: Tx, workspaceId: string, at: number): Promise<AccountLink[]> =>
  accountLinksOf(tx, workspaceId, 'invitation', at)

/** @param tx locks the workspace */
export async function withdrawInvitationIn(
  tx: Tx,
  workspaceId: string,
  actor: Acting,
  { id, at }: { id: string; at: number },
): Promise<Outcome<{ email: string }>> {
  const link = (await accountLinksOf(tx, workspaceId, 'invitation', at)).find((each) => each.id === id)
  const refusal = refusalToManage(actor, link?.role ?? 'member')
  if (refusal) return refusal
  if (!link) return refuse('not_found', say('link.noInvitation'))
  await removeAccountLink(tx, workspaceId, id)
  return done({ email: link.email })
}

/**
 * Whether somebody may choose a person's password for them. A person has one password for all workspaces, so an owner of
 * one could otherwise open the others.
 */
async function mayReset(tx: Tx, ownerId: string | null, personId: string): Promise<boolean> {
  if (ownerId === null) return true
  for (const { id } of await workspacesOfPerson(tx, personId)) {
    if ((await findMembership(tx, id, ownerId))?.role !== 'owner') return false
  }
  return true
}

/**
 * A link by which a member sets a new password, valid for a day. Only owners make one, for members who belong to no
 * workspace of somebody else.
 * @param tx locks the workspace
 */
export async function createResetLinkIn(
  tx: Tx,
  workspace: Place,
  actor: Acting,
  { personId, at }: { personId: string; at: number },
): Promise<Outcome<NewLink>> {
  if (actor !== 'operator' && actor.role !== 'owner') {
    return refuse('forbidden', say('link.onlyOwner'))
  }
  const person = await getPerson(tx, personId)
  const membership = person && (await findMembership(tx, workspace.id, personId))
  if (!person || !membership) return refuse('not_found', say('link.noMember', { workspace: workspace.slug }))
  if (shownEmail(person.email) === '') {
    return refuse('conflict', say('link.noEmail', { name: person.name }))
  }
  if (actor !== 'operator' && actor.personId === personId) {
    return refuse('conflict', say('link.ownPassword'))
  }
  if (!(await mayReset(tx, actor === 'operator' ? null : actor.personId, personId))) {
    return refuse('forbidden', say('link.otherWorkspace', { name: person.name }))
  }
  const { name, email } = person
  const link = { kind: 'password_reset', email, name, role: membership.role, personId, at } as const
  return done(await addLink(tx, workspace.id, actor, link))
}

export type OpenLink = AccountLink & {
  /** Whether the person of an invitation has an account: they sign in to accept it. */
  isKnown: boolean
}

/** The link of a token, if it can be used: its maker must still have the right to what it gives. */
export async function findLinkIn(
  tx: Tx,
  workspaceId: string,
  { kind, token, at }: { kind: Kind; token: string; at: number },
): Promise<Outcome<OpenLink>> {
  const link = await findAccountLink(tx, workspaceId, hashToken(token), at)
  if (link?.kind !== kind) return unusable()
  const { createdBy, personId, role } = link
  if (createdBy !== null) {
    const maker = await findMembership(tx, workspaceId, createdBy)
    if (!maker || refusalToManage({ personId: createdBy, role: maker.role }, role)) return unusable()
  }
  if (kind === 'password_reset') {
    const isMember = personId !== null && (await findMembership(tx, workspaceId, personId)) !== undefined
    if (!isMember || !(await mayReset(tx, createdBy, personId))) return unusable()
  }
  return done({ ...link, isKnown: (await personByEmail(tx, link.email)) !== undefined })
}

/** A person without an account, or the one who is signed in. */
export type Accepting =
  | { kind: 'new'; name: string; passwordHash: string }
  | { kind: 'known'; personId: string }

/**
 * Makes the person a member and uses the link up. The password of somebody who has an account is never set here.
 * @param tx locks the workspace
 */
export async function acceptInvitationIn(
  tx: Tx,
  workspace: Place,
  { token, by, at }: { token: string; by: Accepting; at: number },
): Promise<Outcome<{ personId: string; email: string; role: Role }>> {
  const found = await findLinkIn(tx, workspace.id, { kind: 'invitation', token, at })
  if (!found.ok) return found
  const { email, role } = found.value
  const known = await personByEmail(tx, email)
  if (by.kind === 'new' && known) {
    return refuse('already_exists', say('link.hasAccount', { email }))
  }
  if (by.kind === 'known' && known?.id !== by.personId) {
    return refuse('forbidden', say('link.otherPerson', { email }))
  }
  if (await isFull(tx, workspace)) return full(workspace)
  const personId = known?.id ?? prefixedId('usr')
  if (by.kind === 'new') {
    const { name, passwordHash } = by
    await insertPerson(tx, { id: personId, email, name, passwordHash, avatarUrl: null, createdAt: at })
  }
  await removeAccountLinksOf(tx, workspace.id, email)
  await putMembership(tx, workspace.id, personId, role, at)
  return done({ personId, email, role })
}

/** Sets the password, ends the person's sign-ins everywhere and uses the link up. @param tx locks the workspace */
export async function resetPasswordIn(
  tx: Tx,
  workspace: Place,
  { token, passwordHash, at }: { token: string; passwordHash: string; at: number },
): Promise<Outcome<{ personId: string; email: string }>> {
  const found = await findLinkIn(tx, workspace.id, { kind: 'password_reset', token, at })
  if (!found.ok) return found
  const { personId, email } = found.value
  if (personId === null) return unusable()
  await setPassword(tx, personId, passwordHash)
  return done({ personId, email })
}

/** An invitation by `svc`. */
export const invite = (
  store: Store,
  { workspace: slug, ...input }: { workspace: string } & Parameters<typeof inviteIn>[3],
): Promise<NewLink> =>
  store.write(async (tx) => valueOf(await inviteIn(tx, await lockedWorkspaceOf(tx, slug), 'operator', input)))

/** A reset link by `svc`. */
export const createResetLink = (
  store: Store,
  input: { workspace: string; email: string; at: number },
): Promise<NewLink> =>
  store.write(async (tx) => {
    const workspace = await lockedWorkspaceOf(tx, input.workspace)
    const { personId } = await memberOf(tx, workspace, input.email)
    return valueOf(await createResetLinkIn(tx, workspace, 'operator', { personId, at: input.at }))
  })
