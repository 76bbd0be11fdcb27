// The form of a new or an existing task, including loading and error states.
import { useMemo, useRef, useState } from 'react'
import { say } from '../../shared/language.ts'
import { reasonOf } from '../state/bridge.ts'
import { leave, replaceScreen, type TaskStart, usePaletteStore } from '../state/store.ts'
import { changesOf } from '../writes/pending.ts'
import { ProgressLine } from '../shell/progress.tsx'
import { useOutbox, useTask } from '../state/queries.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { ErrorBanner } from '../shell/error-banner.tsx'
import { Footer } from '../shell/frame.tsx'
import frame from '../shell/frame.module.css'
import { useSummonFocus } from '../shell/window.ts'
import { keyOf } from '../items/rows.ts'
import { TaskFields } from './fields.tsx'

/** Title, loading state and errors of the form. */
export function TaskForm({
  about,
}: {
  about: { kind: 'new'; start: TaskStart } | { kind: 'edit'; id: string; title: string; change?: string }
}) {
  return about.kind === 'new' ? <TaskFields about={about} /> : <Stored {...about} />
}

function Stored({ id, title, change }: { id: string; title: string; change?: string }) {
  const { data: task, dataUpdatedAt, error, isFetching, refetch } = useTask(id)
  const outbox = useOutbox().data
  const pending = useMemo(
    () => (outbox === undefined ? undefined : changesOf(id, outbox, dataUpdatedAt, change)),
    [change, dataUpdatedAt, id, outbox],
  )
  const isUnseen = usePaletteStore(({ unseen }) => unseen.has(keyOf({ kind: 'task', id })))
  const [openedAt] = useState(() => Date.now())
  const page = useRef<HTMLElement>(null)
  useSummonFocus(page)
  // A refetch clears the error. Keep showing it, because it may have the focus.
  const [said, setSaid] = useState(error)
  if (error !== null && error !== said) setSaid(error)
  const last = error ?? (isFetching ? said : null)
  const reason = last === null ? null : reasonOf(last)
  // The cached task is forbidden or gone. A form that is already in use stays.
  const isLost = (reason?.kind === 'forbidden' || reason?.kind === 'notFound') && dataUpdatedAt < openedAt
  if (task !== undefined && pending !== undefined && !isLost)
    return <TaskFields about={{ kind: 'edit', id, title, task, pending }} />
  return (
    // Keys of the whole page. Each of them also has a control.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <main
      ref={page}
      tabIndex={-1}
      className={frame.frame}
      aria-label={say('common.editTask')}
      aria-busy={isFetching}
      onKeyDown={(event) => {
        if (event.key === 'Escape') leave()
      }}
    >
      <header className={frame.head}>
        <h1 className={frame.title} dir="auto">
          {title}
        </h1>
      </header>
      <ProgressLine active={isFetching} />
      {reason?.kind === 'notFound' && isUnseen ? (
        <Banner>{say('task.isUnseen')}</Banner>
      ) : reason?.kind === 'notFound' ? (
        <Banner
          action={
            <Button onClick={() => replaceScreen({ kind: 'newTask', start: { title } })}>
              {say('task.createAsNew')}
            </Button>
          }
        >
          {say('task.isGone')}
        </Banner>
      ) : reason === null ? null : (
        <ErrorBanner field={page} error={reason} onRetry={() => void refetch()} />
      )}
      <div className={frame.body} />
      <Footer>
        <Button look="ghost" shortcut="Escape" onClick={leave}>
          {say('common.back')}
        </Button>
      </Footer>
    </main>
  )
}
