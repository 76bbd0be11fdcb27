// People: one row for everyone who can sign in, whichever workspaces they belong to.
import type { Kysely } from 'kysely'
import type { Database } from '../db/schema.ts'
import { storeOf } from '../db/store.ts'

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

export const peopleIn = storeOf((db: Kysely<Database>) => {
  const selected = db
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

  return {
    get: (id: string): Promise<Person | undefined> => selected.where('id', '=', id).executeTakeFirst(),

    byEmail: (email: string): Promise<Person | undefined> =>
      selected.where('email', '=', foldEmail(email)).executeTakeFirst(),

    async create(person: Omit<Person, 'zone'> & Partial<Pick<Person, 'zone'>>): Promise<void> {
      const {
        email,
        avatarUrl: avatar_url,
        passwordHash: password_hash,
        createdAt: created_at,
        ...rest
      } = person
      await db
        .insertInto('person')
        .values({ ...rest, email: foldEmail(email), avatar_url, password_hash, created_at })
        .execute()
    },

    async setName(id: string, name: string): Promise<void> {
      await db.updateTable('person').set({ name }).where('id', '=', id).execute()
    },

    /** @param zone IANA zone; null for none */
    async setZone(id: string, zone: string | null): Promise<void> {
      await db.updateTable('person').set({ zone }).where('id', '=', id).execute()
    },

    async setPasswordHash(id: string, passwordHash: string): Promise<void> {
      await db.updateTable('person').set({ password_hash: passwordHash }).where('id', '=', id).execute()
    },
  }
})
