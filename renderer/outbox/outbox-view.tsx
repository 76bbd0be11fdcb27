// The outbox: every write with its state and what the user can do about it.
import { useQueryClient } from '@tanstack/react-query'
import { Check, CircleAlert, CircleCheck, Clock, type LucideIcon, RefreshCw } from 'lucide-react'
import { useEffect, useId, useRef } from 'react'
import { say } from '../../shared/language.ts'
import type { OutboxItem } from '../../shared/ipc/launcher.ts'
import { call } from '../state/bridge.ts'
import { showError, leave, goTo, showComments, showNotice } from '../state/store.ts'
import { copyText } from '../ui/clipboard.ts'
import { isUndo } from '../ui/keyboard.ts'
import { openInBrowser } from '../items/open.ts'
import { openedAgain } from '../items/pending-rows.ts'
import { keys, useOutbox } from '../state/queries.ts'
import { Button } from '../ui/button.tsx'
import { ageWords } from '../../shared/dates/format.ts'
import { Footer, ViewFrame } from '../shell/frame.tsx'
import frame from '../shell/frame.module.css'
import { useListMotion } from '../ui/hooks.ts'
import { useSummonFocus, useNow } from '../shell/window.ts'
import css from './outbox-view.module.css'
import { inSections, stateWords, type Tone } from '../writes/words.ts'
import { RecordOverlap, TaskOverlap } from './overlap.tsx'
import { undo } from '../writes/undo.ts'

const icons: Readonly<Record<Tone, LucideIcon>> = {
  calm: RefreshCw,
  amber: Clock,
  danger: CircleAlert,
  success: Check,
}

const kinds = {
  createTask: 'outbox.create',
  updateTask: 'outbox.update',
  archiveTask: 'outbox.deletion',
  createRecord: 'outbox.createRecord',
  updateRecord: 'outbox.update',
  archiveRecord: 'outbox.archiveRecord',
  restoreRecord: 'outbox.restoreRecord',
  createComment: 'outbox.comment',
  updateComment: 'outbox.commentChange',
  deleteComment: 'outbox.commentDeletion',
  setTimer: 'outbox.timerStart',
  logTime: 'outbox.logTime',
} as const

/** @param together how many writes undo takes back with this one */
function Item({ item, together, now }: { item: OutboxItem; together: number; now: Date }) {
  const client = useQueryClient()
  const { text, tone } = stateWords(item, now.getTime())
  const { id, kind, state, title, taskId, recordId, comment, conflict, recordConflict } = item
  const detail = {
    kind: say(item.timer?.action === 'stop' ? 'outbox.timerStop' : kinds[kind]),
    age: ageWords(item.createdAt, now.getTime()),
  }
  const written = comment?.content ?? ''
  const stuck = state === 'needsYou' || state === 'notFound'
  const isWaiting = state === 'queued'
  const isGone = stuck && kind === 'updateTask' && item.error?.kind === 'notFound' && !item.isUndo
  const canEdit = item.canEdit && !isGone
  const show = (items: OutboxItem[]): void => void client.setQueryData(keys.outbox, items)
  const act = (name: 'outbox.retry' | 'outbox.discard'): void => {
    call(name, { id }).then(show, showError)
  }
  const openAgain = (): void => goTo(openedAgain(item))
  /** What the write is about, once it is there. An archived record has a page, too. */
  const target =
    state !== 'saved' || kind === 'archiveTask'
      ? null
      : taskId !== null
        ? { kind: 'task', id: taskId }
        : recordId !== null
          ? { kind: 'record', id: recordId }
          : (comment?.on ?? null)
  const resolve = (mine: string[]): void => {
    call('outbox.resolve', { id, mine }).then(show, showError)
  }
  const Icon = icons[tone]
  // Saved writes need no attention.
  const look = state === 'saved' ? 'ghost' : 'plain'
  return (
    <li id={`outbox-${id}`} data-moves className={css.item}>
      <Icon className={css.icon} data-tone={tone} size={15} aria-hidden="true" />
      <div className={css.words}>
        <span className={css.title} dir="auto">
          {title}
        </span>
        <span className={css.detail}>{say('outbox.detail', detail)}</span>
        {written === '' ? null : (
          <span className={css.comment} dir="auto">
            {written}
          </span>
        )}
      </div>
      <span className={css.state} data-tone={tone} role={stuck ? 'alert' : undefined}>
        {text}
      </span>
      <span className={css.buttons}>
        {stuck && !isGone && conflict === null && recordConflict === null && item.candidates.length === 0 ? (
          <Button onClick={() => act('outbox.retry')}>
            {say(
              state === 'notFound'
                ? kind === 'logTime'
                  ? 'outbox.logAgain'
                  : comment === null
                    ? 'outbox.createAgain'
                    : 'outbox.commentAgain'
                : kind === 'archiveTask'
                  ? 'outbox.delete'
                  : kind === 'archiveRecord'
                    ? 'outbox.archiveRecord'
                    : 'outbox.retry',
            )}
          </Button>
        ) : null}
        {isGone ? <Button onClick={openAgain}>{say('task.createAsNew')}</Button> : null}
        {target !== null ? (
          <Button look={look} onClick={() => openInBrowser(target)}>
            {say('outbox.open')}
          </Button>
        ) : null}
        {(kind === 'createTask' || kind === 'createRecord') && canEdit ? (
          <Button look={look} onClick={openAgain}>
            {say('outbox.edit')}
          </Button>
        ) : null}
        {kind === 'updateTask' && taskId !== null && canEdit ? (
          <Button look={look} onClick={() => goTo({ kind: 'editTask', id: taskId, title, change: id })}>
            {say('outbox.edit')}
          </Button>
        ) : null}
        {kind === 'updateRecord' && recordId !== null && canEdit ? (
          <Button look={look} onClick={() => goTo({ kind: 'editRecord', id: recordId, title, change: id })}>
            {say('outbox.edit')}
          </Button>
        ) : null}
        {comment !== null && kind !== 'deleteComment' && canEdit ? (
          <Button look={look} onClick={() => showComments({ ...comment.on, title })}>
            {say('outbox.edit')}
          </Button>
        ) : null}
        {stuck && written !== '' ? (
          <Button onClick={() => void copyText(written).then(() => showNotice(say('comments.copied')))}>
            {say('comments.copyText')}
          </Button>
        ) : null}
        {item.canUndo && !isWaiting ? (
          <Button look={look} onClick={() => undo(id)}>
            {together > 1 ? say('outbox.undoSeveral', { count: together }) : say('common.undo')}
          </Button>
        ) : null}
        {stuck || isWaiting ? (
          <Button look={item.heldUntil === null ? 'danger' : 'plain'} onClick={() => act('outbox.discard')}>
            {say(item.heldUntil !== null ? 'outbox.keep' : isWaiting ? 'common.cancel' : 'outbox.discard')}
          </Button>
        ) : null}
      </span>
      {item.candidates.length > 0 ? (
        <ul className={css.candidates} aria-label={say('outbox.candidates', { title })}>
          {item.candidates.map(({ id: found, createdAt }) => (
            <li key={found} className={css.candidate}>
              <span>
                {createdAt === null
                  ? found
                  : say('outbox.made', { age: ageWords(Date.parse(createdAt), now.getTime()) })}
              </span>
              <Button onClick={() => openInBrowser({ kind: 'task', id: found })}>{say('outbox.open')}</Button>
              <Button onClick={() => call('outbox.pick', { id, taskId: found }).then(show, showError)}>
                {say('outbox.thisOne')}
              </Button>
            </li>
          ))}
          <li className={css.candidate}>
            <span>{say('outbox.none')}</span>
            <Button onClick={() => act('outbox.retry')}>{say('outbox.createAgain')}</Button>
          </li>
        </ul>
      ) : null}
      {conflict === null ? null : <TaskOverlap title={title} conflict={conflict} onResolve={resolve} />}
      {recordConflict === null ? null : (
        <RecordOverlap
          title={title}
          objectSlug={item.objectSlug}
          conflict={recordConflict}
          onResolve={resolve}
        />
      )}
    </li>
  )
}

function Section({
  name,
  items,
  now,
}: {
  name: 'outbox.waiting' | 'outbox.history'
  items: readonly OutboxItem[]
  now: Date
}) {
  const id = useId()
  return items.length === 0 ? null : (
    <section aria-labelledby={id}>
      <h2 id={id} className={css.heading}>
        {say(name)}
      </h2>
      <ul className={css.list}>
        {items.map((item) => (
          <Item
            key={item.id}
            item={item}
            together={item.batch === null ? 1 : items.filter(({ batch }) => batch === item.batch).length}
            now={now}
          />
        ))}
      </ul>
    </section>
  )
}

const noItems: OutboxItem[] = []

export function OutboxView() {
  const known = useOutbox().data
  const items = known ?? noItems
  const { waiting, history } = inSections(items)
  const now = useNow(items.some(({ waitsUntil }) => waitsUntil !== null) ? 1_000 : undefined)
  const page = useRef<HTMLElement>(null)
  useSummonFocus(page)
  // A write that is done slides from what waits to the history.
  useListMotion(page, items, true)
  // A button may disappear with its item and lose the focus.
  useEffect(() => {
    if (document.activeElement === document.body) page.current?.focus()
  }, [items])
  return (
    <ViewFrame
      ref={page}
      tabIndex={-1}
      aria-label={say('outbox.view')}
      onKeyDown={(event) => {
        if (event.key === 'Escape') leave()
        else if (isUndo(event)) undo()
      }}
    >
      <header className={frame.head}>
        <h1 className={frame.title}>{say('outbox.view')}</h1>
      </header>
      <div className={frame.body}>
        {items.length === 0 ? (
          // Not before the outbox is loaded.
          known === undefined ? null : (
            <p className={frame.empty}>
              <CircleCheck size={28} strokeWidth={1.5} aria-hidden="true" />
              {say('outbox.empty')}
            </p>
          )
        ) : (
          <>
            <Section name="outbox.waiting" items={waiting} now={now} />
            <Section name="outbox.history" items={history} now={now} />
          </>
        )}
      </div>
      <Footer writes="seen">
        <Button look="ghost" shortcut="Escape" onClick={leave}>
          {say('common.back')}
        </Button>
      </Footer>
    </ViewFrame>
  )
}
