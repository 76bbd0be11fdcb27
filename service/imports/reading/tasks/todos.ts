// To-dos of iCalendar (RFC 5545, 3.6.2), as Apple Reminders, Nextcloud and tasks.org export them.
import ICAL from 'ical.js'
import type { Drafts, Mapping } from '../plan.ts'
import type { RawTask, TaskContext } from './raw-task.ts'
import { draftsWithoutColumns } from './tasks.ts'

/** @param text a calendar; with events it is added as one */
export const isTodos = (text: string): boolean => /^BEGIN:VTODO/im.test(text) && !/^BEGIN:VEVENT/im.test(text)

type Line = { name: string; params: Readonly<Record<string, unknown>>; value: string }
type Todo = { line: number; lines: readonly Line[] }

function lineOf(text: string): Line {
  const raw = text.slice(text.indexOf(':') + 1)
  ICAL.design.strict = false
  try {
    const [name, params, type, ...values] = ICAL.parse.property(text, ICAL.design['icalendar']) as [
      string,
      Record<string, unknown>,
      string,
      ...unknown[],
    ]
    // The library makes dates of any text.
    const isRaw = type === 'recur' || (type.startsWith('date') && !/^\d{8}(?:T\d{6}Z?)?$/i.test(raw.trim()))
    return { name, params, value: isRaw ? raw : values.flat().map(String).join(', ') }
  } catch {
    // The value is read as it is, and its fault is found there.
    return { name: (/^[\w-]+/.exec(text)?.[0] ?? '').toLowerCase(), params: {}, value: raw }
  }
}

/** The to-dos with the lines on which they begin. Alarms inside of them are left out. */
function todosIn(text: string): { todos: Todo[]; list: string } {
  const lines: { line: number; text: string }[] = []
  for (const [index, one] of text.split(/\r\n|\n|\r/).entries()) {
    const last = lines.at(-1)
    if (last && /^[ \t]/.test(one)) last.text += one.slice(1)
    else if (one !== '') lines.push({ line: index + 1, text: one })
  }
  const todos: (Todo & { lines: Line[] })[] = []
  let list = ''
  const inside: string[] = []
  for (const { line, text: one } of lines) {
    const [, verb, component = ''] = /^(BEGIN|END):(.+)$/i.exec(one.trim()) ?? []
    if (verb?.toUpperCase() === 'BEGIN') {
      inside.push(component.toUpperCase())
      if (inside.at(-1) === 'VTODO') todos.push({ line, lines: [] })
    } else if (verb !== undefined) {
      const place = inside.lastIndexOf(component.toUpperCase())
      if (place !== -1) inside.length = place
    } else if (inside.at(-1) === 'VTODO') todos.at(-1)?.lines.push(lineOf(one))
    else if (/^X-WR-CALNAME[;:]/i.test(one)) list = lineOf(one).value
  }
  return { todos, list }
}

const levelOf = (priority: string): string => {
  const level = Number(priority)
  if (level >= 1 && level <= 4) return 'high'
  return level === 5 ? 'medium' : level > 5 && level <= 9 ? 'low' : ''
}

function taskOf({ line, lines }: Todo, list: string): RawTask {
  const named = (name: string) => lines.find((one) => one.name === name)
  const value = (name: string): string => named(name)?.value ?? ''
  const zone = [named('due'), named('dtstart')]
    .map((one) => one?.params['tzid'])
    .find((tzid) => typeof tzid === 'string')
  const parent = lines.find(
    ({ name, params: { reltype = 'PARENT' } }) =>
      name === 'related-to' && String(reltype).toUpperCase() === 'PARENT',
  )
  const status = value('status').toUpperCase()
  const isCanceled = status === 'CANCELLED'
  return {
    line,
    id: value('uid') || null,
    title: { text: value('summary'), column: 'SUMMARY' },
    texts: [value('description'), value('url'), ...(isCanceled ? ['Status: Canceled'] : [])],
    start: { text: value('dtstart'), column: 'DTSTART' },
    due: { text: value('due'), column: 'DUE' },
    ...(typeof zone === 'string' && { zone }),
    ...(named('rrule') && { repeat: value('rrule') }),
    priority: { text: levelOf(value('priority')), column: 'PRIORITY' },
    status: status === 'IN-PROCESS' ? 'In progress' : '',
    isDone:
      isCanceled ||
      status === 'COMPLETED' ||
      value('completed') !== '' ||
      value('percent-complete') === '100',
    parent: { text: parent?.value ?? '', column: 'RELATED-TO' },
    assignees: [],
    section: list,
    labels: lines
      .filter(({ name }) => name === 'categories')
      .map((one) => one.value)
      .join(', '),
  }
}

const mapping: readonly Mapping[] = [
  { columns: ['SUMMARY'], field: 'title' },
  { columns: ['DESCRIPTION', 'URL', 'CATEGORIES', 'RRULE'], field: 'description' },
  { columns: ['DUE'], field: 'due' },
  { columns: ['DTSTART'], field: 'start' },
  { columns: ['PRIORITY'], field: 'priority' },
  { columns: ['STATUS', 'COMPLETED'], field: 'status' },
  { columns: ['RELATED-TO'], field: 'parent' },
]

export function readTodos(text: string, context: Omit<TaskContext, 'orderIn'>): Drafts {
  const { todos, list } = todosIn(text)
  return draftsWithoutColumns(
    todos.map((todo) => taskOf(todo, list)),
    mapping,
    context,
  )
}
