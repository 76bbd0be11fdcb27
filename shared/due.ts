// What a due date on the wire means where it is read. Pure; in the zone of the machine.

import { localDayBeginningAt } from './whole-days.ts'

/**
 * The moment that `dueDate` stands for here. A time that was written is an instant everywhere. A day that was written is
 * the end of that day in the zone of whoever wrote it (23:59:59.999, which nobody writes as a time), and stays that
 * calendar day for whoever reads it elsewhere: its end there.
 * @param dueDate ISO 8601 with an offset.
 */
export function dueAt(dueDate: string): Date {
  const due = new Date(dueDate)
  const next = localDayBeginningAt(due.getTime() + 1)
  // Of the second, where that comes twice: clocks can go back at midnight.
  return next === null ? due : new Date(next.getTime() - 1)
}
