// What is shown, and said, where nothing matches.
import { sayParts } from '../../../shared/language.ts'
import { type Scope, scopeWords } from './scope.ts'

/** "No match for x", or "No match for x in tasks", with the query as it is to be shown: in pieces, in their order. */
export const noMatchParts = <T>(query: T | string, scope: Scope | null): (string | T)[] =>
  scope === null
    ? sayParts('palette.noMatch', { query })
    : sayParts('palette.noMatchIn', { query, scope: scopeWords(scope).inside })
