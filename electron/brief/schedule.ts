// Decides when the brief is due: once a day, at the chosen time, on the chosen days (APP-04). After a sleep it is announced
// up to four hours late, then shown as a badge, and dropped at six in the evening. Pure.

export type ScheduleInput = {
  /** The local wall clock. */
  now: Date
  /** `HH:MM`. */
  briefTime: string
  /** ISO weekdays: Monday is 1. */
  briefDays: readonly number[]
  /** Local date, `YYYY-MM-DD`, on which a brief was last shown or announced. */
  lastShownOn: string | null
  /** Whether the machine is in use. */
  isActive: boolean
}

export type Decision =
  | 'nothing'
  /** Due, but the machine is idle. */
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
  // Tomorrow's date means that the clock or the time zone went back. A later date is an error and is ignored, because it
  // would suppress the brief until then.
  const isShown = lastShownOn !== null && lastShownOn >= today && lastShownOn <= tomorrow
  if (isShown || !briefDays.includes(weekday)) return 'nothing'
  const minutes = now.getHours() * 60 + now.getMinutes()
  const due = minutesOf(briefTime)
  if (minutes < due) return 'nothing'
  // A brief time in the evening is honoured.
  if (minutes >= Math.max(eveningMinutes, due + 1) && due < eveningMinutes) return 'nothing'
  if (minutes - due > catchUpMinutes) return 'badge'
  return isActive ? 'announce' : 'waitForActivity'
}
