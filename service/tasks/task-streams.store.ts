// Positions of tasks, read in the order of an index and merged, so that a page costs what it shows. Filters that no
// index knows look at a bounded stretch of it: a page can be short and still have a next one.
import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Database } from '../db/schema.ts'

/** Creation time in epoch milliseconds, then id. */
export type TaskPosition = readonly [createdAt: number, id: string]

export type TaskPage = {
  /** End of the previous page. */
  after?: TaskPosition | undefined
  limit: number
}

/** Rows of one table that lie in an index newest first. */
export type Stream = {
  workspaceId: string
  /** Tasks, so few of them that they need no bound, or links (as `link`) whose tasks are looked up. */
  kind: 'tasks' | 'few' | 'links'
  table: RawBuilder<unknown>
  /** Conditions on the index. */
  own: readonly RawBuilder<unknown>[]
  /** Further conditions on each task. */
  rest: readonly RawBuilder<unknown>[]
}

const isOlder = (a: TaskPosition, b: TaskPosition): boolean => a[0] < b[0] || (a[0] === b[0] && a[1] < b[1])
const newestFirst = (a: TaskPosition, b: TaskPosition): number => (isOlder(a, b) ? 1 : isOlder(b, a) ? -1 : 0)

const positionOf = (row: { created_at: number; id: string }): TaskPosition => [row.created_at, row.id]

/** So many tasks are looked at first, which is enough where most are kept, then so many more, and then the rest. */
const firstStretches = [50, 250, 750]

const stretchesOf = (lookedAt: number): number[] => {
  const sizes: number[] = []
  let left = lookedAt
  for (const size of [...firstStretches, lookedAt]) {
    if (left > 0) sizes.push(Math.min(size, left))
    left -= size
  }
  return sizes
}

/** @param lookedAt so many tasks are looked at for one page of one stream */
export const taskStreamsIn = (db: Kysely<Database>, lookedAt: number) => {
  const stretches = stretchesOf(lookedAt)

  /** @returns what was found, and how far everything has been found; nowhere further is undefined */
  const walk = async (
    { workspaceId, kind, table, own, rest }: Stream,
    { after, limit }: TaskPage,
  ): Promise<{ found: TaskPosition[]; end: TaskPosition | undefined }> => {
    const linked = kind === 'links'
    const at = linked ? sql`link.created_at` : sql`task.created_at`
    const id = linked ? sql`link.task_id` : sql`task.id`
    const ordered = (from: RawBuilder<unknown>, where: readonly RawBuilder<unknown>[]) => sql`
      from ${from} where ${sql.join([...where], sql` and `)} order by ${at} desc, ${id} desc`
    const startAt = (place: TaskPosition | undefined) =>
      place ? [...own, sql`(${at}, ${id}) < (${place[0]}, ${place[1]})`] : own
    const positions = async (of: RawBuilder<unknown>, count: RawBuilder<unknown>) => {
      const { rows } = await sql<{ created_at: number; id: string }>`
        select ${at} as created_at, ${id} as id ${of} limit ${count}`.execute(db)
      return rows.map(positionOf)
    }
    // `cross join`: the links lead, in their order.
    const withTasks = (from: RawBuilder<unknown>) => (linked ? sql`${from} cross join task` : from)
    const asked = [
      ...(linked ? [sql`task.workspace_id = ${workspaceId}`, sql`task.id = link.task_id`] : []),
      ...rest,
    ]

    if (kind === 'few' || rest.length === 0) {
      const found = await positions(
        ordered(withTasks(table), [...startAt(after), ...asked]),
        sql`${limit + 1}`,
      )
      return { found, end: found.length > limit ? found.at(-1) : undefined }
    }
    const found: TaskPosition[] = []
    let place = after
    for (const size of stretches) {
      const ahead = ordered(table, startAt(place))
      // Capped inside, so that what is asked of a task leads to no other index: by that one, the engine could read
      // through everything in the time of the stretch.
      const stretch = sql`(select * ${ahead} limit ${size}) as ${linked ? sql`link` : sql`task`}`
      const wanted = limit + 1 - found.length
      found.push(...(await positions(ordered(withTasks(stretch), asked), sql`${wanted}`)))
      if (found.length > limit) return { found, end: found.at(-1) }
      const [last] = await positions(ahead, sql`1 offset ${size - 1}`)
      if (!last) return { found, end: undefined }
      place = last
    }
    return { found, end: place }
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
