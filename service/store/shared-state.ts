// What several processes count together: short texts by name, each replaced only by who has seen the last one. Outside
// transactions, because a count is taken whether or not what it counts succeeds.
import { sql, type Kysely } from 'kysely'
import { compiled, given } from './compiled.ts'
import type { Database } from './schema.ts'

/** `version` is 0 for a name that has no text. */
export type SharedText = { body: string; version: number }

export type SharedState = {
  read(name: string): Promise<SharedText>
  /**
   * Replaces a text unless somebody else has since `version` was read. Times are epoch milliseconds.
   * @returns the new version; 0 when somebody was faster
   */
  replace(
    name: string,
    version: number,
    next: { body: string; at: number; expiresAt: number },
  ): Promise<number>
  /** Deletes texts that have expired. */
  purge(now: number): Promise<void>
}

export const nothingShared: SharedText = { body: '', version: 0 }

export const sharedStateIn = (db: Kysely<Database>): SharedState => {
  const bodyOf = compiled<SharedText>(
    db,
    () => sql`select body, version from shared_state where name = ${given}`,
  )
  const insert = compiled<{ version: number }>(
    db,
    () => sql`insert into shared_state (name, body, version, expires_at)
      values (${given}, ${given}, ${given}, ${given}) on conflict (name) do nothing returning version`,
  )
  const update = compiled<{ version: number }>(
    db,
    () => sql`update shared_state set body = ${given}, version = version + 1, expires_at = ${given}
      where name = ${given} and version = ${given} returning version`,
  )
  return {
    async read(name) {
      const [row] = await bodyOf(name)
      return row ?? nothingShared
    },

    async replace(name, version, { body, at, expiresAt }) {
      // Versions begin with the time, so that a text that expired and came back is not taken for the one before.
      const [row] =
        version === 0 ? await insert(name, body, at, expiresAt) : await update(body, expiresAt, name, version)
      return row?.version ?? 0
    },

    async purge(now) {
      await sql`delete from shared_state where expires_at <= ${now}`.execute(db)
    },
  }
}
