// The statements of shared counts, over one connection to PostgreSQL.
import { sql, type Kysely } from 'kysely'
import { compiled, given } from '../compiled.ts'
import { listsOf } from './lists.ts'
import type { Database } from '../schema.ts'
import { sentTogether } from '../transactions/sent-together.ts'
import {
  longestKept,
  nothingShared,
  type Replacement,
  type SharedState,
  type SharedText,
} from '../shared-state.ts'

type Replaced = { name: string; version: number }

const texts = sql`cast(${given} as text[])`
const numbers = sql`cast(${given} as bigint[])`

export const sharedTextsIn = (db: Kysely<Database>): SharedState => {
  const bodyOf = compiled<SharedText>(
    db,
    () => sql`select body, version from shared_state where name = ${given}`,
  )
  const add = compiled<Replaced>(
    db,
    () => sql`insert into shared_state (name, body, version, expires_at)
      select * from unnest(${texts}, ${texts}, ${numbers}, ${numbers})
      on conflict (name) do nothing returning name, version`,
  )
  // As an insert, because that goes through its rows in the order in which they are given: an update locks them in an order
  // of its own, and two processes would wait for one another. A text that has expired meanwhile is written anew.
  const change = compiled<Replaced>(
    db,
    () => sql`insert into shared_state as held (name, body, version, expires_at)
      select * from unnest(${texts}, ${texts}, ${numbers}, ${numbers})
      on conflict (name) do update
      set body = excluded.body, version = excluded.version, expires_at = excluded.expires_at
      where held.version = excluded.version - 1 returning name, version`,
  )
  const rowsOf = (some: readonly Replacement[], versionOf: (each: Replacement) => number) =>
    listsOf(some.map((each) => [each.name, each.body, versionOf(each), each.expiresAt]))

  const replaceMany = async (replacements: readonly Replacement[]): Promise<number[]> => {
    // All processes lock them in this order.
    const sorted = replacements.toSorted((a, b) => (a.name < b.name ? -1 : 1))
    const fresh = sorted.filter(({ version }) => version === 0)
    const known = sorted.filter(({ version }) => version !== 0)
    const done = await sentTogether([
      // Versions begin with the time, so that a text that expired and came back is not taken for the one before.
      ...(fresh.length > 0 ? [add(...rowsOf(fresh, ({ at }) => at))] : []),
      ...(known.length > 0 ? [change(...rowsOf(known, ({ version }) => version + 1))] : []),
    ])
    const versions = new Map(done.flat().map(({ name, version }) => [name, version]))
    return replacements.map(({ name }) => versions.get(name) ?? 0)
  }

  const timeOfServer = compiled<{ at: number }>(
    db,
    () => sql`select cast(extract(epoch from clock_timestamp()) * 1000 as bigint) as at`,
  )

  return {
    async time() {
      const [row] = await timeOfServer()
      if (!row) throw new Error('A server says its time.')
      return row.at
    },

    async read(name) {
      const [row] = await bodyOf(name)
      return row ?? nothingShared
    },

    replaceMany,
    replace: async (name, version, next) => (await replaceMany([{ ...next, name, version }]))[0] ?? 0,

    async purge(now) {
      await sql`delete from shared_state
        where expires_at <= ${now} or expires_at > ${now + longestKept}`.execute(db)
    },
  }
}
