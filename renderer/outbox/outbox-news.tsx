// Listens to the outbox and says what happened to a write, at the foot of whatever view is up.
import { useEffect, useRef } from 'react'
import type { OutboxItem } from '../../shared/ipc/launcher.ts'
import { on } from '../app/bridge.ts'
import { tellOfWrite } from '../app/palette-store.ts'
import { useOutbox } from '../app/queries.ts'
import { outboxNews } from './outbox-words.ts'

export function OutboxNews() {
  const first = useOutbox().data
  const last = useRef<readonly OutboxItem[] | null>(null)
  useEffect(() => {
    if (first !== undefined) last.current ??= first
  }, [first])
  useEffect(
    () =>
      on('outbox.changed', (items) => {
        const news = outboxNews(last.current ?? [], items, Date.now())
        last.current = items
        if (news !== null) tellOfWrite(news.text, news.tone)
      }),
    [],
  )
  return null
}
