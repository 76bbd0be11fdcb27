// The daily brief: tasks, meetings, notifications, each item with its one-key actions (APP-04).
import { Bell, Calendar, Circle, RefreshCw } from 'lucide-react'
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import type { BriefMeeting, BriefNotification } from '../../shared/api/launcher-search.ts'
import type { LauncherTask } from '../../shared/api/launcher-tasks.ts'
import { call, reasonOf } from '../bridge.ts'
import { ActionPanel } from '../palette/action-panel.tsx'
import { HelpPanel } from '../palette/help-panel.tsx'
import { joinMeeting, openInBrowser } from '../palette/use-row-actions.ts'
import { goTo, switchView, tell, usePaletteStore } from '../palette-store.ts'
import { useBrief, useTaskOptions } from '../queries.ts'
import { Button } from '../ui/button.tsx'
import { copyText } from '../ui/clipboard.ts'
import { ageWords, dueWords, meetingWords, nearness } from '../ui/dates.ts'
import { ErrorBanner } from '../ui/error-banner.tsx'
import { Footer } from '../ui/footer.tsx'
import frame from '../ui/frame.module.css'
import { KeyCaps } from '../ui/key-caps.tsx'
import { isMac, modHeld } from '../ui/keyboard.ts'
import { Tile } from '../ui/tile.tsx'
import { useNow } from '../ui/use-now.ts'
import css from './brief.module.css'
import { briefText, bucketsOf, isNothingDue, nextMeeting, nothingDueWords } from './brief-sections.ts'
import { useBriefActions } from './use-brief-actions.ts'
import { type Entry, useRoving } from './use-roving.ts'

type ActionId =
  | 'open'
  | 'complete'
  | 'snooze'
  | 'join'
  | 'openInBrowser'
  | 'refresh'
  | 'copy'
  | 'newTask'
  | 'help'

function Section({ name, children, empty }: { name: string; children: ReactNode; empty: string | null }) {
  return (
    <section className={css.section} aria-label={name}>
      <h2 className={css.heading}>{name}</h2>
      {empty === null ? children : <p className={css.empty}>{empty}</p>}
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
  const brief = data?.brief
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
  useEffect(() => {
    focus()
  }, [focus, isLoaded, summon])

  const open = (entry: Entry): void => {
    if (entry.section === 'tasks') goTo({ kind: 'editTask', id: entry.task.id, title: entry.task.title })
    else if (entry.section === 'meetings') openInBrowser({ kind: 'meeting', id: entry.meeting.id })
    else openInBrowser({ kind: 'notification', id: entry.notification.id })
  }

  const run = useCallback(
    (id: ActionId, entry: Entry | null): void => {
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
          return entry?.section === 'tasks' ? snooze(entry.task) : undefined
        case 'join': {
          const meeting =
            entry?.section === 'meetings' ? entry.meeting : nextMeeting(brief?.meetings ?? [], now)
          return meeting?.joinUrl == null ? undefined : joinMeeting(meeting.id)
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
    [brief, complete, now, refetch, snooze],
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
    else if (mod && key === 'n') run('newTask', null)
    else if (mod && key === ',') switchView('settings')
    else if (mod && /^[1-9]$/.test(key)) jump(Number(key) - 1)
    else if (plain && (key === 'ArrowDown' || key === 'j')) move(1)
    else if (plain && (key === 'ArrowUp' || key === 'k')) move(-1)
    else if (plain && key === 's') run('snooze', current)
    else if (plain && event.key === '?') run('help', null)
    else if (key === 'Escape') void call('view.hide').catch(() => undefined)
    else return
    event.preventDefault()
  }

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
      {reason === null ? null : (
        <ErrorBanner
          error={reason}
          showing={brief === undefined ? 'nothing' : 'saved'}
          onRetry={() => void refetch()}
        />
      )}
      <div className={frame.body}>
        {brief === undefined ? null : (
          <>
            {isNothingDue(brief.tasks, now) ? (
              <p className={css.nothing}>{nothingDueWords(brief, now)}</p>
            ) : null}
            <Section name="Tasks" empty={brief.tasks.length === 0 ? 'No open tasks.' : null}>
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
                          now={now}
                          tint={statuses?.find(({ slug }) => slug === task.status)?.color}
                        />,
                      ),
                    )}
                  </ul>
                </div>
              ))}
            </Section>
            <Section name="Meetings" empty={brief.meetings.length === 0 ? 'No meetings ahead.' : null}>
              <ul>
                {brief.meetings.map((meeting) =>
                  item(
                    { key: `meeting:${meeting.id}`, section: 'meetings', meeting },
                    <MeetingLine meeting={meeting} now={now} isNext={meeting === next} />,
                    meeting === next && meeting.joinUrl != null ? (
                      <Button look="primary" className={css.join} onClick={() => joinMeeting(meeting.id)}>
                        Join <KeyCaps keys="Mod+J" />
                      </Button>
                    ) : null,
                  ),
                )}
              </ul>
            </Section>
            <Section name="Notifications" empty={brief.notifications.length === 0 ? 'All read.' : null}>
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

const titleOf = (entry: Entry | null): string | null => {
  switch (entry?.section) {
    case undefined:
      return null
    case 'tasks':
      return entry.task.title
    case 'meetings':
      return entry.meeting.title
    case 'notifications':
      return entry.notification.title
  }
}

const actionsOf = (entry: Entry | null): { id: ActionId; title: string; shortcut?: string }[] => [
  ...(entry === null
    ? []
    : [
        {
          id: 'open' as const,
          title: entry.section === 'tasks' ? 'Edit task' : 'Open in browser',
          shortcut: 'Enter',
        },
      ]),
  ...(entry?.section === 'tasks'
    ? [
        { id: 'complete' as const, title: 'Mark task done', shortcut: 'Mod+Enter' },
        { id: 'snooze' as const, title: 'Move to tomorrow', shortcut: 's' },
        { id: 'openInBrowser' as const, title: 'Open in browser' },
      ]
    : []),
  { id: 'join', title: 'Join the meeting', shortcut: 'Mod+J' },
  { id: 'refresh', title: 'Refresh', shortcut: 'Mod+R' },
  { id: 'copy', title: 'Copy brief as text', shortcut: 'Mod+C' },
  { id: 'newTask', title: 'New task', shortcut: 'Mod+N' },
  { id: 'help', title: 'Keyboard shortcuts', shortcut: '?' },
]

function TaskLine({ task, now, tint }: { task: LauncherTask; now: Date; tint: string | undefined }) {
  const due = task.dueDate === null ? null : dueWords(task.dueDate, now)
  const urgent = task.priority === 'urgent' ? 'Urgent' : task.priority === 'high' ? 'High' : null
  return (
    <>
      <Tile icon={Circle} tint={tint} />
      <span className={css.title}>{task.title}</span>
      {urgent === null ? null : <span className={css.aside}>{urgent}</span>}
      {due === null ? null : (
        <span className={css.aside} data-tone={due.tone}>
          {due.text}
        </span>
      )}
    </>
  )
}

function MeetingLine({ meeting, now, isNext }: { meeting: BriefMeeting; now: Date; isNext: boolean }) {
  const near = meeting.allDay === true ? null : nearness(meeting.startAt, meeting.endAt, now)
  return (
    <>
      <Tile icon={Calendar} tint={isNext ? '#4f46e5' : '#3b82f6'} />
      <span className={css.title}>{meeting.title}</span>
      {meeting.location == null ? null : <span className={css.soft}>{meeting.location}</span>}
      <span className={css.aside} data-tone={near === null ? 'later' : 'today'}>
        {near === null ? '' : `${near} · `}
        {meetingWords(meeting.startAt, meeting.endAt, now, meeting.allDay)}
      </span>
    </>
  )
}

function NotificationLine({ notification, now }: { notification: BriefNotification; now: Date }) {
  return (
    <>
      <Tile icon={Bell} tint="#d97706" />
      <span className={css.title}>{notification.title}</span>
      {notification.body == null ? null : <span className={css.soft}>{notification.body}</span>}
      {notification.createdAt === undefined ? null : (
        <span className={css.aside}>
          {ageWords(new Date(notification.createdAt).getTime(), now.getTime())}
        </span>
      )}
    </>
  )
}
