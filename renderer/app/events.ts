// Updates the query cache from the events of the main process.
import { focusManager, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Session } from '../../shared/ipc/launcher.ts'
import { ownerOf } from '../../shared/owner.ts'
import { on } from '../state/bridge.ts'
import { affectedBy, keepImport, keys } from '../state/queries.ts'
import { outOfSight } from '../state/store.ts'

/** @returns unsubscribe */
export function keepInStep(client: QueryClient, listen: typeof on): () => void {
  const stops = [
    listen('session.changed', (session) => {
      const before = client.getQueryData<Session>(keys.session)
      client.setQueryData(keys.session, session)
      void client.invalidateQueries({ queryKey: keys.scope })
      const [last, present] = [before, session].map((one) =>
        one?.kind === 'signedIn' ? ownerOf(one.account) : null,
      )
      if (present === null || last === present) return
      client.removeQueries({ queryKey: keys.data })
      // The outbox, drafts and lists of the previous account must not be shown.
      for (const queryKey of [keys.outbox, keys.drafts, keys.lists, keys.timer])
        void client.resetQueries({ queryKey })
    }),
    listen('connection.changed', (connection) => client.setQueryData(keys.connection, connection)),
    listen('timer.changed', (timer) => client.setQueryData(keys.timer, timer)),
    listen('settings.changed', (settings) => client.setQueryData(keys.settings, settings)),
    listen('outbox.changed', (items) => client.setQueryData(keys.outbox, items)),
    listen('import.changed', (seen) => keepImport(client, seen)),
    // Opened items appear among the recents.
    listen('view.hidden', () => void client.invalidateQueries({ queryKey: keys.home })),
    listen('data.changed', (what) => {
      if (typeof what !== 'string') outOfSight(what.unseen)
      // Cached details are read again without a request.
      const affected: readonly (readonly string[])[] =
        what === 'home'
          ? [keys.home, keys.kept]
          : what === 'everything'
            ? [keys.data]
            : what.kinds.flatMap((kind) => [...affectedBy[kind]])
      for (const queryKey of new Set(affected)) void client.invalidateQueries({ queryKey })
    }),
  ]
  return () => stops.forEach((stop) => stop())
}

/** A hidden window is not throttled and counts as visible, so focus follows the window's events. */
export function useEventsIntoCache(): void {
  const client = useQueryClient()
  useEffect(() => {
    focusManager.setEventListener((setFocused) => {
      const stops = [on('view.shown', () => setFocused(true)), on('view.hidden', () => setFocused(false))]
      return () => stops.forEach((stop) => stop())
    })
    return keepInStep(client, on)
  }, [client])
}
