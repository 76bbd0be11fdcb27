// What of a typed text is searched for. A text that is pasted may be a title to create, and stays whole in the field; the
// search takes as much of its beginning as the service does (LCH-06).
import { longestQuery } from '../../../shared/api/limits.ts'

/** What is cut between the two halves of a character is cut before it. */
export const searchedIn = (query: string): string =>
  query
    .trim()
    .slice(0, longestQuery)
    .replace(/\p{Surrogate}$/u, '')
    .trimEnd()
