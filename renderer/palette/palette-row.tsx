// One row of the palette: a glyph for its kind or state, its title, and its main facts.
/* oxlint-disable jsx-a11y/prefer-tag-over-role -- HTML has no element for a list that a text field controls. */
import { Check, Pin } from 'lucide-react'
import { memo, type MouseEvent, type ReactNode, useMemo } from 'react'
import type { TaskStatus } from '../../shared/api/launcher/tasks.ts'
import { say } from '../../shared/language.ts'
import { markedParts } from '../../shared/search/text-inside.ts'
import { searchedIn } from '../state/query.ts'
import { useSettings } from '../state/queries.ts'
import { usePaletteStore } from '../state/store.ts'
import { PriorityFlag } from '../ui/glyphs.tsx'
import { MeetingMark, RepeatMark, faceOf } from '../items/row-face.tsx'
import { RunningMark } from '../items/timer.tsx'
import { isMac } from '../ui/keyboard.ts'
import { KeyCaps } from '../ui/button.tsx'
import css from './palette-row.module.css'
import type { PaletteRow } from '../items/rows.ts'

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

const isModHeld = ({ metaKey, ctrlKey }: MouseEvent): boolean => (isMac() ? metaKey : ctrlKey)

/** The status of a task. A click on it is not a click on the row; the keyboard has Mod+D for it. */
const TaskSign = ({
  onPress,
  title,
  children,
}: {
  onPress: () => void
  title: string
  children: ReactNode
}) => (
  // eslint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
  <span
    className={css.sign}
    title={title}
    aria-hidden="true"
    onClick={(event) => {
      if (isModHeld(event)) return
      event.stopPropagation()
      onPress()
    }}
  >
    {children}
  </span>
)

/** The part of a text or comment that the query found, with its words marked. */
function Snippet({ text }: { text: string }) {
  const query = usePaletteStore((state) => state.query)
  const parts = useMemo(() => markedParts(text, searchedIn(query)), [text, query])
  return (
    <span className={css.subtitle} dir="auto">
      {parts.map((part, place) => (part.isMarked ? <mark key={place}>{part.text}</mark> : part.text))}
    </span>
  )
}

export const PaletteRowView = memo(function PaletteRowView({
  row,
  id,
  selected,
  marked,
  pending,
  pinned,
  now,
  statuses,
  onPick,
  onMark,
  onPoint,
  onGlyph,
}: {
  row: PaletteRow
  id: string
  selected: boolean
  /** Whether actions change this row; null if no row is marked. */
  marked: boolean | null
  /** The progress of an unsaved change to this task. */
  pending: string | null
  pinned: boolean
  now: Date
  statuses: readonly TaskStatus[]
  onPick: (row: PaletteRow) => void
  onMark: (row: PaletteRow) => void
  onPoint: (row: PaletteRow) => void
  /** A click on the status of a task. */
  onGlyph: (row: PaletteRow) => void
}) {
  const {
    sign,
    subtitle,
    told = '',
    priority,
    repeats,
    aside,
    shortcut,
    mark = null,
  } = faceOf(row, now, statuses)
  const isTask = row.type === 'item' && row.row.kind === 'task'
  const snippet = row.type === 'item' ? row.row.snippet : undefined
  return (
    // The combobox handles the keys. It names this option as its active one.
    // eslint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      id={id}
      data-moves
      role="option"
      aria-selected={marked ?? selected}
      data-here={selected}
      data-dimmed={mark === 'declined'}
      tabIndex={-1}
      className={css.row}
      onMouseDown={(event) => event.preventDefault()}
      onMouseMove={() => (selected ? undefined : onPoint(row))}
      onClick={(event) => (isModHeld(event) ? onMark(row) : onPick(row))}
    >
      {marked === true ? (
        // eslint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
        <span
          className={css.check}
          aria-hidden="true"
          onClick={(event) => {
            event.stopPropagation()
            onMark(row)
          }}
        >
          <Check size={15} />
        </span>
      ) : isTask ? (
        <TaskSign onPress={() => onGlyph(row)} title={told}>
          {sign}
        </TaskSign>
      ) : (
        sign
      )}
      <span className={css.name}>
        <span className={css.title} dir="auto">
          {row.title}
        </span>
        {snippet !== undefined ? (
          <Snippet text={snippet} />
        ) : subtitle === '' ? null : (
          <span className={row.type === 'captured' ? css.pending : css.subtitle}>{subtitle}</span>
        )}
        {told === '' ? null : <span className="visually-hidden">{told}</span>}
      </span>
      {mark === null ? null : <MeetingMark mark={mark} />}
      {pinned ? <PinMark /> : null}
      {isTask ? <RunningMark taskId={row.row.id} now={now} /> : null}
      {pending === null ? null : <span className={css.pending}>{pending}</span>}
      {priority === undefined ? null : <PriorityFlag priority={priority} />}
      {repeats === undefined ? null : <RepeatMark words={repeats} />}
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
    </div>
  )
})
