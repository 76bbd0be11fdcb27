// Adds, changes and removes calendars: for the launcher surface, `/settings` and `svc` (CAL-01, CAL-05, CAL-09).
import type { CalendarCreate, CalendarPatch, CalendarPreview } from '../../shared/api/launcher/calendars.ts'
import { maxCalendars } from '../../shared/api/launcher/calendars.ts'
import type { Store, Tx } from '../db/store.ts'
import { say } from '../language/say.ts'
import { prefixedId } from '../base/ids.ts'
import { iso } from '../base/time.ts'
import { getPerson, foldEmail } from '../access/people.store.ts'
import { type CalendarService, type Failure, leaseMilliseconds } from './calendars.ts'
import type { NewCalendar, StoredCalendar } from './stored-calendar.ts'
import type { CopyDetails } from './copies.store.ts'
import { plainAddress } from './feed-request.ts'
import type { ReadCopies } from './reading/copies.ts'
import { removeCalendar, rewriteMeetings } from './sync.ts'
import {
  calendarsOfPerson,
  insertCalendar,
  releaseCalendar,
  getCalendar,
  peopleByAddress,
  putCalendar,
  furtherAddresses,
  setAddresses,
  rereadCalendarsOf,
} from './calendars.store.ts'
import { digestsOfCopies } from './copies.store.ts'

export type CalendarDeps = { store: Store; now: () => number; calendars: CalendarService }
type Deps = CalendarDeps
type Owner = { workspaceId: string; ownerId: string }
type Read = Extract<ReadCopies, { kind: 'read' }>
type Said = { etag: string | null; lastModified: string | null; bodyHash: string | null }

/** Why a calendar is refused. */
type RefusalCode =
  | 'unsafe_url'
  | 'calendar_unreachable'
  | 'not_a_calendar'
  | 'calendar_too_large'
  | 'invalid_value'
type Outcome<T, Code extends string = RefusalCode> =
  | { ok: true; value: T }
  | { ok: false; code: Code; message: string }

const done = <T>(value: T): { ok: true; value: T } => ({ ok: true, value })
const refused = <Code extends string>(code: Code, message: string) => ({ ok: false as const, code, message })
const failed = ({ code, message }: { code: Failure['code']; message: string }) =>
  // Nothing that is read now lacks its address.
  refused(code === 'address_needed' ? 'calendar_unreachable' : code, message)
const gone = () => refused('not_found', say('calendar.absent'))

/** Pages of batches in one transaction. */
const rewrittenAtOnce = 250

const hostOf = (url: string): string | null =>
  URL.canParse(plainAddress(url)) ? new URL(plainAddress(url)).host : null

/** Fetches an address, or takes a file, and reads it. Nothing is stored. */
async function readSource(
  { calendars }: Deps,
  owner: Owner & { zone: string },
  source: { url?: string | undefined; ics?: string | Uint8Array | undefined },
): Promise<Outcome<{ read: Read; said: Said }>> {
  if (source.ics !== undefined) {
    const { ics } = source
    const bytes = typeof ics === 'string' ? Buffer.from(ics) : Buffer.from(ics)
    const read = await calendars.readBytes(bytes, { ...owner, kind: 'file' })
    if ('ok' in read) return failed(read)
    return done({ read, said: { etag: null, lastModified: null, bodyHash: calendars.hashOf(bytes) } })
  }
  const url = source.url ?? ''
  const fault = calendars.faultOf(url)
  if (fault !== undefined) return failed(fault)
  const fetched = await calendars.fetchOnce(url)
  if (fetched.kind === 'failed') return failed(fetched)
  if (fetched.kind === 'unchanged') return refused('calendar_unreachable', say('calendar.fault.unchanged'))
  const read = await calendars.readBytes(fetched.bytes, { ...owner, kind: 'subscription' })
  if ('ok' in read) return failed(read)
  const { etag, lastModified, hash: bodyHash } = fetched
  return done({ read, said: { etag, lastModified, bodyHash } })
}

/** The calendar that the person has of this address, or of a file that says the same. */
const same = (
  calendars: CalendarService,
  own: readonly StoredCalendar[],
  url: string | undefined,
  /** Null before the file is read. */
  bodyHash: string | null,
): StoredCalendar | undefined =>
  own.find((calendar) =>
    url === undefined
      ? bodyHash !== null && calendar.kind === 'file' && calendar.bodyHash === bodyHash
      : calendars.hasAddress(calendar, url),
  )

/** Why a calendar cannot be added beside those that the person has. A create that is sent twice adds one. */
const faultOf = (
  calendars: CalendarService,
  own: readonly StoredCalendar[],
  url: string | undefined,
  bodyHash: string | null,
) => {
  const known = same(calendars, own, url, bodyHash)
  if (known !== undefined)
    return refused('invalid_value', say('calendar.refused.known', { name: known.name }))
  return own.length >= maxCalendars
    ? refused('invalid_value', say('calendar.refused.tooMany', { most: String(maxCalendars) }))
    : undefined
}

/** `zone` is that of floating times. */
type Wish = Omit<CalendarCreate, 'ics'> & { ics?: string | Uint8Array | undefined; zone: string }

/** A calendar that was read and can be stored. */
export type PreparedCalendar = {
  wish: Omit<NewCalendar, 'id' | 'address' | 'nextReadAt' | 'leasedUntil' | 'createdAt'> & {
    url: string | undefined
  }
  read: Read
  said: Said
}

/** Reads a calendar before the transaction that adds it. */
export async function prepareCalendar(
  deps: Deps,
  owner: Owner,
  { url, ics, name, color = null, visibility = 'busy', zone }: Wish,
): Promise<Outcome<PreparedCalendar>> {
  const { workspaceId, ownerId } = owner
  const early = faultOf(
    deps.calendars,
    await deps.store.read((tx) => calendarsOfPerson(tx, workspaceId, ownerId)),
    url,
    null,
  )
  if (early !== undefined) return early
  const source = await readSource(deps, { ...owner, zone }, { url, ics })
  if (!source.ok) return source
  const host = url === undefined ? null : hostOf(url)
  const wish = {
    ...owner,
    name: name ?? source.value.read.name ?? host ?? say('calendar.name.none'),
    isNamed: name !== undefined,
    color,
    kind: url === undefined ? ('file' as const) : ('subscription' as const),
    host,
    visibility,
    zone,
    url,
  }
  return done({ wish, ...source.value })
}

/** Adds a calendar that was read. Its meetings are stored afterwards, in batches (`storePrepared`). */
export async function createPreparedIn(
  tx: Tx,
  { now, calendars }: Deps,
  { wish: { url, ...wish }, said }: PreparedCalendar,
): Promise<Outcome<StoredCalendar>> {
  const { workspaceId, ownerId } = wish
  const fault = faultOf(calendars, await calendarsOfPerson(tx, workspaceId, ownerId), url, said.bodyHash)
  if (fault !== undefined) return fault
  const id = prefixedId('cal')
  const at = now()
  return done(
    await insertCalendar(tx, {
      ...wish,
      id,
      address: url === undefined ? null : calendars.sealAddress(workspaceId, id, url),
      // A process that ends before it has stored the meetings leaves them to the next reading.
      nextReadAt: url === undefined ? null : at,
      leasedUntil: at + leaseMilliseconds,
      createdAt: at,
    }),
  )
}

/** Stores the meetings of a calendar that was added. @returns the calendar as it is now */
export async function storePrepared(
  { store, calendars }: Deps,
  created: StoredCalendar,
  { read, said }: PreparedCalendar,
): Promise<StoredCalendar> {
  const stored = await calendars.storeRead(created, read, said)
  await store.write((tx) => releaseCalendar(tx, created.workspaceId, created.id), created.workspaceId)
  return stored ?? created
}

/** Adds a calendar and stores its meetings. */
export async function addCalendar(deps: Deps, owner: Owner, asked: Wish): Promise<Outcome<StoredCalendar>> {
  const prepared = await prepareCalendar(deps, owner, asked)
  if (!prepared.ok) return prepared
  const created = await deps.store.write(
    (tx) => createPreparedIn(tx, deps, prepared.value),
    owner.workspaceId,
  )
  if (!created.ok) return created
  return done(await storePrepared(deps, created.value, prepared.value))
}

/** Reads a calendar before it is added. */
export async function previewCalendar(
  deps: Deps,
  owner: Owner,
  { url, ics, zone }: { url?: string | undefined; ics?: string | undefined; zone: string },
): Promise<Outcome<CalendarPreview>> {
  const source = await readSource(deps, { ...owner, zone }, { url, ics })
  if (!source.ok) return source
  const { read } = source.value
  const now = deps.now()
  const next = read.copies
    .filter(({ endAt }) => endAt > now)
    .map(({ details }) => JSON.parse(details) as CopyDetails)
    .toSorted((a, b) => a.startAt - b.startAt)
    .slice(0, 3)
    .map(({ title, startAt, endAt, allDay }) => ({
      title,
      startAt: iso(startAt),
      endAt: iso(endAt),
      allDay,
    }))
  return done({
    name: read.name,
    host: url === undefined ? null : hostOf(url),
    meetingCount: read.meetingCount,
    skippedCount: read.skipped.count,
    next,
  })
}

export async function ownCalendarIn(
  tx: Tx,
  { workspaceId, ownerId }: Owner,
  id: string,
): Promise<StoredCalendar | undefined> {
  const calendar = await getCalendar(tx, workspaceId, id)
  return calendar?.ownerId === ownerId ? calendar : undefined
}

/** Writes the meetings of a calendar anew, because its visibility changed. */
async function rewriteAll({ store, now }: Deps, { workspaceId, id }: StoredCalendar): Promise<void> {
  const { people, ids } = await store.read(async (tx) => ({
    people: await peopleByAddress(tx, workspaceId),
    ids: [...(await digestsOfCopies(tx, workspaceId, id)).keys()],
  }))
  for (let from = 0; from < ids.length; from += rewrittenAtOnce)
    await store.write(
      (tx) =>
        rewriteMeetings(tx, workspaceId, ids.slice(from, from + rewrittenAtOnce), {
          people,
          at: now(),
          calendarId: id,
        }),
      workspaceId,
    )
}

/** Runs after the transaction of a change. */
type Finish = () => Promise<StoredCalendar>
export type PreparedChange = (
  tx: Tx,
) => Promise<Outcome<{ changed: StoredCalendar; finish: Finish }, 'not_found'>>

/** Reads a new address before the transaction that stores it. @returns what that transaction does */
export async function prepareChange(
  deps: Deps,
  owner: Owner,
  id: string,
  { name, color, visibility, url }: CalendarPatch,
): Promise<Outcome<PreparedChange, RefusalCode | 'not_found'>> {
  const { store, now, calendars } = deps
  const own = await store.read((tx) => calendarsOfPerson(tx, owner.workspaceId, owner.ownerId))
  const before = own.find((calendar) => calendar.id === id)
  if (before === undefined) return gone()
  if (url !== undefined && before.kind === 'file')
    return refused('invalid_value', say('calendar.refused.fileAddress'))
  const others = own.filter((calendar) => calendar !== before)
  const fault = url === undefined ? undefined : faultOf(calendars, others, url, null)
  if (fault !== undefined) return fault
  const source =
    url === undefined ? undefined : await readSource(deps, { ...owner, zone: before.zone }, { url })
  if (source?.ok === false) return source
  return done(async (tx) => {
    const changed = await putCalendar(tx, owner.workspaceId, id, {
      ...(name !== undefined && { name, isNamed: true }),
      ...(color !== undefined && { color }),
      ...(visibility !== undefined && { visibility }),
      ...(url !== undefined && {
        host: hostOf(url),
        address: calendars.sealAddress(owner.workspaceId, id, url),
      }),
      updatedAt: now(),
    })
    if (changed === undefined) return gone()
    const finish = async () => {
      if (visibility !== undefined && visibility !== before.visibility) await rewriteAll(deps, changed)
      if (source === undefined) return changed
      return (await calendars.storeRead(changed, source.value.read, source.value.said)) ?? changed
    }
    return done({ changed, finish })
  })
}

export async function changeCalendar(
  deps: Deps,
  owner: Owner,
  id: string,
  patch: CalendarPatch,
): Promise<Outcome<StoredCalendar, RefusalCode | 'not_found'>> {
  const prepared = await prepareChange(deps, owner, id, patch)
  if (!prepared.ok) return prepared
  const written = await deps.store.write(prepared.value, owner.workspaceId)
  return written.ok ? done(await written.value.finish()) : written
}

/** @returns the calendar as it was, or undefined where there is none */
export async function dropCalendar(
  deps: Deps,
  owner: Owner,
  id: string,
): Promise<StoredCalendar | undefined> {
  const calendar = await deps.store.read((tx) => ownCalendarIn(tx, owner, id))
  if (calendar !== undefined) await removeCalendar(deps.store, calendar, deps.now)
  return calendar
}

/**
 * Replaces the further addresses of a person. Their subscriptions are read again.
 * @returns the addresses, and what came or went, whose meetings are matched afterwards (`matchAddresses`)
 */
export async function changeAddressesIn(
  tx: Tx,
  { workspaceId, ownerId }: Owner,
  addresses: readonly string[],
  at: number,
): Promise<Outcome<{ addresses: string[]; differing: string[] }>> {
  const wanted = [...new Set(addresses.map(foldEmail))]
  const known = await peopleByAddress(tx, workspaceId)
  const taken = wanted.find((email) => known.has(email) && known.get(email) !== ownerId)
  if (taken !== undefined) return refused('invalid_value', say('calendar.mine.taken', { email: taken }))
  const before = await furtherAddresses(tx, workspaceId, ownerId)
  const person = await getPerson(tx, ownerId)
  await setAddresses(
    tx,
    workspaceId,
    ownerId,
    wanted.filter((email) => email !== person?.email),
  )
  await rereadCalendarsOf(tx, workspaceId, ownerId, at)
  const after = await furtherAddresses(tx, workspaceId, ownerId)
  const differing = [...before, ...after].filter((email) => !before.includes(email) || !after.includes(email))
  return done({ addresses: after, differing })
}

export async function changeAddresses(
  { store, now, calendars }: Deps,
  owner: Owner,
  addresses: readonly string[],
): Promise<Outcome<string[]>> {
  const changed = await store.write((tx) => changeAddressesIn(tx, owner, addresses, now()), owner.workspaceId)
  if (!changed.ok) return changed
  await calendars.matchAddresses(owner, changed.value.differing)
  return done(changed.value.addresses)
}
