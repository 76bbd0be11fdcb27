// Positions of tasks, read in the order of an index and merged, so that a page costs what it shows. Filters that no
// index knows look at a bounded stretch of it: a page can be short and still have a next one.
import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Database } from './schema.ts'

/** Creation time in epoch milliseconds, then id. */
export type TaskPosition = readonly [createdAt: number, id: string]

export type TaskPage = {
  /** Where the page before ended. */
  after?: TaskPosition | undefined
  limit: number
}

/** Rows of one table that lie in an index newest first. */
export type Stream = {
  /** Tasks, so few of them that they need no bound, or links (as `link`) whose tasks are looked up. */
  kind: 'tasks' | 'few' | 'links'
  table: RawBuilder<unknown>
  /** What the index selects. */
  own: readonly RawBuilder<unknown>[]
  /** What is asked of each task that it leads to. */
  rest: readonly RawBuilder<unknown>[]
}

const isOlder = (a: TaskPosition, b: TaskPosition): boolean => a[0] < b[0] || (a[0] === b[0] && a[1] < b[1])
const newestFirst = (a: TaskPosition, b: TaskPosition): number => (isOlder(a, b) ? 1 : isOlder(b, a) ? -1 : 0)

const positionOf = (row: { created_at: number; id: string }): TaskPosition => [row.created_at, row.id]

/** @param lookedAt so many tasks are looked at for one page of one stream */
export const taskStreamsIn = (db: Kysely<Database>, lookedAt: number) => {
  /** @returns what was found, and how far everything has been found; nowhere further is undefined */
  const walk = async ({ kind, table, own, rest }: Stream, { after, limit }: TaskPage) => {
    const linked = kind === 'links'
    const at = linked ? sql`link.created_at` : sql`task.created_at`
    const id = linked ? sql`link.task_id` : sql`task.id`
    const start = after ? [...own, sql`(${at}, ${id}) < (${after[0]}, ${after[1]})`] : own
    const read = async (
      from: RawBuilder<unknown>,
      where: readonly RawBuilder<unknown>[],
      count: RawBuilder<unknown>,
    ) => {
      const { rows } = await sql<{ created_at: number; id: string }>`
        select ${at} as created_at, ${id} as id from ${from} where ${sql.join([...where], sql` and `)}
        order by ${at} desc, ${id} desc limit ${count}`.execute(db)
      return rows.map(positionOf)
    }
    const isBounded = kind !== 'few' && rest.length > 0
    const [horizon] = isBounded ? await read(table, start, sql`1 offset ${lookedAt - 1}`) : []
    const within = horizon ? [...start, sql`(${at}, ${id}) >= (${horizon[0]}, ${horizon[1]})`] : start
    // `cross join`: the links lead, in their order.
    const from = linked ? sql`${table} cross join task` : table
    const joined = linked ? [sql`task.workspace_id = link.workspace_id`, sql`task.id = link.task_id`] : []
    const found = await read(from, [...within, ...joined, ...rest], sql`${limit + 1}`)
    return { found, end: found.length > limit ? found.at(-1) : horizon }
  }

  /** A page of what is in any of the streams, newest first, and where the next page starts. */
  return async (
    streams: readonly Stream[],
    page: TaskPage,
  ): Promise<{ ids: string[]; next: TaskPosition | null }> => {
    const found = new Map<string, TaskPosition>()
    let end: TaskPosition | undefined
    for (const stream of streams) {
      const walked = await walk(stream, page)
      for (const position of walked.found) found.set(position[1], position)
      if (walked.end && (!end || isOlder(end, walked.end))) end = walked.end
    }
    const all = [...found.values()].toSorted(newestFirst)
    const complete = end ? all.filter((position) => !isOlder(position, end)) : all
    const shown = complete.slice(0, page.limit)
    const next = complete.length > page.limit ? shown.at(-1) : end
    return { ids: shown.map(([, id]) => id), next: next ?? null }
  }
}
