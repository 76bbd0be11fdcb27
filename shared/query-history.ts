// Queries of the palette that led to something, newest first: the same rule where they are typed and where they are kept.
import type { Typed } from './ipc/launcher.ts'

export const mostPastQueries = 30

/** The history with this query as its newest; an empty one is no query. */
export const withQuery = <Past extends Typed>(history: readonly Past[], past: Past): readonly Past[] =>
  past.query.trim() === ''
    ? history
    : [past, ...history.filter(({ query, scope }) => query !== past.query || scope !== past.scope)].slice(
        0,
        mostPastQueries,
      )
