// Lines of the brief: items, and the buttons that unfold a group.
import { ChevronRight } from 'lucide-react'
import type { CSSProperties, ReactNode } from 'react'
import type { TaskStatus } from '../../shared/api/launcher/tasks.ts'
import { say } from '../../shared/language.ts'
import { dueAt } from '../../shared/whole-days.ts'
import { type DueTone, dueLabel, isWholeDay, timeWords } from '../../shared/dates/format.ts'
import { repeatWords } from '../../shared/dates/repeat-words.ts'
import { RepeatMark } from '../items/row-face.tsx'
import { RunningMark } from '../items/timer.tsx'
import { PriorityFlag, progressOf, StatusGlyph } from '../ui/glyphs.tsx'
import css from './brief.module.css'
import type { Entry, FoldEntry, ItemEntry, TaskEntry } from './brief-entries.ts'

/** Props of every line, for its focus and for opening it. */
export interface Lines {
  now: Date
  current: Entry | null
  isTabStop: (entry: Entry) => boolean
  onFocus: (entry: Entry) => void
  open: (entry: Entry) => void
}

const rowProps = (entry: Entry, { isTabStop, onFocus, open }: Lines) => ({
  type: 'button' as const,
  'data-entry': entry.key,
  tabIndex: isTabStop(entry) ? 0 : -1,
  onFocus: () => onFocus(entry),
  onClick: () => open(entry),
})

export function Item({
  entry,
  lines,
  before,
  style,
  className = css.item,
  children,
}: {
  entry: ItemEntry
  lines: Lines
  /** Stands before the button of the line. */
  before?: ReactNode
  style?: CSSProperties
  className?: string | undefined
  children: ReactNode
}) {
  return (
    <li className={className} style={style} data-current={lines.current?.key === entry.key}>
      {before}
      <button className={css.row} {...rowProps(entry, lines)}>
        {children}
      </button>
    </li>
  )
}

/** Unfolds a group, or the rest of it. */
export function Fold({
  entry,
  lines,
  className,
  children,
}: {
  entry: FoldEntry
  lines: Lines
  className?: string | undefined
  children: ReactNode
}) {
  return (
    <button
      className={className ?? css.fold}
      aria-expanded={entry.isOpen}
      data-current={lines.current?.key === entry.key}
      {...rowProps(entry, lines)}
    >
      <ChevronRight size={14} aria-hidden="true" className={css.chevron} />
      {children}
    </button>
  )
}

/** The group says which tasks are for today, so they show only their time. */
const dueTodayOr = (dueDate: string, now: Date): { text: string; tone: DueTone } | null => {
  const words = dueLabel(dueDate, now)
  if (words.tone !== 'today') return words
  const due = dueAt(dueDate)
  return isWholeDay(due) ? null : { ...words, text: timeWords(due) }
}

export function TaskItem({
  entry,
  lines,
  statuses,
  change,
  pending,
  onDone,
}: {
  entry: TaskEntry
  lines: Lines
  statuses: readonly TaskStatus[]
  change: 'brief.new' | 'brief.moved' | null
  /** Description of unsaved changes. */
  pending: string | null
  onDone: () => void
}) {
  const { task } = entry
  const due = task.dueDate === null ? null : dueTodayOr(task.dueDate, lines.now)
  const status = statuses.find(({ slug }) => slug === task.status)
  return (
    <Item
      entry={entry}
      lines={lines}
      before={
        // Mod+D does the same from the keyboard.
        <button
          type="button"
          className={css.circle}
          tabIndex={-1}
          aria-label={say('brief.markDone', { title: task.title })}
          onClick={onDone}
        >
          <StatusGlyph status={status} progress={status === undefined ? 0 : progressOf(status, statuses)} />
        </button>
      }
    >
      <span className={css.title} dir="auto">
        {task.title}
      </span>
      {change === null ? null : <span className={css.change}>{say(change)}</span>}
      <RunningMark taskId={task.id} now={lines.now} />
      {pending === null ? null : <span className={css.pending}>{pending}</span>}
      <span className={css.end}>
        {status === undefined || status.isDefault ? null : (
          <span className="visually-hidden">{status.name}</span>
        )}
        {task.priority === 'urgent' || task.priority === 'high' ? (
          <PriorityFlag priority={task.priority} words={say(`priority.${task.priority}`)} />
        ) : null}
        {task.recurrence ? <RepeatMark words={repeatWords(task.recurrence, lines.now)} /> : null}
        {due === null ? null : (
          <span className={css.aside} data-tone={due.tone}>
            {due.text}
          </span>
        )}
      </span>
    </Item>
  )
}
