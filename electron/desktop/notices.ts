// Desktop notifications. A click opens the view. They do not take the focus.
import type { Brief } from '../../shared/api/launcher-search.ts'
import type { Reply } from '../../shared/errors.ts'
import { dayLine } from '../../shared/day-line.ts'
import { say } from '../../shared/language.ts'
import type { OutboxItem, View } from '../../shared/ipc/launcher.ts'

/** The part of Electron's `Notification` that is used here. */
type NotificationClass = {
  new (words: { title: string; body: string; silent: boolean }): {
    on(event: 'click' | 'close' | 'failed', listener: () => void): unknown
    show(): void
  }
  isSupported: () => boolean
}

/** Shows a notification. Does nothing on a desktop without notifications. */
type Announce = (words: { title: string; body: string }, onClick: () => void) => void

export const createAnnounce = (System: NotificationClass): Announce => {
  /** References: a garbage-collected notification loses its click (electron#16922). */
  const kept = new Set<unknown>()
  return (words, onClick) => {
    if (!System.isSupported()) return
    const notification = new System({ ...words, silent: true })
    const forget = (): void => void kept.delete(notification)
    kept.add(notification)
    notification.on('click', () => {
      forget()
      onClick()
    })
    notification.on('close', forget)
    notification.on('failed', forget)
    notification.show()
  }
}

export type Notices = {
  /** Announces the brief, also if it cannot be read. */
  brief: () => Promise<void>
  /** Announces a write that needs a decision. */
  stuckWrite: (item: Pick<OutboxItem, 'title'>) => void
}

export const createNotices = ({
  announce,
  show,
  readBrief,
  now,
}: {
  announce: Announce
  show: (view: View) => void
  readBrief: () => Promise<Reply<{ brief: Brief }>>
  now: () => Date
}): Notices => ({
  brief: async () => {
    const reply = await readBrief()
    const body = reply.ok ? dayLine(reply.value.brief, now()) : say('notice.unread')
    announce({ title: say('notice.title'), body }, () => {
      show('brief')
    })
  },
  stuckWrite: ({ title }) => {
    announce({ title: say('notice.stuck'), body: say('notice.stuckWrite', { title }) }, () => {
      show('outbox')
    })
  },
})
