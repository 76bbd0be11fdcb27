// Parses the typed text into a scope and a query. Also makes the completion for Tab and the message for no match.
// Scope prefixes: `t ` tasks, `r ` records, `m ` meetings, `o ` objects to browse, `>` commands.
import type { ResultKind } from '../../shared/api/launcher/search.ts'
import { longestQuery } from '../../shared/api/limits.ts'
import { say, sayParts } from '../../shared/language.ts'
import { foldedOf } from '../../shared/search/text-fold.ts'

export type Scope = 'tasks' | 'records' | 'meetings' | 'objects' | 'commands'

const scopes: readonly { scope: Scope; prefix: string }[] = [
  { scope: 'tasks', prefix: 't ' },
  { scope: 'records', prefix: 'r ' },
  { scope: 'meetings', prefix: 'm ' },
  { scope: 'objects', prefix: 'o ' },
  { scope: 'commands', prefix: '>' },
]

/** The name of the scope, its name inside a sentence, and a hint for its field. */
export const scopeWords = (scope: Scope): { name: string; inside: string; hint: string } => ({
  name: say(`scope.${scope}`),
  inside: say(`scope.${scope}.in`),
  hint: say(`scope.${scope}.hint`),
})

const kindOf: Readonly<Record<Scope, ResultKind | null>> = {
  tasks: 'task',
  records: 'record',
  meetings: 'meeting',
  objects: null,
  commands: null,
}

/** The kinds to ask the search for; null asks for all. */
export const kindsOf = (scope: Scope | null): ResultKind[] | null => {
  const kind = scope === null ? null : kindOf[scope]
  return kind === null ? null : [kind]
}

/** Whether the index searches this scope. Objects and commands are matched in the page. */
export const isSearched = (scope: Scope | null): boolean => scope === null || kindOf[scope] !== null

/** "R & D" is a text: what is searched in a scope begins with a letter, a number, a quotation mark, or a marked name. */
const isText = /^(?![@/][\p{L}\p{N}])[^\p{L}\p{N}"'„“‘«]/u

/** Splits a scope prefix from the typed text. In a scope, prefixes are ordinary text. */
export const readScope = (text: string, current: Scope | null): { query: string; scope: Scope | null } => {
  if (current !== null) return { query: text, scope: current }
  const found = scopes.find(({ prefix }) => text.toLowerCase().startsWith(prefix))
  const query = text.slice(found?.prefix.length).trimStart()
  return found === undefined || (found.prefix.endsWith(' ') && isText.test(query))
    ? { query: text, scope: null }
    : { query, scope: found.scope }
}

export interface Typed {
  query: string
  scope: Scope | null
  /** The text typed for the scope: "t ". Empty if the scope was chosen. */
  prefix: string
}

/** Reads the text of the field. A scope that is only typed is read again with it. */
export const readTyped = (text: string, { scope, prefix }: Omit<Typed, 'query'>): Typed => {
  const whole = prefix + text
  const next = readScope(whole, prefix === '' ? scope : null)
  const isTyped = next.scope !== null && (scope === null || prefix !== '')
  return { ...next, prefix: isTyped ? whole.slice(0, whole.length - next.query.length) : '' }
}

/** The text with the letter of a scope, which may also begin a title: "T shirts". */
export const wholeOf = ({ query, prefix }: Typed): string | undefined =>
  prefix.endsWith(' ') && !prefix.startsWith('>') && query.trim() !== '' ? prefix + query : undefined

const spokenStart = (text: string): string => ` ${foldedOf(text).spoken}`

/** Whether the words of the title go on as they are typed. */
export const isAsTyped = (whole: string, title: string): boolean =>
  spokenStart(title).includes(spokenStart(whole))

/** The scope that Tab selects for a lone prefix letter. */
export const completeScope = (text: string, current: Scope | null): Scope | null =>
  current === null
    ? (scopes.find(({ prefix }) => prefix.trim() === text.trim().toLowerCase())?.scope ?? null)
    : null

export const isScope = (text: string): text is Scope => scopes.some(({ scope }) => scope === text)

/**
 * The part of the typed text that is searched. The field keeps a pasted text whole. The search uses as many characters from its
 * beginning as the service accepts, and never splits a character (LCH-06).
 */
export const searchedIn = (query: string): string =>
  query
    .trim()
    .slice(0, longestQuery)
    .replace(/\p{Surrogate}$/u, '')
    .trimEnd()

const longestCompleted = 60

/**
 * The completion that Tab adds: the rest of `title` if it starts with the query, otherwise ''. Case is ignored; typed letters
 * stay.
 */
export const completionOf = (query: string, title: string): string =>
  query.trim() !== '' &&
  query.length <= longestCompleted &&
  title.toLowerCase().startsWith(query.toLowerCase())
    ? title.slice(query.length)
    : ''

const markedEnd = /(?:^|\s)([@/])(\p{L}[^@/]*)$/u

/** The completion of a name at the end of the query: "@le" → "na Hof". The first that begins so, otherwise ''. */
export const nameCompletionOf = (
  query: string,
  { members, sections }: { members: readonly { name: string }[]; sections: readonly { name: string }[] },
): string => {
  const [, mark, typed = ''] = markedEnd.exec(query) ?? []
  const begin = typed.toLowerCase()
  const named = mark === undefined ? [] : mark === '@' ? members : sections
  return named.find(({ name }) => name.toLowerCase().startsWith(begin))?.name.slice(typed.length) ?? ''
}

/**
 * "No match for x" or "No match for x in tasks", in pieces. The caller can format the query between them.
 * @param whole the typed text that was searched everywhere
 */
export const noMatchParts = <T>(query: T | string, scope: Scope | null, whole?: string): (string | T)[] => {
  if (scope === null) return sayParts('palette.noMatch', { query })
  const { inside } = scopeWords(scope)
  return whole === undefined
    ? sayParts('palette.noMatchIn', { query, scope: inside })
    : sayParts('palette.noMatchInNor', { query, scope: inside, whole })
}
