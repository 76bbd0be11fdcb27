// The calendars of a service: adds, reads and removes them, and reads subscriptions again and again. Any number of processes may
// run on one database: a lease keeps two from reading one calendar at a time (CAL-03).
import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Store, Tx } from '../db/store.ts'
import { inLanguage, say, type PlainKey } from '../language/say.ts'
import { notify } from '../notifications/notify.ts'
import type { Seal } from '../sealing/sealing.ts'
import { createUrlCheck, type NetworkPolicy, resolveName, unsafeUrl } from '../http/safe-request.ts'
import type { CalendarChange, CalendarProblemCode, StoredCalendar } from './stored-calendar.ts'
import { comparedAddress, createFetchFeed, type FetchFeed, hashOf, plainAddress } from './feed-request.ts'
import { readFile, type ReadFile } from './reader.ts'
import { ownAddresses, type ReadCopies } from './reading/copies.ts'
import { answerAnew, matchPeople, storeCopies } from './sync.ts'
import { getPerson } from '../access/people.store.ts'
import {
  putCalendar,
  furtherAddresses,
  getCalendar,
  peopleByAddress,
  claimCalendar,
  releaseCalendar,
  dueCalendars,
  calendarsOfPerson,
  calendarIds,
} from './calendars.store.ts'
import { findMembership } from '../access/members.store.ts'
import { lastReadDigests } from './copies.store.ts'

const day = 86_400_000
/** Read from 35 days back to 400 days ahead (CAL-02). */
export const windowAt = (now: number): { from: number; to: number } => ({
  from: now - 35 * day,
  to: now + 400 * day,
})

const everyMilliseconds = 15 * 60_000
const longestPause = 6 * 60 * 60_000
/** Series are expanded anew after this time, because the window moves on. */
const expandedFor = 7 * day
/** Longer than fetching, reading and storing. */
export const leaseMilliseconds = 5 * 60_000
const atOnce = 4
const lookedUpAtOnce = 50

/** For subscriptions imported without an address. */
export const addressNeeded = () =>
  ({ code: 'address_needed', message: say('calendar.problem.address_needed') }) as const satisfies Problem

/** The context of a sealed address. */
export const addressContext = (workspaceId: string, calendarId: string): string =>
  `calendar/${workspaceId}/${calendarId}`

/** ± 20 %, so that calendars added together are not read together. */
const spread = (milliseconds: number, random: number): number =>
  Math.round(milliseconds * (0.8 + 0.4 * random))

/** The pause after this many failures in a row; none is a success. */
export const pauseAfter = (failures: number, random: number): number =>
  spread(Math.min(everyMilliseconds * 2 ** failures, longestPause), random)

type Problem = { code: CalendarProblemCode; message: string }
export type Failure = { ok: false } & Problem

type NotRead = Exclude<ReadCopies['kind'], 'read'>
type Why = readonly [CalendarProblemCode, PlainKey]
const tooLarge = ['calendar_too_large', 'calendar.fault.tooLarge'] as const
const notRead: Readonly<Record<StoredCalendar['kind'], Readonly<Record<NotRead, Why>>>> = {
  file: {
    notACalendar: ['not_a_calendar', 'calendar.fault.notAFile'],
    cutOff: ['not_a_calendar', 'calendar.fault.cutOffFile'],
    tooLarge,
  },
  subscription: {
    notACalendar: ['not_a_calendar', 'calendar.fault.notAFeed'],
    cutOff: ['calendar_unreachable', 'calendar.fault.cutOffFeed'],
    tooLarge,
  },
}

/** A problem of this age is not one that passes by itself. */
const tellAfter = day

/** Notifies the owner, once, of a calendar that cannot be read for a day (NOT-01). @returns the calendar as it is now */
async function tellOfProblem(
  tx: Tx,
  calendar: StoredCalendar,
  at: number,
): Promise<StoredCalendar | undefined> {
  const { workspaceId, id, ownerId, name: subject, problem, isProblemTold } = calendar
  if (problem === null || isProblemTold || at - problem.since < tellAfter) return calendar
  const notice = {
    kind: 'calendar_problem',
    personIds: [ownerId],
    target: { kind: 'calendar', id },
    subject,
    body: problem.message,
    change: problem.code,
  } as const
  await notify(tx, workspaceId, { actorId: null, notices: [notice], at })
  return putCalendar(tx, workspaceId, id, { isProblemTold: true, updatedAt: at })
}

/** Not the calendar's fault; the log has the cause. */
const failed = (): Problem => ({ code: 'calendar_unreachable', message: say('calendar.fault.service') })

export type CalendarService = ReturnType<typeof createCalendars>

/** Starts to read. @param deps.fetch, deps.read replace requests and threads in tests */
export function createCalendars(deps: {
  store: Store
  /** Epoch milliseconds. */
  now: () => number
  seal: Seal
  log: Logger
  network: NetworkPolicy
  random?: () => number
  fetch?: FetchFeed
  read?: ReadFile
  /** Null reads nothing by itself. */
  pollMilliseconds?: number | null
}) {
  const { store, now, seal, log, network, random = Math.random, pollMilliseconds = 5000 } = deps
  const { fetch = createFetchFeed({ network, resolve: resolveName }), read = readFile } = deps
  const checkUrl = createUrlCheck({ network, resolve: resolveName })
  const stopping = new AbortController()
  /** Readings under way, by calendar: who asks for one of them gets it. */
  const underWay = new Map<string, Promise<StoredCalendar | undefined>>()

  /** Undefined for a file, and where the sealing key is lost. */
  const addressOf = ({ workspaceId, id, address }: StoredCalendar): string | undefined =>
    address === null || seal.missingKey(address) !== undefined
      ? undefined
      : seal.open(address, addressContext(workspaceId, id))

  /** The addresses by which a calendar may know its owner. */
  const addressesOf = (workspaceId: string, ownerId: string): Promise<string[]> =>
    store.read(async (tx) => {
      const person = await getPerson(tx, ownerId)
      return [...(person ? [person.email] : []), ...(await furtherAddresses(tx, workspaceId, ownerId))]
    })

  const readBytes = async (
    bytes: Uint8Array,
    { workspaceId, ownerId, zone, kind }: Pick<StoredCalendar, 'workspaceId' | 'ownerId' | 'zone' | 'kind'>,
    known: string | null = null,
  ): Promise<Extract<ReadCopies, { kind: 'read' }> | Failure> => {
    const addresses = await addressesOf(workspaceId, ownerId)
    const answer = await read({ bytes, window: windowAt(now()), zone, addresses, known })
    if (answer.kind === 'read') return answer
    const [code, key] = notRead[kind][answer.kind]
    return { ok: false, code, message: say(key) }
  }

  /** Notes how a reading went, unless another address is read meanwhile. @returns the calendar as it is now */
  const change = ({ workspaceId, id, address }: StoredCalendar, to: Omit<CalendarChange, 'updatedAt'>) =>
    store.write(async (tx) => {
      const current = await getCalendar(tx, workspaceId, id)
      if (current === undefined || current.address !== address) return current
      const at = now()
      // A problem that ends may begin again.
      const ended = to.problem === null ? { isProblemTold: false } : {}
      const changed = await putCalendar(tx, workspaceId, id, { ...to, ...ended, updatedAt: at })
      return changed && tellOfProblem(tx, changed, at)
    }, workspaceId)

  /** The people of the workspace as of the last reading of a calendar, as a hash: it differs once after a start. */
  const peopleAt = new Map<string, string>()

  /** Finds new members and addresses among the guests of a calendar. Costs one question where nobody changed. */
  const matchIfChanged = async (calendar: StoredCalendar): Promise<void> => {
    const { workspaceId, id } = calendar
    const people = await store.read((tx) => peopleByAddress(tx, workspaceId))
    const hash = createHash('sha256')
      .update(JSON.stringify([...people].map((one) => one.join(' ')).toSorted()))
      .digest('base64url')
    if (peopleAt.get(id) === hash) return
    await matchPeople(store, calendar, { now })
    peopleAt.set(id, hash)
  }

  const storeRead = async (
    calendar: StoredCalendar,
    answer: Extract<ReadCopies, { kind: 'read' }>,
    said: Pick<CalendarChange, 'etag' | 'lastModified' | 'bodyHash'>,
  ): Promise<StoredCalendar | undefined> => {
    const at = now()
    const synced = await storeCopies(store, calendar, answer, { from: windowAt(at).from, now })
    log.info({ calendarId: calendar.id, ...synced, skipped: answer.skipped.count }, 'A calendar was read.')
    return change(calendar, {
      ...said,
      ...(!calendar.isNamed && answer.name !== null && { name: answer.name }),
      readAt: at,
      expandedAt: at,
      nextReadAt: calendar.kind === 'file' ? null : at + pauseAfter(0, random()),
      failures: 0,
      problem: null,
      meetingCount: answer.meetingCount,
      skipped: answer.skipped,
    })
  }

  const fail = (calendar: StoredCalendar, { code, message }: Problem) => {
    const at = now()
    const { nextReadAt } = calendar
    // A person who tries again before that does not lengthen the pause.
    const isDue = nextReadAt === null || nextReadAt <= at
    const failures = calendar.failures + (isDue ? 1 : 0)
    log.info({ calendarId: calendar.id, code, failures }, 'A calendar was not read.')
    return change(calendar, {
      nextReadAt: isDue ? at + pauseAfter(failures, random()) : nextReadAt,
      failures,
      problem: { code, message, since: calendar.problem?.since ?? at },
    })
  }

  const readClaimed = async (calendar: StoredCalendar): Promise<StoredCalendar | undefined> => {
    const { workspaceId, id, ownerId } = calendar
    const membership = await store.read((tx) => findMembership(tx, workspaceId, ownerId))
    // A person who left has it read again when they come back.
    if (membership === undefined) return change(calendar, { nextReadAt: now() + longestPause })
    await matchIfChanged(calendar)
    const address = addressOf(calendar)
    if (address === undefined) return fail(calendar, addressNeeded())
    const isExpanded = calendar.expandedAt !== null && now() - calendar.expandedAt < expandedFor
    const validators = isExpanded ? calendar : { etag: null, lastModified: null }
    const fetched = await fetch(address, validators, stopping.signal)
    if (stopping.signal.aborted) return calendar
    if (fetched.kind === 'failed') return fail(calendar, fetched)
    const unchanged = fetched.kind === 'unchanged' || (isExpanded && fetched.hash === calendar.bodyHash)
    if (unchanged) {
      const at = now()
      return change(calendar, {
        readAt: at,
        nextReadAt: at + pauseAfter(0, random()),
        failures: 0,
        problem: null,
        ...(fetched.kind === 'file' && { etag: fetched.etag, lastModified: fetched.lastModified }),
      })
    }
    const known = await store.read((tx) => lastReadDigests(tx, workspaceId, id))
    const answer = await readBytes(fetched.bytes, calendar, known)
    if ('ok' in answer) return fail(calendar, answer)
    return storeRead(calendar, answer, {
      etag: fetched.etag,
      lastModified: fetched.lastModified,
      bodyHash: fetched.hash,
    })
  }

  const claimAndRead = async (
    workspaceId: string,
    id: string,
    onlyDue: boolean,
  ): Promise<StoredCalendar | undefined> => {
    const at = now()
    const calendar = await store.write(
      (tx) => claimCalendar(tx, workspaceId, id, { at, until: at + leaseMilliseconds, onlyDue }),
      workspaceId,
    )
    // Another process reads it.
    if (calendar === undefined) return store.read((tx) => getCalendar(tx, workspaceId, id))
    try {
      return await readClaimed(calendar)
    } catch (error) {
      log.error({ err: error, calendarId: id }, 'A calendar was not read.')
      return await fail(calendar, failed())
    } finally {
      await store
        .write((tx) => releaseCalendar(tx, workspaceId, id), workspaceId)
        .catch((error: unknown) => log.error({ err: error, calendarId: id }, 'A lease was not ended.'))
    }
  }

  /** Reads a calendar now. Several who ask at the same time make one request. A problem is stored in English. */
  const readNow = (workspaceId: string, id: string, onlyDue = false): Promise<StoredCalendar | undefined> => {
    const key = `${workspaceId} ${id}`
    const reading =
      underWay.get(key) ??
      inLanguage('en', () => claimAndRead(workspaceId, id, onlyDue)).finally(() => {
        underWay.delete(key)
      })
    underWay.set(key, reading)
    return reading
  }

  const look = async (): Promise<void> => {
    const due = await store.ask((tx) => dueCalendars(tx, now(), lookedUpAtOnce))
    for (const { workspaceId, id } of due) {
      while (underWay.size >= atOnce && !stopping.signal.aborted)
        await Promise.race([...underWay.values()].map((reading) => reading.catch(() => {})))
      if (stopping.signal.aborted) return
      readNow(workspaceId, id, true).catch((error: unknown) =>
        log.error({ err: error, calendarId: id }, 'A calendar was not read.'),
      )
    }
  }

  let looking: Promise<void> | undefined
  const lookOnce = () => {
    looking ??= look()
      .catch((error: unknown) => log.error({ err: error }, 'Calendars were not looked up.'))
      .finally(() => (looking = undefined))
  }
  const poll = pollMilliseconds === null ? undefined : setInterval(lookOnce, pollMilliseconds).unref()

  return {
    readNow: (workspaceId: string, id: string) => readNow(workspaceId, id),

    /** Why an address is refused before it is asked, or undefined. */
    faultOf: (url: string): Problem | undefined => {
      const fault = unsafeUrl(plainAddress(url), network)
      return fault === undefined ? undefined : { code: 'unsafe_url', message: fault }
    },

    /** Why the address of a calendar is not asked by this process, or undefined. Its name is resolved. */
    async unsafeAddress(calendar: StoredCalendar): Promise<string | undefined> {
      const address = addressOf(calendar)
      return address === undefined ? undefined : checkUrl(plainAddress(address))
    },

    /** The address as it is stored. */
    sealAddress: (workspaceId: string, calendarId: string, url: string): string =>
      seal.seal(plainAddress(url), addressContext(workspaceId, calendarId)),

    /** Whether a subscription reads this address. */
    hasAddress: (calendar: StoredCalendar, url: string): boolean => {
      const address = addressOf(calendar)
      return address !== undefined && comparedAddress(address) === comparedAddress(url)
    },

    /** Fetches what an address holds, without storing anything. */
    fetchOnce: (url: string): Promise<Awaited<ReturnType<FetchFeed>>> =>
      fetch(url, { etag: null, lastModified: null }, stopping.signal),

    readBytes,
    storeRead,
    hashOf,

    /** Finds a person by addresses that they gave or took back: in their own calendars, and as a guest in all of the workspace. */
    async matchAddresses(
      { workspaceId, ownerId }: Pick<StoredCalendar, 'workspaceId' | 'ownerId'>,
      emails: readonly string[],
    ): Promise<void> {
      if (emails.length === 0) return
      const addresses = await addressesOf(workspaceId, ownerId)
      for (const calendar of await store.read((tx) => calendarsOfPerson(tx, workspaceId, ownerId))) {
        const own = ownAddresses(addresses, calendar.isNamed ? null : calendar.name)
        await answerAnew(store, calendar, { own, emails, now })
      }
      const ids = await store.read((tx) => calendarIds(tx, workspaceId))
      for (const id of ids) await matchPeople(store, { workspaceId, id }, { emails, now })
    },

    /** Waits for readings under way, a few seconds at most. */
    async close(): Promise<void> {
      clearInterval(poll)
      stopping.abort()
      await Promise.race([
        Promise.allSettled([looking, ...underWay.values()]),
        sleep(10_000, undefined, { ref: false }),
      ])
    },
  }
}
