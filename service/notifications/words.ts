// The English words of notifications. The launcher words them from their parts, in the language of the person.
import type { NotedChange, NotificationKind } from '../../shared/api/launcher/notifications.ts'
import { counted } from '../base/counted.ts'

/** The parts that title and body are made of. `subject` is null where it stands for several items. */
export type Parts = {
  kind: NotificationKind
  actorName: string
  subject: string | null
  count: number
  change: string | null
}

const of = (subject: string) => `“${subject}”`

const changed: Record<NotedChange, (actor: string, subject: string) => string> = {
  done: (actor, subject) => `${actor} completed ${subject}`,
  status: (actor, subject) => `${actor} changed the status of ${subject}`,
  section: (actor, subject) => `${actor} moved ${subject} to another section`,
  due: (actor, subject) => `${actor} changed the due date of ${subject}`,
  archived: (actor, subject) => `${actor} archived ${subject}`,
  failed: (_actor, subject) => `The import of ${subject} failed`,
}

const isNoted = (change: string | null): change is NotedChange =>
  change !== null && Object.hasOwn(changed, change)

const words: Record<
  NotificationKind,
  { one: (parts: Parts & { subject: string }) => string; many: (parts: Parts) => string }
> = {
  task_assigned: {
    one: ({ actorName, subject }) => `${actorName} assigned ${of(subject)} to you`,
    many: ({ actorName, count }) => `${actorName} assigned ${counted(count, 'task')} to you`,
  },
  task_changed: {
    one: ({ actorName, subject, change }) =>
      isNoted(change) ? changed[change](actorName, of(subject)) : `${actorName} changed ${of(subject)}`,
    many: ({ actorName, count, change }) => {
      const tasks = `${counted(count, 'task')} of yours`
      if (change === 'done') return `${actorName} completed ${tasks}`
      return change === 'archived' ? `${actorName} archived ${tasks}` : `${actorName} changed ${tasks}`
    },
  },
  task_commented: {
    one: ({ actorName, subject }) => `${actorName} commented on ${of(subject)}`,
    many: ({ actorName, count }) => `${actorName} commented on ${counted(count, 'task')} of yours`,
  },
  mention: {
    one: ({ actorName, subject }) => `${actorName} mentioned you on ${of(subject)}`,
    many: ({ actorName, count }) => `${actorName} mentioned you on ${counted(count, 'item')}`,
  },
  task_due: {
    one: ({ subject }) => `${of(subject)} is due`,
    many: ({ count }) => `${counted(count, 'task')} are due`,
  },
  calendar_problem: {
    one: ({ subject }) => `The calendar ${of(subject)} cannot be read`,
    many: ({ count }) => `${counted(count, 'calendar')} cannot be read`,
  },
  import_done: {
    one: ({ subject, change }) =>
      change === 'failed' ? changed.failed('', of(subject)) : `${of(subject)} was imported`,
    many: ({ count }) => `${counted(count, 'import')} ended`,
  },
}

export const titleOf = (parts: Parts): string => {
  const { subject } = parts
  return subject === null ? words[parts.kind].many(parts) : words[parts.kind].one({ ...parts, subject })
}

/** Titles in the body of a notification that stands for several items. */
const listed = 3

/** The newest of several items. */
export const bodyOfSeveral = (titles: readonly string[], count: number): string => {
  const newest = titles.slice(-listed).toReversed()
  return `${newest.map(of).join(', ')}${count > newest.length ? ' …' : ''}`
}
