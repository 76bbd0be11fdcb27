// People: one row for everyone who can sign in, whichever workspaces they belong to.
import type { Tx } from '../db/store.ts'

export type Person = {
  id: string
  /** Folded by `foldEmail`. */
  email: string
  name: string
  avatarUrl: string | null
  /** Null for the owner of a local workspace, whose launcher signs in without one. */
  passwordHash: string | null
  createdAt: number
  /** IANA zone in which pages write times for them; null for none chosen. */
  zone: string | null
}

/** The one spelling under which an address is stored and looked up. */
export const foldEmail = (email: string): string => email.normalize('NFC').trim().toLowerCase()

/**
 * The row of a local workspace's owner needs an address, and the person was not asked for one. `.invalid` never resolves
 * (RFC 2606).
 */
export const localEmail = 'owner@local.invalid'

/** The address that others may see. Empty where there is none. */
export const shownEmail = (email: string): string => (email === localEmail ? '' : email)

const selected = (tx: Tx) =>
  tx
    .selectFrom('person')
    .select([
      'id',
      'email',
      'name',
      'avatar_url as avatarUrl',
      'password_hash as passwordHash',
      'created_at as createdAt',
      'zone',
    ])

export const getPerson = (tx: Tx, id: string): Promise<Person | undefined> =>
  selected(tx).where('id', '=', id).executeTakeFirst()

export const personByEmail = (tx: Tx, email: string): Promise<Person | undefined> =>
  selected(tx).where('email', '=', foldEmail(email)).executeTakeFirst()

export async function insertPerson(
  tx: Tx,
  person: Omit<Person, 'zone'> & Partial<Pick<Person, 'zone'>>,
): Promise<void> {
  const { email, avatarUrl: avatar_url, passwordHash: password_hash, createdAt: created_at, ...rest } = person
  await tx
    .insertInto('person')
    .values({ ...rest, email: foldEmail(email), avatar_url, password_hash, created_at })
    .execute()
}

export async function setPersonName(tx: Tx, id: string, name: string): Promise<void> {
  await tx.updateTable('person').set({ name }).where('id', '=', id).execute()
}

/** The IANA zones that people have chosen, by id. */
export async function zonesAmong(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await tx.selectFrom('person').select(['id', 'zone']).where('id', 'in', ids).execute()
  return new Map(rows.flatMap(({ id, zone }) => (zone === null ? [] : [[id, zone]])))
}

/** @param zone IANA zone; null for none */
export async function setPersonZone(tx: Tx, id: string, zone: string | null): Promise<void> {
  await tx.updateTable('person').set({ zone }).where('id', '=', id).execute()
}

export async function setPasswordHash(tx: Tx, id: string, passwordHash: string): Promise<void> {
  await tx.updateTable('person').set({ password_hash: passwordHash }).where('id', '=', id).execute()
}
