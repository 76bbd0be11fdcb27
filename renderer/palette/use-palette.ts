// The behaviour of the palette: rows that answer the typed text, the selected row, and the effects of keys.
import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useCallback, useMemo, useState } from 'react'
import type { Context, Host, Panel } from '../actions/action.ts'
import { paneActions, run } from '../actions/actions.ts'
import { rowCache, keepQuery } from '../items/row-cache.ts'
import { type PaletteRow, seenOf } from '../items/rows.ts'
import { useDetailPane } from '../items/detail-pane.tsx'
import { call, reasonOf } from '../state/bridge.ts'
import { hideNow, showError, mark, select, setQuery, usePaletteStore } from '../state/store.ts'
import { keys, useSession, useSettings, useTimer } from '../state/queries.ts'
import {
  completeScope,
  completionOf,
  nameCompletionOf,
  readTyped,
  type Scope,
  searchedIn,
} from '../state/query.ts'
import { isComposing, isInDialog, isMac } from '../ui/keyboard.ts'
import { type SeenTask, seenInRow } from '../writes/change-tasks.ts'
import { undo, undoWriteIfAny } from '../writes/undo.ts'
import { inputStateOf, needsRows, type PaletteAction, paletteAction } from './keymap.ts'
import { useFoundRows, useRecall } from './use-found-rows.ts'
import { useSelection } from './selection.ts'
import { isKnownTrouble } from './use-search.ts'
import { useWindowSize } from '../shell/window.ts'

const pageRows = 8
const noTasks: readonly SeenTask[] = []

/** Records "typed this, chose that". A failure to record it must not prevent opening the row. */
const rememberChoice = (row: PaletteRow): void => {
  const seen = seenOf(row)
  if (seen === null) return
  const typed = searchedIn(usePaletteStore.getState().query)
  call('search.chose', { typed, ...seen }).catch(() => undefined)
}

/** Before an action on a row: keeps the query, and selects the row again on the return from what it opens. */
const before: NonNullable<Host['before']> = ({ on, when, group, chooses }, context) => {
  const { row } = context
  if (row === null || on === undefined || group === 'suggestions') return
  if (on === 'any' && when?.(context) === false) return
  keepQuery()
  select(row.key)
  if (chooses === true) rememberChoice(row)
}

/**
 * @param isBare whether nothing is typed and nothing else needs room
 * @returns whether the rows are hidden, and a function that shows them until the window hides
 */
function useCompact(isBare: boolean): { isCollapsed: boolean; expand: () => void } {
  const isCompact = useSettings().data?.settings.compact ?? false
  const session = useSession().data
  const [isExpanded, setExpanded] = useState(false)
  // Otherwise a banner stands above the field (sign-in/banners.tsx).
  const hasNoBanner = session?.kind === 'signedIn' && session.vault !== 'locked'
  const isCollapsed = isCompact && isBare && !isExpanded && hasNoBanner
  useWindowSize(isCollapsed ? 'field' : 'full')
  return { isCollapsed, expand: useCallback(() => setExpanded(true), []) }
}

export function usePalette(input: RefObject<HTMLInputElement | null>) {
  const client = useQueryClient()
  const [panel, setPanel] = useState<Panel>('none')
  const pane = useDetailPane(input)
  const past = useRecall()
  const found = useFoundRows()
  const timer = useTimer().data
  const { query, scope, rows, isAnswered, isHome, objects, statuses, search } = found

  const host = useMemo(
    (): Host => ({
      show: setPanel,
      refresh: () => {
        search.refresh()
        // An empty query asks the service too. The connection banner reports a failure.
        call('home.refresh').catch((error: unknown) => {
          if (!isKnownTrouble(reasonOf(error))) showError(error)
        })
        void client.invalidateQueries({ queryKey: keys.data })
      },
      scopeTo: (to: Scope) => setQuery('', to),
      togglePane: pane.toggle,
      reorder: search.reorder,
      before,
    }),
    [client, pane.toggle, search],
  )
  const contextOf = useCallback(
    (row: PaletteRow | null, tasks: readonly SeenTask[] = noTasks): Context => ({
      view: 'palette',
      row,
      tasks,
      statuses,
      objects,
      use: row === null || seenOf(row) === null ? null : rowCache.useOf(row.key),
      client,
      host,
      timer,
    }),
    [client, host, objects, statuses, timer],
  )
  const runOn = useCallback((id: string, row: PaletteRow | null) => run(id, contextOf(row)), [contextOf])
  const { index, selected, isWaiting, step, marked, targets, extend } = useSelection(found, runOn)
  /** The rest of a marked name, or of the selected row's title if the typed text begins it. Tab accepts it. */
  const ofName = found.options === undefined ? '' : nameCompletionOf(query, found.options)
  const ofTitle = isAnswered ? completionOf(query, selected?.title ?? '') : ''
  const completion = found.isComposing ? '' : ofName || ofTitle
  const { isCollapsed, expand } = useCompact(
    isHome && query === '' && panel === 'none' && found.error === null && (timer?.gap ?? null) === null,
  )

  const { recall, goForward, forgetPlace } = past
  const typeQuery = useCallback(
    (text: string): void => {
      step({ type: 'typed' })
      forgetPlace()
      const next = readTyped(text, usePaletteStore.getState())
      setQuery(next.query, next.scope, next.prefix)
    },
    [forgetPlace, step],
  )

  const escape = (): void => {
    if (isWaiting) step({ type: 'escaped' })
    else if (marked.length > 0) mark()
    else if (query !== '' || scope !== null) {
      step({ type: 'typed' })
      forgetPlace()
      setQuery('', null)
    } else hideNow()
  }

  const perform = (action: PaletteAction): 'handled' | 'left' => {
    if (isCollapsed && needsRows(action)) {
      expand()
      return 'handled'
    }
    switch (action.type) {
      case 'move':
        if (index === 0 && action.by < 0) recall()
        else if (index !== 0 || !goForward()) step({ type: 'moved', by: action.by })
        break
      case 'extend':
        if (isAnswered) extend(action.by)
        break
      case 'page':
        step({ type: 'moved', by: action.direction * pageRows })
        break
      case 'edge':
        step({ type: 'moved', by: action.to === 'first' ? -Infinity : Infinity })
        break
      case 'enter':
        step({ type: 'entered', action: action.id })
        break
      case 'runNth': {
        const row = rows[action.index]
        if (row !== undefined && isAnswered) runOn('open', row)
        break
      }
      case 'list': {
        const list = found.lists.find(({ key }) => key === action.key)
        if (list === undefined) return 'left'
        step({ type: 'typed' })
        forgetPlace()
        setQuery(list.query, null)
        break
      }
      case 'complete': {
        const completed = completeScope(query, scope)
        if (completed !== null) setQuery('', completed)
        else if (completion === '') return 'left'
        else typeQuery(query + completion)
        break
      }
      case 'escape':
        escape()
        break
      case 'back':
        setQuery(query, null)
        break
      case 'enterPane':
        return pane.enter() ? 'handled' : 'left'
      case 'undo':
        if (query === '') undo()
        // The input's own undo comes first.
        else if (!undoWriteIfAny(client)) return 'left'
        break
      case 'action':
        run(action.id, contextOf(selected, targets))
    }
    return 'handled'
  }

  const onKeyDown = (event: React.KeyboardEvent): void => {
    const field = input.current
    if (field === null || isComposing(event) || isInDialog(event)) return
    const focus = event.target === field ? 'field' : 'elsewhere'
    const action = paletteAction(event, inputStateOf(field, scope !== null, focus), isMac())
    if (action === null) return
    // Returns the focus to the field, so that the next typed letters go there.
    field.focus()
    if (perform(action) === 'handled') event.preventDefault()
  }

  return {
    ...found,
    selected,
    marked,
    targets,
    completion,
    /** The number of the recalled query, 1 for the newest; 0 if none is recalled. */
    recalled: past.recalled,
    pastQueries: past.count,
    isWaiting,
    isCollapsed,
    panel,
    setPanel,
    pane,
    contextOf,
    paneActions: useMemo(() => paneActions(contextOf(selected)), [contextOf, selected]),
    isStoppedByKey:
      selected?.type !== 'item' || selected.row.kind !== 'task' || selected.row.id === timer?.running?.id,
    typeQuery,
    onKeyDown,
    pick: useCallback((row: PaletteRow) => runOn('open', row), [runOn]),
    toggleDone: useCallback(
      (row: PaletteRow) => run('toggleDone', contextOf(row, row.type === 'item' ? [seenInRow(row.row)] : [])),
      [contextOf],
    ),
    point: useCallback((row: PaletteRow) => select(row.key), []),
    /** Used by the "why" panel, which stays open and follows the row to its new place. */
    correct: useCallback(
      (id: 'pin' | 'forget') => {
        select(selected?.key ?? null)
        runOn(id, selected)
      },
      [runOn, selected],
    ),
    refresh: host.refresh,
    dropScope: useCallback(() => {
      setQuery(query, null)
      input.current?.focus()
    }, [input, query]),
  }
}
