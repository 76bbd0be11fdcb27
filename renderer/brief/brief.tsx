// The daily brief: tasks, meetings, notifications, each item with its one-key actions (APP-04).
import { RefreshCw } from 'lucide-react'
import { type ReactNode, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { BriefSection } from '../../shared/launcher.ts'
import { reasonOf } from '../bridge.ts'
import { hideNow } from '../hide.ts'
import { ActionPanel } from '../palette/action-panel.tsx'
import { HelpPanel } from '../palette/help-panel.tsx'
import { joinMeeting, openInBrowser } from '../palette/use-row-actions.ts'
import { goTo, switchView, tell, usePaletteStore } from '../palette-store.ts'
import { undoLast } from '../outbox/undo.ts'
import { useBrief, useOutbox, useTaskOptions } from '../queries.ts'
import { useQueryClient } from '@tanstack/react-query'
import { withPending } from './brief-pending.ts'
import { Button } from '../ui/button.tsx'
import { copyText } from '../ui/clipboard.ts'
import { ageWords } from '../ui/dates.ts'
import { ErrorBanner } from '../ui/error-banner.tsx'
import { Footer } from '../ui/footer.tsx'
import frame from '../ui/frame.module.css'
import { KeyCaps } from '../ui/key-caps.tsx'
import { isMac, modHeld } from '../ui/keyboard.ts'
import { useNow } from '../ui/use-now.ts'
import {
  actionsOf,
  type BriefActionId,
  MeetingLine,
  NotificationLine,
  TaskLine,
  titleOf,
} from './brief-lines.tsx'
import css from './brief.module.css'
import {
  briefText,
  bucketsOf,
  changeOf,
  changesWords,
  isNothingDue,
  nextMeeting,
  nothingDueWords,
} from './brief-sections.ts'
import { useBriefActions } from './use-brief-actions.ts'
import { type Entry, useRoving } from './use-roving.ts'

function Section({
  name,
  children,
  empty,
  onRetry,
}: {
  name: string
  children: ReactNode
  empty: string | null
  /** There when this section could not be read. */
  onRetry: (() => void) | null
}) {
  return (
    <section className={css.section} aria-label={name}>
      <h2 className={css.heading}>{name}</h2>
      {onRetry === null ? null : (
        <p className={css.failed} role="alert">
          {name} could not be read. <Button onClick={onRetry}>Try again</Button>
        </p>
      )}
      {empty === null ? children : onRetry === null ? <p className={css.empty}>{empty}</p> : null}
    </section>
  )
}

export function Brief() {
  const { data, error, isFetching, refetch } = useBrief()
  const statuses = useTaskOptions().data?.statuses
  const now = useNow()
  const page = useRef<HTMLElement>(null)
  const summon = usePaletteStore((state) => state.summon)
  const [panel, setPanel] = useState<'none' | 'actions' | 'help'>('none')
  const { complete, snooze } = useBriefActions()
  const client = useQueryClient()
  const outbox = useOutbox().data
  // As fetched, and as it is once what waits in the outbox is saved.
  const brief = useMemo(
    () =>
      data === undefined
        ? undefined
        : {
            ...data.brief,
            tasks: withPending(data.brief.tasks, outbox ?? [], statuses ?? [], data.fetchedAt),
          },
    [data, outbox, statuses],
  )
  const reason = error === null ? null : reasonOf(error)

  const entries: Entry[] = [
    ...bucketsOf(brief?.tasks ?? [], now).flatMap(({ tasks }) =>
      tasks.map((task): Entry => ({ key: `task:${task.id}`, section: 'tasks', task })),
    ),
    ...(brief?.meetings ?? []).map((meeting): Entry => ({
      key: `meeting:${meeting.id}`,
      section: 'meetings',
      meeting,
    })),
    ...(brief?.notifications ?? []).map((notification): Entry => ({
      key: `notification:${notification.id}`,
      section: 'notifications',
      notification,
    })),
  ]
  const { current, isTabStop, move, jump, focus, onFocus } = useRoving(page, entries)
  const isLoaded = brief !== undefined
  // Before it is painted: the first key belongs to this page.
  useLayoutEffect(() => {
    focus()
  }, [focus, isLoaded, summon])

  const open = (entry: Entry): void => {
    if (entry.section === 'tasks') goTo({ kind: 'editTask', id: entry.task.id, title: entry.task.title })
    else if (entry.section === 'meetings') openInBrowser({ kind: 'meeting', id: entry.meeting.id })
    else openInBrowser({ kind: 'notification', id: entry.notification.id })
  }

  const run = useCallback(
    (id: BriefActionId, entry: Entry | null): void => {
      switch (id) {
        case 'open':
          return entry === null ? undefined : open(entry)
        case 'openInBrowser':
          return entry === null
            ? undefined
            : openInBrowser({
                kind: entry.key.split(':')[0] ?? '',
                id: entry.key.slice(entry.key.indexOf(':') + 1),
              })
        case 'complete':
          return entry?.section === 'tasks' ? complete(entry.task) : undefined
        case 'snooze':
          if (entry?.section !== 'tasks') return
          // The task goes to its new day; the person stays with what is next.
          move(1)
          return snooze(entry.task)
        case 'join': {
          const meeting =
            entry?.section === 'meetings' ? entry.meeting : nextMeeting(brief?.meetings ?? [], now)
          return (meeting?.joinUrl ?? null) === null || !meeting ? undefined : joinMeeting(meeting.id)
        }
        case 'refresh':
          return void refetch()
        case 'copy':
          if (brief !== undefined) void copyText(briefText(brief, now)).then(() => tell('Brief copied'))
          return
        case 'newTask':
          return goTo({ kind: 'newTask', start: {} })
        case 'help':
          return setPanel('help')
      }
    },
    [brief, complete, move, now, refetch, snooze],
  )

  const onKeyDown = (event: React.KeyboardEvent): void => {
    if (panel !== 'none') return
    const mod = modHeld(event, isMac())
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key
    const plain = !event.ctrlKey && !event.metaKey && !event.altKey
    if (mod && (key === 'Enter' || key === 'd')) run('complete', current)
    else if (mod && key === 'r') run('refresh', null)
    else if (mod && key === 'c' && (getSelection()?.isCollapsed ?? true)) run('copy', null)
    else if (mod && key === 'k') setPanel('actions')
    else if (mod && key === 'e' && current?.section === 'tasks') open(current)
    else if (mod && key === 'j') run('join', current)
    else if (mod && key === 'z') undoLast(client)
    else if (mod && key === 'n') run('newTask', null)
    else if (mod && key === ',') switchView('settings')
    else if (mod && /^[1-9]$/.test(key)) jump(Number(key) - 1)
    else if (plain && (key === 'ArrowDown' || key === 'j')) move(1)
    else if (plain && (key === 'ArrowUp' || key === 'k')) move(-1)
    else if (plain && key === 's') run('snooze', current)
    else if (plain && event.key === '?') run('help', null)
    else if (key === 'Escape') hideNow()
    else return
    event.preventDefault()
  }

  const retryOf = (name: BriefSection) => (data?.failed.includes(name) === true ? () => void refetch() : null)
  const next = brief === undefined ? null : nextMeeting(brief.meetings, now)
  const item = (entry: Entry, children: ReactNode, beside: ReactNode = null) => (
    <li key={entry.key} className={css.item} data-current={current?.key === entry.key}>
      <button
        type="button"
        className={css.row}
        data-entry={entry.key}
        tabIndex={isTabStop(entry) ? 0 : -1}
        onFocus={() => onFocus(entry)}
        onClick={() => open(entry)}
      >
        {children}
      </button>
      {beside}
    </li>
  )

  return (
    // Keys of the whole page; every one of them is also in the action panel.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <main
      ref={page}
      tabIndex={-1}
      className={[frame.frame, css.page].join(' ')}
      aria-label="Daily brief"
      aria-busy={isFetching}
      onKeyDown={onKeyDown}
    >
      <header className={frame.head}>
        <h1 className={frame.title}>
          {now.toLocaleDateString(undefined, { weekday: 'long', day: 'numeric', month: 'long' })}
        </h1>
        {data === undefined ? null : (
          <span className={frame.aside}>
            {reason?.kind === 'offline' || data.source === 'cached' ? 'Saved results · ' : ''}
            {ageWords(data.fetchedAt, now.getTime())}
          </span>
        )}
        <Button look="ghost" aria-label="Refresh" onClick={() => void refetch()}>
          <RefreshCw size={15} aria-hidden="true" className={isFetching ? css.turning : undefined} />
        </Button>
      </header>
      <div className={frame.body}>
        {brief === undefined ? null : (
          <>
            {isNothingDue(brief.tasks, now) ? (
              <p className={css.nothing}>{nothingDueWords(brief, now)}</p>
            ) : null}
            {data?.changes === undefined ? null : (
              <p className={css.since}>{changesWords(data.changes, now)}</p>
            )}
            <Section
              name="Tasks"
              onRetry={retryOf('tasks')}
              empty={brief.tasks.length === 0 ? 'No open tasks.' : null}
            >
              {bucketsOf(brief.tasks, now).map(({ bucket, tasks }) => (
                <div key={bucket}>
                  <h3 className={css.bucket} data-bucket={bucket}>
                    {bucket} <span className={css.count}>{tasks.length}</span>
                  </h3>
                  <ul>
                    {tasks.map((task) =>
                      item(
                        { key: `task:${task.id}`, section: 'tasks', task },
                        <TaskLine
                          task={task}
                          change={changeOf(task.id, data?.changes)}
                          now={now}
                          tint={statuses?.find(({ slug }) => slug === task.status)?.color}
                        />,
                      ),
                    )}
                  </ul>
                </div>
              ))}
            </Section>
            <Section
              name="Meetings"
              onRetry={retryOf('meetings')}
              empty={brief.meetings.length === 0 ? 'No meetings ahead.' : null}
            >
              <ul>
                {brief.meetings.map((meeting) =>
                  item(
                    { key: `meeting:${meeting.id}`, section: 'meetings', meeting },
                    <MeetingLine meeting={meeting} now={now} isNext={meeting === next} />,
                    meeting === next && (meeting.joinUrl ?? null) !== null ? (
                      <Button look="primary" className={css.join} onClick={() => joinMeeting(meeting.id)}>
                        Join <KeyCaps keys="Mod+J" />
                      </Button>
                    ) : null,
                  ),
                )}
              </ul>
            </Section>
            <Section
              name="Notifications"
              onRetry={retryOf('notifications')}
              empty={brief.notifications.length === 0 ? 'All read.' : null}
            >
              <ul>
                {brief.notifications.map((notification) =>
                  item(
                    { key: `notification:${notification.id}`, section: 'notifications', notification },
                    <NotificationLine notification={notification} now={now} />,
                  ),
                )}
              </ul>
            </Section>
          </>
        )}
      </div>
      {reason === null ? null : (
        <ErrorBanner
          error={reason}
          showing={brief === undefined ? 'nothing' : 'saved'}
          onRetry={() => void refetch()}
        />
      )}
      <Footer idle="Tab: next section · s: tomorrow">
        {current?.section === 'tasks' ? (
          <Button look="ghost" shortcut="Mod+Enter" onClick={() => run('complete', current)}>
            Done
          </Button>
        ) : null}
        <Button look="ghost" shortcut="Mod+K" aria-haspopup="dialog" onClick={() => setPanel('actions')}>
          Actions
        </Button>
      </Footer>
      {panel === 'actions' ? (
        <ActionPanel
          about={titleOf(current)}
          actions={actionsOf(current)}
          onRun={(id) => {
            setPanel('none')
            run(id, current)
          }}
          onClose={() => setPanel('none')}
        />
      ) : null}
      {panel === 'help' ? <HelpPanel onClose={() => setPanel('none')} /> : null}
    </main>
  )
}
