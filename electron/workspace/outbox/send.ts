// Sends one write of the outbox, and checks it after a send without an answer. Each request ends once its outcome is on disk.
import { type AppError, type Reply, succeeded } from '../../../shared/errors.ts'
import type { Log } from '../../log.ts'
import { type Entry, isResendable, madeBy } from './entry.ts'
import type { Event } from './events.ts'
import { diskFull, type OutboxJournal } from './journal.ts'
import type { OutboxPorts } from './ports.ts'
import { isKeyed } from './work.ts'

/**
 * @param apply returns whether the new state is on disk
 * @param hear gets each answer's error, or null, and when the request was made
 */
export const createRequests = ({
  journal,
  ports,
  apply,
  hear,
  now,
  serviceTime,
  log,
}: {
  journal: Pick<OutboxJournal, 'all' | 'find' | 'honoursKeys'>
  ports: OutboxPorts
  apply: (id: string, event: Event) => Promise<boolean>
  hear: (error: AppError | null, askedAt: number) => Promise<void>
  now: () => number
  /** Now, by the service's clock. */
  serviceTime: () => number
  log: Log
}): ((one: Entry) => Promise<void>) => {
  const send = async (one: Entry): Promise<void> => {
    // On disk before it is sent: after a crash it is checked, not sent again.
    if (!(await apply(one.id, { type: 'sendStarted', serviceTime: serviceTime() }))) {
      await apply(one.id, { type: 'refused', error: diskFull() })
      return
    }
    const sending = journal.find(one.id)
    if (sending?.state !== 'sending') return
    const askedAt = now()
    const outcome = await ports.send(sending)
    if (outcome.type === 'refused')
      log.info('outbox.refused', { kind: outcome.error.kind, work: one.work.kind })
    await apply(one.id, outcome)
    await hear(outcome.type === 'refused' ? outcome.error : null, askedAt)
  }

  /** Ids that other creates made, undone ones too, and tasks that the user ruled out. */
  const claimedBesides = (one: Entry): ReadonlySet<string> =>
    new Set([
      ...one.ruledOut,
      ...journal.all().flatMap((other) => (other.id === one.id ? [] : (madeBy(other) ?? []))),
    ])

  const look = async (one: Entry): Promise<void> => {
    const askedAt = now()
    let reply: Reply<Event>
    if (isKeyed(one.work)) {
      const found = await ports.findCreated(one, claimedBesides(one))
      // Another create may have claimed it during the request.
      const claimed = claimedBesides(one)
      reply = found.ok
        ? succeeded({
            type: 'lookedUp',
            found: found.value.filter(({ id }) => !claimed.has(id)),
            canResend: isResendable(one, journal.honoursKeys(one.owner), serviceTime()),
          })
        : found
    } else reply = await ports.readBack(one)
    await apply(one.id, reply.ok ? reply.value : { type: 'lookUpFailed', error: reply.error })
    await hear(reply.ok ? null : reply.error, askedAt)
  }

  return (one) => (one.state === 'checking' ? look(one) : send(one))
}
