// Words of time and state: "invoice overdue" finds overdue tasks that contain "invoice". English and German, whatever the
// language of the interface. `@lena` and `/launch` name a member and a section: with them the query is a list of tasks, which
// the service answers too. Pure.
import type { SearchResult } from '../api/launcher/search.ts'
import type { TaskListFilters, TaskStatus } from '../api/launcher/tasks.ts'
import { priority as priorities } from '../api/primitives.ts'
import { fold, type FoldedText, foldedOf, readingsOf, titleOf } from './text-fold.ts'

/** The time of a meeting or the due date of a task, in epoch milliseconds. */
export type Span = { start: number; end: number }

/** The data that determines a state: a task with its due date, or a meeting with its times. */
export type Stated = { kind: string; task: SearchResult['task'] | undefined; span: Span | undefined }

type Named = { id: string; name: string }

export type StateContext = {
  /** Epoch milliseconds. */
  now: number
  /** The first day of the week: Monday is 1, Sunday is 7. */
  firstDay: number
  /** The signed-in user; null if unknown. */
  me: string | null
  statuses: readonly Pick<TaskStatus, 'slug' | 'name'>[]
  members?: readonly Named[] | undefined
  sections?: readonly Named[] | undefined
}

export type StateQuery = {
  /** The folded words that are not about state. */
  rest: FoldedText
  conditions: readonly Condition[]
  /** A row of tasks has no section, so none is found by one. */
  holds: (row: Stated) => boolean
  /** The list that `@` or `/` asks for; null without them. */
  list: {
    filters: TaskListFilters
    /** Whether a task that the service listed by the filters belongs to the list: it has the other words, too. */
    fits: (row: Stated, title: string) => boolean
  } | null
}

type Day = 'overdue' | 'yesterday' | 'today' | 'tomorrow' | 'thisWeek' | 'nextWeek'
export type Condition =
  | { of: 'day'; is: Day }
  | { of: 'mine' }
  | { of: 'done' }
  | { of: 'priority'; is: string }
  | { of: 'status'; is: string }
  /** Ids. Null: no assignee, no section. */
  | { of: 'assignee'; is: string | null }
  | { of: 'section'; is: string | null }

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
const knownPhrases: ReadonlyMap<string, Condition> = new Map(
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
      ? [...knownPhrases].find(([whole]) => whole.startsWith(phrase))?.[1]
      : undefined
  const found =
    knownPhrases.get(phrase) ?? (named === undefined ? begun() : { of: 'status' as const, is: named.slug })
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
    case 'assignee':
      return ({ task }) =>
        condition.is === null
          ? task?.assignees?.length === 0
          : task?.assignees?.includes(condition.is) === true
    case 'section':
      return () => false
  }
}

const markedName = /^([@/])([\p{L}\p{N}].*)$/u
const longestName = 4
const ofMe: ReadonlySet<string> = new Set(['me', 'mich', 'mir', 'ich'])
const ofNobody: ReadonlySet<string> = new Set(['none', 'nobody', 'unassigned', 'niemand', 'keiner'])
const inNoSection: ReadonlySet<string> = new Set(['none', 'keiner', 'ohne'])

/** The words of each name in both spellings of umlauts. Names are folded once, not with each keystroke. */
const wordsOfNames = new WeakMap<readonly Named[], { id: string; words: string[]; whole: string[] }[]>()
const namesIn = (named: readonly Named[]) => {
  const known = wordsOfNames.get(named)
  if (known !== undefined) return known
  const made = named.map(({ id, name }) => {
    const { text, respelled, spoken } = titleOf(name)
    return { id, words: spoken.split(' '), whole: [text, respelled] }
  })
  wordsOfNames.set(named, made)
  return made
}

/** Whether each typed word begins a later word of the name than the one before. */
const isBegun = (typed: readonly string[], words: readonly string[]): boolean => {
  let at = 0
  return typed.every((word) => {
    while (at < words.length && words[at]?.startsWith(word) !== true) at += 1
    at += 1
    return at <= words.length
  })
}

/** Whether a phrase of state begins with this word. */
const isPhrase = (words: readonly string[], context: StateContext): boolean =>
  words
    .slice(0, longestPhrase)
    .some((_, last) => conditionOf(fold(words.slice(0, last + 1).join(' ')), false, context) !== null)

/** The one that the words after the mark name, and how many words they are. Null if it is none or could be several. */
const namedBy = (
  named: readonly Named[],
  words: readonly string[],
  context: StateContext,
): { id: string; length: number } | null => {
  const end = words.findIndex((word) => markedName.test(word))
  const most = Math.min(longestName, end === -1 ? words.length : end)
  for (let length = most; length > 0; length -= 1) {
    const readings = readingsOf(words.slice(0, length).join(' '))
    const names = namesIn(named)
    const whole = names.filter((name) => readings.some(({ text }) => name.whole.includes(text)))
    const [only] = whole
    if (whole.length === 1 && only !== undefined) return { id: only.id, length }
    if (words.slice(1, length).some((_, at) => isPhrase(words.slice(at + 1), context))) continue
    const begun = names.filter((name) => readings.some((typed) => isBegun(typed.words, name.words)))
    const [first] = begun
    if (begun.length === 1 && first !== undefined) return { id: first.id, length }
    if (begun.length > 1) return null
  }
  return null
}

/** Reads a word with a mark, and the words after it that go on with the name. */
const readName = (
  words: readonly string[],
  context: StateContext,
): { condition: Condition; length: number } | null => {
  const [, mark, begin = ''] = markedName.exec(words[0] ?? '') ?? []
  if (mark === undefined) return null
  const word = fold(begin)
  const one = (condition: Condition) => ({ condition, length: 1 })
  if (mark === '@' && ofMe.has(word)) return context.me === null ? null : one({ of: 'mine' })
  if (mark === '@' && ofNobody.has(word)) return one({ of: 'assignee', is: null })
  if (mark === '/' && inNoSection.has(word)) return one({ of: 'section', is: null })
  const named = mark === '@' ? context.members : context.sections
  const found = namedBy(named ?? [], [begin, ...words.slice(1)], context)
  if (found === null) return null
  const of = mark === '@' ? ('assignee' as const) : ('section' as const)
  return { condition: { of, is: found.id }, length: found.length }
}

const timeOf = (conditions: readonly Condition[], context: StateContext): Partial<TaskListFilters> => {
  let [after, before] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]
  for (const condition of conditions) {
    if (condition.of !== 'day') continue
    if (condition.is === 'overdue') {
      before = Math.min(before, context.now)
      continue
    }
    const { start, end } = spanOfDay(condition.is, context)
    after = Math.max(after, start - 1)
    before = Math.min(before, end + 1)
  }
  return {
    ...(Number.isFinite(after) && { dueAfter: new Date(after).toISOString() }),
    ...(Number.isFinite(before) && { dueBefore: new Date(before).toISOString() }),
  }
}

/** The filters of the service. It takes one of each kind; of several, rows decide. */
const filtersOf = (conditions: readonly Condition[], context: StateContext): TaskListFilters => {
  const filters: TaskListFilters = timeOf(conditions, context)
  const isComplete = conditions.some(({ of }) => of === 'done')
  if (isComplete || !conditions.some(({ of }) => of === 'status')) filters.isComplete = isComplete
  for (const condition of conditions) {
    switch (condition.of) {
      case 'mine':
        filters.assignee ??= 'me'
        break
      case 'assignee':
        filters.assignee ??= condition.is ?? 'none'
        break
      case 'section':
        filters.sectionId ??= condition.is ?? 'none'
        break
      case 'status':
        filters.status ??= condition.is
        break
      case 'priority':
        filters.priority ??= priorities.safeParse(condition.is).data
        break
      case 'day':
      case 'done':
    }
  }
  return filters
}

/** Splits the query into conditions and other words; null if no word is about state. */
export const readState = (query: string, context: StateContext): StateQuery | null => {
  const conditions: Condition[] = []
  const rest: string[] = []
  const readWords = (words: readonly string[], isEnd: boolean): void => {
    for (let at = 0; at < words.length;) {
      let length = Math.min(longestPhrase, words.length - at)
      let found: Condition | null = null
      for (; length > 0; length -= 1) {
        const isLast = isEnd && at + length === words.length
        found = conditionOf(words.slice(at, at + length).join(' '), isLast, context)
        if (found !== null) break
      }
      if (found === null) rest.push(words[at] ?? '')
      else conditions.push(found)
      at += Math.max(1, length)
    }
  }
  const typed = query.split(/\s+/u).filter((word) => word !== '')
  let begin = 0
  let isList = false
  for (let at = 0; at < typed.length;) {
    const named = readName(typed.slice(at), context)
    if (named !== null) {
      readWords(foldedOf(typed.slice(begin, at).join(' ')).words, false)
      conditions.push(named.condition)
      begin = at + named.length
      isList = true
    }
    at += named?.length ?? 1
  }
  readWords(foldedOf(typed.slice(begin).join(' ')).words, !/\s$/u.test(query))
  if (conditions.length === 0) return null
  const isOnlyKind = rest.every((word) => kindWords.has(word))
  const kinds = isOnlyKind ? rest.flatMap((word) => kindWords.get(word) ?? []) : []
  const tests = conditions.map((condition) => testOf(condition, context))
  const known = tests.filter((_, at) => conditions[at]?.of !== 'section')
  // Completed tasks are left out, unless the query asks for them or for a status.
  const withDone = conditions.some(({ of }) => of === 'done' || of === 'status')
  const meets = (row: Stated, all: readonly ((row: Stated) => boolean)[]): boolean =>
    (row.kind === 'task' || row.kind === 'meeting') &&
    (kinds.length === 0 || kinds.some((kind) => kind === row.kind)) &&
    (withDone || row.task?.status?.isComplete !== true) &&
    all.every((holds) => holds(row))
  const others = foldedOf(isOnlyKind ? '' : rest.join(' '))
  return {
    rest: others,
    conditions,
    holds: (row) => meets(row, tests),
    list: isList
      ? {
          filters: filtersOf(conditions, context),
          fits: (row, title) => {
            const words = titleOf(title).spoken.split(' ')
            return (
              meets(row, known) && others.words.every((typed) => words.some((word) => word.startsWith(typed)))
            )
          },
        }
      : null,
  }
}
