// What a due date on the wire means where it is read. Pure; in the zone of the machine.

const minute = 60_000
const dayMinutes = 24 * 60
// The world's clocks are between 12 hours behind UTC and 14 ahead of it, in steps of a quarter of an hour.
const offsets = { least: -12 * 60, most: 14 * 60, step: 15 } as const

/** Minutes ahead of UTC of the zones in which this instant is the last millisecond of a day. */
const zonesOfDayEnd = (instant: number): number[] => {
  if ((instant + 1) % minute !== 0) return []
  const behind = ((((instant + 1) / minute) % dayMinutes) + dayMinutes) % dayMinutes
  return [-behind, dayMinutes - behind].filter(
    (ahead) => ahead >= offsets.least && ahead <= offsets.most && ahead % offsets.step === 0,
  )
}

/**
 * The moment that `dueDate` stands for here. A time that was written is an instant everywhere. A day that was written is
 * the end of that day in the zone of whoever wrote it (23:59:59.999, which nobody writes as a time), and stays that
 * calendar day for whoever reads it elsewhere: its end there.
 * @param dueDate ISO 8601 with an offset.
 */
export function dueAt(dueDate: string): Date {
  const due = new Date(dueDate)
  const here = -due.getTimezoneOffset()
  const [ahead] = zonesOfDayEnd(due.getTime()).sort((a, b) => Math.abs(a - here) - Math.abs(b - here))
  if (ahead === undefined) return due
  const there = new Date(due.getTime() + ahead * minute)
  // Of the second, where that comes twice: clocks can go back at midnight.
  return new Date(new Date(there.getUTCFullYear(), there.getUTCMonth(), there.getUTCDate() + 1).getTime() - 1)
}
