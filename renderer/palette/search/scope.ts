// Reads the typed text: its scope, the words to search for, the completion that Tab adds, and the message for no match.
// Scope prefixes: `t ` tasks, `r ` records, `m ` meetings, `o ` objects to browse, `>` commands.
import type { ResultKind } from '../../../shared/api/launcher-search.ts'
import { longestQuery } from '../../../shared/api/limits.ts'
import { say, sayParts } from '../../../shared/language.ts'

export type Scope = 'tasks' | 'records' | 'meetings' | 'objects' | 'commands'

const scopes: readonly { scope: Scope; prefix: string }[] = [
  { scope: 'tasks', prefix: 't ' },
  { scope: 'records', prefix: 'r ' },
  { scope: 'meetings', prefix: 'm ' },
  { scope: 'objects', prefix: 'o ' },
  { scope: 'commands', prefix: '>' },
]

/** Its name, its name inside a sentence, and what to type in it. */
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

/** Whether the search answers in this scope at all: objects and commands are known here. */
export const isSearched = (scope: Scope | null): boolean => scope === null || kindOf[scope] !== null

/** Takes a prefix off what was typed. A scope that is already chosen makes prefixes ordinary text. */
export const readScope = (text: string, current: Scope | null): { query: string; scope: Scope | null } => {
  if (current !== null) return { query: text, scope: current }
  const found = scopes.find(({ prefix }) => text.toLowerCase().startsWith(prefix))
  return found === undefined
    ? { query: text, scope: null }
    : { query: text.slice(found.prefix.length).trimStart(), scope: found.scope }
}

/** The scope that Tab would take from a lone prefix letter. */
export const completeScope = (text: string, current: Scope | null): Scope | null =>
  current === null
    ? (scopes.find(({ prefix }) => prefix.trim() === text.trim().toLowerCase())?.scope ?? null)
    : null

export const isScope = (text: string): text is Scope => scopes.some(({ scope }) => scope === text)

/**
 * What of a typed text is searched for. A pasted text stays whole in the field; the search takes as much of its beginning as
 * the service does, and never half a character (LCH-06).
 */
export const searchedIn = (query: string): string =>
  query
    .trim()
    .slice(0, longestQuery)
    .replace(/\p{Surrogate}$/u, '')
    .trimEnd()

const longestCompleted = 60

/** What Tab adds: the rest of `title` when `query` begins it, else ''. Case does not matter; typed letters stay. */
export const completionOf = (query: string, title: string): string =>
  query.trim() !== '' &&
  query.length <= longestCompleted &&
  title.toLowerCase().startsWith(query.toLowerCase())
    ? title.slice(query.length)
    : ''

/** "No match for x", or "No match for x in tasks", with the query as it is to be shown: in pieces, in their order. */
export const noMatchParts = <T>(query: T | string, scope: Scope | null): (string | T)[] =>
  scope === null
    ? sayParts('palette.noMatch', { query })
    : sayParts('palette.noMatchIn', { query, scope: scopeWords(scope).inside })
