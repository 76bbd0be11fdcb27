import { QueryClient } from '@tanstack/react-query'
import type { Context } from './action.ts'

/** A context of the palette without a row, whose host does nothing. */
export const contextWith = (changes: Partial<Context> = {}): Context => ({
  view: 'palette',
  row: null,
  tasks: [],
  statuses: [],
  objects: [],
  use: null,
  client: new QueryClient(),
  host: { show: () => {}, refresh: () => {} },
  ...changes,
})
