// The entries of the detail pane as they are shown: fields, facts, texts with web addresses, links to other items, and guests.
import {
  ChevronDown,
  CircleCheck,
  CircleDashed,
  CircleQuestionMark,
  CircleX,
  Copy,
  Crown,
  ExternalLink,
  type LucideIcon,
  Mail,
  Phone,
  RotateCcw,
} from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { TaskStatus } from '../../shared/api/launcher/tasks.ts'
import { say } from '../../shared/language.ts'
import { piecesOf } from '../../shared/links.ts'
import { call } from '../state/bridge.ts'
import {
  showError,
  hideLater,
  goTo,
  screenNow,
  showNotice,
  setQuery,
  usePaletteStore,
} from '../state/store.ts'
import { copyText } from '../ui/clipboard.ts'
import { Avatar, PriorityFlag, progressOf, StatusGlyph } from '../ui/glyphs.tsx'
import { rowCache } from './row-cache.ts'
import { keyOf, type PaletteRow } from './rows.ts'
import { openInBrowser } from './open.ts'
import { chords, isShortcut } from '../ui/keyboard.ts'
import { toggleDone } from '../writes/change-tasks.ts'
import { type Entry, type Guest, guestWords, type Subtask, type Target } from './detail.ts'
import css from './detail-pane.module.css'

/** An item that this computer has not seen has no address here. The service is asked for it, or it is searched visibly. */
const find = async ({ kind, id, title, known = title }: Target): Promise<void> => {
  const item = { kind, id }
  const answer = await call('search.run', { query: known, types: [kind] }).catch(() => null)
  if (answer?.rows.some((row) => keyOf(row) === keyOf(item)) === true) return openInBrowser(item)
  if (screenNow(usePaletteStore.getState()).kind !== 'palette') goTo({ kind: 'palette' })
  setQuery(known, kind === 'record' ? 'records' : 'meetings')
}

const open = (target: Target): void => {
  const { kind, id, title } = target
  if (kind === 'task') return goTo({ kind: 'editTask', id, title })
  if (rowCache.rowOf(keyOf({ kind, id })) !== null) return openInBrowser({ kind, id })
  void find(target)
}

function TargetButton({ target, children }: { target: Target; children?: ReactNode }) {
  return (
    <button type="button" tabIndex={-1} className={css.value} onClick={() => open(target)}>
      {children ?? (
        <span className={css.shown} dir="auto">
          {target.title}
        </span>
      )}
      <ExternalLink size={13} aria-hidden="true" />
    </button>
  )
}

/** Opens a contact or a link of the item. The main process opens only what it finds in the item itself. */
const openContact = (row: PaletteRow, value: string): void => {
  if (row.type !== 'item') return
  const { kind, id } = row.row
  call('items.contact', { kind, id, value }).then(hideLater(), showError)
}

/** Plain text, never HTML. Its web addresses are buttons. */
function LinkedText({ text, row }: { text: string; row: PaletteRow }) {
  return piecesOf(text).map(({ text: piece, link }, at) =>
    link === null ? (
      piece
    ) : (
      // A text may name an address twice.
      <button
        key={at}
        type="button"
        tabIndex={-1}
        className="text-link"
        onClick={() => openContact(row, link)}
      >
        {piece}
      </button>
    ),
  )
}

const answerIcons: Readonly<Record<NonNullable<Guest['answer']>, LucideIcon>> = {
  accepted: CircleCheck,
  tentative: CircleQuestionMark,
  declined: CircleX,
  needsAction: CircleDashed,
}

const shownGuests = 6

function GuestLine({ guest }: { guest: Guest }) {
  const { name, answer, isOrganizer, record } = guest
  const Icon = isOrganizer ? Crown : answerIcons[answer ?? 'needsAction']
  const face = (
    <>
      <Avatar name={name} of="person" size="small" />
      <span className={css.guest}>
        <span dir="auto">{name}</span>{' '}
        <span className={css.answer}>
          <Icon size={12} aria-hidden="true" />
          {guestWords(guest)}
        </span>
      </span>
    </>
  )
  return record === null ? (
    <dd className={[css.fact, css.plainGuest].join(' ')}>{face}</dd>
  ) : (
    <dd className={css.field}>
      <TargetButton target={record}>{face}</TargetButton>
    </dd>
  )
}

/** Long lists are folded after the first few. */
function Guests({ guests, more }: { guests: readonly Guest[]; more: number }) {
  const [isOpen, setOpen] = useState(false)
  const isLong = guests.length > shownGuests + 1
  return (
    <>
      {(isLong && !isOpen ? guests.slice(0, shownGuests) : guests).map((guest, at) => (
        // Two people may have one name.
        <GuestLine key={at} guest={guest} />
      ))}
      {isLong && !isOpen ? (
        <dd className={css.field}>
          <button
            type="button"
            tabIndex={-1}
            className={css.value}
            aria-expanded={false}
            onClick={() => setOpen(true)}
          >
            {say('detail.allPeople', { count: guests.length })}
            <ChevronDown size={13} aria-hidden="true" />
          </button>
        </dd>
      ) : more === 0 ? null : (
        <dd className={css.fact}>{say('detail.morePeople', { count: more })}</dd>
      )}
    </>
  )
}

const copy = (value: string): void => {
  void copyText(value).then(() => showNotice(say('contact.copied', { value }), 'success'))
}

/** The action of a contact besides copying it. */
const contactActs = {
  email: { icon: Mail, words: 'detail.mail' },
  phone: { icon: Phone, words: 'detail.call' },
  url: { icon: ExternalLink, words: 'detail.open' },
} as const

/** A subtask: opened by Enter, completed by the key of "done" or by its second button. */
function SubtaskLine({ subtask, statuses }: { subtask: Subtask; statuses: readonly TaskStatus[] }) {
  const { title, status, due, seen } = subtask
  const isDone = status?.isComplete === true
  const words = say(isDone ? 'detail.reopenSubtask' : 'detail.completeSubtask', { title })
  const toggle = (): void => {
    if (seen !== null) void toggleDone([seen], statuses)
  }
  const face = (
    <>
      <StatusGlyph status={status} progress={status === undefined ? 0 : progressOf(status, statuses)} />
      <span className={css.subtask} data-done={isDone}>
        <span dir="auto">{title}</span> <span className="visually-hidden">{status?.name ?? ''} </span>
        {due === null ? null : (
          <span className={css.due} data-tone={due.tone}>
            {due.text}
          </span>
        )}
      </span>
    </>
  )
  return seen === null ? (
    <dd className={css.fact}>{face}</dd>
  ) : (
    // The keys of its buttons.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <dd
      className={css.field}
      onKeyDown={(event) => {
        if (!isShortcut(event, chords.done)) return
        event.preventDefault()
        event.stopPropagation()
        toggle()
      }}
    >
      <TargetButton target={{ kind: 'task', id: seen.id, title }}>{face}</TargetButton>
      <button
        type="button"
        tabIndex={-1}
        className={css.act}
        title={words}
        aria-label={words}
        onClick={toggle}
      >
        {isDone ? <RotateCcw size={14} aria-hidden="true" /> : <CircleCheck size={14} aria-hidden="true" />}
      </button>
    </dd>
  )
}

function FieldEntry({ entry, row }: { entry: Extract<Entry, { type: 'field' }>; row: PaletteRow }) {
  const { label, value, shown, kind } = entry
  const act = kind === 'text' ? null : contactActs[kind]
  const Icon = act?.icon
  return (
    <dd className={css.field}>
      <button
        type="button"
        tabIndex={-1}
        className={css.value}
        aria-label={say('detail.copy', { label, value: shown })}
        onClick={() => copy(value)}
      >
        <span className={css.shown} dir="auto">
          {shown}
        </span>
        <Copy size={13} aria-hidden="true" />
      </button>
      {act === null || Icon === undefined || row.type !== 'item' ? null : (
        <button
          type="button"
          tabIndex={-1}
          className={css.act}
          title={say(act.words, { value: shown })}
          aria-label={say(act.words, { value: shown })}
          onClick={() => openContact(row, value)}
        >
          <Icon size={14} aria-hidden="true" />
        </button>
      )}
    </dd>
  )
}

export function EntryView({
  entry,
  row,
  statuses,
}: {
  entry: Entry
  row: PaletteRow
  statuses: readonly TaskStatus[]
}) {
  switch (entry.type) {
    case 'field':
      return (
        <div className={css.entry}>
          <dt>{entry.label}</dt>
          <FieldEntry entry={entry} row={row} />
        </div>
      )
    case 'fact':
      return (
        <div className={css.entry}>
          <dt>{entry.label}</dt>
          <dd className={css.fact} data-tone={entry.tone} dir="auto">
            {entry.glyph === undefined ? null : entry.glyph.of === 'priority' ? (
              <PriorityFlag priority={entry.glyph.priority} />
            ) : (
              <StatusGlyph status={entry.glyph.status} progress={progressOf(entry.glyph.status, statuses)} />
            )}
            {entry.text}
          </dd>
        </div>
      )
    case 'people':
      return (
        <div className={css.entry}>
          <dt>{entry.label}</dt>
          {entry.names.map((name, at) => (
            // Two people may have one name.
            <dd key={at} className={css.fact} dir="auto">
              <Avatar name={name} of="person" size="small" />
              {name}
            </dd>
          ))}
        </div>
      )
    case 'text':
      return (
        <div className={css.entry}>
          <dt>{entry.label}</dt>
          <dd className={css.text} dir="auto">
            {entry.links ? <LinkedText text={entry.text} row={row} /> : entry.text}
          </dd>
        </div>
      )
    case 'guests':
      return (
        <div className={css.entry}>
          <dt>{entry.label}</dt>
          <Guests key={row.key} guests={entry.guests} more={entry.more} />
        </div>
      )
    case 'links':
      return (
        <div className={css.entry}>
          <dt>{entry.label}</dt>
          {entry.targets.map((target) => (
            <dd key={target.id} className={css.field}>
              <TargetButton target={target} />
            </dd>
          ))}
        </div>
      )
    case 'subtasks':
      return (
        <div className={css.entry}>
          <dt>{entry.label}</dt>
          {entry.subtasks.map((subtask) => (
            <SubtaskLine key={subtask.key} subtask={subtask} statuses={statuses} />
          ))}
        </div>
      )
    case 'join':
      return null
  }
}
