// The cache of rows, with which the palette answers at once and offline. It is bounded, encrypted at rest, and removed at
// sign-out. It is not a source of truth: every row has the time when the service last sent it.
import type { LauncherComment } from '../../../shared/api/comments.ts'
import type { LauncherRecord, ObjectFields } from '../../../shared/api/launcher/records.ts'
import type { ObjectSummary, SearchResult } from '../../../shared/api/launcher/search.ts'
import type { LauncherTask, LauncherTaskDetail, TaskOptions } from '../../../shared/api/launcher/tasks.ts'
import type { Agenda, CacheChanges, CachePoint, ItemDetail, Row } from '../../../shared/ipc/launcher.ts'
import type { Document } from '../../storage/vault.ts'
import { besideRows, type BesideRows, createKept } from './kept.ts'
import { cacheVersion, createCacheRows, keyOf } from './rows.ts'
import {
  meetingDetail,
  subtasksOf,
  objectsOf,
  resultOfMeeting,
  resultOfMember,
  resultOfObject,
  resultOfRecord,
  resultOfTask,
} from './results.ts'

export type Cache = {
  /** Reads the rows of an earlier run if they belong to this user. @returns whether they were complete. Throws read errors. */
  load: (owner: string) => Promise<boolean>
  see: (results: readonly SearchResult[]) => void
  seeTask: (task: LauncherTaskDetail) => void
  /** Adds tasks from a list, which have no details. */
  seeTasks: (tasks: readonly LauncherTask[]) => void
  /** Adds the subtasks of a task. @param isWhole true if these are all of them */
  seeSubtasks: (parentTaskId: string, subtasks: readonly LauncherTask[], isWhole: boolean) => void
  /**
   * @param rows its meetings as a list of their own says them; those that are missing there are taken from the brief
   * @param fetchedAt by default now
   */
  seeBrief: (brief: Agenda, rows?: readonly SearchResult[], fetchedAt?: number) => void
  /** Adds a meeting with its description. */
  seeMeeting: (meeting: SearchResult) => void
  seeOptions: (options: TaskOptions) => void
  seeObjects: (objects: readonly ObjectSummary[]) => void
  /** Adds a record with its values and its row. An archived one leaves both. */
  seeRecord: (record: LauncherRecord) => void
  /** @param fields null if the service does not say them */
  seeFields: (objectSlug: string, fields: ObjectFields | null) => void
  /** Adds a page of comments, newest first. @param isFirst the first one replaces the earlier ones */
  seeComments: (key: string, page: readonly LauncherComment[], isFirst: boolean) => void
  /** Newest first. Null if none were seen. @param key of their item */
  comments: (key: string) => readonly LauncherComment[] | null
  /** The changes since that point, in batches. Null requests all rows. */
  changes: (since: CachePoint | null) => CacheChanges
  find: (kind: string, id: string) => Row | null
  task: (id: string) => LauncherTaskDetail | null
  record: (id: string) => LauncherRecord | null
  fields: (objectSlug: string) => ObjectFields | null
  detail: (kind: string, id: string) => ItemDetail
  brief: () => { brief: Agenda; fetchedAt: number } | null
  options: () => TaskOptions | null
  objects: () => readonly ObjectSummary[]
  /** The objects of the cached records, for a service that does not list its objects. */
  objectsOfRecords: () => ObjectSummary[]
  /** Pinned rows, then opened rows with the newest first. */
  recents: (limit: number) => Row[]
  firstSeenAt: (kind: string, id: string) => number | null
  visit: (kind: string, id: string) => void
  /** Records that the user typed this text and chose this row. Counts as a visit. */
  choose: (typed: string, kind: string, id: string) => void
  pin: (kind: string, id: string, pinned: boolean) => void
  /** Clears the use of the row; the row stays. */
  forgetUse: (kind: string, id: string) => void
  /** Drops an item that the service reported as gone or forbidden. */
  forget: (kind: string, id: string) => void
  /** Drops the meetings of a calendar that was removed. */
  forgetMeetingsOf: (calendarId: string) => void
  /** Writes changes to the disk. A file that could not be read is read first; if that fails, nothing is written. */
  flush: () => Promise<void>
  /** Removes the rows of the current user, also from the disk. */
  wipe: () => Promise<void>
  dispose: () => void
}

/** Objects and colleagues are not listed as recents, because the user finds them by name. */
const isAlwaysThere = (kind: string): boolean => kind === 'object' || kind === 'member'

/**
 * @param file opens the user's sealed document of everything except the rows. @param part opens one of rows, by number
 * @param most the number of rows that are kept. @param writeDelayMs the delay that batches changes. Pins are written at once.
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
  file: (owner: string) => Document
  part: (number: number, owner: string) => Document
  now: () => number
  setTimer: (run: () => void, ms: number) => () => void
  onProblem: (error: unknown) => void
  most?: number
  writeDelayMs?: number
}): Cache => {
  const rows = createCacheRows({ file: part, now, most, onChange: () => changed() })
  const kept = createKept()
  const { tasks, meetings, records, fields, last, keepTask, keepMeeting } = kept
  let owner: string | null = null
  let reading: Promise<boolean> | null = null
  /** Increased with each owner. Reads for an earlier owner are dropped. */
  let loads = 0
  let stopTimer: (() => void) | null = null

  /** Adds the rows of an earlier run behind those seen since. @returns whether they were complete */
  const read = async (): Promise<boolean> => {
    const mine = loads
    const who = owner ?? ''
    const [document, earlier] = await Promise.all([file(who).read(), rows.read(who)])
    if (loads !== mine) return true
    earlier.restore()
    const parsed = besideRows.safeParse(document)
    if (!parsed.success || parsed.data.owner !== owner) return false
    kept.restore(parsed.data)
    return earlier.isWhole
  }

  /** Reads the files once. After a failure the next call tries again, so that no unread file is overwritten. */
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
      // The user signed out or changed during the read.
      if (loads !== mine) return
      await Promise.all([
        file(owner).write({
          version: cacheVersion,
          owner,
          ...kept.document(),
        } satisfies BesideRows),
        rows.save(owner),
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
    rows.clear()
    kept.clear()
  }

  const enter = (who: string | null): void => {
    clear()
    owner = who
    reading = null
    loads += 1
  }

  const asResult = (task: LauncherTask): SearchResult => resultOfTask(task, last.options?.statuses ?? [])

  return {
    load: async (who) => {
      // The same user, after an expired session or at another port: the rows in memory are newer than the file.
      const isSame = owner === who
      if (!isSame) enter(who)
      return (await readOnce()) || isSame
    },
    see: rows.see,
    seeTask: (task) => {
      keepTask(task)
      rows.see([asResult(task)])
    },
    seeTasks: (seenTasks) => {
      rows.see(seenTasks.map(asResult))
    },
    seeSubtasks: (parentTaskId, subtasks, isWhole) => {
      const listed = new Set(subtasks.map(({ id }) => id))
      if (isWhole)
        for (const { id } of subtasksOf(parentTaskId, tasks.values())) if (!listed.has(id)) tasks.delete(id)
      for (const task of subtasks) keepTask({ ...tasks.get(task.id), ...task })
      rows.see(subtasks.map(asResult))
      changed()
    },
    seeBrief: (brief, meetingRows = [], fetchedAt = now()) => {
      last.brief = { brief, fetchedAt }
      for (const task of brief.tasks) keepTask({ ...tasks.get(task.id), ...task })
      for (const { id, meeting } of meetingRows) keepMeeting(id, meeting)
      const listed = new Set(meetingRows.map(({ id }) => id))
      const others = brief.meetings.filter(({ id }) => !listed.has(id))
      rows.see([...brief.tasks.map(asResult), ...meetingRows, ...others.map(resultOfMeeting)])
      changed()
    },
    seeMeeting: ({ meeting: { description, ...meeting } = {}, ...result }) => {
      keepMeeting(result.id, { ...meeting, description: description ?? null })
      rows.see([{ ...result, meeting }])
      changed()
    },
    seeOptions: (options) => {
      last.options = options
      rows.see(options.members.map(resultOfMember))
      changed()
    },
    seeObjects: (seenObjects) => {
      last.objects = seenObjects
      rows.see(seenObjects.map(resultOfObject))
      changed()
    },
    seeRecord: (record) => {
      const key = keyOf('record', record.id)
      if (record.archived) {
        records.delete(record.id)
        rows.drop(key)
      } else {
        kept.keepRecord(record)
        const known = {
          fields: fields.get(record.objectSlug),
          object: last.objects.find(({ slug }) => slug === record.objectSlug),
          old: rows.get(key)?.result ?? null,
          members: last.options?.members ?? [],
        }
        rows.see([resultOfRecord(record, known)])
      }
      changed()
    },
    seeFields: (objectSlug, seen) => {
      if (seen === null) fields.delete(objectSlug)
      else fields.set(objectSlug, seen)
      changed()
    },
    seeComments: (key, page, isFirst) => {
      kept.keepComments(key, isFirst ? page : [...(kept.comments.get(key) ?? []), ...page])
      changed()
    },
    comments: (key) => kept.comments.get(key) ?? null,
    changes: rows.changes,
    find: (kind, id) => rows.rowOf(keyOf(kind, id)),
    task: (id) => tasks.get(id) ?? null,
    record: (id) => records.get(id) ?? null,
    fields: (objectSlug) => fields.get(objectSlug) ?? null,
    detail: (kind, id) => ({
      task: kind === 'task' ? (tasks.get(id) ?? null) : null,
      ...(kind === 'task' && tasks.get(id)?.parentTaskId !== undefined
        ? { subtasks: subtasksOf(id, tasks.values()) }
        : {}),
      record: kind === 'record' ? (records.get(id) ?? null) : null,
      meeting:
        kind === 'meeting'
          ? meetingDetail(id, {
              ofBrief: last.brief?.brief.meetings.find((one) => one.id === id),
              row: rows.rowOf(keyOf(kind, id))?.meeting,
              kept: meetings.get(id),
              tasks: [...tasks.values()],
              statuses: last.options?.statuses ?? [],
            })
          : null,
    }),
    brief: () => last.brief,
    options: () => last.options,
    objects: () => last.objects,
    objectsOfRecords: () => objectsOf([...rows.entries()].map(([, { result }]) => result)),
    recents: (limit) => {
      const known = [...rows.entries()].filter(([, { result }]) => !isAlwaysThere(result.kind))
      const pinned = known.filter(([, { use }]) => use.pinned)
      const visited = known.filter(([, { use }]) => use.visits.length > 0)
      const lastVisit = ([, { use }]: (typeof known)[number]): number => use.visits.at(-1) ?? 0
      const used = [...pinned, ...visited.sort((a, b) => lastVisit(b) - lastVisit(a))].map(([key]) => key)
      return [...new Set(used)].slice(0, limit).flatMap((key) => rows.rowOf(key) ?? [])
    },
    firstSeenAt: (kind, id) => rows.get(keyOf(kind, id))?.firstSeenAt ?? null,
    visit: (kind, id) => {
      rows.visit(keyOf(kind, id))
    },
    choose: (typed, kind, id) => {
      rows.choose(typed, keyOf(kind, id))
      rows.visit(keyOf(kind, id))
    },
    pin: (kind, id, pinned) => {
      rows.pin(keyOf(kind, id), pinned)
      void flush()
    },
    forgetUse: (kind, id) => {
      rows.forgetUse(keyOf(kind, id))
      void flush()
    },
    forget: (kind, id) => {
      rows.drop(keyOf(kind, id))
      kept.comments.delete(keyOf(kind, id))
      if (kind === 'record') records.delete(id)
      if (kind === 'task') {
        tasks.delete(id)
        if (last.brief !== null) {
          const { brief, fetchedAt } = last.brief
          last.brief = { brief: { ...brief, tasks: brief.tasks.filter((task) => task.id !== id) }, fetchedAt }
        }
      }
      changed()
    },
    forgetMeetingsOf: (calendarId) => {
      for (const [key, { result }] of rows.entries()) {
        // The brief does not say which calendar a meeting is of. Those of others come back with its next answer.
        const of = result.meeting?.calendarId
        if (result.kind === 'meeting' && (of === calendarId || of === undefined)) rows.drop(key)
      }
      changed()
    },
    flush,
    wipe: async () => {
      const who = owner
      enter(null)
      if (who !== null) await Promise.all([file(who).remove(), rows.remove(who)])
    },
    dispose: () => {
      stopTimer?.()
      stopTimer = null
    },
  }
}
