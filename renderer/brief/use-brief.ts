// State and keys of the brief (APP-04).
import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import { say } from '../../shared/language.ts'
import type { BriefSection } from '../../shared/ipc/launcher.ts'
import { nextMeeting } from '../../shared/next-meeting.ts'
import { reasonOf } from '../app/bridge.ts'
import { hideNow } from '../app/hide.ts'
import { pendingWords } from '../outbox/pending.ts'
import { undo } from '../outbox/undo.ts'
import { joinMeeting, openInBrowser } from '../palette/use-row-actions.ts'
import { goTo, switchView, tell, usePaletteStore } from '../app/palette-store.ts'
import { useBrief as useFetchedBrief, useOutbox, useTaskOptions } from '../app/queries.ts'
import { copyText } from '../ui/clipboard.ts'
import { chordKey, isComposing, isMac, isUndo, listStep, modHeld } from '../ui/keyboard/keyboard.ts'
import { useNow } from '../ui/dates/use-now.ts'
import { type Entry, entriesOf, withPending } from './brief-entries.ts'
import type { BriefActionId } from './brief-lines.tsx'
import { briefText, withoutPastDays } from './brief-sections.ts'
import { useBriefActions } from './use-brief-actions.ts'
import { useRoving } from './use-roving.ts'

export type Panel = 'none' | 'actions' | 'help'

const pageItems = 8

const openEntry = (entry: Entry): void =>
  entry.section === 'tasks'
    ? goTo({ kind: 'editTask', id: entry.task.id, title: entry.task.title })
    : openInBrowser(entry.item)

export function useBrief() {
  const { data, error, isFetching, refetch } = useFetchedBrief()
  const statuses = useTaskOptions().data?.statuses
  const outbox = useOutbox().data
  const now = useNow()
  const page = useRef<HTMLElement>(null)
  const summon = usePaletteStore((state) => state.summon)
  const [panel, setPanel] = useState<Panel>('none')
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
  const entries = useMemo(() => entriesOf(brief, now), [brief, now])
  const roving = useRoving(page, entries.all)
  const { current, focus, jump, move } = roving
  const next = brief === undefined ? null : nextMeeting(brief.meetings, now.getTime())

  const isLoaded = brief !== undefined
  // Before paint, so that the page gets the first key.
  useLayoutEffect(() => {
    focus()
  }, [focus, isLoaded, summon])

  const refresh = (): void => void refetch()

  const run = (id: BriefActionId, entry: Entry | null): void => {
    switch (id) {
      case 'open':
        return entry === null ? undefined : openEntry(entry)
      case 'openInBrowser':
        return entry === null ? undefined : openInBrowser(entry.item)
      case 'complete':
        return entry?.section === 'tasks' ? complete(entry.task) : undefined
      case 'snooze':
        if (entry?.section !== 'tasks') return
        // Select the next item, because the task leaves its place.
        move(1)
        return snooze(entry.task)
      case 'join': {
        const meeting = entry?.section === 'meetings' ? entry.meeting : next
        return meeting === null || (meeting.joinUrl ?? null) === null ? undefined : joinMeeting(meeting.id)
      }
      case 'refresh':
        return refresh()
      case 'copy':
        if (brief !== undefined) void copyText(briefText(brief, now)).then(() => tell(say('brief.copied')))
        return
      case 'newTask':
        return goTo({ kind: 'newTask', start: {} })
      case 'help':
        return setPanel('help')
    }
  }

  const onKeyDown = (event: React.KeyboardEvent): void => {
    if (panel !== 'none' || isComposing(event)) return
    const mod = modHeld(event, isMac())
    const key = chordKey(event)
    const step = listStep(event, isMac())
    const plain = !event.ctrlKey && !event.metaKey && !event.altKey
    if (mod && (key === 'Enter' || key === 'd')) run('complete', current)
    else if (mod && key === 'r') run('refresh', null)
    else if (mod && key === 'c' && (getSelection()?.isCollapsed ?? true)) run('copy', null)
    else if (mod && key === 'k') setPanel('actions')
    else if (mod && key === 'e' && current?.section === 'tasks') openEntry(current)
    else if (mod && key === 'j') run('join', current)
    else if (isUndo(event)) undo()
    else if (mod && key === 'n') run('newTask', null)
    else if (mod && key === ',') switchView('settings')
    else if (mod && /^[1-9]$/.test(key)) jump(Number(key) - 1)
    else if (step !== 0) move(step)
    else if (plain && key === 'PageDown') move(pageItems)
    else if (plain && key === 'PageUp') move(-pageItems)
    else if (plain && key === 'j') move(1)
    else if (plain && key === 'k') move(-1)
    // A held key would snooze one task after another.
    else if (plain && key === 's' && !event.repeat) run('snooze', current)
    else if (plain && key === '?') run('help', null)
    else if (key === 'Escape') hideNow()
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
    tintOf: (status: string) => statuses?.find(({ slug }) => slug === status)?.color,
    /** Describes the unsaved changes of a task. */
    pendingOf: (taskId: string) =>
      pendingWords((outbox ?? []).filter((item) => item.kind === 'updateTask' && item.taskId === taskId)),
  }
}
