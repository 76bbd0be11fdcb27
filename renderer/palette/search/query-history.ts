// What was searched for here, handed to the main process to be kept, and taken over from it at the start.
import { call } from '../../app/bridge.ts'
import { rememberQuery, restoreQueries, usePaletteStore } from '../../app/palette-store.ts'
import { isScope } from './scope.ts'

/** What is typed led to something. Only the search field's text comes here, never that of capture or a form. */
export const keepQuery = (): void => {
  const { query, scope } = usePaletteStore.getState()
  if (query.trim() === '') return
  rememberQuery({ query, scope })
  // That it is not kept is no reason to interrupt a person.
  call('search.keep', { query, scope }).catch(() => undefined)
}

export const loadQueries = (): void => {
  call('search.history').then(
    (queries) =>
      restoreQueries(
        queries.map(({ query, scope }) => ({
          query,
          scope: scope !== null && isScope(scope) ? scope : null,
        })),
      ),
    // Nobody is signed in.
    () => undefined,
  )
}
