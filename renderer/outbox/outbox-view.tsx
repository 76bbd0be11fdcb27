// Every write that is on its way, with its state, and what the person can do about the ones that are stuck.
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { OutboxItem } from '../../shared/launcher.ts'
import { call } from '../bridge.ts'
import { goBack, goTo } from '../palette-store.ts'
import { failLoudly, openInBrowser } from '../palette/use-row-actions.ts'
import { keys, useOutbox } from '../queries.ts'
import { Button } from '../ui/button.tsx'
import { ageWords } from '../ui/dates.ts'
import { Footer } from '../ui/footer.tsx'
import frame from '../ui/frame.module.css'
import { useNow } from '../ui/use-now.ts'
import { useSummonFocus } from '../ui/use-summon-focus.ts'
import css from './outbox-view.module.css'
import { stateWords } from './outbox-words.ts'

function Item({ item, now }: { item: OutboxItem; now: Date }) {
  const client = useQueryClient()
  const { text, tone } = stateWords(item)
  const { taskId } = item
  const stuck = item.state === 'needsYou' || item.state === 'notFound'
  const act = (name: 'outbox.retry' | 'outbox.discard'): void => {
    call(name, { id: item.id }).then((items) => client.setQueryData(keys.outbox, items), failLoudly)
  }
  return (
    <li className={css.item}>
      <div className={css.words}>
        <span className={css.title}>{item.title}</span>
        <span className={css.detail}>
          {item.kind === 'createTask' ? 'New task' : 'Change'} · {ageWords(item.createdAt, now.getTime())}
        </span>
      </div>
      <span className={css.state} data-tone={tone} role={stuck ? 'alert' : undefined}>
        {text}
      </span>
      <span className={css.buttons}>
        {stuck ? (
          <Button onClick={() => act('outbox.retry')}>
            {item.state === 'notFound' && item.kind === 'createTask' ? 'Create again' : 'Retry'}
          </Button>
        ) : null}
        {item.state === 'saved' && taskId !== null ? (
          <Button onClick={() => openInBrowser({ kind: 'task', id: taskId })}>Open</Button>
        ) : null}
        {item.state === 'needsYou' && item.kind === 'updateTask' && taskId !== null ? (
          <Button onClick={() => goTo({ kind: 'editTask', id: taskId, title: item.title })}>Edit</Button>
        ) : null}
        {stuck || item.state === 'queued' ? (
          <Button look="danger" onClick={() => act('outbox.discard')}>
            Discard
          </Button>
        ) : null}
      </span>
    </li>
  )
}

export function OutboxView() {
  const items = useOutbox().data ?? []
  const now = useNow()
  const page = useRef<HTMLElement>(null)
  useSummonFocus(page)
  return (
    // Keys of the whole page; each has a control too.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <main
      ref={page}
      tabIndex={-1}
      className={frame.frame}
      aria-label="Outbox"
      onKeyDown={(event) => {
        if (event.key === 'Escape') goBack()
      }}
    >
      <header className={frame.head}>
        <h1 className={frame.title}>Outbox</h1>
      </header>
      <div className={frame.body}>
        {items.length === 0 ? (
          <p className={css.empty}>Nothing is waiting: everything that you wrote is saved.</p>
        ) : (
          <ul className={css.list}>
            {items.map((item) => (
              <Item key={item.id} item={item} now={now} />
            ))}
          </ul>
        )}
      </div>
      <Footer>
        <Button look="ghost" shortcut="Escape" onClick={goBack}>
          Back
        </Button>
      </Footer>
    </main>
  )
}
