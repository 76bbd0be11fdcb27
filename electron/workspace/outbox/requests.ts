// The requests of a write: it is sent, and looked for where it got no answer. What comes of it is on disk when they end.
import { type AppError, type Reply, succeeded } from '../../../shared/errors.ts'
import type { FoundTask } from '../../../shared/ipc/launcher.ts'
import type { Log } from '../../desktop/log.ts'
import { diskFull, type OutboxJournal } from './outbox-journal.ts'
import { type Entry, isResendable } from './entry.ts'
import type { Event, Outcome } from './state-machine.ts'

export type OutboxPorts = {
  send: (entry: Entry) => Promise<Outcome>
  /** Tasks that this create may have made; `claimed` are known to be others. */
  findCreated: (entry: Entry, claimed: ReadonlySet<string>) => Promise<Reply<readonly FoundTask[]>>
  /** What became of a change. */
  readBack: (entry: Entry) => Promise<Reply<Outcome | { type: 'notApplied' }>>
}

/**
 * @param apply moves an entry on; whether that is on disk
 * @param hear is told what an answer says of the workspace itself, and when it was asked
 * @returns makes the request that an entry is due for
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
    // On disk before it is on the wire: after a crash it must be looked for, not sent again.
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

  /** What other creates made, undone ones too, and what was ruled out; a task that was only changed may be this one. */
  const claimedBesides = (one: Entry): ReadonlySet<string> =>
    new Set([
      ...one.ruledOut,
      ...journal
        .all()
        .flatMap(({ id, taskId, work: { kind } }) =>
          kind !== 'updateTask' && id !== one.id && taskId !== null ? [taskId] : [],
        ),
    ])

  const look = async (one: Entry): Promise<void> => {
    const askedAt = now()
    let reply: Reply<Event>
    if (one.work.kind === 'createTask') {
      const found = await ports.findCreated(one, claimedBesides(one))
      // What is known meanwhile to be another's may have this title since.
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
