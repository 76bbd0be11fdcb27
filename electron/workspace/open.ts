// Creates the parts of the workspace and connects them: the request scheduler, the cache, the outbox, drafts and history.
import type { BriefMeeting } from '../../shared/api/launcher/search.ts'
import { failed, succeeded } from '../../shared/errors.ts'
import { say } from '../../shared/language.ts'
import { meetingToJoin } from '../../shared/next-meeting.ts'
import { itemAddress } from '../security/external-address.ts'
import { createOwnerDocuments } from '../storage/owner-documents.ts'
import { createAddresses } from './addresses.ts'
import { createBriefRefresh } from './agenda.ts'
import { createCalendarClient } from './api/calendar-client.ts'
import { createApiClient } from './api/client.ts'
import { createForbiddenCache } from './api/forbidden-cache.ts'
import { createImportClient } from './api/import-client.ts'
import { type Ask, createAsk } from './api/request.ts'
import { createConnection, createScheduler } from './api/scheduler.ts'
import { type Cache, createCache } from './cache/cache.ts'
import { createQueryHistory } from './cache/history.ts'
import type { OpenWorkspace, WorkspacePorts } from './contract.ts'
import { createDrafts } from './drafts.ts'
import { watchImports } from './import-watch.ts'
import { createLifetime } from './lifetime.ts'
import { createNews } from './news.ts'
import { createOutbox } from './outbox/outbox.ts'
import { createOutboxPorts, type OutboxPorts } from './outbox/ports.ts'
import { createStuckWrites } from './outbox/stuck-writes.ts'
import { createPinnedLists } from './pinned-lists.ts'
import { createWorkspace } from './reads.ts'
import { createTimers } from './timers.ts'

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

export const openWorkspace = (ports: WorkspacePorts): OpenWorkspace => {
  const { account, document, fetch, access, owner, reader, now, log, onData, onRefused } = ports
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
      ports.onConnection(changed)
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
  const stuckWrites = createStuckWrites({
    isSeen: ports.isShown,
    now: () => performance.now(),
    tell: ports.onStuck,
  })
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
    newId: ports.newId,
    setTimer,
    onChange: (items) => {
      ports.onOutbox(items)
      stuckWrites.heard(items)
      timers.changed()
    },
    onSettled: () => onData('everything'),
    onDenied: ports.onDenied,
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
    onChange: ports.onTimer,
    onProblem,
  })

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
    isShown: ports.isShown,
    onImport: ports.onImport,
    onEnded: reread,
  })

  const { notifications, live } = createNews(ports, {
    ask,
    request,
    connection,
    cache,
    reads,
    timers,
    outbox,
    file: (who) => owned.of(who, 'notifications'),
    setTimer,
    onProblem,
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
    ...createLifetime({
      cache,
      reads,
      outbox,
      drafts,
      history,
      lists,
      timers,
      notifications,
      live,
      imports,
      scheduler,
      forbidden,
      owned,
      onProblem,
    }),
    ...createAddresses({ cache, outbox, account, meetings }),
    meetings,
    meetingToJoin: () => meetingToJoin(meetings(), new Date(now())),
    keepFresh: createBriefRefresh({
      isSignedIn: () => account() !== null,
      fetchedAt: () => cache.brief()?.fetchedAt ?? null,
      read: () => reads.refresh(false),
      now,
    }),
  }
}
