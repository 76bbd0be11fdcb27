// Words of notifications from their parts, in the language of the reader: for the launcher, and for the pages of the service. Where
// parts are missing, as from an older service, or of a kind that is not known, it is the title that the service gave.
import type { BriefNotification } from './api/launcher/search.ts'
import type { NotedChange } from './api/launcher/notifications.ts'
import { calendarProblems, type CalendarProblem } from './api/launcher/calendars.ts'

const changes = ['done', 'status', 'section', 'due', 'archived'] as const satisfies NotedChange[]

type Acted = 'assigned' | 'changed' | 'commented' | 'mentioned' | (typeof changes)[number]

type Happened = 'isDue' | 'calendar' | 'imported'

const importCounts = {
  created: 'noted.import.created',
  changed: 'noted.import.changed',
  unchanged: 'noted.import.unchanged',
  'left out': 'noted.import.leftOut',
} as const

/** The messages of `noted.*`, which the launcher and the service each have in their own catalogue. */
type SayNoted = {
  (key: `noted.${Happened | 'importFailed'}`, values: { subject: string }): string
  (key: `noted.several.${Happened}`, values: { count: number }): string
  (key: `noted.${Acted}`, values: { actor: string; subject: string }): string
  (key: `noted.several.${Acted}`, values: { actor: string; count: number }): string
  (key: (typeof importCounts)[keyof typeof importCounts], values: { count: number }): string
  (key: `noted.why.${CalendarProblem}`): string
}

/** @param languageNow the language of the reader */
export function createNotificationWords({ say, languageNow }: { say: SayNoted; languageNow: () => string }) {
  /** What happened by itself. Words of a single item need its title, those of several their number. */
  const itemWords = (what: Happened, { subject, count = 1 }: BriefNotification): string | null => {
    if (typeof subject === 'string') return say(`noted.${what}`, { subject })
    return count > 1 ? say(`noted.several.${what}`, { count }) : null
  }

  /** What somebody did. */
  const actWords = (what: Acted, { actor, subject, count = 1 }: BriefNotification): string | null => {
    const name = actor?.name ?? ''
    if (name === '') return null
    if (typeof subject === 'string') return say(`noted.${what}`, { actor: name, subject })
    return count > 1 ? say(`noted.several.${what}`, { actor: name, count }) : null
  }

  const wordsOf = (one: BriefNotification): string | null => {
    switch (one.type) {
      case 'task_assigned':
        return actWords('assigned', one)
      case 'task_changed':
        return actWords(changes.find((change) => change === one.change) ?? 'changed', one)
      case 'task_commented':
        return actWords('commented', one)
      case 'mention':
        return actWords('mentioned', one)
      case 'task_due':
        return itemWords('isDue', one)
      case 'calendar_problem':
        return itemWords('calendar', one)
      case 'import_done':
        return one.change === 'failed' && typeof one.subject === 'string'
          ? say('noted.importFailed', { subject: one.subject })
          : itemWords('imported', one)
      case undefined:
      default:
        return null
    }
  }

  /** "3 created, 2 left out" in the language of the reader; null for anything else. */
  const countWords = (text: string): string | null => {
    const parts = text.split(', ').map((part) => {
      const [, count, what = ''] = /^(\d+) (created|changed|unchanged|left out)$/.exec(part) ?? []
      return count === undefined
        ? null
        : say(importCounts[what as keyof typeof importCounts], { count: Number(count) })
    })
    return parts.includes(null) ? null : parts.join(', ')
  }

  const notificationTitle = (one: BriefNotification): string => wordsOf(one) ?? one.title

  /** The text below the title: that of people, or of the service. English has the sentence of the service, which says more. */
  const notificationBody = (one: BriefNotification): string | null => {
    const body = one.body ?? null
    if (body === null || typeof one.subject !== 'string' || languageNow() === 'en') return body
    const problem = calendarProblems.find((code) => code === one.change)
    if (one.type === 'calendar_problem' && problem !== undefined) return say(`noted.why.${problem}`)
    return one.type === 'import_done' ? (countWords(body) ?? body) : body
  }

  return { notificationTitle, notificationBody }
}

/** Whether the service can mark it as read: an older one does not say the parts of its words (APP-11). */
export const canBeRead = ({ count }: BriefNotification): boolean => count !== undefined
