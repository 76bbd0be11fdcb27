// Notifications of the person (NOT-02): which are unread, which are new, and which were read here. Reads that the service was not
// told of yet are stored sealed and sent later; repeating one does no harm.
import { z } from 'zod'
import { type BriefNotification, briefLimits } from '../../shared/api/launcher/search.ts'
import { notification, notificationsReadResponse } from '../../shared/api/launcher/notifications.ts'
import { launcherPage } from '../../shared/api/primitives.ts'
import { type AppError, failed, type Reply, succeeded } from '../../shared/errors.ts'
import { say } from '../../shared/language.ts'
import type { Document } from '../storage/vault.ts'
import { isPassing } from './api/errors.ts'
import type { Ask } from './api/request.ts'

/** These, as they were until then, or all until then. */
export type ReadWhich = { ids: readonly string[]; before?: string | undefined } | { before: string }

export type Notifications = {
  enter: (owner: string) => void
  leave: () => void
  /** Takes the notifications of a brief. @param askedAt when it was asked for */
  inBrief: (list: readonly BriefNotification[], askedAt: number) => void
  /** Leaves out those that were read here. */
  unreadIn: (list: readonly BriefNotification[]) => BriefNotification[]
  read: (which: ReadWhich) => Promise<Reply<undefined>>
  /** Asks for new ones if the last answer is old, and tells the service what was read meanwhile. Call each minute. */
  tick: () => Promise<void>
  /** There is a new one: asks for it, unless a list was asked for since. @param since epoch milliseconds */
  hear: (since: number) => Promise<void>
  wipe: (owner: string) => Promise<void>
  settled: () => Promise<void>
}

const root = '/v1/launcher/notifications'
const pollMs = 3 * 60_000
/** Transactions of the service end in another order than they began. */
const slackMs = 5 * 60_000
const mostIds = 100
const mostKnown = 1_000

/**
 * Marks notifications as read. `ids` has when each last happened, in epoch milliseconds. Without ids it marks all up to `before`. With
 * both, the service leaves those unread that happened after `before`.
 */
const act = z.object({ ids: z.record(z.string(), z.number()), before: z.string().nullable() })
const stored = z.object({
  owner: z.string(),
  /** Ids of unread ones that are not announced again. */
  known: z.array(z.string()),
  /** When the newest of them happened, epoch milliseconds. */
  newest: z.number(),
  /** Reads that the service was not told of. */
  unsent: z.array(act),
})
type Stored = z.infer<typeof stored>
/** `sentAt` is null until the service has confirmed it. */
type Act = z.infer<typeof act> & { sentAt: number | null }

const happenedAt = ({ createdAt }: BriefNotification): number =>
  createdAt === undefined ? 0 : Date.parse(createdAt)

const hasIds = ({ ids }: Act): boolean => Object.keys(ids).length > 0

const covers = (act: Act, one: BriefNotification): boolean =>
  hasIds(act)
    ? (act.ids[one.id] ?? -1) >= happenedAt(one)
    : act.before !== null && happenedAt(one) <= Date.parse(act.before)

/** Failures after which it is sent again later. Sending twice is harmless: it changes nothing more. */
const isLater = (error: AppError): boolean =>
  isPassing(error) || ['unconfirmed', 'signedOut', 'cancelled'].includes(error.kind)

export const createNotifications = ({
  ask,
  file,
  now,
  onNew,
  onCount,
  onChanged,
  canLimit,
  onProblem,
}: {
  ask: Ask
  file: (owner: string) => Document
  /** Epoch milliseconds. */
  now: () => number
  /** Unread ones that were not there before. */
  onNew: (some: readonly BriefNotification[]) => void
  onCount: (unread: number) => void
  /** Others are unread than the brief last said. */
  onChanged: () => void
  /** Whether the service takes ids together with a time. */
  canLimit: () => boolean
  onProblem: (error: unknown) => void
}): Notifications => {
  let owner: string | null = null
  /** Null until the file is read, and for a person who has none yet. */
  let kept: Stored | null = null
  let loading: Promise<void> = Promise.resolve()
  let writing: Promise<void> = Promise.resolve()
  let acts: Act[] = []
  let unread: readonly BriefNotification[] = []
  let heardAt = Number.NEGATIVE_INFINITY
  let hasList = true
  let isSending = false
  /** Incremented by each end of a session. */
  let run = 0

  const isReadHere = (one: BriefNotification): boolean => acts.some((each) => covers(each, one))
  const unreadIn = (list: readonly BriefNotification[]): BriefNotification[] =>
    list.filter((one) => !isReadHere(one))

  const save = (change: Partial<Stored> = {}): Promise<void> => {
    if (owner === null) return Promise.resolve()
    const unsent = acts.filter(({ sentAt }) => sentAt === null).map(({ ids, before }) => ({ ids, before }))
    kept = { known: [], newest: now(), ...kept, ...change, owner, unsent }
    writing = file(owner).write(kept).catch(onProblem)
    return writing
  }

  const tellCount = (): void => onCount(unreadIn(unread).length)

  const send = async (one: Act): Promise<Reply<undefined>> => {
    const reply = await ask({
      effect: 'update',
      method: 'POST',
      path: `${root}/read`,
      body: {
        ...(hasIds(one) && { ids: Object.keys(one.ids) }),
        ...(one.before !== null && (!hasIds(one) || canLimit()) && { before: one.before }),
      },
      answer: notificationsReadResponse,
    })
    if (reply.ok) return succeeded(undefined)
    return reply.error.kind === 'notFound'
      ? failed({ kind: 'notFound', message: say('notifications.unsupported') })
      : reply
  }

  /** @returns the refusals */
  const sendAll = async (): Promise<Map<Act, AppError>> => {
    const refused = new Map<Act, AppError>()
    if (isSending) return refused
    isSending = true
    const mine = run
    try {
      for (const one of acts.filter(({ sentAt }) => sentAt === null)) {
        const reply = await send(one)
        if (mine !== run) return refused
        if (reply.ok) one.sentAt = now()
        else if (isLater(reply.error)) break
        else {
          refused.set(one, reply.error)
          acts = acts.filter((each) => each !== one)
        }
      }
    } finally {
      isSending = false
    }
    await save()
    return refused
  }

  const take = (list: readonly BriefNotification[], isWhole: boolean, askedAt: number): void => {
    const mine = run
    heardAt = askedAt
    void loading.then(async () => {
      if (mine !== run || owner === null) return
      acts = acts.filter(({ sentAt }) => sentAt === null || sentAt >= askedAt)
      const there = new Set(list.map(({ id }) => id))
      unread = isWhole ? list : [...list, ...unread.filter(({ id }) => !there.has(id))]
      const known = new Set(kept?.known)
      const oldest = (kept?.newest ?? Number.POSITIVE_INFINITY) - slackMs
      // On the first day none of those that are there is new.
      const fresh = unreadIn(list).filter((one) => !known.has(one.id) && happenedAt(one) > oldest)
      const isKnown = kept !== null && list.every(({ id }) => known.has(id))
      tellCount()
      if (!isKnown)
        // On disk first: after a crash none is announced twice.
        await save({
          known: [...new Set([...known, ...there])].slice(-mostKnown),
          newest: Math.max(kept?.newest ?? 0, ...list.map(happenedAt)),
        })
      if (mine !== run) return
      if (fresh.length > 0) onNew(fresh)
      if (acts.some(({ sentAt }) => sentAt === null)) await sendAll()
    })
  }

  const poll = async (): Promise<void> => {
    const [mine, askedAt] = [run, now()]
    heardAt = askedAt
    const reply = await ask({
      effect: 'read',
      behind: true,
      path: root,
      query: { unread: 'true', limit: '100' },
      answer: launcherPage(notification),
    })
    if (mine !== run) return
    if (!reply.ok) {
      if (reply.error.kind === 'notFound' || reply.error.kind === 'forbidden') hasList = false
      return
    }
    const list = reply.value.data.map(({ kind, readAt: _readAt, ...one }) => ({ ...one, type: kind }))
    const idsOf = (some: readonly BriefNotification[]) => JSON.stringify(some.map(({ id }) => id).toSorted())
    const isOther = idsOf(unread) !== idsOf(list)
    take(list, !reply.value.hasMore, askedAt)
    if (isOther) onChanged()
  }

  const end = (): void => {
    run += 1
    owner = null
    kept = null
    acts = []
    unread = []
    hasList = true
    heardAt = Number.NEGATIVE_INFINITY
    onCount(0)
  }

  return {
    enter: (who) => {
      if (owner === who) return
      if (owner !== null) end()
      owner = who
      const mine = run
      loading = file(who)
        .read()
        .then((content) => {
          const parsed = stored.safeParse(content)
          if (mine !== run || !parsed.success || parsed.data.owner !== who) return
          kept = parsed.data
          acts = [...parsed.data.unsent.map((one): Act => ({ ...one, sentAt: null })), ...acts]
        })
        .catch(onProblem)
    },
    leave: end,
    inBrief: (list, askedAt) => take(list, list.length < briefLimits.notifications, askedAt),
    unreadIn,
    read: async (which) => {
      await loading
      const one: Act = { ids: {}, before: which.before ?? null, sentAt: null }
      if ('ids' in which)
        for (const id of which.ids.slice(0, mostIds)) {
          const found = unread.find((each) => each.id === id)
          const at = found === undefined ? now() : happenedAt(found)
          one.ids[id] = which.before === undefined ? at : Date.parse(which.before)
        }
      acts.push(one)
      tellCount()
      await save()
      const refusal = (await sendAll()).get(one)
      tellCount()
      return refusal === undefined ? succeeded(undefined) : failed(refusal)
    },
    tick: async () => {
      if (owner === null) return
      if (acts.some(({ sentAt }) => sentAt === null)) await sendAll()
      if (hasList && now() - heardAt >= pollMs) await poll()
    },
    hear: async (since) => {
      if (owner !== null && hasList && heardAt < since) await poll()
    },
    wipe: (who) => {
      if (owner === who) end()
      return file(who).remove().catch(onProblem)
    },
    settled: () => writing,
  }
}
