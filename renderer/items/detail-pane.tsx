// The pane beside the results: what is known about the selected row. The selection paints it in the same frame, from cached
// data; it never moves the list.
import type { LucideIcon } from 'lucide-react'
import {
  type ComponentType,
  memo,
  type RefObject,
  Suspense,
  useCallback,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import type { TaskStatus } from '../../shared/api/launcher/tasks.ts'
import { say } from '../../shared/language.ts'
import { showError, usePaletteStore } from '../state/store.ts'
import { keys, useFields, useObjects, useOutbox, useSettings, useTaskOptions } from '../state/queries.ts'
import { fieldsOver, valuesOver } from '../writes/pending.ts'
import { keyed } from '../writes/record-words.ts'
import { Button } from '../ui/button.tsx'
import { isComposing } from '../ui/keyboard.ts'
import { rowCache } from './row-cache.ts'
import { changesByKey } from './pending-rows.ts'
import { faceOf } from './row-face.tsx'
import { keyOf, kindWords, type PaletteRow } from './rows.ts'
import { entriesOf } from './detail.ts'
import css from './detail-pane.module.css'
import { EntryView } from './detail-parts.tsx'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { CommentTarget, ItemDetail } from '../../shared/ipc/launcher.ts'
import type { SettingsView } from '../../shared/ipc/settings.ts'
import { call } from '../state/bridge.ts'
import { useDelayed, useSettled } from '../ui/hooks.ts'

const noStatuses: readonly TaskStatus[] = []

/** Actions of a record that is not archived. */
const ofActive: ReadonlySet<string> = new Set(['editRecord', 'archiveRecord'])

/** The object of a record, stored or not. */
const slugOf = (row: PaletteRow): string | undefined =>
  row.type === 'item'
    ? row.row.record?.objectTypeSlug
    : row.type === 'captured' && row.item.kind === 'createRecord'
      ? (row.item.objectSlug ?? undefined)
      : undefined

/** Props of the comments on an item. The item comes in parts, so that a key that changes none of them renders nothing. */
interface CommentsProps extends CommentTarget {
  title: string
  now: Date
  /** The search field, to which the focus returns. */
  field: RefObject<HTMLInputElement | null>
  /** The item is archived, and takes no comments. */
  isClosed: boolean
  /** Their field takes the focus. */
  isAsked: boolean
}

/** The item of a row that can be commented on. */
const commentedIn = (row: PaletteRow): Pick<CommentsProps, 'kind' | 'id' | 'title'> | null =>
  row.type === 'item' && (row.row.kind === 'task' || row.row.kind === 'record')
    ? { kind: row.row.kind, id: row.row.id, title: row.title }
    : null

/** Moves the focus: up and down by line, left and right among the buttons of a line. @returns whether it moved */
const moveFocus = (pane: HTMLElement, key: string): boolean => {
  const here = document.activeElement
  const firsts = [...pane.querySelectorAll<HTMLElement>('button:first-child, textarea')]
  const line = firsts.findIndex(({ parentElement }) => parentElement === here?.parentElement)
  const next =
    key === 'ArrowRight'
      ? here?.nextElementSibling
      : key === 'ArrowLeft'
        ? here?.previousElementSibling
        : firsts[line + (key === 'ArrowDown' ? 1 : -1)]
  if (!(next instanceof HTMLButtonElement || next instanceof HTMLTextAreaElement)) return false
  next.focus()
  return true
}

/** An action of the row, as a button. */
export interface PaneAction {
  id: string
  title: string
  icon: LucideIcon
  shortcut?: string
  run: () => void
  place: 'top' | 'foot'
}

export interface DetailPaneProps {
  row: PaletteRow
  now: Date
  /** The search field, to which the focus returns. */
  field: RefObject<HTMLInputElement | null>
  pane: RefObject<HTMLElement | null>
  /** Its buttons. */
  actions: readonly PaneAction[]
  /** The comments on an item. It comes late, because keys do not need it. */
  Comments?: ComponentType<CommentsProps>
  /** In a dialog, which Escape closes, and not beside a list. */
  onClose?: () => void
}

function Acts({ actions }: { actions: readonly PaneAction[] }) {
  return actions.length === 0 ? null : (
    <p className={css.join}>
      {actions.map(({ id, title, icon: Icon, shortcut, run }) => (
        <Button key={id} tabIndex={-1} {...(shortcut !== undefined && { shortcut })} onClick={run}>
          <Icon size={15} aria-hidden="true" />
          {title}
        </Button>
      ))}
    </p>
  )
}

/** The selection rests before the service is asked, so that moving through rows sends no requests. */
const restMilliseconds = 350

/** The comments once the selection rests, or at once if they are asked for. */
function LateComments({
  rowKey,
  Comments,
  ...props
}: Omit<CommentsProps, 'isAsked'> & { rowKey: string; Comments: ComponentType<CommentsProps> }) {
  const isAsked = usePaletteStore(({ commentsAsked }) => commentsAsked === rowKey)
  const [wasAsked, setAsked] = useState(isAsked)
  if (isAsked && !wasAsked) setAsked(true)
  const rests = useDelayed(true, restMilliseconds)
  return rests || wasAsked ? (
    <Suspense fallback={null}>
      <Comments {...props} isAsked={isAsked} />
    </Suspense>
  ) : null
}

export const DetailPane = memo(function DetailPane({
  row,
  now,
  field,
  pane,
  actions,
  Comments,
  onClose,
}: DetailPaneProps) {
  const isScrolled = useRef(false)
  const { detail, readAt, isUnseen } = useDetail(row)
  const options = useTaskOptions().data
  const statuses = options?.statuses ?? noStatuses
  const outbox = useOutbox().data
  const objectSlug = slugOf(row)
  const object = useObjects().data?.find(({ slug }) => slug === objectSlug)
  const of = useFields(object?.canWrite === undefined ? undefined : objectSlug).data
  const fields = useMemo(() => of && keyed(of.fields), [of])
  const isArchived = detail?.record?.archived === true
  const commented =
    options?.capabilities?.includes('comments') === true && !isUnseen ? commentedIn(row) : null
  const acts = isUnseen ? [] : actions
  const entries = useMemo(() => {
    const writes = changesByKey(outbox ?? []).get(row.key) ?? []
    return entriesOf(row, {
      detail,
      options,
      unsaved: fieldsOver(writes),
      writes: outbox,
      readAt,
      fields,
      unsavedValues: valuesOver(writes.filter(({ kind }) => kind === 'updateRecord')),
      titleOf: (kind, id) => rowCache.rowOf(keyOf({ kind, id }))?.title ?? null,
      now,
    })
  }, [detail, fields, now, options, outbox, readAt, row])
  // The address may be known by the details alone.
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
          <p className={css.kind}>{kindWords(row)}</p>
        </div>
      </header>
      {/* Always rendered, because screen readers ignore new live regions. */}
      <output className={css.why}>
        {isUnseen ? say(row.key.startsWith('meeting:') ? 'meeting.isUnseen' : 'task.isUnseen') : null}
      </output>
      <Acts
        actions={acts.filter(
          ({ id, place }) =>
            place === 'top' && (joins || id !== 'join') && (isArchived || id !== 'restoreRecord'),
        )}
      />
      {isUnseen || entries.length === 0 ? null : (
        <dl className={css.entries}>
          {entries.map((entry, at) => (
            // Entries keep their places, so that another row changes texts and builds nothing anew.
            <EntryView key={at} entry={entry} row={row} statuses={statuses} />
          ))}
        </dl>
      )}
      <Acts actions={acts.filter(({ id, place }) => place === 'foot' && !(isArchived && ofActive.has(id)))} />
      {object?.canWrite === false ? (
        <p className={css.why}>{say('record.mayNot', { objects: object.pluralName })}</p>
      ) : null}
      {Comments === undefined || commented === null ? null : (
        <LateComments
          key={row.key}
          rowKey={row.key}
          Comments={Comments}
          {...commented}
          now={now}
          field={field}
          isClosed={isArchived}
        />
      )}
    </aside>
  )
})

const freshMilliseconds = 60_000

type Detailed = { kind: 'task' | 'record' | 'meeting'; id: string }

const detailed = (row: PaletteRow | null): Detailed | null =>
  row?.type === 'item' && (row.row.kind === 'task' || row.row.kind === 'record' || row.row.kind === 'meeting')
    ? { kind: row.row.kind, id: row.row.id }
    : null

const nothing: Detailed = { kind: 'task', id: '' }

/** The details from the cache, then from the service. Null until they are known; a failure changes nothing. */
function useDetail(row: PaletteRow | null): { detail: ItemDetail | null; readAt: number; isUnseen: boolean } {
  const item = detailed(row)
  const rests = useSettled(row?.key, restMilliseconds)
  const isShown = usePaletteStore(({ shown }) => shown)
  const { kind, id } = item ?? nothing
  const unseenAt = usePaletteStore(({ unseen }) => unseen.get(keyOf({ kind, id })))
  const read = (from: 'cache' | 'service') => () => call('items.detail', { kind, id, from })
  const kept = useQuery({
    queryKey: keys.detail(kind, id, 'cache'),
    queryFn: read('cache'),
    enabled: item !== null,
  })
  const live = useQuery({
    queryKey: keys.detail(kind, id, 'service'),
    queryFn: read('service'),
    staleTime: freshMilliseconds,
    enabled: item !== null && rests && isShown,
  })
  // The later answer knows more: the main process keeps what the service said.
  const [first, second] = kept.dataUpdatedAt > live.dataUpdatedAt ? [kept, live] : [live, kept]
  const [shown] = first.data === undefined ? [second] : [first]
  const cameBack =
    live.dataUpdatedAt > (unseenAt ?? 0) && (live.data?.task ?? live.data?.meeting ?? null) !== null
  const isUnseen = unseenAt !== undefined && !cameBack
  return item === null || isUnseen
    ? { detail: null, readAt: 0, isUnseen }
    : { detail: shown.data ?? null, readAt: shown.dataUpdatedAt, isUnseen }
}

const wide = '(min-width: 900px)'

const onWidth = (listener: () => void): (() => void) => {
  const query = matchMedia(wide)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/**
 * The pane, and whether it is open. A wide window remembers it; in a narrow one, and for comments, it is opened until the window
 * hides.
 * @param field the search field
 */
export function useDetailPane(field: RefObject<HTMLInputElement | null>) {
  const client = useQueryClient()
  const pane = useRef<HTMLElement>(null)
  const isWide = useSyncExternalStore(onWidth, () => matchMedia(wide).matches)
  const isKept = useSettings().data?.settings.detailPane ?? true
  const isLent = usePaletteStore((state) => state.isPaneOpenedOnce)
  const toggle = useCallback((): void => {
    if (isLent || !matchMedia(wide).matches) usePaletteStore.setState({ isPaneOpenedOnce: !isLent })
    if (!matchMedia(wide).matches || (isLent && !isKept)) return
    const detailPane = !isKept
    // Shown at once. The event of the main process follows.
    client.setQueryData<SettingsView>(
      keys.settings,
      (view) => view && { ...view, settings: { ...view.settings, detailPane } },
    )
    call('settings.set', { detailPane }).catch(showError)
  }, [client, isKept, isLent])
  /** Focuses the pane's first button. @returns false if there is no pane, or the key moves the caret */
  const enter = useCallback((): boolean => {
    const first = pane.current?.querySelector<HTMLElement>('button') ?? pane.current
    if (first === null || field.current === null || getComputedStyle(field.current).direction === 'rtl')
      return false
    first.focus()
    return true
  }, [field])
  const isOpen = isLent || (isWide && isKept)
  return useMemo(() => ({ pane, isOpen, toggle, enter }), [enter, isOpen, toggle])
}
