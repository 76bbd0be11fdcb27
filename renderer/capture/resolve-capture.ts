// Which person, which record, which date: what the marks of a captured line mean in this workspace (APP-05). What is
// ambiguous is asked, what is unknown stays text; nothing is ever created by accident.
import type { LauncherTaskCreate, Member } from '../../shared/api/launcher-tasks.ts'
import { taskLimits } from '../../shared/api/task-limits.ts'
import type { Row } from '../../shared/launcher.ts'
import { fold, matchOf } from '../../shared/text-match.ts'
import { type ParsedCapture, titleWithout, type Token } from './parse-capture.ts'

export interface Candidate {
  id: string
  name: string
}

export type Meaning =
  | { state: 'resolved'; candidate: Candidate }
  | { state: 'ambiguous'; candidates: readonly Candidate[] }
  | { state: 'unknown' }
  /** The service has not answered yet. */
  | { state: 'looking' }

const most = 6

/** One clear best of several, or the choice between them. */
const decide = (candidates: readonly Candidate[], name: string): Meaning => {
  const [first] = candidates
  if (first === undefined) return { state: 'unknown' }
  if (candidates.length === 1) return { state: 'resolved', candidate: first }
  const exact = candidates.filter((candidate) => fold(candidate.name) === fold(name))
  const [only] = exact
  return only !== undefined && exact.length === 1
    ? { state: 'resolved', candidate: only }
    : { state: 'ambiguous', candidates: candidates.slice(0, most) }
}

/** People by name or by the part of the email before the @; `@me` is the person who is signed in. */
export function meaningOfPerson(name: string, members: readonly Member[], me: string | undefined): Meaning {
  const own = members.find(({ id }) => id === me)
  if (fold(name) === 'me' && own !== undefined)
    return { state: 'resolved', candidate: { id: own.id, name: own.name } }
  const found = members.filter((member) => {
    const named = matchOf(name, member.name)
    const byName = named !== null && named.class !== 'other' && named.class !== 'typo'
    return byName || fold(member.email.split('@')[0] ?? '') === fold(name)
  })
  return decide(
    found.map(({ id, name: full }) => ({ id, name: full })),
    name,
  )
}

/** Records whose words begin as the name's do. `rows` is null while nobody has answered. */
export function meaningOfRecord(name: string, rows: readonly Row[] | null): Meaning {
  if (rows === null) return { state: 'looking' }
  const fits = rows.filter((row) => {
    const found = row.kind === 'record' ? matchOf(name.replaceAll(/[-_]/g, ' '), row.title) : null
    return found !== null && found.class !== 'other' && found.class !== 'typo'
  })
  return decide(
    fits.map(({ id, title }) => ({ id, name: title })),
    name,
  )
}

/** A token with what it means, and the key under which a choice about it is remembered. */
export interface Recognized {
  key: string
  token: Token
  meaning: Meaning
}

export interface Choices {
  /** Tokens that were turned back into text. */
  literal: ReadonlySet<string>
  /** Ambiguous ones that were decided, by key. */
  chosen: ReadonlyMap<string, Candidate>
}

/** The same words at the same count: a choice holds while text around it is typed. */
const keysOf = (tokens: readonly Token[]): string[] => {
  const seen = new Map<string, number>()
  return tokens.map((token) => {
    const base = `${token.kind}:${fold(token.text)}`
    const count = seen.get(base) ?? 0
    seen.set(base, count + 1)
    return `${base}:${count}`
  })
}

const single = new Set<Token['kind']>(['due', 'priority', 'estimate'])

/** @param lookUp says what a person or record token means; other kinds mean themselves. */
export function recognize(
  parsed: ParsedCapture,
  choices: Choices,
  lookUp: (token: Token & { kind: 'person' | 'record' }) => Meaning,
  words: (token: Token) => string,
): Recognized[] {
  const keys = keysOf(parsed.tokens)
  const live = parsed.tokens
    .map((token, index) => ({ token, key: keys[index] ?? '' }))
    .filter(({ key }) => !choices.literal.has(key))
  return live.flatMap(({ token, key }, index): Recognized[] => {
    if (token.kind === 'person' || token.kind === 'record') {
      const chosen = choices.chosen.get(key)
      const meaning = chosen === undefined ? lookUp(token) : { state: 'resolved' as const, candidate: chosen }
      return [{ key, token, meaning }]
    }
    const self = { id: key, name: words(token) }
    if (!single.has(token.kind)) return [{ key, token, meaning: { state: 'resolved', candidate: self } }]
    const rivals = live.filter((other) => other.token.kind === token.kind)
    if (rivals.length === 1) return [{ key, token, meaning: { state: 'resolved', candidate: self } }]
    // Of several dates one is meant: the question stands once, at the first of them.
    const candidates = rivals.map((rival) => ({ id: rival.key, name: words(rival.token) }))
    return live.findIndex((other) => other.token.kind === token.kind) === index
      ? [{ key, token, meaning: { state: 'ambiguous', candidates } }]
      : []
  })
}

export type Built = { ok: true; task: LauncherTaskCreate } | { ok: false; problem: string }

const unique = (ids: readonly string[]): string[] => [...new Set(ids)]

/** The title without the marks that mean something; the others stay in it, as they were typed. */
export const titleOf = (text: string, parsed: ParsedCapture, recognized: readonly Recognized[]): string =>
  titleWithout(
    text,
    recognized.filter(({ meaning }) => meaning.state === 'resolved').map(({ token }) => token),
    parsed.quotes,
  )

/** The task that a line means once nothing in it is ambiguous. */
export function buildTask(text: string, parsed: ParsedCapture, recognized: readonly Recognized[]): Built {
  const settled = recognized.filter(({ meaning }) => meaning.state === 'resolved')
  const title = titleOf(text, parsed, recognized)
  if (title === '') return { ok: false, problem: 'A task needs a few words beside those.' }
  if (title.length > taskLimits.title)
    return { ok: false, problem: `A title has at most ${taskLimits.title} characters..` }
  const task: LauncherTaskCreate = { title }
  const ids = (kind: Token['kind']): string[] =>
    unique(
      settled.flatMap(({ token, meaning }) =>
        token.kind === kind && meaning.state === 'resolved' ? [meaning.candidate.id] : [],
      ),
    )
  for (const { token } of settled) {
    if (token.kind === 'due') task.dueDate = token.due.toISOString()
    if (token.kind === 'priority') task.priority = token.priority
    if (token.kind === 'estimate') task.estimatedTime = token.minutes
  }
  const [people, records] = [ids('person'), ids('record')]
  if (people.length > taskLimits.assignees)
    return { ok: false, problem: `At most ${taskLimits.assignees} people.` }
  if (records.length > taskLimits.linkedRecords)
    return { ok: false, problem: `At most ${taskLimits.linkedRecords} records.` }
  if (people.length > 0) task.assignees = people
  if (records.length > 0) task.linkedRecordIds = records
  return { ok: true, task }
}
