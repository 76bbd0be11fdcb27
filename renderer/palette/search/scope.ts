// Scope prefixes: `t ` tasks, `r ` records, `m ` meetings, `o ` objects to browse, `>` commands.
import type { ResultKind } from '../../../shared/api/launcher-search.ts'
import { say } from '../../../shared/language.ts'

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
