// The behaviour of the palette: the typed text, its rows, and the effects of keys.
import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useCallback, useMemo, useState } from 'react'
import type { ObjectSummary } from '../../shared/api/launcher-search.ts'
import type { TaskStatus } from '../../shared/api/launcher-tasks.ts'
import type { OutboxItem } from '../../shared/ipc/launcher.ts'
import { call, reasonOf } from '../state/bridge.ts'
import { hideNow, mark, select, type, usePaletteStore, failLoudly } from '../state/store.ts'
import type { SeenTask } from '../writes/change-tasks.ts'
import { undo, undoWriteIfAny } from '../writes/undo.ts'
import { keys, useDrafts, useHome, useObjects, useOutbox, useTaskOptions } from '../state/queries.ts'
import { isComposing, isInDialog, isMac } from '../ui/keyboard.ts'
import type { TaskInputId } from '../actions/task-actions.tsx'
import type { ActionId } from '../actions/actions.ts'
import { homeCommands } from '../actions/commands.ts'
import { useDetailPane } from '../items/detail-pane.tsx'
import { useFirstSteps } from '../items/first-steps.ts'
import { type Asked, isEmptyHanded, sameAsked } from './search-results.ts'
import { inputStateOf, needsRows, type PaletteAction, paletteAction } from './keymap.ts'
import { useMarks } from './marks.ts'
import { homeGroups, type PaletteRow, rowsOf } from '../items/rows.ts'
import { completeScope, completionOf, readTyped, type Scope, wholeOf } from '../state/query.ts'
import { type Sight, useEnterIntent } from './enter-intent.ts'
import { useRecall } from './use-recall.ts'
import { useCompact } from './use-compact.ts'
import { startTaskAction } from '../actions/row-action-panel.tsx'
import { joinNext } from '../items/open.ts'
import { useRowActions } from '../actions/use-row-actions.ts'
import { isKnownTrouble, shownError, useKnownTrouble, useSearch, useShown } from './use-search.ts'

const pageRows = 8
const noObjects: readonly ObjectSummary[] = []
const noItems: readonly OutboxItem[] = []
const noStatuses: readonly TaskStatus[] = []

/** The action panel can be opened at an action with an input. */
export type Panel = 'none' | 'actions' | TaskInputId | 'help' | 'why'

export function usePalette(input: RefObject<HTMLInputElement | null>) {
  const client = useQueryClient()
  const query = usePaletteStore((state) => state.query)
  const scope = usePaletteStore((state) => state.scope)
  const selectedKey = usePaletteStore((state) => state.selectedKey)
  const home = useHome()
  const drafts = useDrafts().data
  const outbox = useOutbox().data ?? noItems
  const statuses = useTaskOptions().data?.statuses ?? noStatuses
  const objects = useObjects().data ?? noObjects
  const known = useKnownTrouble()
  const firstSteps = useFirstSteps()
  const [panel, setPanel] = useState<Panel>('none')
  const pane = useDetailPane(input)
  /** During composition in an input method, the search keeps the text from before it. */
  const [held, setHeld] = useState<Asked | null>(null)
  const past = useRecall()

  const whole = usePaletteStore(wholeOf)
  const typed = useMemo<Asked>(() => ({ query, scope, whole }), [query, scope, whole])
  const asked = held ?? typed
  const { found, refresh, reorder } = useSearch(asked, objects, outbox)

  const isHome = asked.query === '' && asked.scope === null
  const answered = isHome || (found.local === 'answered' && sameAsked(found.asked, asked))
  const homeRows = useMemo(
    () =>
      homeGroups({
        home: home.data,
        drafts: drafts ?? [],
        outbox,
        commands: homeCommands,
        firstSteps,
      }),
    [drafts, firstSteps, home.data, outbox],
  )
  // The previous rows stay until new rows arrive, because an empty frame between two keystrokes flickers.
  const isFirstLetter = !answered && found.groups.length === 0 && scope === null
  const answer = isHome || isFirstLetter ? homeRows : found.groups
  const shown = useShown({ ...found, groups: answer }, isHome, outbox, statuses)
  const { groups } = shown

  const rows = useMemo(() => rowsOf(groups), [groups])
  const remotePending = !isHome && (!answered || found.remote.state === 'pending')

  const run = useRowActions({
    refresh: useCallback(() => {
      refresh()
      // An empty query asks the service too. The connection banner reports a failure.
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
    why: useCallback(() => setPanel('why'), []),
    reordered: reorder,
    togglePane: pane.toggle,
  })

  const sight = useMemo<Sight>(
    () => ({ typed, rows, selectedKey, answered, pending: remotePending }),
    [answered, remotePending, rows, selectedKey, typed],
  )
  const { index, isWaiting, step } = useEnterIntent(sight, run)
  const selected = rows[index] ?? null
  const { marked, targets, extend } = useMarks(rows, selected)
  /** The rest of the selected row's title if the typed text begins it. Tab accepts it. */
  const completion = answered && held === null ? completionOf(query, selected?.title ?? '') : ''

  const error = shownError(found, known, answered, scope, isHome)
  const { isCollapsed, expand } = useCompact(isHome && query === '' && panel === 'none' && error === null)

  const { recall, goForward, forgetPlace } = past
  const setQuery = useCallback(
    (text: string): void => {
      step({ type: 'typed' })
      forgetPlace()
      const next = readTyped(text, usePaletteStore.getState())
      type(next.query, next.scope, next.prefix)
    },
    [forgetPlace, step],
  )

  const escape = (): void => {
    if (isWaiting) step({ type: 'escaped' })
    else if (marked.length > 0) mark()
    else if (query !== '' || scope !== null) {
      step({ type: 'typed' })
      forgetPlace()
      type('', null)
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
        if (answered) extend(action.by)
        break
      case 'page':
        step({ type: 'moved', by: action.direction * pageRows })
        break
      case 'edge':
        step({ type: 'moved', by: action.to === 'first' ? -Infinity : Infinity })
        break
      case 'run':
        step({ type: 'entered', action: 'open' })
        break
      case 'openInBrowser':
        step({ type: 'entered', action: 'openInBrowser' })
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
      case 'togglePane':
        pane.toggle()
        break
      case 'enterPane':
        return pane.enter() ? 'handled' : 'left'
      case 'undo':
        if (query === '') undo()
        // The input's own undo comes first.
        else if (!undoWriteIfAny(client)) return 'left'
        break
      case 'join':
        // The next meeting is selected without being chosen. Without a link, another one may be joined.
        if (
          selected?.type === 'item' &&
          selected.row.kind === 'meeting' &&
          (selected.join !== 'next' || (selected.row.meeting?.joinUrl ?? '') !== '')
        )
          run('join', selected)
        else joinNext()
        break
      case 'due':
      case 'snooze':
      case 'status':
      case 'priority':
      case 'assign':
      case 'link':
      case 'delete':
        startTaskAction(action.type, targets, setPanel)
        break
      case 'newTask':
      case 'edit':
      case 'toggleDone':
      case 'copyTitle':
      case 'copyLink':
      case 'copyEmail':
      case 'copyPhone':
      case 'refresh':
      case 'settings':
      case 'why':
        run(action.type, selected, targets)
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

  const pick = useCallback((row: PaletteRow) => run('open', row), [run])
  const toggleDone = useCallback((row: PaletteRow) => run('toggleDone', row), [run])
  const runAction = useCallback(
    (id: ActionId, row: PaletteRow | null, tasks: readonly SeenTask[]) => {
      setPanel(id === 'help' || id === 'why' ? id : 'none')
      run(id, row, tasks)
    },
    [run],
  )
  /** Used by the "why" panel, which stays open and follows the row to its new place. */
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
    statuses,
    marked,
    targets,
    isHome,
    completion,
    /** The number of the recalled query, 1 for the newest; 0 if none is recalled. */
    recalled: past.recalled,
    pastQueries: past.count,
    /** Whether the rows still answer an older query. */
    isStale: !answered,
    isWaiting,
    isEmptyHanded: !isHome && answered && isEmptyHanded(shown),
    remotePending,
    error,
    isCollapsed,
    panel,
    setPanel,
    pane,
    setQuery,
    onKeyDown,
    pick,
    toggleDone,
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
