// The statements of what processes share, over one connection to PostgreSQL.
import { sql } from 'kysely'
import { listOf, param, statement } from '../sql.ts'
import type { Count, Window } from '../shared-state.store.ts'
import type { Tx } from '../store.ts'

/** In milliseconds. A window that began later than this from now was opened by a clock that was wrong, and does not count. */
const mostAhead = 60_000

const numbers = sql`cast(${param} as bigint[])`

const isOpen = sql`held.ends_at > ${param} and held.ends_at <= excluded.ends_at + ${sql.lit(mostAhead)}`
const add = statement<Window & { name: string }>(
  () => sql`insert into counter as held (name, count, ends_at)
    select * from unnest(cast(${param} as text[]), ${numbers}, ${numbers})
    on conflict (name) do update set
      count = excluded.count + case when ${isOpen} then held.count else 0 end,
      ends_at = case when ${isOpen} then held.ends_at else excluded.ends_at end
    returning name, count, ends_at as "endsAt"`,
)

/** @returns a window for each count, as if they came one after the other */
export async function addCounts(tx: Tx, counts: readonly Count[]): Promise<Window[]> {
  const byName = Map.groupBy(counts, ({ name }) => name)
  // All processes lock rows in this order, so that no two wait for one another.
  const rows = [...byName].toSorted(([one], [other]) => (one < other ? -1 : 1))
  const lists = [
    rows.map(([name]) => name),
    rows.map(([, same]) => same.reduce((sum, { amount }) => sum + amount, 0)),
    rows.map(([, same]) => same[0]?.endsAt),
  ]
  const now = Math.max(...counts.map(({ at }) => at))
  const windows = new Map((await add(tx, ...lists.map(listOf), now, now)).map((row) => [row.name, row]))
  // From the last count back to the first.
  return counts
    .toReversed()
    .map(({ name, amount }) => {
      const window = windows.get(name)
      if (!window) throw new Error('Every count has a window.')
      const { count, endsAt } = window
      window.count -= amount
      return { count, endsAt }
    })
    .toReversed()
}

export async function purgeCounts(tx: Tx, now: number): Promise<void> {
  await sql`delete from counter where ends_at <= ${now}`.execute(tx)
}
