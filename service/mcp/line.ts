// A task in the words of a person: a line as the launcher's capture reads it (APP-05), in the zone of the person. What is unclear
// stays in the title, and the answer says so: no date is better than a wrong one.
import { longestQuery, searchLimit } from '../../shared/api/limits.ts'
import type { LauncherTaskCreate } from '../../shared/api/launcher/tasks.ts'
import type { Reads } from '../../shared/capture/date-tokens.ts'
import type { TokenKind } from '../../shared/capture/grammar.ts'
import { parseCapture, type ParsedCapture } from '../../shared/capture/parse.ts'
import {
  buildTask,
  meaningIn,
  namesEndAt,
  type NamedRow,
  recognize,
  type Recognized,
} from '../../shared/capture/resolve.ts'
import { longerNames } from '../../shared/capture/whole-names.ts'
import { dateHabitsOf } from '../../shared/dates/format.ts'
import { minutesAheadIn, wallIn, withLocalZone } from '../../shared/dates/other-zone.ts'
import type { DateHit, ReadDates } from '../../shared/dates/reader/date-hit.ts'
import { asksToRepeat } from '../../shared/dates/reader/not-dates.ts'
import { readerIn } from '../../shared/dates/reader/read-dates.ts'
import { repeatsIn } from '../../shared/dates/reader/repeats.ts'
import { repeatOfId } from '../../shared/dates/repeat.ts'
import type { Language } from '../../shared/language.ts'
import { holdsScope } from '../access/principal.ts'
import { shownEmail } from '../access/people.store.ts'
import { foundFor } from '../launcher/found.view.ts'
import type { TaskInput } from '../tasks/task-check.ts'
import { lineOf, present, short } from './answers.ts'
import { dateWords, previews, type Call, type TaskWords } from './call.ts'

// The dates of a language.

const at = (hits: readonly DateHit[], { start, end }: DateHit): DateHit | undefined =>
  hits.find((hit) => hit.start === start && hit.end === end)

/** A date on which regions of a language disagree has two readings: 3/4, and days of weeks that begin on different days. */
const agreed =
  (one: ReadDates, another: ReadDates): ReadDates =>
  (text, now, past) => {
    const [ours, theirs] = [one(text, now, past), another(text, now, past)]
    const beside = (hit: DateHit, others: readonly DateHit[], reader: ReadDates): DateHit => {
      // A reading that has passed is one, too.
      const { due = hit.due, time = hit.time } = at(others, hit) ?? at(reader(text, now, 'take'), hit) ?? {}
      return due.getTime() === hit.due.getTime() ? hit : { ...hit, other: { due, time } }
    }
    return [
      ...ours.map((hit) => beside(hit, theirs, another)),
      ...theirs.flatMap((hit) => (at(ours, hit) === undefined ? [beside(hit, ours, one)] : [])),
    ].toSorted((a, b) => a.start - b.start)
  }

const readers = new Map<Language, ReadDates>()

/** English is written in regions of either order of day and month. */
function readerOf(language: Language): ReadDates {
  const reader =
    readers.get(language) ??
    (language === 'de'
      ? readerIn(dateHabitsOf('de-DE'))
      : agreed(readerIn(dateHabitsOf('en-US')), readerIn(dateHabitsOf('en-GB'))))
  readers.set(language, reader)
  return reader
}

const reads: Reads = { starts: true, repeats: { isSupported: true, repeatsIn } }

// The names of records.

/** Names of one line. Each is looked up, with the words behind it. */
const mostNames = 12

/** The records that the names of a line may mean, by name. A longer name is looked up where the shorter one has too many. */
async function recordsNamed(
  { deps, principal }: Call,
  text: string,
  parsed: ParsedCapture,
): Promise<(name: string) => NamedRow[]> {
  const rows = new Map<string, NamedRow[]>()
  const stops = namesEndAt(parsed, [])
  const chains = parsed.tokens.flatMap((token) =>
    token.kind === 'record'
      ? [[token.name, ...longerNames(text, token, stops).map(({ name }) => name)].filter(isSearched)]
      : [],
  )
  const shown = { webUrl: () => '', previews, now: deps.now() }
  const find = (query: string) =>
    deps.store.ask((tx) => foundFor(tx, principal, { query, kinds: ['record'], limit: searchLimit }, shown))
  for (const chain of chains)
    for (const name of chain) {
      const found = rows.get(name) ?? (await find(name))
      rows.set(name, found)
      if (found.length < searchLimit) break
    }
  return (name) => {
    const known = new Map<string, NamedRow>()
    for (const [query, found] of rows)
      if (name.startsWith(query)) for (const row of found) known.set(row.id, row)
    return [...known.values()]
  }
}

/** As in the launcher, one letter names no record. */
const isSearched = (name: string): boolean => name.length > 1 && name.length <= longestQuery

// The answer.

/** The field of the tool that says the same. */
const fieldOf = {
  start: 'start',
  due: 'due',
  repeat: 'repeat',
  person: 'assignees',
  record: 'records',
  priority: 'priority',
  estimate: 'minutes',
  status: 'status',
  section: 'section',
} as const satisfies Record<TokenKind, string>

const unknown: Partial<Record<TokenKind, string>> = {
  person: 'No member has this name.',
  record: 'No record has this name.',
  status: 'No status has this name.',
  section: 'No section has this name.',
}
const ambiguous: Partial<Record<TokenKind, string>> = {
  person: 'Several members have this name.',
  record: 'Several records have this name.',
  status: 'Several statuses have this name.',
  section: 'Several sections have this name.',
}

const unreadRepeat =
  'The line says how the task repeats, but this could not be read, or a date contradicts it. So no date was read either.'

/** Words in quotes are not read. */
const unquoted = (text: string): string => text.replaceAll(/"[^"]*"/g, '|')

const mostChoices = 4
const mostLeft = 5
const longestReading = 3_500

type Told = { zone: string; canReadRecords: boolean; given: ReadonlySet<string> }

/** How the line was read, as a row of data: names are texts of the workspace. */
function readingRow(text: string, recognized: readonly Recognized[], { zone, canReadRecords, given }: Told) {
  const minutesAhead = minutesAheadIn(zone)
  const moment = (iso: string, edge: 'beginning' | 'end'): string => {
    const date = new Date(iso)
    const words = dateWords(date.getTime(), zone, edge) ?? ''
    if (!words.includes('T')) return words
    const ahead = minutesAhead(date.getTime())
    const offset = new Date(Math.abs(ahead) * 60_000).toISOString().slice(11, 16)
    return `${wallIn(minutesAhead, date).toISOString().slice(0, 16)}${ahead < 0 ? '-' : '+'}${offset}`
  }
  const meant = (kind: TokenKind, { id, name }: { id: string; name: string }): unknown => {
    if (kind === 'due') return moment(id, 'end')
    if (kind === 'start') return moment(id, 'beginning')
    if (kind === 'repeat') return repeatOfId(id).recurrence
    if (kind === 'estimate') return Number(id)
    return kind === 'priority' ? id : short(name, 60)
  }
  const shown = recognized.filter(({ token }) => !given.has(fieldOf[token.kind]))
  const read = shown.flatMap(({ token: { kind, text }, meaning }) =>
    meaning.state === 'resolved'
      ? [{ words: short(text, 60), [fieldOf[kind]]: meant(kind, meaning.candidate) }]
      : [],
  )
  type Left = { words?: string; field: string; why: string; may_be?: unknown[] }
  const left = shown.flatMap(({ token: { kind, text }, meaning }): Left[] => {
    const words = { words: short(text, 60), field: fieldOf[kind] }
    if (meaning.state === 'ambiguous') {
      const may_be = meaning.candidates.slice(0, mostChoices).map((candidate) => {
        if (kind !== 'person' && kind !== 'record') return meant(kind, candidate)
        const { id, detail = '' } = candidate
        return { id, name: short(candidate.name, 60), ...present({ detail: short(detail, 60) }) }
      })
      return [{ ...words, why: ambiguous[kind] ?? 'This can mean several things.', may_be }]
    }
    if (meaning.state === 'resolved') return []
    const isHidden = kind === 'record' && !canReadRecords
    return [{ ...words, why: isHidden ? 'The token does not read records.' : (unknown[kind] ?? '') }]
  })
  const saysHow = given.has('repeat') && given.has('due')
  if (!saysHow && !recognized.some(({ token }) => token.kind === 'repeat') && asksToRepeat(unquoted(text)))
    left.push({ field: fieldOf.repeat, why: unreadRepeat })
  const more = left.length > mostLeft ? { more_left: left.length - mostLeft } : {}
  const row = { kind: 'reading', zone, read, ...present({ left: left.slice(0, mostLeft) }), ...more }
  // The task shows what was read.
  const { read: _read, ...rest } = row
  return { row: lineOf(row).length > longestReading ? rest : row, isUnclear: left.length > 0 }
}

const inputOf = (task: LauncherTaskCreate): TaskInput & { title: string } => ({
  title: task.title,
  startDate: typeof task.startDate === 'string' ? Date.parse(task.startDate) : undefined,
  dueDate: typeof task.dueDate === 'string' ? Date.parse(task.dueDate) : undefined,
  recurrence: task.recurrence,
  priority: task.priority,
  estimatedTime: task.estimatedTime,
  status: task.status,
  sectionId: task.sectionId,
  assignees: task.assignees,
  linkedRecordIds: task.linkedRecordIds,
})

export type Line =
  | { ok: true; input: TaskInput & { title: string }; row: object; isUnclear: boolean }
  | { ok: false; fault: string }

/** Reads a line. @param given fields of the tool that say themselves what the line may say */
export async function readLine(
  call: Call,
  { text, language = 'en' }: { text: string; language?: Language | undefined },
  { people, statuses, sections, zone }: TaskWords,
  given: ReadonlySet<string>,
): Promise<Line> {
  const { deps, principal } = call
  const now = new Date(deps.now())
  const minutesAhead = minutesAheadIn(zone)
  const parsed = withLocalZone(minutesAhead, () => parseCapture(text, now, readerOf(language), [], reads))
  const names = parsed.tokens.filter(({ kind }) => kind in unknown)
  if (names.length > mostNames)
    return { ok: false, fault: `text: name at most ${mostNames} people, records and sections in one line.` }
  const canReadRecords = holdsScope(principal.scopes, 'records:read')
  const rowsFor = canReadRecords ? await recordsNamed(call, text, parsed) : () => []
  const members = people.members.map(({ id, name, email }) => ({ id, name, email: shownEmail(email) }))
  const options = { members, me: principal.personId, statuses, sections }
  const lookUp = meaningIn({ options, rowsFor })
  return withLocalZone(minutesAhead, (): Line => {
    const recognized = recognize({ text, parsed, manual: [], lookUp, words: (_kind, id) => id })
    const built = buildTask(text, parsed, recognized, undefined, now)
    if (!built.ok) return { ok: false, fault: `text: ${built.problem}` }
    const isForSomebody = recognized.some(
      ({ token, meaning }) => token.kind === 'person' && meaning.state === 'resolved',
    )
    // `@none` leaves nobody; a name that is unclear is not an assignee.
    const assignees = isForSomebody ? (built.task.assignees ?? []) : [principal.personId]
    const { row, isUnclear } = readingRow(text, recognized, { zone, canReadRecords, given })
    return { ok: true, input: { ...inputOf(built.task), assignees }, row, isUnclear }
  })
}
