// Resolves the tokens of a captured line to people, records, dates and so on in this workspace (APP-05). Ambiguous tokens
// become questions, unknown names stay text. Nothing is created by accident.
import type { LauncherTaskCreate, Member, TaskOptions } from '../api/launcher/tasks.ts'
import type { Priority } from '../api/primitives.ts'
import { taskLimits, visibleCharacter } from '../api/limits.ts'
import { bareUrl, say } from '../language.ts'
import type { ManualToken, Row } from '../ipc/launcher.ts'
import { fold } from '../search/text-fold.ts'
import { firstDue, repeatOfId } from '../dates/repeat.ts'
import type { Span } from '../dates/reader/date-hit.ts'
import { singleKinds, type TokenKind } from './grammar.ts'
import { type Name, overlaps, type ParsedCapture, sentenceOf, titleWithout, type Token } from './parse.ts'
import { unquoted } from '../dates/reader/plain-text.ts'
import {
  type Candidate,
  decide,
  fitting,
  longerNames,
  longestName,
  type Meaning,
  spaced,
} from './whole-names.ts'

/** A person as lines name them. */
type Named = Pick<Member, 'id' | 'name' | 'email'>

/** The part of a record's row that a line needs. */
export type NamedRow = Pick<Row, 'kind' | 'id' | 'title' | 'subtitle' | 'badge'> & { record?: Row['record'] }

export const candidateOfMember = ({ id, name, email }: Named): Candidate => ({ id, name, detail: email })

export const candidateOfRecord = ({ id, title, subtitle, record, badge }: NamedRow): Candidate => {
  const type = record?.objectTypeName ?? badge
  return {
    id,
    name: title,
    detail: subtitle === '' ? type : say('row.facts', { first: type, second: bareUrl(subtitle) }),
  }
}

/** `@none` leaves the task unassigned. By default a task is assigned to its author. */
const nobodyNames: ReadonlySet<string> = new Set(['none', 'niemand'])
const nobodyId = ''

/** Whether the name is `@me` or `@none`, which are not names of members. */
export const isReserved = (name: string): boolean => fold(name) === 'me' || nobodyNames.has(fold(name))

/** Finds people by name or by the part of the email before the @. `@me` is the signed-in user. */
export function meaningOfPerson(name: string, members: readonly Named[], me: string | undefined): Meaning {
  const own = members.find(({ id }) => id === me)
  if (fold(name) === 'me' && own !== undefined)
    return { state: 'resolved', candidate: { id: own.id, name: own.name } }
  if (nobodyNames.has(fold(name)))
    return { state: 'resolved', candidate: { id: nobodyId, name: say('capture.nobody') } }
  const named = new Set(fitting(name, members, (member) => member.name))
  const found = members.filter(
    (member) => named.has(member) || fold(member.email.split('@')[0] ?? '') === fold(name),
  )
  return decide(found.map(candidateOfMember), name)
}

/** Finds records whose words begin as those of the name do. `rows` is null until an answer arrives. */
export function meaningOfRecord(name: string, rows: readonly NamedRow[] | null): Meaning {
  if (rows === null) return { state: 'looking' }
  const records = rows.filter(({ kind }) => kind === 'record')
  return decide(fitting(spaced(name), records, ({ title }) => title).map(candidateOfRecord), name)
}

/** Finds statuses by name or slug. The slug is sent. */
function meaningOfStatus(name: string, statuses: Choices['statuses']): Meaning {
  const exact = statuses.find(({ slug }) => fold(slug) === fold(name))
  const found = exact === undefined ? fitting(spaced(name), statuses, (one) => one.name) : [exact]
  return decide(
    found.map(({ slug, name: full }) => ({ id: slug, name: full })),
    name,
  )
}

function meaningOfSection(name: string, sections: Choices['sections']): Meaning {
  const found = fitting(spaced(name), sections, (one) => one.name)
  return decide(
    found.map(({ id, name: full }) => ({ id, name: full })),
    name,
  )
}

/** The choices of a task form, as far as lines name them. `me` is the author. */
interface Choices {
  members: readonly Named[]
  me?: string | undefined
  statuses: readonly Pick<TaskOptions['statuses'][number], 'slug' | 'name'>[]
  sections: readonly Pick<TaskOptions['sections'][number], 'id' | 'name'>[]
}

/** The names of a workspace. */
export interface Names {
  options: Choices | undefined
  /** Null until an answer arrives. */
  rowsFor: (name: string) => readonly NamedRow[] | null
  /** Whether the service could not be asked for records. */
  isUnanswered?: boolean
}

/** Looks up the name of a token. */
export const meaningIn =
  ({ options, rowsFor, isUnanswered = false }: Names) =>
  ({ kind, name }: NamedToken): Meaning => {
    switch (kind) {
      case 'person':
        return meaningOfPerson(name, options?.members ?? [], options?.me)
      case 'record': {
        const meaning = meaningOfRecord(name, rowsFor(name))
        return isUnanswered && meaning.state === 'unknown' ? { ...meaning, isUnanswered } : meaning
      }
      case 'status':
        return meaningOfStatus(name, options?.statuses ?? [])
      case 'section':
        return meaningOfSection(name, options?.sections ?? [])
    }
  }

/** A token with its meaning, and a key that stays the same while the text around it changes. */
export interface Recognized {
  key: string
  token: Span & { text: string; kind: TokenKind }
  meaning: Meaning
  /** Decided by hand: edits elsewhere do not change it. */
  frozen: boolean
}

export type NamedToken = Token & { kind: 'person' | 'record' | 'status' | 'section' }

const isNamed = (token: Token): token is NamedToken =>
  token.kind === 'person' || token.kind === 'record' || token.kind === 'status' || token.kind === 'section'

/** The id of a token that needs no lookup. */
const ownMeaning = (token: Exclude<Token, NamedToken>): string => {
  switch (token.kind) {
    case 'start':
      return token.begins.toISOString()
    case 'due':
      return token.due.toISOString()
    case 'repeat':
      return token.id
    case 'priority':
      return token.priority
    case 'estimate':
      return String(token.minutes)
  }
}

/**
 * Resolves a token that needs no lookup. A date with different readings in English and German is ambiguous, and so is "every
 * second tuesday".
 */
function meaningOf(
  token: Exclude<Token, NamedToken>,
  words: (kind: TokenKind, id: string) => string,
): Meaning {
  const id = ownMeaning(token)
  const candidate = { id, name: words(token.kind, id) }
  if (token.kind === 'repeat' && token.isUnsupported) return { state: 'unknown' }
  const other =
    token.kind === 'due'
      ? token.other?.due.toISOString()
      : token.kind === 'repeat'
        ? token.otherId
        : undefined
  return other === undefined
    ? { state: 'resolved', candidate }
    : { state: 'ambiguous', candidates: [candidate, { id: other, name: words(token.kind, other) }] }
}

/** Spans that end a name of several words: other marks, and manual tokens. */
export const namesEndAt = (parsed: ParsedCapture, manual: readonly Span[]): Span[] => [
  ...parsed.tokens.filter(({ kind }) => kind !== 'due' && kind !== 'repeat'),
  ...manual,
]

const withKeys = (items: readonly Omit<Recognized, 'key'>[]): Recognized[] => {
  const seen = new Map<string, number>()
  return items.map((item) => {
    const base = `${item.token.kind}:${fold(item.token.text)}`
    const count = seen.get(base) ?? 0
    seen.set(base, count + 1)
    return { ...item, key: `${base}:${count}` }
  })
}

/**
 * @param manual manual decisions; they override the parser
 * @param lookUp resolves a name
 * @param words formats a date, priority or estimate
 */
export function recognize({
  text,
  parsed,
  manual,
  lookUp,
  words,
}: {
  text: string
  parsed: ParsedCapture
  manual: readonly ManualToken[]
  lookUp: (token: NamedToken) => Meaning
  words: (kind: TokenKind, id: string) => string
}): Recognized[] {
  const frozen = manual.flatMap(({ start, end, as, id, name }): Omit<Recognized, 'key'>[] =>
    as === 'text'
      ? []
      : [
          {
            token: { start, end, kind: as, text: text.slice(start, end) },
            meaning: { state: 'resolved', candidate: { id, name } },
            frozen: true,
          },
        ],
  )
  const settled = new Set(frozen.map(({ token }) => token.kind).filter((kind) => singleKinds.has(kind)))
  const stops = namesEndAt(parsed, manual)
  const dates = parsed.tokens.filter(({ kind }) => kind === 'due' || kind === 'repeat')
  const named = parsed.tokens.filter(isNamed).map((token) => {
    const longest =
      token.kind === 'person' && isReserved(token.name)
        ? null
        : longestName(token, longerNames(text, token, stops), dates, (name) => lookUp({ ...token, name }))
    if (longest === null) return { token, meaning: lookUp(token), frozen: false }
    const { start, end, name, meaning } = longest
    return { token: { ...token, end, name, text: text.slice(start, end) }, meaning, frozen: false }
  })
  const others = parsed.tokens
    .filter((token) => !isNamed(token))
    // A name may have a date inside: "#Monday review".
    .filter((token) => !named.some((item) => overlaps(item.token, token)))
    .map((token) => ({ token, meaning: meaningOf(token, words), frozen: false }))
  const live = [...named, ...others]
    .filter(({ token }) => !settled.has(token.kind))
    .sort((a, b) => a.token.start - b.token.start)
  const known = Map.groupBy(
    live.filter(({ meaning }) => meaning.state !== 'unknown'),
    ({ token }) => token.kind,
  )
  const read = live.flatMap((item): Omit<Recognized, 'key'>[] => {
    const rivals = singleKinds.has(item.token.kind) ? (known.get(item.token.kind) ?? []) : []
    if (rivals.length < 2 || item.meaning.state === 'unknown') return [item]
    if (rivals[0] !== item) return []
    // Several dates share one question, shown at the first of them.
    const candidates = rivals.flatMap(({ token: { start, end }, meaning }): Candidate[] => {
      const possible =
        meaning.state === 'resolved'
          ? [meaning.candidate]
          : meaning.state === 'ambiguous'
            ? meaning.candidates
            : []
      return possible.map((candidate) => ({ ...candidate, span: { start, end } }))
    })
    const together = rivals.flatMap(({ token }): Candidate[] => {
      if (token.kind !== 'due' || token.onDay === undefined) return []
      const id = token.onDay.toISOString()
      return [{ id, name: words('due', id), span: { start: token.start, end: token.end } }]
    })
    return [{ ...item, meaning: { state: 'ambiguous', candidates: [...together, ...candidates] } }]
  })
  return withKeys([...frozen, ...read].sort((a, b) => a.token.start - b.token.start))
}

/** A record that is made with the task. */
export interface NewRecord {
  id: string
  objectSlug: string
  title: string
}

const newRecordPattern = /^new:(.+):([\da-f-]{36})$/

/** The object and the id of a record that was chosen as a new one; null for one that is there. */
export const newRecordIn = (id: string): Pick<NewRecord, 'id' | 'objectSlug'> | null => {
  const [, objectSlug, own] = newRecordPattern.exec(id) ?? []
  return objectSlug === undefined || own === undefined ? null : { id: own, objectSlug }
}

/** The records that are made with the task of a line. */
export const newRecordsIn = (recognized: readonly Recognized[]): NewRecord[] =>
  recognized.flatMap(({ token, meaning }) => {
    if (token.kind !== 'record' || meaning.state !== 'resolved') return []
    const { id, name } = meaning.candidate
    const made = newRecordIn(id)
    return made === null ? [] : [{ ...made, title: name }]
  })

export type Built = { ok: true; task: LauncherTaskCreate } | { ok: false; problem: string }

const unique = (ids: readonly string[]): string[] => [...new Set(ids)]

/** The words that stay in the title for a name in a sentence. Null for `@me` and `@none`. */
const nameOf = ({ token, meaning }: Recognized): string | null => {
  if (meaning.state !== 'resolved') return unquoted(token.text.slice(1))
  const { id, name } = meaning.candidate
  return id === nobodyId || fold(token.text) === '@me' ? null : name
}

/** The title without resolved tokens. A name that its sentence needs stays without its mark. Unresolved tokens stay as typed. */
export function titleOf(text: string, parsed: ParsedCapture, recognized: readonly Recognized[]): string {
  const isResolved = ({ meaning }: Recognized): boolean => meaning.state === 'resolved'
  const resolved = recognized.filter(isResolved).map(({ token }) => token)
  const isInSentence = sentenceOf(text, resolved)
  const names = recognized.flatMap((item): Name[] => {
    const words = nameOf(item)
    return words === null || !isInSentence(item.token) ? [] : [{ ...item.token, words }]
  })
  const left = resolved.filter(({ start }) => !names.some((name) => name.start === start))
  return titleWithout(text, left, parsed.quotes, names)
}

/** Whether the line names people or `@none`. Otherwise the task is assigned to its author (APP-13). */
export const namesPeople = (recognized: readonly Recognized[]): boolean =>
  recognized.some(({ token, meaning }) => token.kind === 'person' && meaning.state !== 'unknown')

/** When a repeating task is first due, if the line does not say it: on the first day of the rule, not before its start. */
export function impliedDue(recognized: readonly Recognized[], now: Date): Date | null {
  const idOf = (kind: TokenKind): string | undefined =>
    recognized.flatMap(({ token, meaning }) =>
      token.kind === kind && meaning.state === 'resolved' ? [meaning.candidate.id] : [],
    )[0]
  const [repeat, start] = [idOf('repeat'), idOf('start')]
  if (repeat === undefined || recognized.some(({ token }) => token.kind === 'due')) return null
  const { recurrence, time } = repeatOfId(repeat)
  const begins = start === undefined ? now : new Date(start)
  return firstDue(recurrence.rule, begins > now ? begins : now, time)
}

/**
 * The task of a line without ambiguous tokens.
 * @param me the assignee if the line names no people
 */
export function buildTask(
  text: string,
  parsed: ParsedCapture,
  recognized: readonly Recognized[],
  me: string | undefined,
  now: Date = new Date(),
): Built {
  const title = titleOf(text, parsed, recognized)
  if (!visibleCharacter.test(title)) return { ok: false, problem: say('capture.fewWords') }
  if (title.length > taskLimits.title)
    return { ok: false, problem: say('capture.longTitle', { most: taskLimits.title }) }
  const task: LauncherTaskCreate = { title }
  const ids = (kind: TokenKind): string[] =>
    unique(
      recognized.flatMap(({ token, meaning }) =>
        token.kind === kind && meaning.state === 'resolved' ? [meaning.candidate.id] : [],
      ),
    )
  const named = ids('person').filter((id) => id !== nobodyId)
  const people = namesPeople(recognized) || me === undefined ? named : [me]
  const records = unique(ids('record').map((id) => newRecordIn(id)?.id ?? id))
  if (people.length > taskLimits.assignees)
    return { ok: false, problem: say('capture.people', { most: taskLimits.assignees }) }
  if (records.length > taskLimits.linkedRecords)
    return { ok: false, problem: say('capture.records', { most: taskLimits.linkedRecords }) }
  const [[start], [due = impliedDue(recognized, now)?.toISOString()], [repeat], [priority]] = [
    ids('start'),
    ids('due'),
    ids('repeat'),
    ids('priority'),
  ]
  const [[estimate], [status], [section]] = [ids('estimate'), ids('status'), ids('section')]
  if (start !== undefined && due !== undefined && new Date(start) > new Date(due))
    return { ok: false, problem: say('problem.startAfterDue') }
  if (start !== undefined) task.startDate = start
  if (due !== undefined) task.dueDate = due
  if (repeat !== undefined) task.recurrence = repeatOfId(repeat).recurrence
  // The service rejects an unknown priority.
  if (priority !== undefined) task.priority = priority as Priority
  if (estimate !== undefined) task.estimatedTime = Number(estimate)
  if (status !== undefined) task.status = status
  if (section !== undefined) task.sectionId = section
  if (people.length > 0) task.assignees = people
  if (records.length > 0) task.linkedRecordIds = records
  return { ok: true, task }
}
