// What a brief held on one day, and how another one differs from it: "since yesterday 17:40: 3 new, 2 moved". Pure.
import { z } from 'zod'
import type { Brief } from '../../shared/api/launcher-search.ts'
import type { BriefChanges } from '../../shared/ipc/launcher.ts'

const snapshot = z.object({
  /** Local date, `YYYY-MM-DD`. */
  takenOn: z.string(),
  takenAt: z.number(),
  /** Due date by task id. */
  due: z.record(z.string(), z.string().nullable()),
})
export type Snapshot = z.infer<typeof snapshot>

/** The last brief of an earlier day, and the last one of today. */
export const history = z.object({ owner: z.string(), before: snapshot.nullable(), today: snapshot })
export type History = z.infer<typeof history>

const takeSnapshot = ({ tasks }: Brief, takenOn: string, takenAt: number): Snapshot => ({
  takenOn,
  takenAt,
  due: Object.fromEntries(tasks.map(({ id, dueDate }) => [id, dueDate])),
})

/** What was kept of a later day came by a clock that was wrong, or farther east. @param today local date. @param now epoch milliseconds. */
export const remember = (
  old: History | null,
  owner: string,
  brief: Brief,
  today: string,
  now: number,
): History => {
  const kept = old?.owner === owner ? old : null
  const earlier = kept === null ? [] : [kept.today, kept.before]
  return {
    owner,
    before: earlier.find((each) => each !== null && each.takenOn < today) ?? null,
    today: takeSnapshot(brief, today, now),
  }
}

const sameInstant = (one: string | null, other: string | null): boolean =>
  one === other || (one !== null && other !== null && Date.parse(one) === Date.parse(other))

/** Ids of tasks that are new, and whose due date moved, since the earlier day; and how many are no longer there. */
export const changesSince = (before: Snapshot, { tasks }: Brief): BriefChanges => {
  const now = new Set(tasks.map(({ id }) => id))
  return {
    since: before.takenAt,
    newTaskIds: tasks.filter(({ id }) => !Object.hasOwn(before.due, id)).map(({ id }) => id),
    movedTaskIds: tasks
      .filter(({ id, dueDate }) => {
        const was = before.due[id]
        return was !== undefined && !sameInstant(was, dueDate)
      })
      .map(({ id }) => id),
    goneCount: Object.keys(before.due).filter((id) => !now.has(id)).length,
  }
}
