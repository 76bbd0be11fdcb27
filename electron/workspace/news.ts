// The parts that follow the service in the background: notifications of the person, and changes by others.
import type { Document } from '../storage/vault.ts'
import { createChangeClient } from './api/change-client.ts'
import type { Ask } from './api/request.ts'
import type { createConnection } from './api/scheduler.ts'
import type { Cache } from './cache/cache.ts'
import { createChangeEffects } from './change-effects.ts'
import type { WorkspacePorts } from './contract.ts'
import { createLive, type Live } from './live.ts'
import { createNotifications, type Notifications } from './notifications.ts'
import type { Outbox } from './outbox/outbox.ts'
import type { Workspace } from './reads.ts'
import type { Timers } from './timers.ts'

/** A notification of a change comes with the brief that is read for the change. */
const afterChangesMs = 1_500

/** @param request asks without the connection hearing of it */
export const createNews = (
  ports: WorkspacePorts,
  {
    ask,
    request,
    connection,
    cache,
    reads,
    timers,
    outbox,
    file,
    setTimer,
    onProblem,
  }: {
    ask: Ask
    request: Ask
    connection: Pick<ReturnType<typeof createConnection>, 'heard'>
    cache: Cache
    reads: Workspace
    timers: Pick<Timers, 'refresh'>
    outbox: Pick<Outbox, 'list'>
    /** The notifications of this person. */
    file: (owner: string) => Document
    /** Returns how to cancel it. */
    setTimer: (run: () => void, ms: number) => () => void
    onProblem: (error: unknown) => void
  },
): { notifications: Notifications; live: Live } => {
  const { now, onData } = ports
  const notifications = createNotifications({
    ask,
    file,
    now,
    onNew: ports.onNotifications,
    onCount: ports.onUnread,
    onChanged: () => onData({ kinds: ['notification'], gone: [], unseen: [] }),
    canLimit: () => cache.options()?.capabilities?.includes('notificationsBefore') === true,
    onProblem,
  })
  // A failed background connection is not shown, because the person did not ask for it.
  const quietly: Ask = async (question) => {
    const reply = await request(question)
    if (reply.ok) connection.heard(reply)
    return reply
  }
  const live = createLive({
    client: createChangeClient({ ...ports, ask: quietly }),
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
  return { notifications, live }
}
