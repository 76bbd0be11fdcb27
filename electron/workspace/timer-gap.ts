// Whether a timer ran through a sleep of the computer, or while the launcher did not run (TIM-03). Pure. Times are epoch milliseconds
// by the service's clock.

export type Timer = { task: { id: string; title: string }; startedAt: number }
/** From when until when nobody was there. */
export type Gap = { from: number; to: number }
/** A running timer and when this computer was last seen awake with it. */
export type Watch = { taskId: string; startedAt: number; awakeAt: number; gap: Gap | null }

/** A shorter absence is taken as work. */
const longestNapMs = 5 * 60_000

/** Whether this is the timer that is watched. */
export const isOf = (watch: Watch, { task, startedAt }: Timer): boolean =>
  watch.taskId === task.id && Math.abs(watch.startedAt - startedAt) < 1_000

/** Whether the next `seenAwake` finds a gap. */
export const wasAway = (watch: Watch | null, timer: Timer | null, now: number): boolean =>
  watch !== null && timer !== null && isOf(watch, timer) && now - watch.awakeAt > longestNapMs

/**
 * The watch when the computer is awake at a time. Another timer, such as one that was started elsewhere meanwhile, has no gap. A
 * second sleep extends a gap that waits for its answer.
 */
export const seenAwake = (watch: Watch | null, timer: Timer | null, now: number): Watch | null => {
  if (timer === null) return null
  const { task, startedAt } = timer
  if (watch === null || !isOf(watch, timer)) return { taskId: task.id, startedAt, awakeAt: now, gap: null }
  if (!wasAway(watch, timer, now)) return { ...watch, awakeAt: now }
  const from = watch.gap?.from ?? Math.max(watch.awakeAt, startedAt)
  return { ...watch, awakeAt: now, gap: { from, to: now } }
}

/** The instant that a stop names so that a gap without an answer is not logged. */
export const stopWithout = (gap: Gap | null, startedAt: number, now: number): number =>
  gap === null ? now : Math.max(startedAt, now - (gap.to - gap.from))
