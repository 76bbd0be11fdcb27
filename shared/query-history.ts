// The history of successful palette queries, newest first. Shared by the page and the main process.
import type { Typed } from './ipc/launcher.ts'

export const mostPastQueries = 30

/** Adds a query as the newest. An empty one is ignored. */
export const withQuery = <Past extends Typed>(history: readonly Past[], past: Past): readonly Past[] =>
  past.query.trim() === ''
    ? history
    : [past, ...history.filter(({ query, scope }) => query !== past.query || scope !== past.scope)].slice(
        0,
        mostPastQueries,
      )
