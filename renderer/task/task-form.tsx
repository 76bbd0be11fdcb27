// The form of a task: empty for a new one, and as it stands for one that is there, or what loading that one came to.
import { useMemo, useRef, useState } from 'react'
import { say } from '../../shared/language.ts'
import { reasonOf } from '../app/bridge.ts'
import { goBack, replaceScreen, type TaskStart } from '../app/palette-store.ts'
import { changesOf } from '../outbox/pending.ts'
import { ProgressLine } from '../palette/rows/progress.tsx'
import { useOutbox, useTask } from '../app/queries.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { ErrorBanner } from '../ui/error-banner.tsx'
import { Footer } from '../ui/frame.tsx'
import frame from '../ui/frame.module.css'
import { useSummonFocus } from '../ui/use-summon-focus.ts'
import { TaskFields } from './fields/task-fields.tsx'

/** Names the form and shows what loading it came to. */
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
  const [openedAt] = useState(() => Date.now())
  const page = useRef<HTMLElement>(null)
  useSummonFocus(page)
  // While it is asked for again there is no error: what was said stays, and the focus that is on it.
  const [said, setSaid] = useState(error)
  if (error !== null && error !== said) setSaid(error)
  const last = error ?? (isFetching ? said : null)
  const reason = last === null ? null : reasonOf(last)
  // Kept from an earlier look, and refused or gone by now. A form that somebody is already in stays.
  const isLost = (reason?.kind === 'forbidden' || reason?.kind === 'notFound') && dataUpdatedAt < openedAt
  if (task !== undefined && pending !== undefined && !isLost)
    return <TaskFields about={{ kind: 'edit', id, title, task, pending }} />
  return (
    // Keys of the whole page; each has a control too.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <main
      ref={page}
      tabIndex={-1}
      className={frame.frame}
      aria-label={say('common.editTask')}
      aria-busy={isFetching}
      onKeyDown={(event) => {
        if (event.key === 'Escape') goBack()
      }}
    >
      <header className={frame.head}>
        <h1 className={frame.title} dir="auto">
          {title}
        </h1>
      </header>
      <ProgressLine active={isFetching} />
      {reason?.kind === 'notFound' ? (
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
        <Button look="ghost" shortcut="Escape" onClick={goBack}>
          {say('common.back')}
        </Button>
      </Footer>
    </main>
  )
}
