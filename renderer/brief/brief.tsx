// The daily brief: tasks, meetings, notifications, each item with its one-key actions (APP-04).
import { RefreshCw } from 'lucide-react'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { flushSync } from 'react-dom'
import { say } from '../../shared/language.ts'
import type { BriefSection } from '../../shared/ipc/launcher.ts'
import { ActionPanel } from '../palette/panels/action-panel.tsx'
import { HelpPanel } from '../palette/panels/help-panel.tsx'
import { SkeletonRows } from '../palette/rows/progress.tsx'
import { joinMeeting } from '../palette/use-row-actions.ts'
import { Button } from '../ui/button.tsx'
import { ageWords, longDayWords } from '../ui/dates/dates.ts'
import { ErrorBanner } from '../ui/error-banner.tsx'
import { Footer, ViewFrame } from '../ui/frame.tsx'
import frame from '../ui/frame.module.css'
import { KeyCaps } from '../ui/keyboard/key-caps.tsx'
import { useDelayed } from '../ui/use-delayed.ts'
import type { Entry } from './brief-entries.ts'
import { actionsOf, MeetingLine, NotificationLine, TaskLine, titleOf } from './brief-lines.tsx'
import css from './brief.module.css'
import { bucketWords, changeOf, changesWords, isNothingDue, nothingDueWords } from './brief-sections.ts'
import { useBrief } from './use-brief.ts'

function Section({
  of,
  children,
  isEmpty,
  onRetry,
}: {
  of: BriefSection
  children: ReactNode
  isEmpty: boolean
  /** Set if this section could not be read. */
  onRetry: (() => void) | null
}) {
  const name = say(`brief.${of}`)
  const section = useRef<HTMLElement>(null)
  const isRead = onRetry === null
  // The retry button disappears with the error; its section takes the focus.
  useLayoutEffect(() => {
    if (isRead && document.activeElement === document.body)
      section.current?.querySelector<HTMLElement>('[data-entry]')?.focus()
  }, [isRead])
  return (
    <section ref={section} className={css.section} aria-label={name}>
      <h2 className={css.heading}>{name}</h2>
      {onRetry === null ? null : (
        <p className={css.failed} role="alert">
          {say(`brief.${of}.failed`)} <Button onClick={onRetry}>{say('common.tryAgain')}</Button>
        </p>
      )}
      {isEmpty ? null : children}
      {isEmpty && onRetry === null ? <p className={css.empty}>{say(`brief.${of}.none`)}</p> : null}
    </section>
  )
}

export function Brief() {
  const { page, now, brief, fetched, reason, isFetching, entries, next, panel, ...does } = useBrief()
  const { current, isTabStop, onFocus } = does.roving
  const isBare = useDelayed(brief === undefined && isFetching, 150)
  const item = (entry: Entry, children: ReactNode, beside: ReactNode = null) => (
    <li key={entry.key} className={css.item} data-current={current?.key === entry.key}>
      <button
        type="button"
        className={css.row}
        data-entry={entry.key}
        tabIndex={isTabStop(entry) ? 0 : -1}
        onFocus={() => onFocus(entry)}
        onClick={() => does.open(entry)}
      >
        {children}
      </button>
      {beside}
    </li>
  )

  return (
    <ViewFrame
      ref={page}
      tabIndex={-1}
      className={[frame.frame, css.page].join(' ')}
      aria-label={say('brief.view')}
      aria-busy={isFetching}
      onKeyDown={does.onKeyDown}
    >
      <header className={frame.head}>
        <h1 className={frame.title}>{longDayWords(now)}</h1>
        {fetched === undefined ? null : (
          <span className={frame.aside}>
            {reason?.kind === 'offline' || fetched.source === 'cached'
              ? say('brief.saved', { age: ageWords(fetched.fetchedAt, now.getTime()) })
              : ageWords(fetched.fetchedAt, now.getTime())}
          </span>
        )}
        <Button look="ghost" aria-label={say('common.refresh')} onClick={does.refresh}>
          <RefreshCw size={15} aria-hidden="true" className={isFetching ? css.turning : undefined} />
        </Button>
      </header>
      <div className={frame.body}>
        {isBare ? <SkeletonRows /> : null}
        {brief === undefined ? null : (
          <>
            {isNothingDue(brief.tasks, now) ? (
              <p className={css.nothing}>{nothingDueWords(brief, now)}</p>
            ) : null}
            {fetched?.changes === undefined ? null : (
              <p className={css.since}>{changesWords(fetched.changes, now)}</p>
            )}
            <Section of="tasks" onRetry={does.retryOf('tasks')} isEmpty={brief.tasks.length === 0}>
              {entries.buckets.map(({ bucket, entries: inBucket }) => (
                <div key={bucket}>
                  <h3 className={css.bucket} data-bucket={bucket}>
                    {say(bucketWords[bucket])} <span className={css.count}>{inBucket.length}</span>
                  </h3>
                  <ul>
                    {inBucket.map((entry) =>
                      item(
                        entry,
                        <TaskLine
                          task={entry.task}
                          change={changeOf(entry.task.id, fetched?.changes)}
                          pending={does.pendingOf(entry.task.id)}
                          now={now}
                          tint={does.tintOf(entry.task.status)}
                        />,
                      ),
                    )}
                  </ul>
                </div>
              ))}
            </Section>
            <Section of="meetings" onRetry={does.retryOf('meetings')} isEmpty={brief.meetings.length === 0}>
              <ul>
                {entries.meetings.map((entry) =>
                  item(
                    entry,
                    <MeetingLine meeting={entry.meeting} now={now} isNext={entry.meeting === next} />,
                    entry.meeting === next && (next.joinUrl ?? null) !== null ? (
                      <Button look="primary" className={css.join} onClick={() => joinMeeting(next.id)}>
                        {say('brief.join')} <KeyCaps keys="Mod+J" />
                      </Button>
                    ) : null,
                  ),
                )}
              </ul>
            </Section>
            <Section
              of="notifications"
              onRetry={does.retryOf('notifications')}
              isEmpty={brief.notifications.length === 0}
            >
              <ul>
                {entries.notifications.map((entry) =>
                  item(entry, <NotificationLine notification={entry.notification} now={now} />),
                )}
              </ul>
            </Section>
          </>
        )}
      </div>
      {reason === null ? null : (
        <ErrorBanner
          field={page}
          error={reason}
          showing={brief === undefined ? 'nothing' : 'saved'}
          onRetry={does.refresh}
        />
      )}
      <Footer idle={say('brief.keys')}>
        {current?.section === 'tasks' ? (
          <Button look="ghost" shortcut="Mod+Enter" onClick={() => does.run('complete', current)}>
            {say('common.done')}
          </Button>
        ) : null}
        <Button look="ghost" shortcut="Mod+K" aria-haspopup="dialog" onClick={() => does.setPanel('actions')}>
          {say('common.actions')}
        </Button>
      </Footer>
      {panel === 'actions' ? (
        <ActionPanel
          about={titleOf(current)}
          actions={actionsOf(current)}
          onRun={(id) => {
            // Close first: the dialog restores the focus, and the action may move it.
            flushSync(() => does.setPanel('none'))
            does.run(id, current)
          }}
          onClose={() => does.setPanel('none')}
        />
      ) : null}
      {panel === 'help' ? <HelpPanel onClose={() => does.setPanel('none')} /> : null}
    </ViewFrame>
  )
}
