// What is said while the window is away, and the view that a click on it brings.
import type { Brief } from '../../shared/api/launcher-search.ts'
import type { Reply } from '../../shared/errors.ts'
import { say } from '../../shared/language.ts'
import type { BriefChanges, OutboxItem, View } from '../../shared/ipc/launcher.ts'
import { notificationWords } from '../brief/notification-words.ts'
import type { Announce } from './notification.ts'

export type Notices = {
  /** The morning's brief, in counts; also where it cannot be read. */
  brief: () => Promise<void>
  /** A write that needs its person. */
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
  readBrief: () => Promise<Reply<{ brief: Brief; changes?: BriefChanges }>>
  now: () => Date
}): Notices => ({
  brief: async () => {
    const reply = await readBrief()
    const body = reply.ok
      ? notificationWords(reply.value.brief, reply.value.changes, now())
      : say('notice.unread')
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
