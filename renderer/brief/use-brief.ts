// State and keys of the brief (APP-04).
import { useLayoutEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { create } from 'zustand'
import { say } from '../../shared/language.ts'
import type { BriefSection } from '../../shared/ipc/launcher.ts'
import { isAheadToday } from '../../shared/day-line.ts'
import { joinsNow, nextMeeting } from '../../shared/next-meeting.ts'
import { reasonOf } from '../state/bridge.ts'
import { leave, goTo, tell, usePaletteStore } from '../state/store.ts'
import { seenInTask } from '../writes/change-tasks.ts'
import { pendingWords } from '../writes/pending.ts'
import { undo } from '../writes/undo.ts'
import { startTaskAction } from '../actions/row-action-panel.tsx'
import { joinMeeting, joinNext, openInBrowser } from '../items/open.ts'
import { useBrief as useFetchedBrief, useOutbox, useTaskOptions } from '../state/queries.ts'
import { isTaskAction, type TaskInputId } from '../actions/task-actions.tsx'
import { copyText } from '../ui/clipboard.ts'
import { chordKey, commandPressed, isComposing, isMac, listStep, modHeld } from '../ui/keyboard.ts'
import { useNow } from '../shell/window.ts'
import { type Entry, entriesOf, type GroupId, rowsIn, withPending } from './brief-entries.ts'
import type { BriefActionId } from './brief-actions.tsx'
import { briefText, withoutPastDays } from './brief-sections.ts'
import { useBriefActions } from './use-brief-actions.ts'
import { useRoving } from './use-roving.ts'

/** The action panel can be opened at an action with an input. */
export type Panel = 'none' | 'actions' | 'details' | TaskInputId | 'reschedule' | 'help'

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
  const now = useNow()
  const page = useRef<HTMLElement>(null)
  const summon = usePaletteStore((state) => state.summon)
  const [panel, setPanel] = useState(asks)
  const { complete, snooze } = useBriefActions()

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

  const openEntry = (entry: Entry): void => {
    if ('fold' in entry) return toggleFold(entry.fold)
    if (entry.section === 'tasks')
      return goTo({ kind: 'editTask', id: entry.task.id, title: entry.task.title })
    if (entry.section !== 'meetings') return openInBrowser(entry.item)
    if (joinsNow(entry.meeting, Date.now())) return joinMeeting(entry.meeting.id)
    jump(entries.all.indexOf(entry))
    setPanel('details')
  }

  const run = (id: BriefActionId, entry: Entry | null): void => {
    switch (id) {
      case 'open':
        return entry === null ? undefined : openEntry(entry)
      case 'openInBrowser':
        return entry === null || 'fold' in entry ? undefined : openInBrowser(entry.item)
      case 'details':
        return setPanel('details')
      case 'complete':
        return entry !== null && 'task' in entry ? complete(entry.task) : undefined
      case 'tomorrow':
        if (entry === null || !('task' in entry)) return
        // Select the next item, because the task leaves its place.
        moveOn()
        return snooze(entry.task)
      case 'join': {
        const meeting = entry !== null && 'meeting' in entry ? entry.meeting : next
        return meeting === null ? joinNext() : joinMeeting(meeting.id)
      }
      case 'copy':
        if (brief !== undefined) void copyText(briefText(brief, now)).then(() => tell(say('brief.copied')))
        return
      case 'reschedule':
        return setPanel('reschedule')
    }
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
    if (panel === 'details') {
      const pressed = commandPressed(event)
      if (pressed === 'join' || pressed === 'openInBrowser') {
        event.preventDefault()
        run(pressed, current)
      }
    }
    if (panel !== 'none') return
    const mod = modHeld(event, isMac())
    const key = chordKey(event)
    const step = listStep(event, isMac())
    const plain = !event.ctrlKey && !event.metaKey && !event.altKey
    const command = commandPressed(event)
    // A held key would complete or snooze one task after another.
    if (command === 'toggleDone') run('complete', event.repeat ? null : current)
    else if (command === 'openInBrowser') run('openInBrowser', current)
    else if (plain && !event.shiftKey && key === 's') run('tomorrow', event.repeat ? null : current)
    else if (command !== null && isTaskAction(command) && !event.repeat)
      startTaskAction(
        command,
        current !== null && 'task' in current ? [seenInTask(current.task)] : [],
        setPanel,
      )
    else if (command === 'refresh') refresh()
    else if (command === 'copyTitle' && (getSelection()?.isCollapsed ?? true)) run('copy', null)
    else if (command === 'actions') setPanel('actions')
    else if (command === 'edit' && current !== null && 'task' in current) openEntry(current)
    else if (command === 'join') run('join', current)
    else if (command === 'undo') undo()
    else if (command === 'newTask') goTo({ kind: 'newTask', start: {} })
    else if (command === 'settings') goTo({ kind: 'settings' })
    else if (mod && /^[1-9]$/.test(key)) jump(Number(key) - 1)
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
    run,
    refresh,
    onKeyDown,
    open: openEntry,
    /** Retries a section that could not be read, otherwise null. */
    retryOf: (name: BriefSection) => (data?.failed.includes(name) === true ? refresh : null),
    statuses: statuses ?? [],
    /** Describes the unsaved changes of a task. */
    pendingOf: (taskId: string) =>
      pendingWords((outbox ?? []).filter((item) => item.kind === 'updateTask' && item.taskId === taskId)),
  }
}
