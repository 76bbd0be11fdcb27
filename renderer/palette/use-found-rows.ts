// The typed text, and the rows that answer it.
import { useCallback, useMemo, useState } from 'react'
import type { ObjectSummary } from '../../shared/api/launcher-search.ts'
import type { TaskStatus } from '../../shared/api/launcher-tasks.ts'
import type { OutboxItem } from '../../shared/ipc/launcher.ts'
import { commandsIn } from '../actions/actions.ts'
import { useFirstSteps } from '../items/first-steps.ts'
import { homeGroups, rowsOf } from '../items/rows.ts'
import { useDrafts, useHome, useObjects, useOutbox, useTaskOptions } from '../state/queries.ts'
import { wholeOf } from '../state/query.ts'
import { usePaletteStore } from '../state/store.ts'
import { type Asked, isEmptyHanded, sameAsked } from './search-results.ts'
import { shownError, useKnownTrouble, useSearch, useShown } from './use-search.ts'

const noObjects: readonly ObjectSummary[] = []
const noItems: readonly OutboxItem[] = []
const noStatuses: readonly TaskStatus[] = []

export function useFoundRows() {
  const query = usePaletteStore((state) => state.query)
  const scope = usePaletteStore((state) => state.scope)
  const whole = usePaletteStore(wholeOf)
  const home = useHome().data
  const drafts = useDrafts().data
  const outbox = useOutbox().data ?? noItems
  const statuses = useTaskOptions().data?.statuses ?? noStatuses
  const objects = useObjects().data ?? noObjects
  const known = useKnownTrouble()
  const firstSteps = useFirstSteps()
  /** During composition in an input method, the search keeps the text from before it. */
  const [held, setHeld] = useState<Asked | null>(null)

  const typed = useMemo<Asked>(() => ({ query, scope, whole }), [query, scope, whole])
  const asked = held ?? typed
  const { found, ...search } = useSearch(held, objects, outbox)
  const { refresh, reorder } = search

  const isHome = asked.query === '' && asked.scope === null
  const isAnswered = isHome || (found.local === 'answered' && sameAsked(found.asked, asked))
  const homeRows = useMemo(() => {
    const commands = commandsIn().filter((command) => command.isHome)
    return homeGroups({ home, drafts: drafts ?? [], outbox, commands, firstSteps })
  }, [drafts, firstSteps, home, outbox])
  // The previous rows stay until new rows arrive, because an empty frame between two keystrokes flickers.
  const isFirstLetter = !isAnswered && found.groups.length === 0 && scope === null
  const answer = isHome || isFirstLetter ? homeRows : found.groups
  const shown = useShown({ ...found, groups: answer }, isHome, outbox, statuses)
  const { groups } = shown
  const rows = useMemo(() => rowsOf(groups), [groups])

  return {
    query,
    scope,
    whole,
    typed,
    groups,
    rows,
    objects,
    outbox,
    statuses,
    isHome,
    /** Whether the rows answer the typed query rather than an older one. */
    isAnswered,
    /** Whether the service may still add rows. */
    remotePending: !isHome && (!isAnswered || found.remote.state === 'pending'),
    isEmptyHanded: !isHome && isAnswered && isEmptyHanded(shown),
    error: shownError(found, known, isAnswered, scope, isHome),
    search: useMemo(() => ({ refresh, reorder }), [refresh, reorder]),
    isComposing: held !== null,
    composition: {
      onCompositionStart: useCallback(() => setHeld(asked), [asked]),
      onCompositionEnd: useCallback(() => setHeld(null), []),
    },
  }
}
