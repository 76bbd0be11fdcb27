// The dates of a task, and how it repeats.
import { reason } from '../../../../shared/api/import-reasons.ts'
import { fold } from '../../../../shared/search/text-fold.ts'
import { instantOf, type Zone, wallOf } from '../../../calendars/reading/times.ts'
import { zoneNamed } from '../../../calendars/reading/zones.ts'
import { dueOf, readWhen, type When } from '../dates.ts'
import { faultOf, type ImportFault } from '../plan.ts'
import type { Cell, RawTask, TaskContext } from './raw-task.ts'
import type { readRepeat, Repeat } from './repeats.ts'

/** Words of a date that comes again. */
const repeats =
  /^(?:every|ev|each|daily|weekly|monthly|yearly|quarterly|weekdays|after|jede\w*|alle|taglich|wochentlich|monatlich|jahrlich|chaque|tous|toutes|cada|todos|ogni|elke|varje|kazdy)\b/

const isRepeating = (text: string): boolean => repeats.test(fold(text).replace('!', ' ').trim())

const units: Readonly<Record<string, string>> = {
  DAILY: 'day',
  WEEKLY: 'week',
  MONTHLY: 'month',
  YEARLY: 'year',
}

/** A rule of iCalendar (RFC 5545) in words; other text as it is. */
function repeatWords(text: string): string {
  const rule = text.replace(/^RRULE:/i, '')
  const [, frequency = ''] = /FREQ=(\w+)/i.exec(rule) ?? []
  const unit = units[frequency.toUpperCase()]
  if (unit === undefined) return text
  const [, count = '1'] = /INTERVAL=(\d+)/i.exec(rule) ?? []
  const [, days] = /BYDAY=([\w,+-]+)/i.exec(rule) ?? []
  const [, ofMonth] = /BYMONTHDAY=([\d,-]+)/i.exec(rule) ?? []
  const every = count === '1' ? `every ${unit}` : `every ${count} ${unit}s`
  return `${every}${days === undefined ? '' : ` on ${days}`}${ofMonth === undefined ? '' : ` on day ${ofMonth}`} (${rule})`
}

/** The day of an instant on the clock of a zone. */
const dayIn = (at: number, zone: Zone): When => ({
  is: 'day',
  day: new Date(wallOf(at, zone)).toISOString().slice(0, 10),
})

function whenOf(task: RawTask, { text, column }: Cell, { orderIn, zone }: TaskContext): When | null {
  const order = orderIn(column)
  const when = readWhen(text, { order, ...(task.language !== undefined && { language: task.language }) })
  if (!when || task.wholeDay === undefined) return when
  if (task.wholeDay === 'as written' || when.is !== 'instant') return { is: 'day', day: when.day }
  return dayIn(when.at, zoneNamed(task.zone ?? '') ?? zone)
}

/** Notion writes the first and the last day of a task into one cell: `March 5, 2027 → March 8, 2027`. */
function rangeOf({ due, start }: RawTask): Pick<RawTask, 'due' | 'start'> {
  const [from = '', to] = due?.text.split(' → ') ?? []
  if (!due || to === undefined) return { due, start }
  return { due: { ...due, text: to }, start: start?.text ? start : { ...due, text: from } }
}

type Dates = {
  startDate: number | null
  dueDate: number | null
  words: string[]
  /** A rule or words by which it repeats, and what they mean. */
  repeat: { read: Repeat | null } | null
}

export function datesOf(
  task: RawTask,
  context: TaskContext & { repeatOf: typeof readRepeat },
  faults: ImportFault[],
): Dates {
  const { repeatOf } = context
  const words: string[] = []
  const own = zoneNamed(task.zone ?? '') ?? context.zone
  let repeat: Dates['repeat'] = task.repeat === undefined ? null : { read: repeatOf(task.repeat) }
  if (task.repeat !== undefined) words.push(`Repeats: ${repeatWords(task.repeat)}`)
  const instant = (cell: Cell | undefined, label: string): number | null => {
    if (!cell || cell.text === '') return null
    const when = isRepeating(cell.text) ? null : whenOf(task, cell, context)
    if (when && label === 'Start' && when.is === 'day') return instantOf(Date.parse(when.day), context.zone)
    if (when) return dueOf(when, when.is === 'day' ? context.zone : own)
    words.push(`${label}: ${cell.text}`)
    if (isRepeating(cell.text)) repeat ??= { read: repeatOf(cell.text) }
    else faults.push(faultOf(task.line, cell.column, cell.text, reason('date_in_text')))
    return null
  }
  const { due, start } = rangeOf(task)
  const dueDate = instant(due, 'Due')
  const startDate = instant(start, 'Start')
  const isInOrder = startDate === null || dueDate === null || startDate <= dueDate
  return { startDate: isInOrder ? startDate : null, dueDate, words, repeat }
}
