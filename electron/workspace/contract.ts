// The contract of a workspace: the ports that it needs, and the parts that it offers.
import type { BriefMeeting, BriefNotification } from '../../shared/api/launcher/search.ts'
import type { Reply } from '../../shared/errors.ts'
import type {
  Account,
  ChangedData,
  Connection,
  ImportSeen,
  OutboxItem,
  TimerView,
} from '../../shared/ipc/launcher.ts'
import type { Log } from '../log.ts'
import type { Fetch } from '../network.ts'
import type { Document } from '../storage/vault.ts'
import type { Addresses } from './addresses.ts'
import type { createBriefRefresh } from './agenda.ts'
import type { CalendarClient } from './api/calendar-client.ts'
import type { ImportClient } from './api/import-client.ts'
import type { Access } from './api/request.ts'
import type { QueryHistory } from './cache/history.ts'
import type { Drafts } from './drafts.ts'
import type { Lifetime } from './lifetime.ts'
import type { Live } from './live.ts'
import type { Notifications } from './notifications.ts'
import type { Outbox } from './outbox/outbox.ts'
import type { PinnedLists } from './pinned-lists.ts'
import type { Workspace } from './reads.ts'
import type { Timers } from './timers.ts'

export type WorkspacePorts = {
  /** Opens the sealed file of this name. */
  document: (name: string) => Document
  fetch: Fetch
  access: (rejected?: string) => Promise<Reply<Access>>
  /** The service refused a token that was just refreshed. */
  onRefused: (token: string) => void
  account: () => Account | null
  /** The key of the signed-in user, or null. */
  owner: () => string | null
  /** The owner, or the user whose session has expired. */
  reader: () => string | null
  now: () => number
  newId: () => string
  log: Log
  /** Whether the launcher is on the screen. */
  isShown: () => boolean
  /** A write needs the user, who has not seen this yet. */
  onStuck: (item: OutboxItem) => void
  /** The service refused a write for want of this right. */
  onDenied: (right: string) => void
  onOutbox: (items: OutboxItem[]) => void
  onData: (what: ChangedData) => void
  /** Progress of an import, and its end. */
  onImport: (seen: ImportSeen) => void
  onConnection: (connection: Connection) => void
  /** Unread notifications that were not there before. */
  onNotifications: (some: readonly BriefNotification[]) => void
  /** How many notifications are unread. */
  onUnread: (count: number) => void
  /** The timer of the person, or what is known of it, has changed. */
  onTimer: (view: TimerView) => void
}

export type OpenWorkspace = Addresses &
  Lifetime & {
    reads: Workspace
    calendars: CalendarClient
    imports: ImportClient
    notifications: Pick<Notifications, 'read' | 'tick'>
    timers: Pick<Timers, 'view' | 'awake' | 'sleep' | 'start' | 'stop' | 'answer' | 'beforeEnd' | 'logTime'>
    outbox: Outbox
    drafts: Drafts
    history: QueryHistory
    lists: PinnedLists
    connection: () => Connection
    /** The window is shown. */
    shown: () => void
    /** The window was hidden. */
    hidden: () => void
    /** The computer goes to sleep, or wakes. */
    sleep: Live['sleep']
    wake: Live['wake']
    /** The meetings of the cached brief. */
    meetings: () => readonly BriefMeeting[]
    /** The meeting with a link that runs or comes next today. */
    meetingToJoin: () => BriefMeeting | null
    /** Reads the brief again if it is old. */
    keepFresh: ReturnType<typeof createBriefRefresh>
  }
