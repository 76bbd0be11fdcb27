// The cache of rows, so that the palette answers at once and offline: bounded, encrypted at rest, and removed at sign-out.
// Never a source of truth: every row has the time when the service last sent it.
import type { Brief, ObjectSummary, SearchResult } from '../../../shared/api/launcher-search.ts'
import type { LauncherTask, LauncherTaskDetail, TaskOptions } from '../../../shared/api/launcher-tasks.ts'
import type { CacheChanges, CachePoint, Row } from '../../../shared/ipc/launcher.ts'
import { besideRows, type BesideRows, cacheVersion, createCacheFiles } from './cache-files.ts'
import type { Document } from '../../storage/vault.ts'
import { createCacheItems } from './cache-items.ts'
import { keyOf, resultOfMeeting, resultOfMember, resultOfObject, resultOfTask } from './results.ts'

export type Cache = {
  /** Reads the rows of an earlier run if they belong to this user. @returns whether they were complete. Throws the errors of reading. */
  load: (owner: string) => Promise<boolean>
  see: (results: readonly SearchResult[]) => void
  seeTask: (task: LauncherTaskDetail) => void
  /** Tasks of a list. */
  seeTasks: (tasks: readonly LauncherTask[]) => void
  seeBrief: (brief: Brief) => void
  seeOptions: (options: TaskOptions) => void
  seeObjects: (objects: readonly ObjectSummary[]) => void
  /** The service's own list of what was used last, newest first. */
  seeRecents: (results: readonly SearchResult[]) => void
  /** What changed since that point, a part at a time; null asks for everything. */
  changes: (since: CachePoint | null) => CacheChanges
  find: (kind: string, id: string) => Row | null
  task: (id: string) => LauncherTaskDetail | null
  brief: () => { brief: Brief; fetchedAt: number } | null
  options: () => TaskOptions | null
  objects: () => readonly ObjectSummary[]
  /** What was opened or listed last, newest first. */
  recents: (limit: number) => Row[]
  firstSeenAt: (kind: string, id: string) => number | null
  visit: (kind: string, id: string) => void
  /** "Typed this, chose that": a visit, too. */
  choose: (typed: string, kind: string, id: string) => void
  pin: (kind: string, id: string, pinned: boolean) => void
  /** Clears the use of the row; the row stays. */
  forgetUse: (kind: string, id: string) => void
  /** The service says that it is gone, or closed to this person. */
  forget: (kind: string, id: string) => void
  /** Writes changes to the disk. A file that could not be read is read first; if that fails, nothing is written. */
  flush: () => Promise<void>
  wipe: () => Promise<void>
  dispose: () => void
}

const mostKeptTasks = 500

/** Objects and colleagues are found by name; what was used last is about work. */
const isAlwaysThere = (kind: string): boolean => kind === 'object' || kind === 'member'

/**
 * @param file the sealed document of everything but rows. @param part the sealed documents of rows, by number.
 * @param most how many rows are kept. @param writeDelayMs changes are gathered for this long; a pin is written at once.
 */
export const createCache = ({
  file,
  part,
  now,
  setTimer,
  onProblem,
  most = 20_000,
  writeDelayMs = 5_000,
}: {
  file: Document
  part: (number: number) => Document
  now: () => number
  setTimer: (run: () => void, ms: number) => () => void
  onProblem: (error: unknown) => void
  most?: number
  writeDelayMs?: number
}): Cache => {
  const files = createCacheFiles(part)
  let isLoading = false
  const items = createCacheItems({
    now,
    most,
    onChange: (key) => {
      if (isLoading) return
      files.touch(key)
      changed()
    },
  })
  const tasks = new Map<string, LauncherTaskDetail>()
  let owner: string | null = null
  let reading: Promise<boolean> | null = null
  /** Grows with each owner: reads for an earlier one are dropped. */
  let loads = 0
  let lastBrief: { brief: Brief; fetchedAt: number } | null = null
  let lastOptions: TaskOptions | null = null
  let objects: readonly ObjectSummary[] = []
  let listedRecents: readonly string[] = []
  let stopTimer: (() => void) | null = null

  /** Adds the rows of an earlier run behind those seen since. @returns whether they were complete */
  const read = async (): Promise<boolean> => {
    const mine = loads
    const [document, rows] = await Promise.all([file.read(), files.load(owner ?? '')])
    if (loads !== mine) return true
    isLoading = true
    items.restore(rows.items)
    isLoading = false
    const parsed = besideRows.safeParse(document)
    if (!parsed.success || parsed.data.owner !== owner) return false
    const { data } = parsed
    for (const task of data.tasks) if (!tasks.has(task.id)) tasks.set(task.id, task)
    lastBrief ??= data.brief
    lastOptions ??= data.options
    if (objects.length === 0) objects = data.objects
    if (listedRecents.length === 0) listedRecents = data.recents
    return rows.isWhole
  }

  /** Never overwrites a file that could not be read: reading is tried again. */
  const readOnce = (): Promise<boolean> => {
    const mine = loads
    reading ??= read().catch((error: unknown) => {
      if (loads === mine) reading = null
      throw error
    })
    return reading
  }

  const flush = async (): Promise<void> => {
    stopTimer?.()
    stopTimer = null
    if (owner === null) return
    const mine = loads
    try {
      await readOnce()
      // Gone, or somebody else meanwhile.
      if (loads !== mine) return
      await Promise.all([
        file.write({
          version: cacheVersion,
          owner,
          tasks: [...tasks.values()],
          brief: lastBrief,
          options: lastOptions,
          objects: [...objects],
          recents: [...listedRecents],
        } satisfies BesideRows),
        files.save(owner, items.entries),
      ])
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
    lastBrief = null
    lastOptions = null
    objects = []
    listedRecents = []
  }

  const enter = (who: string | null): void => {
    clear()
    owner = who
    reading = null
    loads += 1
  }

  const keepTask = (task: LauncherTaskDetail): void => {
    tasks.delete(task.id)
    tasks.set(task.id, task)
    for (const id of tasks.keys()) {
      if (tasks.size <= mostKeptTasks) break
      tasks.delete(id)
    }
  }

  const asResult = (task: LauncherTask): SearchResult => resultOfTask(task, lastOptions?.statuses ?? [])

  return {
    load: async (who) => {
      // Still the same person, at another port or after an expiry: memory knows more than the disk.
      const isSame = owner === who
      if (!isSame) enter(who)
      return (await readOnce()) || isSame
    },
    see: items.see,
    seeTask: (task) => {
      keepTask(task)
      items.see([asResult(task)])
    },
    seeTasks: (seenTasks) => {
      items.see(seenTasks.map(asResult))
    },
    seeBrief: (brief) => {
      lastBrief = { brief, fetchedAt: now() }
      for (const task of brief.tasks) keepTask({ ...tasks.get(task.id), ...task })
      items.see([...brief.tasks.map(asResult), ...brief.meetings.map(resultOfMeeting)])
      changed()
    },
    seeOptions: (options) => {
      lastOptions = options
      items.see(options.members.map(resultOfMember))
      changed()
    },
    seeObjects: (seenObjects) => {
      objects = seenObjects
      items.see(seenObjects.map(resultOfObject))
      changed()
    },
    seeRecents: (results) => {
      items.see(results)
      listedRecents = results.map(({ kind, id }) => keyOf(kind, id))
    },
    changes: items.changes,
    find: (kind, id) => items.rowOf(keyOf(kind, id)),
    task: (id) => tasks.get(id) ?? null,
    brief: () => lastBrief,
    options: () => lastOptions,
    objects: () => objects,
    recents: (limit) => {
      const known = [...items.entries()].filter(
        ([, { isForgotten, result }]) => !isForgotten && !isAlwaysThere(result.kind),
      )
      const pinned = known.filter(([, { use }]) => use.pinned)
      const visited = known.filter(([, { use }]) => use.visits.length > 0)
      const lastVisit = ([, { use }]: (typeof known)[number]): number => use.visits.at(-1) ?? 0
      const used = [...pinned, ...visited.sort((a, b) => lastVisit(b) - lastVisit(a))].map(([key]) => key)
      const listed = listedRecents.filter((key) => items.get(key)?.isForgotten === false)
      return [...new Set([...used, ...listed])].slice(0, limit).flatMap((key) => items.rowOf(key) ?? [])
    },
    firstSeenAt: (kind, id) => items.get(keyOf(kind, id))?.firstSeenAt ?? null,
    visit: (kind, id) => {
      items.visit(keyOf(kind, id))
    },
    choose: (typed, kind, id) => {
      items.choose(typed, keyOf(kind, id))
      items.visit(keyOf(kind, id))
    },
    pin: (kind, id, pinned) => {
      items.pin(keyOf(kind, id), pinned)
      void flush()
    },
    forgetUse: (kind, id) => {
      items.forgetUse(keyOf(kind, id))
      void flush()
    },
    forget: (kind, id) => {
      items.drop(keyOf(kind, id))
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
      enter(null)
      await Promise.all([file.remove(), files.remove()])
    },
    dispose: () => {
      stopTimer?.()
      stopTimer = null
    },
  }
}
