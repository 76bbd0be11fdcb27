// One row of the palette: its kind, its title, its main facts, and whether it is live or cached.
/* oxlint-disable jsx-a11y/prefer-tag-over-role -- HTML has no element for a list that a text field controls. */
import {
  Calendar,
  CircleCheck,
  Circle,
  CircleDashed,
  CircleQuestionMark,
  Command,
  FilePen,
  Inbox,
  Keyboard,
  LayoutList,
  LogOut,
  type LucideIcon,
  Pin,
  Plus,
  Power,
  RefreshCw,
  Search,
  Send,
  Settings,
  Sunrise,
  Undo2,
  Video,
  Zap,
} from 'lucide-react'
import { memo } from 'react'
import { type PlainKey, say } from '../../../shared/language.ts'
import { stateWords } from '../../outbox/outbox-words.ts'
import { useSettings } from '../../app/queries.ts'
import { ageWords, dueWords, meetingWords, nearness } from '../../ui/dates/dates.ts'
import { KeyCaps } from '../../ui/keyboard/key-caps.tsx'
import { Tile } from '../../ui/tile.tsx'
import type { CommandId } from '../commands.ts'
import css from './palette-row.module.css'
import type { PaletteRow } from './rows.ts'

const commandIcons: Readonly<Record<CommandId, LucideIcon>> = {
  newTask: Plus,
  capture: Zap,
  brief: Sunrise,
  browse: LayoutList,
  outbox: Send,
  settings: Settings,
  keys: Keyboard,
  signOut: LogOut,
  refresh: RefreshCw,
  undo: Undo2,
  join: Video,
  searchTasks: Search,
  searchRecords: Search,
  searchMeetings: Search,
  actions: Command,
  quit: Power,
}

interface Face {
  tile: { icon?: LucideIcon; tint?: string | null | undefined; title?: string; round?: boolean }
  subtitle: string
  aside: { text: string; tone?: 'overdue' | 'today' | 'later' } | null
  shortcut?: string | undefined
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
        : 'row.draft.task',
  )

const dueOf = (dueDate: string | null | undefined, now: Date) =>
  dueDate === null || dueDate === undefined ? null : dueWords(dueDate, now)

function faceOf(row: PaletteRow, now: Date): Face {
  switch (row.type) {
    case 'item': {
      const { kind, subtitle, badge, task, record, meeting } = row.row
      if (kind === 'task') {
        const done = task?.status?.isComplete === true
        const due = done ? null : dueOf(task?.dueDate, now)
        const priority = task?.priority === undefined ? undefined : priorityNames[task.priority]
        const words = facts(task?.status?.name, done || priority === undefined ? undefined : say(priority))
        return {
          tile: { icon: done ? CircleCheck : Circle, tint: task?.status?.color },
          subtitle: words === '' ? subtitle : words,
          aside: due ?? (badge === '' || badge === task?.status?.name ? null : { text: badge }),
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
          tile: { icon: Calendar, tint: '#3b82f6' },
          subtitle: meeting?.location ?? (meeting?.startAt === undefined ? subtitle : ''),
          aside: {
            text: facts(near ?? undefined, at),
            ...(near === null ? {} : { tone: 'today' }),
          },
          shortcut: row.join === 'next' && (meeting?.joinUrl ?? null) !== null ? 'Mod+J' : undefined,
        }
      }
      if (kind === 'record')
        return {
          tile: { title: row.title, tint: record?.color },
          subtitle,
          aside: { text: record?.objectTypeName ?? badge },
        }
      if (kind === 'member')
        return { tile: { title: row.title, round: true }, subtitle, aside: { text: say('row.member') } }
      return { tile: { icon: CircleQuestionMark }, subtitle, aside: { text: badge === '' ? kind : badge } }
    }
    case 'command':
      return {
        tile: { icon: commandIcons[row.command.id] },
        subtitle: '',
        aside: null,
        shortcut: row.command.shortcut,
      }
    case 'object':
      return {
        tile: { icon: LayoutList, tint: row.object.color },
        subtitle: row.object.description ?? '',
        aside: null,
      }
    case 'widen':
      return { tile: { icon: Search }, subtitle: '', aside: null }
    case 'create':
      return { tile: { icon: Plus, tint: '#6366f1' }, subtitle: '', aside: null }
    case 'draft':
      return {
        tile: { icon: FilePen },
        subtitle: draftWords(row.of),
        aside: { text: say('row.draft') },
      }
    case 'captured':
      return {
        tile: { icon: CircleDashed },
        subtitle: stateWords(row.item, now.getTime()).text,
        aside: null,
      }
    case 'outbox':
      return {
        tile: { icon: Inbox, tint: row.needsYou ? '#dc2626' : '#3b82f6' },
        subtitle: row.detail,
        aside: null,
      }
  }
}

const PinMark = () => (
  <span className={css.pin}>
    <Pin size={12} aria-hidden="true" />
    <span className="visually-hidden">{say('row.pinned')}</span>
  </span>
)

/** Renders nothing if the shortcut is not registered. */
function Hotkey({ name }: { name: 'capture' }) {
  const hotkey = useSettings().data?.hotkeys[name]
  return hotkey === undefined || hotkey.state === 'taken' || hotkey.state === 'unavailable' ? null : (
    <span className={css.shortcut}>
      <KeyCaps keys={hotkey.accelerator} />
    </span>
  )
}

function Provenance({ row, now, age }: { row: PaletteRow; now: Date; age: 'shown' | 'told' }) {
  if (row.type !== 'item') return null
  const { source, seenAt } = row.row
  const words =
    source === 'live' ? say('row.live') : say('row.saved', { age: ageWords(seenAt, now.getTime()) })
  if (age === 'shown' && source === 'cached') return <span className={css.age}>{words}</span>
  return (
    <span className={css.provenance} data-source={source} title={words}>
      <span className="visually-hidden">{say('row.provenance', { words })}</span>
    </span>
  )
}

export const PaletteRowView = memo(function PaletteRowView({
  row,
  id,
  selected,
  pending,
  pinned,
  now,
  age,
  onPick,
  onPoint,
}: {
  row: PaletteRow
  id: string
  selected: boolean
  /** The progress of an unsaved change to this task. */
  pending: string | null
  pinned: boolean
  now: Date
  /** Whether the age of a cached row is visible, or only in the tooltip and for screen readers. */
  age: 'shown' | 'told'
  onPick: (row: PaletteRow) => void
  onPoint: (row: PaletteRow) => void
}) {
  const { tile, subtitle, aside, shortcut } = faceOf(row, now)
  return (
    // The combobox handles the keys. It names this option as its active one.
    // eslint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      id={id}
      role="option"
      aria-selected={selected}
      tabIndex={-1}
      className={css.row}
      onMouseDown={(event) => event.preventDefault()}
      onMouseMove={() => (selected ? undefined : onPoint(row))}
      onClick={() => onPick(row)}
    >
      <Tile {...tile} />
      <span className={css.name}>
        <span className={css.title} dir="auto">
          {row.title}
        </span>
        {subtitle === '' ? null : (
          <span className={row.type === 'captured' ? css.pending : css.subtitle}>{subtitle}</span>
        )}
      </span>
      {pinned ? <PinMark /> : null}
      {pending === null ? null : <span className={css.pending}>{pending}</span>}
      {aside === null || aside.text === '' ? null : (
        <span className={css.aside} data-tone={aside.tone ?? 'later'}>
          {aside.text}
        </span>
      )}
      {shortcut === undefined ? null : (
        <span className={css.shortcut}>
          {row.type === 'item' ? <span>{say('row.join')}</span> : null}
          <KeyCaps keys={shortcut} />
        </span>
      )}
      {row.type === 'command' && row.command.hotkey !== undefined ? (
        <Hotkey name={row.command.hotkey} />
      ) : null}
      {/* The text “Not sent yet, saved a minute ago” would use "saved" for two different things. */}
      <Provenance row={row} now={now} age={pending === null ? age : 'told'} />
    </div>
  )
})
