// `svc member add`.
import { randomBytes } from 'node:crypto'
import { hashPassword, weaknessOf } from '../oauth/password.ts'
import type { Role } from '../base/caller.rules.ts'
import { personByEmail, setPersonName, foldEmail, type Person } from '../access/people.store.ts'
import type { Store } from '../db/store.ts'
import { operatorError, valueOf } from '../base/operator-error.ts'
import {
  changeRoleIn,
  endAccess,
  personIn,
  refusalOfAddress,
  setPassword,
  type WeakenedKey,
} from './members.ts'
import { lockedWorkspaceOf, workspaceOf } from './workspaces.ts'
import { findMembership, putMembership } from '../access/members.store.ts'

/** A password for a person who was not given one: 16 characters, 96 bits. */
const newPassword = () => randomBytes(12).toString('base64url')

export type AddedMember = {
  userId: string
  email: string
  name: string
  role: Role
  /** Only where this call set one: the one time that it can be read. */
  password?: string
  /** Live keys of the person that lose scopes with this role, if there are any (AUT-13). */
  weakenedKeys?: WeakenedKey[]
}

/**
 * Why somebody does not become a member by their address alone: whoever was invited to another workspace first could have
 * chosen the password of this account.
 */
const isKnownElsewhere = (email: string, slug: string) =>
  operatorError(
    'conflict',
    `${email} has an account, and its password may be known to people of other workspaces. Invite them, and they join by signing in: svc member invite --workspace ${slug} --email ${email}. Or set a new password with --password, which ends all their sign-ins.`,
  )

/**
 * Adds a person to a workspace, or changes the role, name or password of a member. A person without a password gets the one
 * given or a fresh one. A new password ends sign-ins everywhere; keys stay: they are not sign-ins.
 * @param input.role unless given, the role that the member has, or `member`
 * @throws OperatorError `validation_error` for a password that is easy to guess; `conflict` for somebody who has a password and is no member, unless one is given
 */
export async function addMember(
  store: Pick<Store, 'read' | 'write'>,
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
  const refusal = refusalOfAddress(email)
  if (refusal) valueOf(refusal)
  const hasPassword = (person: Person | undefined) => (person?.passwordHash ?? null) !== null
  const { known, place } = await store.read(async (tx) => ({
    known: await personByEmail(tx, email),
    place: await workspaceOf(tx, slug),
  }))
  const password = input.password ?? (hasPassword(known) ? undefined : newPassword())
  const weakness = password === undefined ? undefined : weaknessOf(password, { email, workspace: place })
  if (weakness !== undefined) throw operatorError('validation_error', weakness)
  // Hashed before the transaction: it takes long, and writes wait for one another.
  const passwordHash = password === undefined ? null : await hashPassword(password)
  return store.write(async (tx) => {
    const workspace = await lockedWorkspaceOf(tx, slug)
    const held = await personByEmail(tx, email)
    // Read here: a password alone must take nobody's role away.
    const membership = held && (await findMembership(tx, workspace.id, held.id))
    const keepsPassword = input.password === undefined && hasPassword(held)
    if (keepsPassword && !membership) throw isKnownElsewhere(foldEmail(email), slug)
    const name = input.name ?? held?.name ?? email.split('@', 1)[0] ?? email
    const person = held ?? (await personIn(tx, { email, name, passwordHash, at }))
    if (name !== person.name) await setPersonName(tx, person.id, name)
    if (!keepsPassword && passwordHash !== null) await setPassword(tx, person.id, passwordHash)
    const role = input.role ?? membership?.role ?? 'member'
    let weakened: WeakenedKey[] = []
    if (membership) {
      const wish = { personId: person.id, role, at }
      weakened = valueOf(await changeRoleIn(tx, workspace, 'operator', wish)).weakenedKeys
    } else {
      await endAccess(tx, workspace.id, person, at)
      await putMembership(tx, workspace.id, person.id, role, at)
    }
    return {
      userId: person.id,
      email: person.email,
      name,
      role,
      ...(!keepsPassword && password !== undefined && { password }),
      ...(weakened.length > 0 && { weakenedKeys: weakened }),
    }
  })
}
