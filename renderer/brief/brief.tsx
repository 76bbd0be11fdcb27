// The daily brief: the schedule of today, tasks and notifications, each item with its one-key actions (APP-04).
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { say } from '../../shared/language.ts'
import type { BriefSection } from '../../shared/ipc/launcher.ts'
import { HelpPanel } from '../actions/help-panel.tsx'
import { TimerLine } from '../items/timer.tsx'
import { SkeletonRows } from '../shell/progress.tsx'
import type { Panel } from '../actions/action.ts'
import { ContextPanel } from '../actions/action-panel.tsx'
import { isInput } from '../actions/actions.ts'
import { Button } from '../ui/button.tsx'
import { ageWords } from '../../shared/dates/format.ts'
import { ErrorBanner } from '../shell/error-banner.tsx'
import { Footer, ViewFrame } from '../shell/frame.tsx'
import frame from '../shell/frame.module.css'
import { useDelayed } from '../ui/hooks.ts'
import type { Group, TaskEntry } from './brief-entries.ts'
import { BriefHeader } from './brief-header.tsx'
import { Fold, type Lines, TaskItem } from './brief-lines.tsx'
import css from './brief.module.css'
import { type Bucket, bucketsOf, changeOf, changesWords } from './brief-sections.ts'
import { MeetingDetails } from './meeting-details.tsx'
import { Notifications } from './notifications.tsx'
import { Schedule } from './schedule.tsx'
import { RescheduleOverdue } from './reschedule.tsx'
import { rowOfEntry } from './entry-row.ts'
import { useBrief } from './use-brief.ts'

function Section({
  of,
  children,
  empty,
  onRetry,
}: {
  of: BriefSection
  children: ReactNode
  /** Text of an empty section. */
  empty: string | null
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
    <section ref={section} className={css.section} data-section={of} aria-label={name}>
      <h2 className="visually-hidden">{name}</h2>
      {onRetry === null ? null : (
        <p className={css.failed} role="alert">
          {say(`brief.${of}.failed`)} <Button onClick={onRetry}>{say('common.tryAgain')}</Button>
        </p>
      )}
      {empty !== null && onRetry === null ? <p className={css.empty}>{empty}</p> : null}
      {children}
    </section>
  )
}

export function Brief({ asks = 'none' }: { asks?: Panel | undefined }) {
  const { page, now, brief, fetched, reason, isFetching, entries, next, panel, ...does } = useBrief(asks)
  const { current, isTabStop, onFocus } = does.roving
  const isBare = useDelayed(brief === undefined && isFetching, 150)
  const lines: Lines = { now, current, isTabStop, onFocus, open: does.open }
  const detailed = current !== null && 'meeting' in current ? rowOfEntry(current) : null
  const isSaved = reason?.kind === 'offline' || fetched?.source === 'cached'

  const tasksOf = ({ shown }: Group<TaskEntry>): ReactNode =>
    shown.length === 0 ? null : (
      <ul>
        {shown.map((entry) => (
          <TaskItem
            key={entry.key}
            entry={entry}
            lines={lines}
            change={changeOf(entry.task.id, fetched?.changes)}
            pending={does.pendingOf(entry.task.id)}
            statuses={does.statuses}
            onDone={() => does.run('toggleDone', entry)}
          />
        ))}
      </ul>
    )

  /** Tasks that show without being asked for. */
  const firstTasks = (bucket: Bucket): ReactNode => {
    const group = entries.tasks[bucket]
    return group.count === 0 ? null : (
      <div className={css.group}>
        <div className={css.head} data-bucket={bucket}>
          <h3 className={css.bucket}>
            {say(`brief.bucket.${bucket}`)} <span className={css.count}>{group.count}</span>
          </h3>
          {bucket === 'overdue' && group.count > 1 ? (
            <Button tabIndex={-1} look="ghost" onClick={() => does.run('rescheduleOverdue', null)}>
              {say('brief.rescheduleAll')}
            </Button>
          ) : null}
          {group.fold === null ? null : (
            <Fold entry={group.fold} lines={lines} className={css.more}>
              {group.fold.isOpen ? say('brief.showFewer') : say('brief.showAll', { count: group.count })}
            </Fold>
          )}
        </div>
        {tasksOf(group)}
      </div>
    )
  }

  const foldedTasks = (bucket: Bucket): ReactNode => {
    const group = entries.tasks[bucket]
    return group.fold === null ? null : (
      <div className={css.folded} data-open={group.fold.isOpen}>
        <Fold entry={group.fold} lines={lines}>
          {say(`brief.bucket.${bucket}`)} <span className={css.count}>{group.count}</span>
        </Fold>
        {tasksOf(group)}
      </div>
    )
  }

  return (
    <ViewFrame
      ref={page}
      tabIndex={-1}
      className={[frame.frame, css.page].join(' ')}
      aria-label={say('brief.view')}
      aria-busy={isFetching}
      onKeyDown={does.onKeyDown}
    >
      <BriefHeader
        brief={brief}
        next={next}
        savedAt={fetched !== undefined && isSaved ? fetched.fetchedAt : null}
        now={now}
        isFetching={isFetching}
        onRefresh={does.refresh}
      />
      <div className={css.body} data-schedule={entries.schedule.count > 0}>
        {isBare ? <SkeletonRows /> : null}
        {brief === undefined ? null : (
          <>
            <Section
              of="meetings"
              onRetry={does.retryOf('meetings')}
              empty={
                entries.schedule.count > 0
                  ? null
                  : say(entries.nextDays.count > 0 ? 'brief.meetings.none' : 'brief.meetings.noneAhead')
              }
            >
              <Schedule {...entries} lines={lines} />
            </Section>
            <div className={css.rest}>
              <Section
                of="tasks"
                onRetry={does.retryOf('tasks')}
                empty={brief.tasks.length === 0 ? say('brief.tasks.none') : null}
              >
                {firstTasks('today')}
                {firstTasks('overdue')}
                <div className={css.folds}>
                  {foldedTasks('later')}
                  {foldedTasks('noDate')}
                </div>
              </Section>
              <Section
                of="notifications"
                onRetry={does.retryOf('notifications')}
                empty={brief.notifications.length === 0 ? say('brief.notifications.none') : null}
              >
                <Notifications
                  group={entries.notifications}
                  lines={lines}
                  onReadAll={() => does.run('readAll', null)}
                />
              </Section>
              {fetched?.changes === undefined ? null : (
                <p className={css.since}>{changesWords(fetched.changes, now)}</p>
              )}
            </div>
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
      <TimerLine now={now} isStoppedByKey={does.isStoppedByKey} />
      <Footer
        idle={
          fetched === undefined || isSaved
            ? say('brief.keys')
            : say('brief.keysAndAge', { age: ageWords(fetched.fetchedAt, now.getTime()) })
        }
      >
        {current !== null && 'task' in current ? (
          <Button look="ghost" shortcut="Mod+D" onClick={() => does.run('toggleDone', current)}>
            {say('common.done')}
          </Button>
        ) : null}
        <Button look="ghost" shortcut="Mod+K" aria-haspopup="dialog" onClick={() => does.setPanel('actions')}>
          {say('common.actions')}
        </Button>
      </Footer>
      {panel === 'actions' || isInput(panel) ? (
        <ContextPanel
          context={does.contextOf(current)}
          about={rowOfEntry(current)?.title ?? null}
          startAt={isInput(panel) ? panel : null}
          onClose={() => does.setPanel('none')}
        />
      ) : null}
      {panel === 'details' && detailed !== null ? (
        <MeetingDetails
          row={detailed}
          context={does.contextOf(current)}
          now={now}
          onClose={() => does.setPanel('none')}
        />
      ) : null}
      {panel === 'reschedule' && brief !== undefined ? (
        <RescheduleOverdue
          tasks={bucketsOf(brief.tasks, now).overdue}
          onClose={() => does.setPanel('none')}
        />
      ) : null}
      {panel === 'help' ? <HelpPanel view="brief" onClose={() => does.setPanel('none')} /> : null}
    </ViewFrame>
  )
}
