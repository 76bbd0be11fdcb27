// Time worked on tasks, on both surfaces (TIM-01, TIM-02).
import { z } from 'zod'
import { exact } from './exact.ts'
import { taskLimits } from './limits.ts'
import { givenInstant, instant, userId } from './primitives.ts'

/** How far a clock of a caller may be off. */
export const timerSkewMs = 120_000
/** How long ago a timer can have begun when its start arrives. */
export const startWithinMs = 7 * 86_400_000

export const timerState = z
  .object({ startedAt: instant.describe('When it began.'), personId: userId })
  .meta({ id: 'TimerState' })
export type TimerState = z.infer<typeof timerState>

/** `POST …/tasks/:taskId/timer`. */
export const timerWrite = exact({
  action: z
    .enum(['start', 'stop'])
    .describe('`start` moves the timer of the person here. `stop` logs the time since its start.'),
  at: givenInstant
    .optional()
    .describe(
      'When it begins or ends: not in the future, not before the start of a timer that it ends, and for a start within 7 days. Absent: now.',
    ),
})

/** `POST …/tasks/:taskId/time`. */
export const timeWrite = exact({
  minutes: z
    .number()
    .int()
    .min(-taskLimits.estimatedMinutes)
    .max(taskLimits.estimatedMinutes)
    .describe('Minutes to add; negative ones correct. The sum is never below 0.'),
  at: givenInstant
    .optional()
    .describe('When the time was worked: not in the future. It is checked and not kept.'),
})
