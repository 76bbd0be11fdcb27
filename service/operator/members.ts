// Who belongs to a workspace, as an operator decides it.
import { randomBytes } from 'node:crypto'
import { prefixedId } from '../ids.ts'
import type { Scope } from '../../shared/api/primitives.ts'
import { hashPassword } from '../oauth/password.ts'
import { mayGrant } from '../workspaces/scopes.rules.ts'
import type { Role } from '../workspaces/members.store.ts'
import { foldEmail, type Person } from '../workspaces/people.store.ts'
import type { Store, Tx } from '../db/store.ts'
import { operatorError } from './error.ts'
import { lockedWorkspaceOf, workspaceOf } from './workspaces.ts'

/** A password for a person who was not given one: 16 characters, 96 bits. */
const newPassword = () => randomBytes(12).toString('base64url')

/** The person with this address, made when there is none. */
export async function personIn(
  tx: Tx,
  input: { email: string; name: string; passwordHash: string | null; at: number },
): Promise<Person> {
  const known = await tx.people.byEmail(input.email)
  if (known) return known
  const { at, ...rest } = input
  const person = {
    id: prefixedId('usr'),
    ...rest,
    email: foldEmail(input.email),
    avatarUrl: null,
    createdAt: at,
  }
  await tx.people.create(person)
  return person
}

export type AddedMember = {
  userId: string
  email: string
  role: Role
  /** Only where this call set one: the one time that it can be read. */
  password?: string
  /** Live keys of the person that lose scopes with this role, if there are any (AUT-13). */
  weakenedKeys?: { keyId: string; name: string; lostScopes: Scope[] }[]
}

/** The live keys of a person that may do less in this role than they were created for. */
async function weakenedKeys(tx: Tx, workspaceId: string, personId: string, role: Role, at: number) {
  const keys = await tx.keys.list(workspaceId)
  return keys.flatMap(({ id, name, ownerId, scopes, revokedAt, expiresAt }) => {
    const lostScopes = scopes.filter((scope) => !mayGrant(role, scope))
    const isLive = revokedAt === null && (expiresAt === null || expiresAt > at)
    return ownerId === personId && isLive && lostScopes.length > 0 ? [{ keyId: id, name, lostScopes }] : []
  })
}

/**
 * Adds a person to a workspace, takes them back, or changes their role. A new person gets the password given or a
 * fresh one; a known person keeps theirs unless one is given, which ends their sign-ins everywhere. Keys stay: they are
 * no sign-ins.
 * @param input.role unless given, the role that the person has, or that of a member
 */
export async function addMember(
  store: Store,
  input: {
    workspace: string
    email: string
    name?: string | undefined
    role?: Role | undefined
    password?: string | undefined
    at: number
  },
): Promise<AddedMember> {
  const { workspace: slug, email, at } = input
  const known = await store.read((tx) => tx.people.byEmail(email))
  const password = input.password ?? (known ? undefined : newPassword())
  // Hashed before the transaction: it takes long, and writes wait for one another.
  const passwordHash = password === undefined ? null : await hashPassword(password)
  return store.write(async (tx) => {
    const workspace = await lockedWorkspaceOf(tx, slug)
    const name = input.name ?? email.split('@', 1)[0] ?? email
    const person = await personIn(tx, { email, name, passwordHash, at })
    if (passwordHash !== null) await setPassword(tx, person.id, passwordHash)
    // Read here: a password alone must take nobody's role away.
    const standing = await tx.members.standing(workspace.id, person.id)
    const role = input.role ?? standing?.role ?? 'member'
    // Older versions of this program left keys and sign-ins behind when they removed somebody.
    if (!standing) await endAccess(tx, workspace.id, person.id, at)
    await tx.members.put(workspace.id, person.id, role, at)
    const weakened = await weakenedKeys(tx, workspace.id, person.id, role, at)
    return {
      userId: person.id,
      email: person.email,
      role,
      ...(password !== undefined && { password }),
      ...(weakened.length > 0 && { weakenedKeys: weakened }),
    }
  })
}

/** Whoever has signed in by the password before is signed out: it may have been changed because of them. */
async function setPassword(tx: Tx, personId: string, passwordHash: string): Promise<void> {
  await tx.people.setPasswordHash(personId, passwordHash)
  await tx.oauth.endSignInCodesOf(personId)
  await tx.oauth.endSessionsOf(personId)
  await tx.oauth.endGrantsOf(personId)
}

async function endAccess(tx: Tx, workspaceId: string, personId: string, at: number): Promise<void> {
  await tx.keys.revokeOf(workspaceId, personId, at)
  // Codes name no workspace. One that was for another workspace is simply asked for again.
  await tx.oauth.endSignInCodesOf(personId)
  await tx.oauth.endGrantsOf(personId, workspaceId)
}

/** Ends a membership with the person's keys and sign-ins for this workspace, for good (AUT-10): coming back revives none. */
export const removeMember = (
  store: Store,
  input: { workspace: string; email: string; at: number },
): Promise<{ userId: string; email: string }> =>
  store.write(async (tx) => {
    const workspace = await lockedWorkspaceOf(tx, input.workspace)
    const person = await tx.people.byEmail(input.email)
    if (!person || !(await tx.members.remove(workspace.id, person.id, input.at))) {
      throw operatorError('not_found', `${foldEmail(input.email)} is no member of \`${workspace.slug}\`.`)
    }
    await endAccess(tx, workspace.id, person.id, input.at)
    return { userId: person.id, email: person.email }
  })

/** The active members of a workspace, by name. */
export const listMembers = (
  store: Store,
  input: { workspace: string },
): Promise<{ userId: string; email: string; name: string; role: Role }[]> =>
  store.read(async (tx) => {
    const members = await tx.members.list((await workspaceOf(tx, input.workspace)).id)
    return members.map(({ id, email, name, role }) => ({ userId: id, email, name, role }))
  })
