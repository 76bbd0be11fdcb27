// What was seen, kept so that the palette answers at once and offline: bounded, encrypted at rest, and forgotten at
// sign-out. Never a source of truth: every row says when the service last said so.
import { z } from 'zod'
import {
  brief as briefSchema,
  type Brief,
  objectSummary,
  type ObjectSummary,
  searchResult,
  type SearchResult,
} from '../../shared/api/launcher-search.ts'
import {
  launcherTaskDetail,
  type LauncherTaskDetail,
  taskOptions,
  type TaskOptions,
} from '../../shared/api/launcher-tasks.ts'
import type { RememberedRow, Row } from '../../shared/launcher.ts'
import { createLocalIndex } from '../../shared/local-index.ts'
import type { Document } from './outbox-store.ts'
import { keyOf, resultOfMeeting, resultOfTask } from './seen.ts'

const seen = z.object({
  result: searchResult,
  seenAt: z.number(),
  firstSeenAt: z.number(),
  /** When it was opened, newest last. */
  visits: z.array(z.number()),
})
type Seen = z.infer<typeof seen>

const stored = z.object({
  owner: z.string(),
  items: z.array(seen),
  tasks: z.array(launcherTaskDetail),
  brief: z.object({ brief: briefSchema, fetchedAt: z.number() }).nullable(),
  options: taskOptions.nullable(),
  objects: z.array(objectSummary),
  recents: z.array(z.string()),
})

export type Cache = {
  /** Takes over what an earlier run kept, if it belongs to this person. */
  load: (owner: string) => Promise<void>
  see: (results: readonly SearchResult[]) => void
  seeTask: (task: LauncherTaskDetail) => void
  seeBrief: (brief: Brief) => void
  seeOptions: (options: TaskOptions) => void
  seeObjects: (objects: readonly ObjectSummary[]) => void
  /** The service's own list of what was used last, newest first. */
  seeRecents: (results: readonly SearchResult[]) => void
  search: (query: string, kinds: readonly string[] | undefined) => Row[]
  /** What was opened, and then what was seen last, newest first. */
  remembered: (limit: number) => RememberedRow[]
  find: (kind: string, id: string) => Row | null
  task: (id: string) => LauncherTaskDetail | null
  brief: () => { brief: Brief; fetchedAt: number } | null
  options: () => TaskOptions | null
  objects: () => readonly ObjectSummary[]
  /** What was opened or listed last, newest first. */
  recents: (limit: number) => Row[]
  firstSeenAt: (kind: string, id: string) => number | null
  visit: (kind: string, id: string) => void
  /** The service says that it is gone, or closed to this person. */
  forget: (kind: string, id: string) => void
  /** Writes what is not yet on disk. */
  flush: () => Promise<void>
  wipe: () => Promise<void>
  dispose: () => void
}

const mostKeptVisits = 20
const mostKeptTasks = 500
const shownRows = 30

/** @param most how many rows are kept; the ones seen longest ago go first. @param writeDelayMs changes are gathered for this long. */
export const createCache = ({
  file,
  now,
  setTimer,
  onProblem,
  most = 20_000,
  writeDelayMs = 3_000,
}: {
  file: Document
  now: () => number
  setTimer: (run: () => void, ms: number) => () => void
  onProblem: (error: unknown) => void
  most?: number
  writeDelayMs?: number
}): Cache => {
  const items = new Map<string, Seen>()
  const tasks = new Map<string, LauncherTaskDetail>()
  const index = createLocalIndex({ now })
  let owner: string | null = null
  let lastBrief: { brief: Brief; fetchedAt: number } | null = null
  let lastOptions: TaskOptions | null = null
  let objects: readonly ObjectSummary[] = []
  let listedRecents: readonly string[] = []
  let stopTimer: (() => void) | null = null

  const flush = async (): Promise<void> => {
    stopTimer?.()
    stopTimer = null
    if (owner === null) return
    try {
      await file.write({
        owner,
        items: [...items.values()],
        tasks: [...tasks.values()],
        brief: lastBrief,
        options: lastOptions,
        objects: [...objects],
        recents: [...listedRecents],
      } satisfies z.input<typeof stored>)
    } catch (error) {
      onProblem(error)
    }
  }

  const changed = (): void => {
    stopTimer ??= setTimer(() => void flush(), writeDelayMs)
  }

  const clear = (): void => {
    stopTimer?.()
    stopTimer = null
    items.clear()
    tasks.clear()
    index.clear()
    lastBrief = null
    lastOptions = null
    objects = []
    listedRecents = []
  }

  const put = (key: string, item: Seen): void => {
    // Deleted first, so that the map stays ordered by when things were seen.
    items.delete(key)
    items.set(key, item)
    index.put({
      key,
      kind: item.result.kind,
      title: item.result.title,
      seenAt: item.seenAt,
      visits: item.visits,
    })
  }

  const drop = (key: string): void => {
    items.delete(key)
    index.remove(key)
  }

  const see = (results: readonly SearchResult[]): void => {
    const at = now()
    for (const result of results) {
      const key = keyOf(result.kind, result.id)
      const old = items.get(key)
      put(key, { result, seenAt: at, firstSeenAt: old?.firstSeenAt ?? at, visits: old?.visits ?? [] })
    }
    for (const key of items.keys()) {
      if (items.size <= most) break
      drop(key)
    }
    if (results.length > 0) changed()
  }

  const rowOf = (key: string): Row | null => {
    const item = items.get(key)
    return item === undefined ? null : { ...item.result, source: 'cached', seenAt: item.seenAt }
  }
  const rowsOf = (keys: readonly string[]): Row[] =>
    keys.flatMap((key) => {
      const found = rowOf(key)
      return found === null ? [] : [found]
    })

  const seeTask = (task: LauncherTaskDetail): void => {
    tasks.delete(task.id)
    tasks.set(task.id, task)
    for (const id of tasks.keys()) {
      if (tasks.size <= mostKeptTasks) break
      tasks.delete(id)
    }
    see([resultOfTask(task, lastOptions?.statuses ?? [])])
  }

  return {
    load: async (who) => {
      // Still the same person, at another port or after an expiry: memory knows more than the disk.
      if (owner === who) return
      clear()
      owner = who
      const parsed = stored.safeParse(await file.read())
      if (!parsed.success || parsed.data.owner !== who || owner !== who) return
      const { data } = parsed
      for (const item of data.items) {
        const key = keyOf(item.result.kind, item.result.id)
        if (!items.has(key)) put(key, item)
      }
      for (const task of data.tasks) if (!tasks.has(task.id)) tasks.set(task.id, task)
      lastBrief ??= data.brief
      lastOptions ??= data.options
      if (objects.length === 0) objects = data.objects
      if (listedRecents.length === 0) listedRecents = data.recents
    },
    see,
    seeTask,
    seeBrief: (brief) => {
      lastBrief = { brief, fetchedAt: now() }
      for (const task of brief.tasks) tasks.set(task.id, { ...tasks.get(task.id), ...task })
      const statuses = lastOptions?.statuses ?? []
      see([
        ...brief.tasks.map((task) => resultOfTask(task, statuses)),
        ...brief.meetings.map(resultOfMeeting),
      ])
      changed()
    },
    seeOptions: (options) => {
      lastOptions = options
      changed()
    },
    seeObjects: (seenObjects) => {
      objects = seenObjects
      changed()
    },
    seeRecents: (results) => {
      see(results)
      listedRecents = results.map(({ kind, id }) => keyOf(kind, id))
    },
    search: (query, kinds) => rowsOf(index.search(query, kinds, shownRows)),
    remembered: (limit) => {
      const newest = [...items.values()].reverse()
      const opened = newest.filter(({ visits }) => visits.length > 0)
      return [...new Set([...opened, ...newest.slice(0, limit)])]
        .slice(0, limit)
        .map(({ result, seenAt, visits }) => ({ ...result, source: 'cached', seenAt, visits }))
    },
    find: (kind, id) => rowOf(keyOf(kind, id)),
    task: (id) => tasks.get(id) ?? null,
    brief: () => lastBrief,
    options: () => lastOptions,
    objects: () => objects,
    recents: (limit) => {
      const visited = [...items.entries()]
        .filter(([, { visits }]) => visits.length > 0)
        .sort(([, a], [, b]) => (b.visits.at(-1) ?? 0) - (a.visits.at(-1) ?? 0))
        .map(([key]) => key)
      return rowsOf([...new Set([...visited, ...listedRecents])]).slice(0, limit)
    },
    firstSeenAt: (kind, id) => items.get(keyOf(kind, id))?.firstSeenAt ?? null,
    visit: (kind, id) => {
      const key = keyOf(kind, id)
      const item = items.get(key)
      if (item === undefined) return
      put(key, { ...item, visits: [...item.visits, now()].slice(-mostKeptVisits) })
      changed()
    },
    forget: (kind, id) => {
      drop(keyOf(kind, id))
      if (kind === 'task') {
        tasks.delete(id)
        if (lastBrief !== null) {
          const { brief, fetchedAt } = lastBrief
          lastBrief = { brief: { ...brief, tasks: brief.tasks.filter((task) => task.id !== id) }, fetchedAt }
        }
      }
      listedRecents = listedRecents.filter((key) => key !== keyOf(kind, id))
      changed()
    },
    flush,
    wipe: async () => {
      clear()
      owner = null
      await file.remove()
    },
    dispose: () => {
      stopTimer?.()
      stopTimer = null
    },
  }
}
