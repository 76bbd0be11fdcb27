// Desktop notifications. A click opens the view. macOS and Windows also show actions; Linux ignores them. They do not take the
// focus.
import type { Brief, BriefMeeting, BriefNotification } from '../../shared/api/launcher/search.ts'
import type { Reply } from '../../shared/errors.ts'
import { dayLine } from '../../shared/day-line.ts'
import { languageNow, say } from '../../shared/language.ts'
import { isAheadToday, joinsNow, nextMeeting } from '../../shared/next-meeting.ts'
import type { OutboxItem, View } from '../../shared/ipc/launcher.ts'
import { createNotificationWords } from '../../shared/notification-words.ts'
import { meetingTimes, meetingTitle, oneLine } from './meeting-words.ts'

const { notificationBody, notificationTitle } = createNotificationWords({ say, languageNow })

/** The part of Electron's `Notification` that is used here. */
type NotificationClass = {
  new (words: {
    title: string
    body: string
    silent: boolean
    actions: { type: 'button'; text: string }[]
  }): {
    on(event: 'click' | 'close' | 'failed', listener: () => void): unknown
    on(event: 'action', listener: (details: { actionIndex: number }) => void): unknown
    show(): void
  }
  isSupported: () => boolean
}

type NoticeAction = { text: string; run: () => void }

/** Shows a notification. Calls `onFailed` where the desktop does not show it. */
type Announce = (
  words: { title: string; body: string },
  on: { click: () => void; failed: () => void },
  actions?: readonly NoticeAction[],
) => void

export const createAnnounce = (System: NotificationClass): Announce => {
  /** References: a garbage-collected notification loses its click (electron#16922). */
  const kept = new Set<unknown>()
  return (words, on, actions = []) => {
    if (!System.isSupported()) {
      on.failed()
      return
    }
    const notification = new System({
      ...words,
      silent: true,
      actions: actions.map(({ text }) => ({ type: 'button', text })),
    })
    const forget = (): void => void kept.delete(notification)
    kept.add(notification)
    notification.on('click', () => {
      forget()
      on.click()
    })
    notification.on('action', ({ actionIndex }) => {
      forget()
      actions[actionIndex]?.run()
    })
    notification.on('close', forget)
    // macOS shows none of an unsigned app.
    notification.on('failed', () => {
      forget()
      on.failed()
    })
    notification.show()
  }
}

/** The view that a notification opens. */
type NoticeView = 'brief' | 'outbox'

/** More at once are announced together. */
const mostAtOnce = 3
const longestWords = 160

export type Notices = {
  /** Announces the brief, also if it cannot be read. */
  brief: () => Promise<void>
  /** Announces a write that needs a decision. */
  stuckWrite: (item: Pick<OutboxItem, 'title'>) => void
  /**
   * Announces a meeting, with its title as calendars do. Of normal urgency, because desktops hold such notifications back while
   * the user does not want to be disturbed.
   */
  meeting: (meeting: BriefMeeting) => void
  /** Announces new notifications. Of normal urgency, too. */
  notifications: (some: readonly BriefNotification[]) => void
}

export const createNotices = ({
  announce,
  onFailed,
  onMeetingFailed,
  onNotificationFailed,
  show,
  showMeeting,
  showNotification,
  join,
  readBrief,
  now,
}: {
  announce: Announce
  /** The desktop did not show the notification of this view. */
  onFailed: (view: NoticeView) => void
  onMeetingFailed: (meeting: BriefMeeting) => void
  onNotificationFailed: () => void
  show: (view: View) => void
  /** Shows the details of a meeting. */
  showMeeting: (meeting: BriefMeeting) => void
  /** Opens what a notification is about. */
  showNotification: (notification: BriefNotification) => void
  /** Joins a meeting in the system browser. */
  join: (meetingId: string) => Promise<Reply<undefined>>
  readBrief: () => Promise<Reply<{ brief: Brief }>>
  now: () => Date
}): Notices => ({
  brief: async () => {
    const reply = await readBrief()
    const at = now()
    const body = reply.ok ? dayLine(reply.value.brief, at) : say('notice.unread')
    const ahead = reply.ok ? reply.value.brief.meetings.filter((meeting) => isAheadToday(meeting, at)) : []
    const next = nextMeeting(ahead, at.getTime())
    const open = (): void => {
      show('brief')
    }
    const joinOrShow = async (id: string): Promise<void> => {
      const joined = await join(id)
      if (!joined.ok) open()
    }
    const on = { click: open, failed: () => onFailed('brief') }
    announce({ title: say('notice.title'), body }, on, [
      { text: say('notice.openBrief'), run: open },
      // Without its title, because others may see the screen.
      ...(next !== null && joinsNow(next, at.getTime())
        ? [{ text: say('common.joinMeeting'), run: () => void joinOrShow(next.id) }]
        : []),
    ])
  },
  stuckWrite: ({ title }) => {
    announce(
      { title: say('notice.stuck'), body: say('notice.stuckWrite', { title }) },
      { click: () => show('outbox'), failed: () => onFailed('outbox') },
    )
  },
  meeting: (meeting) => {
    const joinOrShow = async (): Promise<void> => {
      const joined = await join(meeting.id)
      if (!joined.ok) showMeeting(meeting)
    }
    announce(
      { title: meetingTitle(meeting.title), body: meetingTimes(meeting, now().getTime()) },
      { click: () => showMeeting(meeting), failed: () => onMeetingFailed(meeting) },
      (meeting.joinUrl ?? '') === ''
        ? []
        : [{ text: say('common.joinMeeting'), run: () => void joinOrShow() }],
    )
  },
  notifications: (some) => {
    if (some.length > mostAtOnce)
      return announce(
        { title: say('notifications.new', { count: some.length }), body: '' },
        { click: () => show('brief'), failed: onNotificationFailed },
      )
    for (const one of some)
      announce(
        {
          title: oneLine(notificationTitle(one), longestWords),
          body: oneLine(notificationBody(one) ?? '', longestWords),
        },
        {
          // One that stands for several has its details in the brief.
          click: () => ((one.target ?? null) === null ? show('brief') : showNotification(one)),
          failed: onNotificationFailed,
        },
      )
  },
})
