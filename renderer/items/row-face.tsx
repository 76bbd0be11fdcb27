// The face of a palette row: its glyph, its main facts, and the words that stand for its glyphs.
import {
  Calendar,
  CalendarPlus,
  FileUp,
  CircleDashed,
  CircleQuestionMark,
  FilePen,
  Inbox,
  LayoutList,
  type LucideIcon,
  Plus,
  Search,
  Sunrise,
  UserPlus,
  Zap,
  CircleX,
  Repeat,
} from 'lucide-react'
import type { ReactNode } from 'react'
import type { TaskStatus } from '../../shared/api/launcher/tasks.ts'
import type { FirstStep } from '../../shared/ipc/settings.ts'
import { bareUrl, type PlainKey, say } from '../../shared/language.ts'
import { stateWords } from '../writes/words.ts'
import { dueLabel, meetingWords, nearness } from '../../shared/dates/format.ts'
import { Avatar, progressOf, StatusGlyph, Tile } from '../ui/glyphs.tsx'
import { repeatWords } from '../../shared/dates/repeat-words.ts'
import { isPerson, type PaletteRow } from './rows.ts'
import type { SeenMeeting } from '../../shared/api/launcher/search.ts'
import css from './row-face.module.css'

const firstStepIcons: Readonly<Record<FirstStep, LucideIcon>> = {
  find: Search,
  capture: Zap,
  brief: Sunrise,
  calendar: CalendarPlus,
  person: UserPlus,
  import: FileUp,
}

export interface Face {
  sign: ReactNode
  subtitle: string
  /** The meaning of the glyphs, for screen readers. */
  told?: string
  priority?: string
  aside: { text: string; tone?: 'overdue' | 'today' | 'later' } | null
  shortcut?: string | undefined
  /** How a task repeats. */
  repeats?: string
  /** Marks a meeting that may not take place for the person. */
  mark?: Mark | null
}

const priorityNames: Readonly<Record<string, PlainKey>> = {
  urgent: 'priority.urgent',
  high: 'priority.high',
}

/** Joins two facts, or returns the one that exists. */
const facts = (first: string | undefined, second: string | undefined): string =>
  first === undefined || second === undefined ? (first ?? second ?? '') : say('row.facts', { first, second })

const draftWords = (key: string): string =>
  say(
    key.startsWith('capture')
      ? 'row.draft.capture'
      : key.startsWith('edit')
        ? 'row.draft.edit'
        : key.startsWith('newRecord')
          ? 'row.draft.record'
          : key.startsWith('comment')
            ? 'comments.draft'
            : 'row.draft.task',
  )

const dueOf = (dueDate: string | null | undefined, now: Date) =>
  dueDate === null || dueDate === undefined ? null : dueLabel(dueDate, now)

function itemFace(
  { row, join }: Extract<PaletteRow, { type: 'item' }>,
  now: Date,
  statuses: readonly TaskStatus[],
): Face {
  const { kind, title, subtitle, badge, task, record, meeting } = row
  if (kind === 'task') {
    const status = task?.status
    const done = status?.isComplete === true
    const due = done ? null : dueOf(task?.dueDate, now)
    const named = done ? undefined : priorityNames[task?.priority ?? '']
    return {
      sign: (
        <StatusGlyph status={status} progress={status === undefined ? 0 : progressOf(status, statuses)} />
      ),
      subtitle: status === undefined ? subtitle : '',
      told: facts(status?.name, named === undefined ? undefined : say(named)),
      ...(named === undefined || task?.priority === undefined ? {} : { priority: task.priority }),
      ...(task?.recurrence && !done ? { repeats: repeatWords(task.recurrence, now) } : {}),
      aside: due ?? (badge === '' || badge === status?.name ? null : { text: badge }),
    }
  }
  if (kind === 'meeting') {
    const at =
      meeting?.startAt === undefined
        ? badge
        : meetingWords(meeting.startAt, meeting.endAt, now, meeting.allDay)
    const near =
      meeting?.startAt === undefined || meeting.endAt === undefined || meeting.allDay === true
        ? null
        : nearness(meeting.startAt, meeting.endAt, now)
    return {
      sign: <Tile icon={Calendar} tint="#3b82f6" />,
      subtitle: bareUrl(meeting?.location ?? (meeting?.startAt === undefined ? subtitle : '')),
      aside: { text: facts(near ?? undefined, at), ...(near === null ? {} : { tone: 'today' }) },
      mark: markOf(meeting ?? {}),
      shortcut: join === 'next' && (meeting?.joinUrl ?? null) !== null ? 'Mod+J' : undefined,
    }
  }
  if (kind === 'record' || kind === 'member')
    return {
      sign: <Avatar name={title} of={isPerson(row) ? 'person' : 'thing'} tint={record?.color} />,
      subtitle: bareUrl(subtitle),
      aside: { text: kind === 'member' ? say('row.member') : (record?.objectTypeName ?? badge) },
    }
  return {
    sign: <Tile icon={CircleQuestionMark} />,
    subtitle,
    aside: { text: badge === '' ? kind : badge },
  }
}

export function faceOf(row: PaletteRow, now: Date, statuses: readonly TaskStatus[]): Face {
  switch (row.type) {
    case 'item':
      return itemFace(row, now, statuses)
    case 'command':
      return {
        sign: <Tile icon={row.command.icon} />,
        subtitle: '',
        aside: null,
        shortcut: row.command.shortcut,
      }
    case 'object':
      return {
        sign: <Tile icon={LayoutList} tint={row.object.color} />,
        subtitle: row.object.description ?? '',
        aside: null,
      }
    case 'widen':
      return { sign: <Tile icon={Search} />, subtitle: '', aside: null }
    case 'create':
      return { sign: <Tile icon={Plus} tint="#6366f1" />, subtitle: '', aside: null }
    case 'draft':
      return {
        sign: <Tile icon={FilePen} />,
        subtitle: draftWords(row.of),
        aside: { text: say('row.draft') },
      }
    case 'firstStep': {
      const subtitle = row.step === 'capture' ? say('firstStep.capture.text') : ''
      return { sign: <Tile icon={firstStepIcons[row.step]} tint="#6366f1" />, subtitle, aside: null }
    }
    case 'captured':
      return {
        sign: <Tile icon={CircleDashed} />,
        subtitle: stateWords(row.item, now.getTime()).text,
        aside: null,
      }
    case 'outbox':
      return {
        sign: <Tile icon={Inbox} tint={row.needsYou ? '#dc2626' : '#3b82f6'} />,
        subtitle: row.detail,
        aside: null,
      }
  }
}

/** The mark of a meeting that may not take place for the person. Its word has a shape, so that no colour has to say it. */
export type Mark = 'declined' | 'tentative' | 'unanswered'

/** Null for meetings that the person accepted, or was not asked about. */
export const markOf = ({
  response,
  tentative,
}: {
  [Name in 'response' | 'tentative']?: SeenMeeting[Name] | undefined
}): Mark | null =>
  response === 'declined'
    ? 'declined'
    : response === 'tentative' || tentative === true
      ? 'tentative'
      : response === 'needsAction'
        ? 'unanswered'
        : null

export const markWords: Readonly<Record<Mark, PlainKey>> = {
  declined: 'meeting.declined',
  tentative: 'meeting.tentative',
  unanswered: 'meeting.unanswered',
}
const markIcons: Readonly<Record<Mark, LucideIcon>> = {
  declined: CircleX,
  tentative: CircleQuestionMark,
  unanswered: CircleDashed,
}

/** The sign of a task that repeats. Its name says how. */
export const RepeatMark = ({ words }: { words: string }) => (
  <span className={css.mark} title={say('repeat.mark', { rule: words })}>
    <Repeat size={12} aria-hidden="true" />
    <span className="visually-hidden">{say('repeat.mark', { rule: words })}</span>
  </span>
)

export function MeetingMark({ mark, className }: { mark: Mark; className?: string | undefined }) {
  const Icon = markIcons[mark]
  return (
    <span className={[css.mark, className].filter(Boolean).join(' ')}>
      <Icon size={12} aria-hidden="true" />
      {say(markWords[mark])}
    </span>
  )
}
