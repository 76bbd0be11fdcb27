// What the palette does: what is typed, what is shown for it, and what a key makes of it.
import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useCallback, useEffect, useMemo, useState } from 'react'
import type { ObjectSummary } from '../../shared/api/launcher-search.ts'
import type { Row } from '../../shared/launcher.ts'
import { call, reasonOf } from '../bridge.ts'
import { hideNow } from '../hide.ts'
import { select, type, usePaletteStore } from '../palette-store.ts'
import { keys, useDrafts, useHome, useObjects, useOutbox, useTaskOptions } from '../queries.ts'
import { isComposing, isMac } from '../ui/keyboard.ts'
import type { ActionId } from './actions.ts'
import { failLoudly } from '../fail-loudly.ts'
import { completionOf } from './completion.ts'
import { homeCommands } from './commands.ts'
import { type Asked, isEmptyHanded, sameAsked } from './found.ts'
import { type PaletteAction, paletteAction } from './keymap.ts'
import { withPendingRows } from './pending-rows.ts'
import { homeGroups, type PaletteRow, rowsOf } from './rows.ts'
import { completeScope, isSearched, readScope, type Scope } from './scope.ts'
import { isKnownTrouble, useKnownTrouble } from './use-known-trouble.ts'
import { useRowActions } from './use-row-actions.ts'
import { useSearch } from './use-search.ts'

const pageRows = 8
const noObjects: readonly ObjectSummary[] = []

export type Panel = 'none' | 'actions' | 'help' | 'why'

export function usePalette(input: RefObject<HTMLInputElement | null>) {
  const client = useQueryClient()
  const query = usePaletteStore((state) => state.query)
  const scope = usePaletteStore((state) => state.scope)
  const selectedKey = usePaletteStore((state) => state.selectedKey)
  const history = usePaletteStore((state) => state.history)
  const home = useHome()
  const drafts = useDrafts().data
  const outbox = useOutbox().data
  const statuses = useTaskOptions().data?.statuses
  const objects = useObjects().data ?? noObjects
  const known = useKnownTrouble()
  const [panel, setPanel] = useState<Panel>('none')
  const [pastIndex, setPastIndex] = useState(-1)
  const [, setCorrections] = useState(0)
  /** While an input method composes, the search still answers what stood before. */
  const [held, setHeld] = useState<Asked | null>(null)
  /** Enter was pressed before the answer for this query was there (ux: Enter waits, visibly). */
  const [waiting, setWaiting] = useState<Asked | null>(null)

  const typed = useMemo<Asked>(() => ({ query, scope }), [query, scope])
  const asked = held ?? typed
  const { found, refresh, rowChanged, reorder } = useSearch(asked, objects)

  const isHome = asked.query === '' && asked.scope === null
  const answered = isHome || (found.local === 'answered' && sameAsked(found.asked, asked))
  const homeRows = useMemo(
    () =>
      homeGroups({
        home: home.data,
        drafts: drafts ?? [],
        outbox: outbox ?? [],
        commands: homeCommands,
      }),
    [drafts, home.data, outbox],
  )
  // Until the new rows are there the older ones stay: an empty frame between two keystrokes flickers.
  const isFirstLetter = !answered && found.groups.length === 0 && scope === null
  const answer = isHome || isFirstLetter ? homeRows : found.groups
  const groups = useMemo(
    () => withPendingRows(answer, outbox ?? [], statuses ?? []),
    [answer, outbox, statuses],
  )

  const rows = useMemo(() => rowsOf(groups), [groups])
  /** Arrows that were pressed before the rows of this query were there: they count in those rows, not in the old. */
  const [intended, setIntended] = useState<number | null>(null)
  const place = rows.findIndex((row) => row.key === selectedKey)
  const index = Math.max(0, Math.min(intended ?? place, rows.length - 1))
  const selected = rows[index] ?? null
  /** The rest of the chosen row's name, when what is typed begins it: Tab takes it. */
  const completion = answered && held === null ? completionOf(query, selected?.title ?? '') : ''
  const remotePending = !isHome && (!answered || found.remote.state === 'pending')

  const setQuery = useCallback((text: string): void => {
    setWaiting(null)
    setPastIndex(-1)
    setIntended(null)
    const next = readScope(text, usePaletteStore.getState().scope)
    type(next.query, next.scope)
  }, [])

  const actions = useRowActions({
    refresh: useCallback(() => {
      refresh()
      // What an empty query shows is asked for too; that the workspace does not answer is said by the connection.
      call('home.refresh').catch((error: unknown) => {
        if (!isKnownTrouble(reasonOf(error))) failLoudly(error)
      })
      void client.invalidateQueries({ queryKey: keys.data })
    }, [client, refresh]),
    help: useCallback(() => setPanel('help'), []),
    scopeTo: useCallback((to: Scope) => type('', to), []),
    actions: useCallback(() => {
      type('', null)
      setPanel('actions')
    }, []),
    rowChanged: useCallback((key: string, row: Row) => rowChanged(key, row), [rowChanged]),
    why: useCallback(() => setPanel('why'), []),
    reordered: useCallback(() => {
      reorder()
      // What was pinned or forgotten is remembered outside of React: this shows it.
      setCorrections((count) => count + 1)
    }, [reorder]),
  })
  const { run, undo } = actions

  // The Enter that waited acts on the first thing found, and on nothing else: creating needs its own Enter.
  useEffect(() => {
    if (waiting === null) return
    // oxlint-disable-next-line react/set-state-in-effect -- the answer that ends the wait comes from outside
    if (!sameAsked(waiting, typed)) return setWaiting(null)
    if (!answered) return
    const first = rows.find((row) => row.type !== 'create')
    if (first !== undefined) {
      setWaiting(null)
      run('open', first)
    } else if (found.remote.state !== 'pending') setWaiting(null)
  }, [answered, found.remote.state, rows, run, typed, waiting])

  const runPrimary = useCallback(
    (id: 'open' | 'openInBrowser'): void => {
      if (answered && selected !== null) run(id, selected)
      else if (remotePending) setWaiting(typed)
    },
    [answered, remotePending, run, selected, typed],
  )

  const moveTo = useCallback(
    (to: number): void => {
      const at = Math.min(rows.length - 1, Math.max(0, to))
      if (answered) select(rows[at]?.key ?? null)
      else setIntended(at)
    },
    [answered, rows],
  )
  useEffect(() => {
    if (!answered || intended === null) return
    // Fewer rows than the arrows counted: the service may still bring the row that was meant.
    if (intended >= rows.length && remotePending) return
    select(rows[Math.min(intended, rows.length - 1)]?.key ?? null)
    // oxlint-disable-next-line react/set-state-in-effect -- the rows that it waited for come from outside
    setIntended(null)
  }, [answered, intended, remotePending, rows])

  const recall = useCallback((): void => {
    const past = history[pastIndex + 1]
    if (past === undefined) return
    setPastIndex(pastIndex + 1)
    type(past.query, past.scope)
  }, [history, pastIndex])

  const escape = useCallback((): void => {
    if (waiting !== null) setWaiting(null)
    else if (query !== '') setQuery('')
    else if (scope !== null) type('', null)
    else hideNow()
  }, [query, scope, setQuery, waiting])

  const perform = useCallback(
    (action: PaletteAction): 'handled' | 'left' => {
      switch (action.type) {
        case 'move':
          if (action.by < 0 && index === 0) recall()
          else moveTo(index + action.by)
          break
        case 'page':
          moveTo(index + action.direction * pageRows)
          break
        case 'edge':
          moveTo(action.to === 'first' ? 0 : rows.length - 1)
          break
        case 'run':
          runPrimary('open')
          break
        case 'openInBrowser':
          runPrimary('openInBrowser')
          break
        case 'runNth': {
          const row = rows[action.index]
          if (row !== undefined && answered) run('open', row)
          break
        }
        case 'actions':
          setPanel('actions')
          break
        case 'help':
          setPanel('help')
          break
        case 'complete': {
          const completed = completeScope(query, scope)
          if (completed !== null) type('', completed)
          else if (completion === '') return 'left'
          else setQuery(query + completion)
          break
        }
        case 'escape':
          escape()
          break
        case 'back':
          type(query, null)
          break
        case 'undo':
          return undo() ? 'handled' : 'left'
        case 'join': {
          const meeting =
            selected?.type === 'item' && selected.row.kind === 'meeting'
              ? selected
              : (rows.find((row) => row.type === 'item' && row.join === 'next') ?? null)
          run('join', meeting)
          break
        }
        case 'newTask':
        case 'edit':
        case 'toggleDone':
        case 'copyTitle':
        case 'copyLink':
        case 'refresh':
        case 'settings':
        case 'why':
          run(action.type, selected)
      }
      return 'handled'
    },
    [
      answered,
      completion,
      escape,
      index,
      moveTo,
      query,
      recall,
      rows,
      run,
      runPrimary,
      scope,
      selected,
      setQuery,
      undo,
    ],
  )

  const onKeyDown = useCallback(
    (event: React.KeyboardEvent<HTMLInputElement>): void => {
      if (isComposing(event)) return
      const field = event.currentTarget
      const action = paletteAction(
        event,
        {
          text: field.value,
          caretAtStart: field.selectionStart === 0,
          hasSelection: field.selectionStart !== field.selectionEnd,
          hasScope: scope !== null,
        },
        isMac(),
      )
      if (action !== null && perform(action) === 'handled') event.preventDefault()
    },
    [perform, scope],
  )

  const pick = useCallback((row: PaletteRow) => run('open', row), [run])
  const runAction = useCallback(
    (id: ActionId) => {
      setPanel(id === 'help' || id === 'why' ? id : 'none')
      run(id, selected)
    },
    [run, selected],
  )
  /** From the panel that says why: it stays, and follows the row to its new place. */
  const correct = useCallback(
    (id: 'pin' | 'forget') => {
      select(selected?.key ?? null)
      run(id, selected)
    },
    [run, selected],
  )

  return {
    query,
    scope,
    groups,
    rows,
    selected,
    isHome,
    completion,
    /** Which earlier query is in the field, from 1 for the newest; 0 for none. */
    recalled: pastIndex + 1,
    pastQueries: history.length,
    /** The rows still answer an older query. */
    isStale: !answered,
    isWaiting: waiting !== null,
    isEmptyHanded: !isHome && answered && isEmptyHanded(found),
    remotePending,
    error:
      found.remote.state === 'failed' && answered && !isHome
        ? found.remote.error
        : isHome || (found.remote.state === 'none' && isSearched(scope))
          ? known
          : null,
    panel,
    setPanel,
    setQuery,
    onKeyDown,
    pick,
    point: useCallback((row: PaletteRow) => select(row.key), []),
    runAction,
    correct,
    refresh: useCallback(() => run('refresh', null), [run]),
    dropScope: useCallback(() => {
      type(query, null)
      input.current?.focus()
    }, [input, query]),
    composition: {
      onCompositionStart: useCallback(() => setHeld(asked), [asked]),
      onCompositionEnd: useCallback(() => setHeld(null), []),
    },
  }
}
