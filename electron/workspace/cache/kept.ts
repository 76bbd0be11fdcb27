// The cached data besides the rows: details of tasks, records and meetings, the brief, options, objects and their fields.
import { z } from 'zod'
import { launcherComment, type LauncherComment } from '../../../shared/api/comments.ts'
import {
  launcherRecord,
  type LauncherRecord,
  objectFields,
  type ObjectFields,
} from '../../../shared/api/launcher/records.ts'
import {
  objectSummary,
  type ObjectSummary,
  seenMeeting,
  type SeenMeeting,
} from '../../../shared/api/launcher/search.ts'
import {
  launcherTaskDetail,
  type LauncherTaskDetail,
  taskOptions,
  type TaskOptions,
} from '../../../shared/api/launcher/tasks.ts'
import { agenda, type Agenda } from '../../../shared/ipc/launcher.ts'
import { cacheVersion } from './rows.ts'

/** The document with everything except the rows. */
export const besideRows = z.object({
  version: z.literal(cacheVersion),
  owner: z.string(),
  tasks: z.array(launcherTaskDetail),
  brief: z.object({ brief: agenda, fetchedAt: z.number() }).nullable(),
  /** Details of meetings by id. Absent in files of earlier releases. */
  meetings: z.array(z.tuple([z.string(), seenMeeting])).default([]),
  options: taskOptions.nullable(),
  objects: z.array(objectSummary),
  /** Absent in files of earlier releases. */
  records: z.array(launcherRecord).default([]),
  fields: z.array(objectFields).default([]),
  /** The newest comments by the key of their item, newest first. Absent in files of earlier releases. */
  comments: z.array(z.tuple([z.string(), z.array(launcherComment)])).default([]),
})
export type BesideRows = z.input<typeof besideRows>

/** Without its version and owner. */
type Document = Omit<z.output<typeof besideRows>, 'version' | 'owner'>

const mostKeptTasks = 500
const mostKeptRecords = 500
const mostKeptMeetings = 200
/** Items whose comments are kept, and how many of each are on the disk. */
const mostCommented = 100
const mostCommentsOnDisk = 20

/** Puts the value last, and drops the first ones beyond `most`. */
const keepLast = <T>(map: Map<string, T>, key: string, value: T, most: number): void => {
  map.delete(key)
  map.set(key, value)
  for (const old of map.keys()) {
    if (map.size <= most) break
    map.delete(old)
  }
}

/** Adds what was kept in an earlier run, except where newer was seen since. */
const addOlder = <T>(map: Map<string, T>, older: readonly (readonly [string, T])[]): void => {
  for (const [key, value] of older) if (!map.has(key)) map.set(key, value)
}

export const createKept = () => {
  const tasks = new Map<string, LauncherTaskDetail>()
  /** Rows may come without guests, and come without descriptions. */
  const meetings = new Map<string, SeenMeeting>()
  const records = new Map<string, LauncherRecord>()
  /** By the slug of their object. */
  const fields = new Map<string, ObjectFields>()
  const comments = new Map<string, readonly LauncherComment[]>()
  /** The last ones that were seen. */
  const last: {
    brief: { brief: Agenda; fetchedAt: number } | null
    options: TaskOptions | null
    objects: readonly ObjectSummary[]
  } = { brief: null, options: null, objects: [] }
  return {
    tasks,
    meetings,
    records,
    fields,
    comments,
    last,
    keepComments: (key: string, seen: readonly LauncherComment[]): void =>
      keepLast(comments, key, seen, mostCommented),
    keepTask: (task: LauncherTaskDetail): void => keepLast(tasks, task.id, task, mostKeptTasks),
    keepRecord: (record: LauncherRecord): void => keepLast(records, record.id, record, mostKeptRecords),
    keepMeeting: (id: string, meeting: SeenMeeting = {}): void =>
      keepLast(meetings, id, { ...meetings.get(id), ...meeting }, mostKeptMeetings),
    clear: (): void => {
      for (const map of [tasks, meetings, records, fields, comments]) map.clear()
      Object.assign(last, { brief: null, options: null, objects: [] })
    },
    restore: (document: Document): void => {
      addOlder(
        tasks,
        document.tasks.map((task) => [task.id, task]),
      )
      addOlder(meetings, document.meetings)
      addOlder(comments, document.comments)
      addOlder(
        records,
        document.records.map((record) => [record.id, record]),
      )
      addOlder(
        fields,
        document.fields.map((one) => [one.object.slug, one]),
      )
      last.brief ??= document.brief
      last.options ??= document.options
      if (last.objects.length === 0) last.objects = document.objects
    },
    document: (): Document => ({
      tasks: [...tasks.values()],
      meetings: [...meetings],
      records: [...records.values()],
      fields: [...fields.values()],
      comments: [...comments].map(([key, some]) => [key, some.slice(0, mostCommentsOnDisk)]),
      brief: last.brief,
      options: last.options,
      objects: [...last.objects],
    }),
  }
}
