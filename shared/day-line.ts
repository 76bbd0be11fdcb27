// The day in one line, for the brief and its notification: "18 overdue · 7 today · 4 meetings". It counts and shows no title,
// because others may see the screen. Pure.
import type { Brief } from './api/launcher/search.ts'
import { say } from './language.ts'
import { endOfToday, isAheadToday } from './next-meeting.ts'
import { dueAt } from './whole-days.ts'

/** @param now the local wall clock. */
export const dayLine = (
  {
    tasks,
    meetings,
  }: { tasks: readonly Pick<Brief['tasks'][number], 'dueDate'>[] } & Pick<Brief, 'meetings'>,
  now: Date,
): string => {
  const due = tasks.flatMap(({ dueDate }) => (dueDate === null ? [] : [dueAt(dueDate).getTime()]))
  const overdue = due.filter((at) => at < now.getTime()).length
  const today = due.filter((at) => at < endOfToday(now)).length - overdue
  const ahead = meetings.filter((meeting) => isAheadToday(meeting, now)).length
  if (overdue + today + ahead === 0) return say('brief.nothingDue')
  const parts = [
    ...(overdue + today === 0 ? [say('brief.day.nothing')] : []),
    ...(overdue === 0 ? [] : [say('brief.day.overdue', { count: overdue })]),
    ...(today === 0 ? [] : [say('brief.day.today', { count: today })]),
    ...(ahead === 0 ? [] : [say('brief.day.meetings', { count: ahead })]),
  ]
  return parts.join(' · ')
}
