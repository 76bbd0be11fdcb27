// When the morning's brief is due: once on a local date, at the chosen time of the chosen days, caught up for four hours
// after a sleep, a badge later on, and nothing after six in the evening (APP-04). Pure.

export type ScheduleInput = {
  /** The local wall clock. */
  now: Date
  /** `HH:MM`. */
  briefTime: string
  /** ISO weekdays: Monday is 1. */
  briefDays: readonly number[]
  /** Local date, `YYYY-MM-DD`, on which a brief was last shown or announced. */
  lastShownOn: string | null
  /** Whether somebody is at the machine. */
  isActive: boolean
}

export type Decision =
  /** Not today, not yet, already, or too late. */
  | 'nothing'
  /** Due, but nobody is there. */
  | 'waitForActivity'
  | 'announce'
  | 'badge'

const catchUpMinutes = 4 * 60
const eveningMinutes = 18 * 60

/** The local date of an instant, as `YYYY-MM-DD`. */
export const localDate = (at: Date): string =>
  [at.getFullYear(), String(at.getMonth() + 1).padStart(2, '0'), String(at.getDate()).padStart(2, '0')].join(
    '-',
  )

const minutesOf = (time: string): number => {
  const [hours = '0', minutes = '0'] = time.split(':')
  return Number(hours) * 60 + Number(minutes)
}

export const decide = ({ now, briefTime, briefDays, lastShownOn, isActive }: ScheduleInput): Decision => {
  const weekday = now.getDay() === 0 ? 7 : now.getDay()
  const today = localDate(now)
  const tomorrow = localDate(new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1))
  // Tomorrow's date means that the clock or the time zone went back: it was shown. A later one comes from a clock that was
  // wrong, and would keep the brief silent until then.
  const isShown = lastShownOn !== null && lastShownOn >= today && lastShownOn <= tomorrow
  if (isShown || !briefDays.includes(weekday)) return 'nothing'
  const minutes = now.getHours() * 60 + now.getMinutes()
  const due = minutesOf(briefTime)
  if (minutes < due) return 'nothing'
  // Somebody who chose the evening gets it in the evening.
  if (minutes >= Math.max(eveningMinutes, due + 1) && due < eveningMinutes) return 'nothing'
  if (minutes - due > catchUpMinutes) return 'badge'
  return isActive ? 'announce' : 'waitForActivity'
}
