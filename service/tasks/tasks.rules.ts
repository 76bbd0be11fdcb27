// Rules for the contents of a task, for both surfaces (TSK-03, LCH-01, LCH-02).

/** Epoch milliseconds; null is absent. */
export type TaskDates = { startDate: number | null; dueDate: number | null }

/** The start is not later than the due date; a task with only one of them is fine. */
export const areDatesInOrder = ({ startDate, dueDate }: TaskDates): boolean =>
  startDate === null || dueDate === null || startDate <= dueDate

/** The dates after a change. Null clears, undefined keeps. */
export const datesAfter = (
  stored: TaskDates,
  change: { startDate?: number | null | undefined; dueDate?: number | null | undefined },
): TaskDates => ({
  startDate: change.startDate === undefined ? stored.startDate : change.startDate,
  dueDate: change.dueDate === undefined ? stored.dueDate : change.dueDate,
})

/** Each id once, in the order in which it was first named. */
export const distinct = (ids: readonly string[]): string[] => [...new Set(ids)]

/**
 * The indexes in `ids` of targets that a task may not have. Targets that it has stay allowed: a form that sends the whole
 * list back must not fail because a member left or a record was archived.
 */
export const invalidTargets = (
  ids: readonly string[],
  allowed: ReadonlySet<string>,
  held: readonly string[],
): number[] => ids.flatMap((id, index) => (allowed.has(id) || held.includes(id) ? [] : [index]))

/** Links chosen together with a section include the section's record, last when it was not named (LCH-02). */
export const linksWithSection = (recordIds: readonly string[], sectionRecordId: string | null): string[] =>
  distinct(sectionRecordId === null ? recordIds : [...recordIds, sectionRecordId])

/** True if every value of a change is the stored one. */
export const changesNothing = (held: object, change: object): boolean => {
  const known = new Map<string, unknown>(Object.entries(held))
  return Object.entries(change).every(
    ([name, value]) => value === undefined || JSON.stringify(value) === JSON.stringify(known.get(name)),
  )
}

/** Times are epoch milliseconds. */
type TimedTask = { secondsLogged: number; timer: { personId: string; startedAt: number } | null }

/** Ends the timer of a task, and adds the time since its start. A clock that was set back adds nothing. */
export const stopped = ({ secondsLogged, timer }: TimedTask, at: number): Partial<TimedTask> =>
  timer === null
    ? {}
    : {
        timer: null,
        secondsLogged: secondsLogged + Math.max(0, Math.floor((at - timer.startedAt) / 1000)),
      }

/** Later than every date: undated tasks come last (LCH-08). */
const undatedRank = 8_640_000_000_000_001

export const dueRank = (dueDate: number | null): number => dueDate ?? undatedRank

type BriefOrder = { id: string; dueDate: number | null; updatedAt: number }

/** The order of the brief: due date ascending, undated last, then the latest change first (LCH-08). */
export const inBriefOrder = (a: BriefOrder, b: BriefOrder): number =>
  dueRank(a.dueDate) - dueRank(b.dueDate) || b.updatedAt - a.updatedAt || (a.id < b.id ? -1 : 1)
