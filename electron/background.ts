// The launcher beside its window: the tray, notifications, the reminders of the brief and of meetings, and the work of
// each minute. It starts after the first paint.
import { join } from 'node:path'
import { Notification, powerMonitor } from 'electron'
import type { BriefMeeting, BriefNotification } from '../shared/api/launcher/search.ts'
import type { OutboxItem, TimerView, View } from '../shared/ipc/launcher.ts'
import { nextToday } from '../shared/next-meeting.ts'
import type { SessionRunner } from './auth/session-runner.ts'
import type { DailyBrief } from './brief/daily-brief.ts'
import { everyMinute, createReminder } from './brief/reminder.ts'
import { createMeetingReminders } from './brief/meeting-reminders.ts'
import { createAnnounce, createNotices } from './desktop/notices.ts'
import type { SettingsStore } from './desktop/settings.ts'
import { createTray } from './desktop/tray.ts'
import type { Actions } from './ipc/actions.ts'
import type { Log } from './log.ts'
import type { Vault } from './storage/vault.ts'
import type { Hotkeys } from './window/hotkeys.ts'
import type { OpenWorkspace } from './workspace/contract.ts'

export type Background = {
  /** The session or the cached brief has changed. */
  check: () => void
  /** The settings have changed, perhaps the language. */
  settingsApplied: () => void
  /** A view was shown. */
  shown: (view: View) => void
  /** Today's brief was shown. */
  briefShown: () => void
  /** A write needs a decision. */
  stuckWrite: (item: Pick<OutboxItem, 'title'>) => void
  /** Notifications that were not there before. */
  notified: (some: readonly BriefNotification[]) => void
  /** How many notifications are unread. */
  unread: (count: number) => void
  /** The timer of the person has changed. */
  timer: (view: TimerView) => void
  /** Removes what belongs to the account that signed out. */
  forget: () => void
  stop: () => void
}

export const composeBackground = ({
  session,
  workspace,
  dailyBrief,
  actions,
  hotkeys,
  settings,
  vault,
  userData,
  reader,
  shownView,
  show,
  showMeeting,
  showNotification,
  quit,
  now,
  log,
}: {
  session: Pick<SessionRunner, 'account' | 'restored'>
  workspace: Pick<
    OpenWorkspace,
    'keepFresh' | 'meetings' | 'notifications' | 'outbox' | 'sleep' | 'timers' | 'wake'
  >
  dailyBrief: DailyBrief
  actions: Pick<Actions, 'joinMeeting'>
  hotkeys: Pick<Hotkeys, 'reassert'>
  settings: Pick<SettingsStore, 'get'>
  vault: Vault
  userData: string
  /** The key of the person whose cached data may be read, or null. */
  reader: () => string | null
  /** The view that is on the screen, or null. */
  shownView: () => View | null
  show: (view: View) => void
  showMeeting: (meeting: BriefMeeting) => void
  showNotification: (notification: BriefNotification) => void
  quit: () => void
  now: () => number
  log: Log
}): Background => {
  const onProblem = (error: unknown): void => {
    log.bug('brief.notKept', error)
  }
  const tray = createTray({
    platform: process.platform,
    onShow: show,
    onMeeting: showMeeting,
    onJoin: (meeting) => {
      void actions.joinMeeting(meeting.id).then((joined) => {
        if (!joined.ok) showMeeting(meeting)
      })
    },
    onStopTimer: () => void workspace.timers.stop(),
    onQuit: quit,
  })
  const notices = createNotices({
    announce: createAnnounce(Notification),
    onFailed: (view) => {
      log.warn('notification.failed', { view })
      if (view === 'brief') reminder.announcementFailed()
      else tray.setBadge(view, true)
    },
    onMeetingFailed: (meeting) => {
      log.warn('notification.failed', { view: 'meeting' })
      meetingReminders.announcementFailed(meeting)
    },
    onNotificationFailed: () => {
      log.warn('notification.failed', { view: 'notification' })
      tray.setBadge('notification', true)
    },
    show,
    showMeeting,
    showNotification,
    join: (meetingId) => actions.joinMeeting(meetingId),
    readBrief: dailyBrief.get,
    now: () => new Date(),
  })
  const reminder = createReminder({
    file: join(userData, 'brief.json'),
    settings: settings.get,
    isSignedIn: () => session.account() !== null,
    idleSeconds: () => powerMonitor.getSystemIdleTime(),
    now: () => new Date(),
    announce: () => void notices.brief(),
    setBadge: (badge) => tray.setBadge('brief', badge === 'brief'),
    onProblem,
  })
  const meetings = (): readonly BriefMeeting[] => (reader() === null ? [] : workspace.meetings())
  const meetingReminders = createMeetingReminders({
    file: vault.document('reminders'),
    settings: settings.get,
    owner: reader,
    meetings,
    now,
    announce: notices.meeting,
    setBadge: (isOn) => tray.setBadge('meeting', isOn),
    onProblem,
  })
  const check = (): void => {
    reminder.check()
    meetingReminders.check()
    tray.setMeeting(nextToday(meetings(), new Date()))
    tray.setTimer(workspace.timers.view(), now())
  }
  const stop = everyMinute(() => {
    check()
    void workspace.keepFresh('tick')
    void workspace.notifications.tick()
    void workspace.timers.awake()
  })
  void session.restored.then(() => Promise.all([reminder.start(), meetingReminders.start()]))
  const awake = (): void => {
    hotkeys.reassert()
    workspace.outbox.wake()
    check()
    void workspace.keepFresh('woke')
    void workspace.timers.awake()
  }
  powerMonitor.on('suspend', () => {
    workspace.timers.sleep()
    workspace.sleep()
  })
  powerMonitor.on('resume', () => {
    workspace.wake()
    awake()
  })
  // Not available on Linux, where the reminder's check every minute has to do.
  powerMonitor.on('unlock-screen', awake)

  return {
    check,
    shown: (view) => {
      tray.setBadge('outbox', false)
      tray.setBadge('meeting', false)
      tray.setBadge('notification', false)
      if (view === 'brief') reminder.markShown()
    },
    briefShown: reminder.markShown,
    settingsApplied: () => {
      tray.relabel()
      check()
    },
    stuckWrite: notices.stuckWrite,
    notified: (some) => {
      // They stand in the brief already.
      if (shownView() === 'brief') return
      const quiet: readonly string[] = settings.get().quietNotices
      const told = some.filter(({ type }) => !quiet.includes(type ?? ''))
      if (told.length > 0) notices.notifications(told)
    },
    unread: tray.setUnread,
    timer: (view) => tray.setTimer(view, now()),
    forget: meetingReminders.forget,
    stop,
  }
}
