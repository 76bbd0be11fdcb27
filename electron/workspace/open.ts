// Creates the parts of the workspace and connects them: the request scheduler, the cache, the outbox, drafts and history.
import type { BriefMeeting, BriefNotification } from '../../shared/api/launcher/search.ts'
import { type Reply, failed, succeeded } from '../../shared/errors.ts'
import { say } from '../../shared/language.ts'
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
import { meetingToJoin } from '../../shared/next-meeting.ts'
import { itemAddress } from '../security/external-address.ts'
import { createApiClient } from './api/client.ts'
import { type Addresses, createAddresses } from './addresses.ts'
import { createBriefRefresh } from './agenda.ts'
import { type CalendarClient, createCalendarClient } from './api/calendar-client.ts'
import { type Cache, createCache } from './cache/cache.ts'
import { createChangeEffects } from './change-effects.ts'
import { createImportClient, type ImportClient } from './api/import-client.ts'
import { createChangeClient } from './api/change-client.ts'
import { createForbiddenCache } from './api/forbidden-cache.ts'
import { createDrafts, type Drafts } from './drafts.ts'
import { createOutbox, type Outbox } from './outbox/outbox.ts'
import { createOutboxPorts, type OutboxPorts } from './outbox/ports.ts'
import { createOwnerDocuments } from '../storage/owner-documents.ts'
import { createPinnedLists, type PinnedLists } from './pinned-lists.ts'
import { watchImports } from './import-watch.ts'
import { createLive, type Live } from './live.ts'
import { createNotifications, type Notifications } from './notifications.ts'
import type { Document } from '../storage/vault.ts'
import { createQueryHistory, type QueryHistory } from './cache/history.ts'
import { type Access, type Ask, createAsk } from './api/request.ts'
import { createStuckWrites } from './outbox/stuck-writes.ts'
import { createConnection, createScheduler } from './api/scheduler.ts'
import { createWorkspace, type Workspace } from './reads.ts'
import { createTimers, type Timers } from './timers.ts'

export type OpenWorkspace = Addresses & {
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
  /** A user signed in. Loads their cached rows and resumes their writes. */
  enter: (owner: string) => Promise<void>
  /** The session ended. Aborts requests; the cached rows stay for the same user. */
  leave: () => void
  /** Writes the cached rows of the current user, before another workspace takes their place. */
  flush: () => Promise<void>
  /** Aborts requests and removes the cached rows and the query history of the current user. */
  wipe: () => Promise<void>
  /** The meetings of the cached brief. */
  meetings: () => readonly BriefMeeting[]
  /** The meeting with a link that runs or comes next today. */
  meetingToJoin: () => BriefMeeting | null
  /** Reads the brief again if it is old. */
  keepFresh: ReturnType<typeof createBriefRefresh>
  /** The number of unsaved writes and drafts of the signed-in user. */
  unsaved: () => Promise<number>
  /** Writes what is not yet on disk. */
  close: () => Promise<void>
}

const sleep = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })

const setTimer = (run: () => void, ms: number): (() => void) => {
  const timer = setTimeout(run, ms)
  return () => {
    clearTimeout(timer)
  }
}

/** A notification of a change comes with the brief that is read for the change. */
const afterChangesMs = 1_500

/** @param document opens the sealed file of this name. @param owner the key of the signed-in user, or null */
export const openWorkspace = ({
  fetch,
  access,
  onRefused,
  document,
  account,
  owner,
  reader,
  now,
  newId,
  log,
  isShown,
  onStuck,
  onDenied,
  onOutbox,
  onData,
  onImport,
  onConnection,
  onNotifications,
  onUnread,
  onTimer,
}: {
  fetch: Fetch
  access: (rejected?: string) => Promise<Reply<Access>>
  /** The service refused a token that was just refreshed. */
  onRefused: (token: string) => void
  document: (name: string) => Document
  account: () => Account | null
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
}): OpenWorkspace => {
  const onProblem = (error: unknown): void => {
    log.bug('workspace.notKept', error)
  }
  const me = (): string | null => account()?.user.id ?? null
  let clockOffset = 0

  // Monotonic, so that a change of the wall clock does not change the length of a pause.
  const scheduler = createScheduler({ now: () => performance.now() })
  const connection = createConnection({
    now,
    onChange: (changed) => {
      onConnection(changed)
      // Writes that waited for the network go now, not when their delay is over.
      if (changed.state === 'online') outbox.wake()
    },
  })
  const request = createAsk({
    fetch,
    access,
    owner,
    onRefused,
    scheduler,
    now,
    random: Math.random,
    sleep,
    onClock: (offset) => {
      // Headers tell it to the second.
      const isOther = Math.abs(offset - clockOffset) > 2_000
      clockOffset = offset
      if (isOther) timers.changed()
    },
  })
  const ask: Ask = async (question) => {
    const reply = await request(question)
    connection.heard(reply)
    return reply
  }
  const api = createApiClient(ask)
  const behind = createApiClient((question) => ask({ ...question, behind: true }))
  const forbidden = createForbiddenCache(now)
  const owned = createOwnerDocuments({ index: document('owners'), document, onProblem })
  let entered: string | null = null
  const cache: Cache = createCache({
    file: (who) => owned.of(who, 'cache'),
    part: (number, who) => owned.of(who, `cache-${number}`),
    now,
    setTimer,
    onProblem,
  })
  const reads = createWorkspace({
    api,
    behind,
    cache,
    forbidden,
    now,
    me,
    onChange: onData,
    onBrief: ({ notifications: list }, askedAt) => notifications.inBrief(list, askedAt),
    ourAddress: (link) => {
      const signedIn = account()
      return signedIn === null ? null : itemAddress(link, signedIn.workspaceAddress, signedIn.kind)
    },
  })
  const meetings = (): readonly BriefMeeting[] => cache.brief()?.brief.meetings ?? []
  const stuckWrites = createStuckWrites({ isSeen: isShown, now: () => performance.now(), tell: onStuck })
  /** For the writes of one person: after a switch nothing is sent to another workspace, and no answer gets into its cache. */
  const portsOf = (who: string): OutboxPorts => {
    const isPresent = (): boolean => owner() === who
    return createOutboxPorts({
      api: createApiClient((question) =>
        isPresent()
          ? ask(question)
          : Promise.resolve(failed({ kind: 'signedOut', message: say('main.signInAgain') })),
      ),
      me,
      wasSeenBefore: (id, instant) => (cache.firstSeenAt('task', id) ?? Number.POSITIVE_INFINITY) < instant,
      onSaved: (task) => {
        if (!isPresent()) return
        cache.seeTask({ ...cache.task(task.id), ...task })
        timers.seen(task)
      },
      onSavedRecord: (record) => {
        if (isPresent()) cache.seeRecord(record)
      },
      onGone: (kind, id) => {
        if (!isPresent()) return
        cache.forget(kind, id)
        if (kind === 'task') timers.gone(id)
      },
    })
  }
  const outbox = createOutbox({
    file: document('outbox'),
    ports: {
      send: (entry) => portsOf(entry.owner).send(entry),
      findCreated: (entry, claimed) => portsOf(entry.owner).findCreated(entry, claimed),
      readBack: (entry) => portsOf(entry.owner).readBack(entry),
    },
    owner,
    reader,
    now,
    serviceTime: () => now() + clockOffset,
    newId,
    setTimer,
    onChange: (items) => {
      onOutbox(items)
      stuckWrites.heard(items)
      timers.changed()
    },
    onSettled: () => onData('everything'),
    onDenied,
    log,
  })
  const drafts = createDrafts({ file: document('drafts'), owner, now, setTimer, onProblem })
  const history = createQueryHistory({ file: (who) => owned.of(who, 'history'), owner, onProblem })
  const lists = createPinnedLists({ file: (who) => owned.of(who, 'lists'), reader, onProblem })
  const timers = createTimers({
    api: behind,
    file: (who) => owned.of(who, 'timer'),
    me,
    items: outbox.list,
    setTimers: outbox.setTimers,
    logTime: outbox.logTime,
    isOpen: (status) => cache.options()?.statuses.find(({ slug }) => slug === status)?.isComplete === false,
    now,
    serviceTime: () => now() + clockOffset,
    onChange: onTimer,
    onProblem,
  })
  const loaded = outbox.load().catch(onProblem)

  /** The next meeting or the due tasks may be others. A failure shows in the connection. */
  const reread = (): void => {
    onData('everything')
    void reads.refresh()
  }
  const calendars = createCalendarClient({
    ask,
    onRemoved: cache.forgetMeetingsOf,
    onChanged: reread,
  })
  const imports = watchImports({
    client: createImportClient(ask),
    setTimer,
    isShown,
    onImport,
    onEnded: reread,
  })

  const notifications = createNotifications({
    ask,
    file: (who) => owned.of(who, 'notifications'),
    now,
    onNew: onNotifications,
    onCount: onUnread,
    onChanged: () => onData({ kinds: ['notification'], gone: [], unseen: [] }),
    onProblem,
  })
  // A failed background connection is not shown, because the person did not ask for it.
  const quietly: Ask = async (question) => {
    const reply = await request(question)
    if (reply.ok) connection.heard(reply)
    return reply
  }
  const live = createLive({
    client: createChangeClient({ ask: quietly, fetch, access, owner, onRefused, now }),
    apply: createChangeEffects({
      cache,
      reads,
      onData: (what) => {
        onData(what)
        if (what === 'everything' || (what !== 'home' && what.kinds.includes('task'))) void timers.refresh()
      },
    }),
    onNotified: () => {
      const since = now()
      setTimer(() => void notifications.hear(since), afterChangesMs)
    },
    isWriting: () =>
      outbox
        .list()
        .some(
          ({ state, settledAt }) =>
            state === 'sending' || (settledAt !== null && Math.abs(now() - settledAt) < 500),
        ),
    now: () => performance.now(),
    random: Math.random,
    setTimer,
  })

  return {
    reads: {
      ...reads,
      brief: async () => {
        const reply = await reads.brief()
        if (!reply.ok) return reply
        const { brief } = reply.value
        const unread = notifications.unreadIn(brief.notifications)
        return succeeded({ ...reply.value, brief: { ...brief, notifications: unread } })
      },
    },
    notifications,
    timers,
    sleep: live.sleep,
    wake: live.wake,
    calendars,
    imports,
    outbox,
    drafts,
    history,
    lists,
    connection: connection.get,
    shown: live.shown,
    hidden: () => {
      stuckWrites.hidden()
      live.hidden()
    },
    enter: async (who) => {
      if (entered !== who) live.leave()
      entered = who
      notifications.enter(who)
      timers.enter(who)
      live.enter()
      const reading = cache.load(who).catch((error: unknown) => {
        onProblem(error)
        return false
      })
      const [isWhole] = await Promise.all([reading, loaded])
      outbox.wake()
      void timers.awake()
      if (!isWhole) void reads.rebuild()
    },
    flush: cache.flush,
    leave: () => {
      live.leave()
      notifications.leave()
      timers.leave()
      imports.stop()
      scheduler.abortAll()
      forbidden.clear()
    },
    wipe: async () => {
      live.leave()
      imports.stop()
      scheduler.abortAll()
      forbidden.clear()
      const who = entered
      entered = null
      if (who === null) return cache.wipe().catch(onProblem)
      await Promise.all([
        cache.wipe().catch(onProblem),
        history.wipe(who).catch(onProblem),
        lists.wipe(who).catch(onProblem),
        notifications.wipe(who),
        timers.wipe(who),
      ])
      if (entered !== who) await owned.forget(who).catch(onProblem)
    },
    ...createAddresses({ cache, outbox, account, meetings }),
    meetings,
    meetingToJoin: () => meetingToJoin(meetings(), new Date(now())),
    keepFresh: createBriefRefresh({
      isSignedIn: () => account() !== null,
      fetchedAt: () => cache.brief()?.fetchedAt ?? null,
      read: () => reads.refresh(false),
      now,
    }),
    unsaved: async () => {
      const [begun] = await Promise.all([drafts.list(), outbox.settled()])
      return (
        outbox.list().filter(({ state }) => state !== 'saved').length + (begun.ok ? begun.value.length : 0)
      )
    },
    close: async () => {
      live.leave()
      imports.stop()
      outbox.dispose()
      cache.dispose()
      await Promise.all([
        cache.flush(),
        outbox.settled(),
        drafts.settled(),
        notifications.settled(),
        timers.settled(),
      ])
    },
  }
}
