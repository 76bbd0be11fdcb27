// The typed text, and the rows that answer it. Earlier queries are recalled: ↑ on the first row goes one back, ↓ one forward.
import { useCallback, useMemo, useState } from 'react'
import type { ObjectSummary } from '../../shared/api/launcher/search.ts'
import type { TaskStatus } from '../../shared/api/launcher/tasks.ts'
import type { OutboxItem, PinnedList } from '../../shared/ipc/launcher.ts'
import { say } from '../../shared/language.ts'
import { commandsIn, listCommands } from '../actions/actions.ts'
import { useFirstSteps } from '../items/first-steps.ts'
import { homeGroups, rowsOf } from '../items/rows.ts'
import { useDrafts, useHome, useLists, useObjects, useOutbox, useTaskOptions } from '../state/queries.ts'
import { wholeOf } from '../state/query.ts'
import { usePaletteStore, type PastQuery, setQuery } from '../state/store.ts'
import { type Asked, isEmptyHanded, sameAsked } from './search-results.ts'
import { shownError, useKnownTrouble, useSearch, useShown } from './use-search.ts'

const noObjects: readonly ObjectSummary[] = []
const noItems: readonly OutboxItem[] = []
const noStatuses: readonly TaskStatus[] = []
const noLists: readonly PinnedList[] = []

export function useFoundRows() {
  const query = usePaletteStore((state) => state.query)
  const scope = usePaletteStore((state) => state.scope)
  const whole = usePaletteStore(wholeOf)
  const home = useHome().data
  const drafts = useDrafts().data
  const outbox = useOutbox().data ?? noItems
  const options = useTaskOptions().data
  const statuses = options?.statuses ?? noStatuses
  const objects = useObjects().data ?? noObjects
  const lists = useLists().data ?? noLists
  const known = useKnownTrouble()
  const firstSteps = useFirstSteps(objects)
  /** During composition in an input method, the search keeps the text from before it. */
  const [held, setHeld] = useState<Asked | null>(null)

  const typed = useMemo<Asked>(() => ({ query, scope, whole }), [query, scope, whole])
  const asked = held ?? typed
  const { found, ...search } = useSearch(held, objects, outbox, lists)
  const { refresh, reorder } = search

  const isHome = asked.query === '' && asked.scope === null
  const isAnswered = isHome || (found.local === 'answered' && sameAsked(found.asked, asked))
  const homeRows = useMemo(() => {
    const commands = commandsIn().filter((command) => command.isHome)
    const pinned = listCommands(lists)
    return homeGroups({ home, drafts: drafts ?? [], outbox, commands, lists: pinned, firstSteps })
  }, [drafts, firstSteps, home, lists, outbox])
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
    options,
    lists,
    isHome,
    /** Whether the rows answer the typed query rather than an older one. */
    isAnswered,
    /** Says that the list has more tasks than were read. */
    cutWords:
      isHome || !isAnswered || shown.cutAfter === undefined
        ? null
        : say('lists.cut', { count: shown.cutAfter }),
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

const inField = ({ query, scope }: PastQuery): boolean => {
  const now = usePaletteStore.getState()
  return now.query === query && now.scope === scope
}

export function useRecall() {
  const history = usePaletteStore((state) => state.history)
  const [place, setPlace] = useState(-1)
  /** The text of the field before the first ↑. */
  const [typed, setTyped] = useState<PastQuery | null>(null)
  return {
    /** The number of the recalled query, 1 for the newest; 0 if none is recalled. */
    recalled: place + 1,
    count: history.length,
    /** Goes one query back. */
    recall: useCallback((): void => {
      const past = history[place + 1]
      if (past === undefined) return
      if (place < 0) {
        const { query, scope } = usePaletteStore.getState()
        setTyped({ query, scope })
      }
      setPlace(place + 1)
      setQuery(past.query, past.scope)
    }, [history, place]),
    /** Goes one query forward. Returns false if no query is recalled, so that ↓ moves to the rows. */
    goForward: useCallback((): boolean => {
      const past = history[place]
      if (past === undefined || !inField(past) || typed === null || typed.query === '') return false
      const next = history[place - 1] ?? typed
      setPlace(place - 1)
      setQuery(next.query, next.scope)
      return true
    }, [history, place, typed]),
    /** Resets the position after typing, so that the next ↑ starts with the newest query. */
    forgetPlace: useCallback(() => {
      // React may render once more for a state that is the same.
      if (place !== -1) setPlace(-1)
    }, [place]),
  }
}
