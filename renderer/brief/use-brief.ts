// State and keys of the brief (APP-04).
import { useQueryClient } from '@tanstack/react-query'
import { useLayoutEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { create } from 'zustand'
import type { BriefSection } from '../../shared/ipc/launcher.ts'
import { isAheadToday, nextMeeting } from '../../shared/next-meeting.ts'
import type { Context, Panel } from '../actions/action.ts'
import { actionPressed, run } from '../actions/actions.ts'
import { reasonOf } from '../state/bridge.ts'
import { leave, showSearch, usePaletteStore } from '../state/store.ts'
import { seenInTask } from '../writes/change-tasks.ts'
import { pendingWords } from '../writes/pending.ts'
import {
  useBrief as useFetchedBrief,
  useLists,
  useOutbox,
  useTaskOptions,
  useTimer,
} from '../state/queries.ts'
import { chordKey, isComposing, isMac, listPressed, listStep, modHeld } from '../ui/keyboard.ts'
import { useNow } from '../shell/window.ts'
import { type Entry, entriesOf, type GroupId, rowsIn, withPending } from './brief-entries.ts'
import { rowOfEntry } from './entry-row.ts'
import { briefText, withoutPastDays } from './brief-sections.ts'
import { useRoving } from './use-roving.ts'

const pageItems = 8

/** Groups that the user unfolded. Kept until the launcher quits. */
const useFolds = create<{ open: ReadonlySet<GroupId> }>()(() => ({ open: new Set() }))

const toggleFold = (group: GroupId): void =>
  useFolds.setState(({ open }) => ({
    open: open.has(group) ? new Set([...open].filter((one) => one !== group)) : new Set([...open, group]),
  }))

const onResize = (listener: () => void): (() => void) => {
  addEventListener('resize', listener)
  return () => removeEventListener('resize', listener)
}

/** @param asks the panel to open first */
export function useBrief(asks: Panel) {
  const { data, error, isFetching, refetch } = useFetchedBrief()
  const statuses = useTaskOptions().data?.statuses
  const outbox = useOutbox().data
  const lists = useLists().data
  const timer = useTimer().data
  const now = useNow()
  const page = useRef<HTMLElement>(null)
  const summon = usePaletteStore((state) => state.summon)
  const [panel, setPanel] = useState(asks)
  const client = useQueryClient()

  // The fetched brief with pending writes applied and past days removed.
  const brief = useMemo(
    () =>
      data === undefined
        ? undefined
        : {
            ...data.brief,
            tasks: withPending(data.brief.tasks, outbox ?? [], statuses ?? [], data.fetchedAt),
            meetings: withoutPastDays(data.brief.meetings, now),
          },
    [data, now, outbox, statuses],
  )
  const open = useFolds((folds) => folds.open)
  const rows = useSyncExternalStore(onResize, () => rowsIn(innerHeight))
  const entries = useMemo(() => entriesOf(brief, now, open, rows), [brief, now, open, rows])
  const roving = useRoving(page, entries.all, summon)
  const { current, focus, jump, move, moveOn } = roving
  const ahead = (brief?.meetings ?? []).filter((meeting) => isAheadToday(meeting, now))
  const next = nextMeeting(ahead, now.getTime())

  const isLoaded = brief !== undefined
  // Before paint, so that the page gets the first key.
  useLayoutEffect(() => {
    focus()
  }, [focus, isLoaded, summon])

  const refresh = (): void => void refetch()

  const contextOf = (entry: Entry | null): Context => ({
    view: 'brief',
    row: rowOfEntry(entry),
    tasks: entry !== null && 'task' in entry ? [seenInTask(entry.task)] : [],
    statuses: statuses ?? [],
    objects: [],
    use: null,
    client,
    host: {
      show: setPanel,
      refresh,
      moveOn,
      ...(brief !== undefined && { text: () => briefText(brief, now) }),
    },
  })
  const runOn = (id: string, entry: Entry | null): void => run(id, contextOf(entry))

  const openEntry = (entry: Entry): void => {
    if ('fold' in entry) return toggleFold(entry.fold)
    // Its details are shown of the current item.
    if (entry.section === 'meetings') jump(entries.all.indexOf(entry))
    runOn('open', entry)
  }

  /** ← folds the group of the current item, → unfolds the group of the current button. */
  const fold = (key: 'ArrowLeft' | 'ArrowRight'): void => {
    if (current === null) return
    const button = 'fold' in current ? current : (entries.folds.get(current.key) ?? null)
    if (button === null || button.isOpen === (key === 'ArrowRight')) return
    jump(entries.all.indexOf(button))
    toggleFold(button.fold)
  }

  const onKeyDown = (event: React.KeyboardEvent): void => {
    if (isComposing(event)) return
    const action = actionPressed(event, 'brief')
    if (panel === 'details' && (action === 'join' || action === 'openInBrowser')) {
      event.preventDefault()
      runOn(action, current)
    }
    if (panel !== 'none') return
    const mod = modHeld(event, isMac())
    const key = chordKey(event)
    const step = listStep(event, isMac())
    const pressed = listPressed(event, isMac())
    const list = lists?.find((pinned) => pinned.key === pressed)
    const plain = !event.ctrlKey && !event.metaKey && !event.altKey
    if (plain && !event.shiftKey && key === 's') {
      // A held key would move one task after another.
      if (!event.repeat) runOn('tomorrow', current)
    } else if (action === 'copyTitle' && !(getSelection()?.isCollapsed ?? true)) return
    else if (action !== null) runOn(action, current)
    else if (mod && /^[1-9]$/.test(key)) jump(Number(key) - 1)
    else if (list !== undefined) showSearch(list.query)
    else if (step !== 0) move(step)
    else if (plain && key === 'PageDown') move(pageItems)
    else if (plain && key === 'PageUp') move(-pageItems)
    else if (plain && key === 'j') move(1)
    else if (plain && key === 'k') move(-1)
    else if (plain && (key === 'ArrowLeft' || key === 'ArrowRight')) fold(key)
    else if (plain && key === '?') setPanel('help')
    else if (key === 'Escape') leave()
    else return
    event.preventDefault()
  }

  return {
    page,
    now,
    brief,
    /** Time and source of the fetch, and the difference to the last brief. */
    fetched: data,
    reason: error === null ? null : reasonOf(error),
    isFetching,
    entries,
    roving,
    next,
    panel,
    setPanel,
    run: runOn,
    contextOf,
    refresh,
    onKeyDown,
    open: openEntry,
    isStoppedByKey: current === null || !('task' in current) || current.task.id === timer?.running?.id,
    /** Retries a section that could not be read, otherwise null. */
    retryOf: (name: BriefSection) => (data?.failed.includes(name) === true ? refresh : null),
    statuses: statuses ?? [],
    /** Describes the unsaved changes of a task. */
    pendingOf: (taskId: string) =>
      pendingWords((outbox ?? []).filter((item) => item.kind === 'updateTask' && item.taskId === taskId)),
  }
}
