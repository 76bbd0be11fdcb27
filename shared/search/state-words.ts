// Words of time and state: "invoice overdue" finds overdue tasks that contain "invoice". English and German, whatever the
// language of the interface. Pure.
import type { SearchResult } from '../api/launcher-search.ts'
import type { TaskStatus } from '../api/launcher-tasks.ts'
import { fold, type FoldedText, foldedOf } from './text-fold.ts'

/** The time of a meeting or the due date of a task, in epoch milliseconds. */
export type Span = { start: number; end: number }

/** The data that determines a state: a task with its due date, or a meeting with its times. */
export type Stated = { kind: string; task: SearchResult['task'] | undefined; span: Span | undefined }

export type StateContext = {
  /** Epoch milliseconds. */
  now: number
  /** The first day of the week: Monday is 1, Sunday is 7. */
  firstDay: number
  /** The signed-in user; null if unknown. */
  me: string | null
  statuses: readonly Pick<TaskStatus, 'slug' | 'name'>[]
}

export type StateQuery = {
  /** The folded words that are not about state. */
  rest: FoldedText
  holds: (row: Stated) => boolean
}

type Day = 'overdue' | 'yesterday' | 'today' | 'tomorrow' | 'thisWeek' | 'nextWeek'
type Condition =
  | { of: 'day'; is: Day }
  | { of: 'mine' }
  | { of: 'done' }
  | { of: 'priority'; is: string }
  | { of: 'status'; is: string }

const day = (is: Day): Condition => ({ of: 'day', is })
const priority = (is: string): Condition => ({ of: 'priority', is })
const phrases: readonly (readonly [Condition, string])[] = [
  [day('overdue'), 'overdue, late, überfällig, ueberfaellig'],
  [day('yesterday'), 'yesterday, gestern'],
  [day('today'), 'today, heute'],
  [day('tomorrow'), 'tomorrow, morgen'],
  [day('thisWeek'), 'this week, diese woche'],
  [day('nextWeek'), 'next week, nächste woche'],
  [{ of: 'mine' }, 'mine, my, assigned to me, meine, mir zugewiesen'],
  [{ of: 'done' }, 'done, completed, erledigt'],
  [priority('urgent'), 'urgent, dringend'],
  [priority('high'), 'high, high priority, hoch, hohe priorität'],
  [priority('medium'), 'medium, medium priority, mittel, mittlere priorität'],
  [priority('low'), 'low, low priority, niedrig, niedrige priorität'],
]
const known: ReadonlyMap<string, Condition> = new Map(
  phrases.flatMap(([condition, text]) =>
    text.split(', ').map((phrase) => [fold(phrase), condition] as const),
  ),
)
/** With a state word, these words only restrict the kind. */
const kindWords: ReadonlyMap<string, 'task' | 'meeting'> = new Map([
  ...['task', 'tasks', 'aufgabe', 'aufgaben', 'due', 'fallig'].map((word) => [word, 'task'] as const),
  ...['meeting', 'meetings', 'termin', 'termine', 'besprechungen'].map((word) => [word, 'meeting'] as const),
])
const longestPhrase = 3
/** From this length on, the last phrase may be incomplete. */
const unfinishedLetters = 5

const conditionOf = (phrase: string, isLast: boolean, { me, statuses }: StateContext): Condition | null => {
  const named = statuses.find(({ name }) => fold(name) === phrase)
  const begun = (): Condition | undefined =>
    isLast && phrase.length >= unfinishedLetters
      ? [...known].find(([whole]) => whole.startsWith(phrase))?.[1]
      : undefined
  const found =
    known.get(phrase) ?? (named === undefined ? begun() : { of: 'status' as const, is: named.slug })
  return found === undefined || (found.of === 'mine' && me === null) ? null : found
}

/** The local days of a phrase, from the first moment to the last. */
const spanOfDay = (is: Exclude<Day, 'overdue'>, { now, firstDay }: StateContext): Span => {
  const today = new Date(now)
  const startOf = (days: number): number =>
    new Date(today.getFullYear(), today.getMonth(), today.getDate() + days).getTime()
  const span = (first: number, days: number): Span => ({
    start: startOf(first),
    end: startOf(first + days) - 1,
  })
  // `getDay()` returns 0 for Sunday.
  const intoWeek = (today.getDay() - firstDay + 7) % 7
  switch (is) {
    case 'yesterday':
      return span(-1, 1)
    case 'today':
      return span(0, 1)
    case 'tomorrow':
      return span(1, 1)
    case 'thisWeek':
      return span(-intoWeek, 7)
    case 'nextWeek':
      return span(7 - intoWeek, 7)
  }
}

const testOf = (condition: Condition, context: StateContext): ((row: Stated) => boolean) => {
  switch (condition.of) {
    case 'day': {
      if (condition.is === 'overdue')
        return ({ kind, span }) => kind === 'task' && span !== undefined && span.end < context.now
      const days = spanOfDay(condition.is, context)
      return ({ span }) => span !== undefined && span.start <= days.end && span.end >= days.start
    }
    case 'mine':
      return ({ task }) => context.me !== null && task?.assignees?.includes(context.me) === true
    case 'done':
      return ({ task }) => task?.status?.isComplete === true
    case 'priority':
      return ({ task }) => task?.priority === condition.is
    case 'status':
      return ({ task }) => task?.status?.slug === condition.is
  }
}

/** Splits the query into conditions and other words; null if no word is about state. */
export const readState = (query: string, context: StateContext): StateQuery | null => {
  const { words } = foldedOf(query)
  const conditions: Condition[] = []
  const rest: string[] = []
  for (let at = 0; at < words.length;) {
    let length = Math.min(longestPhrase, words.length - at)
    let found: Condition | null = null
    for (; length > 0; length -= 1) {
      const isLast = at + length === words.length && !query.endsWith(' ')
      found = conditionOf(words.slice(at, at + length).join(' '), isLast, context)
      if (found !== null) break
    }
    if (found === null) rest.push(words[at] ?? '')
    else conditions.push(found)
    at += Math.max(1, length)
  }
  if (conditions.length === 0) return null
  const isOnlyKind = rest.every((word) => kindWords.has(word))
  const kinds = isOnlyKind ? rest.flatMap((word) => kindWords.get(word) ?? []) : []
  const tests = conditions.map((condition) => testOf(condition, context))
  // Completed tasks are left out, unless the query asks for them or for a status.
  const withDone = conditions.some(({ of }) => of === 'done' || of === 'status')
  return {
    rest: foldedOf(isOnlyKind ? '' : rest.join(' ')),
    holds: (row) =>
      (row.kind === 'task' || row.kind === 'meeting') &&
      (kinds.length === 0 || kinds.some((kind) => kind === row.kind)) &&
      (withDone || row.task?.status?.isComplete !== true) &&
      tests.every((holds) => holds(row)),
  }
}
