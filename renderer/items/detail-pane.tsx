// The pane beside the results: what is known about the selected row. The selection paints it in the same frame, from cached
// data; it never moves the list.
import { Copy, ExternalLink, Mail, Phone, Plus, Video } from 'lucide-react'
import { memo, type RefObject, useLayoutEffect, useMemo, useRef } from 'react'
import type { TaskStatus } from '../../shared/api/launcher-tasks.ts'
import { say } from '../../shared/language.ts'
import { goTo, tell } from '../state/store.ts'
import { useOutbox, useTaskOptions } from '../state/queries.ts'
import { fieldsOver } from '../writes/pending.ts'
import { copyText } from '../ui/clipboard.ts'
import { Button } from '../ui/button.tsx'
import { Avatar, PriorityFlag, progressOf, StatusGlyph } from '../ui/glyphs.tsx'
import { isComposing } from '../ui/keyboard.ts'
import { joinMeeting } from './open.ts'
import { rowCache } from './cache-sync.ts'
import { changesByKey } from './changed-tasks.ts'
import { faceOf } from './row-face.tsx'
import { keyOf, type PaletteRow } from './rows.ts'
import { type Entry, entriesOf, kindOf } from './detail.ts'
import css from './detail-pane.module.css'
import { Guests, LinkedText, openContact, TargetButton } from './detail-parts.tsx'
import { useDetail } from './use-detail.ts'

const noStatuses: readonly TaskStatus[] = []

const copy = (value: string): void => {
  void copyText(value).then(() => tell(say('contact.copied', { value }), 'success'))
}

/** The action of a contact besides copying it. */
const contactActs = {
  email: { icon: Mail, words: 'detail.mail' },
  phone: { icon: Phone, words: 'detail.call' },
  url: { icon: ExternalLink, words: 'detail.open' },
} as const

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

function EntryView({
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
    case 'join':
      return null
  }
}

/** Moves the focus: up and down by line, left and right among the buttons of a line. @returns whether it moved */
const moveFocus = (pane: HTMLElement, key: string): boolean => {
  const here = document.activeElement
  const firsts = [...pane.querySelectorAll<HTMLElement>('button:first-child')]
  const line = firsts.findIndex(({ parentElement }) => parentElement === here?.parentElement)
  const next =
    key === 'ArrowRight'
      ? here?.nextElementSibling
      : key === 'ArrowLeft'
        ? here?.previousElementSibling
        : firsts[line + (key === 'ArrowDown' ? 1 : -1)]
  if (!(next instanceof HTMLButtonElement)) return false
  next.focus()
  return true
}

export interface DetailPaneProps {
  row: PaletteRow
  now: Date
  /** The search field, to which the focus returns. */
  field: RefObject<HTMLInputElement | null>
  pane: RefObject<HTMLElement | null>
  /** In a dialog, which Escape closes, and not beside a list. */
  onClose?: () => void
}

export const DetailPane = memo(function DetailPane({ row, now, field, pane, onClose }: DetailPaneProps) {
  const isScrolled = useRef(false)
  const detail = useDetail(row)
  const options = useTaskOptions().data
  const statuses = options?.statuses ?? noStatuses
  const outbox = useOutbox().data
  const entries = useMemo(
    () =>
      entriesOf(row, {
        detail,
        options,
        unsaved: fieldsOver(changesByKey(outbox ?? []).get(row.key) ?? []),
        titleOf: (kind, id) => rowCache.rowOf(keyOf({ kind, id }))?.title ?? null,
        now,
      }),
    [detail, now, options, outbox, row],
  )
  const meeting = row.type === 'item' && row.row.kind === 'meeting' ? row.row : null
  const joins = entries.some(({ type }) => type === 'join')

  // Another row starts at its top. A button that is gone gives the focus back to the field.
  useLayoutEffect(() => {
    if (isScrolled.current) pane.current?.scrollTo(0, 0)
  }, [pane, row.key])
  useLayoutEffect(() => {
    if (document.activeElement === document.body && document.querySelector('dialog[open]') === null)
      field.current?.focus()
  })

  const onKeyDown = (event: React.KeyboardEvent<HTMLElement>): void => {
    if (isComposing(event) || event.ctrlKey || event.metaKey || event.altKey) return
    const { key, currentTarget } = event
    if (key.startsWith('Arrow')) {
      event.stopPropagation()
      // Without a next button up and down scroll the pane.
      if (!moveFocus(currentTarget, key)) {
        if (key === 'ArrowLeft') field.current?.focus()
        return
      }
    } else if (key === 'Escape') {
      event.stopPropagation()
      if (onClose === undefined) field.current?.focus()
      else onClose()
    } else {
      // A typed letter belongs to the search. It arrives there, because the focus moves before it is inserted.
      if (key.length === 1 && key !== ' ' && key !== '?') field.current?.focus()
      return
    }
    event.preventDefault()
  }

  return (
    // Focusable, so that the arrow keys scroll it. Handles the keys of its buttons.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <aside
      ref={pane}
      className={[css.pane, onClose === undefined ? css.side : undefined].filter(Boolean).join(' ')}
      aria-label={say('detail.pane')}
      // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      onKeyDown={onKeyDown}
      onMouseDown={(event) => {
        // A click on a button leaves the focus in the search.
        if (event.target instanceof Element && event.target.closest('button') !== null) event.preventDefault()
      }}
      onScroll={({ currentTarget }) => {
        isScrolled.current = currentTarget.scrollTop > 0
      }}
    >
      <header className={css.header}>
        <span className={css.sign}>{faceOf(row, now, statuses).sign}</span>
        <div className={css.names}>
          <h2 className={css.title} dir="auto">
            {row.title}
          </h2>
          <p className={css.kind}>{kindOf(row)}</p>
        </div>
      </header>
      {meeting === null || !joins ? null : (
        <p className={css.join}>
          <Button tabIndex={-1} shortcut="Mod+J" onClick={() => joinMeeting(meeting.id)}>
            <Video size={15} aria-hidden="true" />
            {say('action.join')}
          </Button>
        </p>
      )}
      {entries.length === 0 ? null : (
        <dl className={css.entries}>
          {entries.map((entry, at) => (
            // Entries keep their places, so that another row changes texts and builds nothing anew.
            <EntryView key={at} entry={entry} row={row} statuses={statuses} />
          ))}
        </dl>
      )}
      {meeting === null ? null : (
        <p className={css.join}>
          <Button
            tabIndex={-1}
            onClick={() => {
              const { id, title } = meeting
              goTo({ kind: 'newTask', start: { meeting: { id, title } } })
            }}
          >
            <Plus size={15} aria-hidden="true" />
            {say('common.newTaskAbout')}
          </Button>
        </p>
      )}
    </aside>
  )
})
