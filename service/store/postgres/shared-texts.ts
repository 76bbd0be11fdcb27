// The statements of shared counts, over one connection to PostgreSQL.
import { sql, type Kysely } from 'kysely'
import { compiled, given } from '../compiled.ts'
import { listsOf } from './lists.ts'
import type { Database } from '../schema.ts'
import { sentTogether } from '../transactions/sent-together.ts'
import { nothingShared, type Replacement, type SharedState, type SharedText } from '../shared-state.ts'

type Replaced = { name: string; version: number }

const texts = sql`cast(${given} as text[])`
const numbers = sql`cast(${given} as bigint[])`

export const sharedTextsIn = (db: Kysely<Database>): SharedState => {
  const bodyOf = compiled<SharedText>(
    db,
    () => sql`select body, version from shared_state where name = ${given}`,
  )
  const insert = compiled<Replaced>(
    db,
    () => sql`insert into shared_state (name, body, version, expires_at)
      select * from unnest(${texts}, ${texts}, ${numbers}, ${numbers})
      on conflict (name) do nothing returning name, version`,
  )
  // Locked in one order everywhere, so that no two processes wait for one another: an update goes through the rows in an
  // order of its own.
  const update = compiled<Replaced>(
    db,
    () => sql`with held as (
        select given.* from shared_state
        join unnest(${texts}, ${numbers}, ${texts}, ${numbers}) as given (name, version, body, expires_at)
          on shared_state.name = given.name and shared_state.version = given.version
        order by shared_state.name
        for update of shared_state)
      update shared_state
      set body = held.body, version = shared_state.version + 1, expires_at = held.expires_at
      from held where shared_state.name = held.name and shared_state.version = held.version
      returning shared_state.name, shared_state.version`,
  )
  // Of a list of one, the server thinks that a plan for just this list is cheaper, and makes one each time.
  const updateOne = compiled<Replaced>(
    db,
    () => sql`update shared_state set body = ${given}, version = version + 1, expires_at = ${given}
      where name = ${given} and version = ${given} returning name, version`,
  )
  const add = async (some: readonly Replacement[]): Promise<Replaced[]> =>
    // Versions begin with the time, so that a text that expired and came back is not taken for the one before.
    some.length === 0
      ? []
      : insert(...listsOf(some.map(({ name, body, at, expiresAt }) => [name, body, at, expiresAt])))
  const change = async (some: readonly Replacement[]): Promise<Replaced[]> => {
    const [one, ...others] = some
    if (one === undefined) return []
    if (others.length === 0) return updateOne(one.body, one.expiresAt, one.name, one.version)
    return update(
      ...listsOf(some.map(({ name, version, body, expiresAt }) => [name, version, body, expiresAt])),
    )
  }

  const replaceMany = async (replacements: readonly Replacement[]): Promise<number[]> => {
    // What is inserted is locked in the order in which it is given.
    const sorted = replacements.toSorted((a, b) => (a.name < b.name ? -1 : 1))
    const done = await sentTogether([
      add(sorted.filter(({ version }) => version === 0)),
      change(sorted.filter(({ version }) => version !== 0)),
    ])
    const versions = new Map(done.flat().map(({ name, version }) => [name, version]))
    return replacements.map(({ name }) => versions.get(name) ?? 0)
  }

  return {
    async read(name) {
      const [row] = await bodyOf(name)
      return row ?? nothingShared
    },

    replaceMany,
    replace: async (name, version, next) => (await replaceMany([{ ...next, name, version }]))[0] ?? 0,

    async purge(now) {
      await sql`delete from shared_state where expires_at <= ${now}`.execute(db)
    },
  }
}
