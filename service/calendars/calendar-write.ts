// Adds, changes and removes calendars: for the launcher surface, `/settings` and `svc` (CAL-01, CAL-05, CAL-09).
import type { CalendarCreate, CalendarPatch, CalendarPreview } from '../../shared/api/calendars.ts'
import { maxCalendars } from '../../shared/api/calendars.ts'
import type { Store } from '../db/store.ts'
import { prefixedId } from '../ids.ts'
import { iso } from '../iso-time.ts'
import { foldEmail } from '../workspaces/people.store.ts'
import type { CalendarService, Failure } from './calendars.ts'
import type { StoredCalendar } from './calendars.store.ts'
import type { CopyDetails } from './copies.store.ts'
import { plainAddress } from './feed-request.ts'
import type { ReadCopies } from './reading/copies.ts'
import { removeCalendar, rewriteMeetings } from './sync.ts'

type Deps = { store: Store; now: () => number; calendars: CalendarService }
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
const gone = () => refused('not_found', 'There is no such calendar.')

/** Pages of batches in one transaction. */
const rewrittenAtOnce = 250

const hostOf = (url: string): string | null =>
  URL.canParse(plainAddress(url)) ? new URL(plainAddress(url)).host : null

/** Fetches an address, or takes a file, and reads it. Nothing is stored. */
async function readSource(
  { calendars }: Deps,
  owner: Owner & { zone: string },
  source: { url?: string | undefined; ics?: string | undefined },
): Promise<Outcome<{ read: Read; said: Said }>> {
  if (source.ics !== undefined) {
    const bytes = Buffer.from(source.ics)
    const read = await calendars.readBytes(bytes, owner)
    if ('ok' in read) return failed(read)
    return done({ read, said: { etag: null, lastModified: null, bodyHash: calendars.hashOf(bytes) } })
  }
  const url = source.url ?? ''
  const fault = calendars.faultOf(url)
  if (fault !== undefined) return failed(fault)
  const fetched = await calendars.fetchOnce(url)
  if (fetched.kind === 'failed') return failed(fetched)
  if (fetched.kind === 'unchanged')
    return refused(
      'calendar_unreachable',
      'The calendar’s host answered that nothing changed, to a first request.',
    )
  const read = await calendars.readBytes(fetched.bytes, owner)
  if ('ok' in read) return failed(read)
  const { etag, lastModified, hash: bodyHash } = fetched
  return done({ read, said: { etag, lastModified, bodyHash } })
}

/** Adds a calendar and stores its meetings. */
export async function addCalendar(
  deps: Deps,
  owner: Owner,
  { url, ics, name, color = null, visibility = 'busy', zone }: CalendarCreate & { zone: string },
): Promise<Outcome<StoredCalendar>> {
  const { store, now, calendars } = deps
  const { workspaceId, ownerId } = owner
  const isFull = async () =>
    (await store.read((tx) => tx.calendars.count(workspaceId, ownerId))) >= maxCalendars
  const full = () =>
    refused('invalid_value', `A person has at most ${maxCalendars} calendars. Remove one first.`)
  if (await isFull()) return full()
  const source = await readSource(deps, { ...owner, zone }, { url, ics })
  if (!source.ok) return source
  const { read, said } = source.value
  const id = prefixedId('cal')
  const at = now()
  const created = await store.write(async (tx) => {
    if ((await tx.calendars.count(workspaceId, ownerId)) >= maxCalendars) return undefined
    return tx.calendars.create({
      workspaceId,
      id,
      ownerId,
      name: name ?? read.name ?? (url === undefined ? 'Calendar' : (hostOf(url) ?? 'Calendar')),
      isNamed: name !== undefined,
      color,
      kind: url === undefined ? 'file' : 'subscription',
      host: url === undefined ? null : hostOf(url),
      address: url === undefined ? null : calendars.sealAddress(workspaceId, id, url),
      visibility,
      zone,
      nextReadAt: null,
      createdAt: at,
    })
  }, workspaceId)
  if (created === undefined) return full()
  const stored = await calendars.storeRead(created, read, said)
  return done(stored ?? created)
}

/** What a calendar holds, before it is added. */
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

const ownCalendar = async ({ store }: Deps, { workspaceId, ownerId }: Owner, id: string) => {
  const calendar = await store.read((tx) => tx.calendars.get(workspaceId, id))
  return calendar?.ownerId === ownerId ? calendar : undefined
}

/** Writes the meetings of a calendar anew, because its visibility changed. */
async function rewriteAll({ store, now }: Deps, { workspaceId, id }: StoredCalendar): Promise<void> {
  const { people, ids } = await store.read(async (tx) => ({
    people: await tx.calendars.peopleByAddress(workspaceId),
    ids: [...(await tx.copies.digests(workspaceId, id)).keys()],
  }))
  for (let from = 0; from < ids.length; from += rewrittenAtOnce)
    await store.write(
      (tx) =>
        rewriteMeetings(tx, workspaceId, ids.slice(from, from + rewrittenAtOnce), { people, at: now() }),
      workspaceId,
    )
}

export async function changeCalendar(
  deps: Deps,
  owner: Owner,
  id: string,
  { name, color, visibility, url }: CalendarPatch,
): Promise<Outcome<StoredCalendar, RefusalCode | 'not_found'>> {
  const { store, now, calendars } = deps
  const calendar = await ownCalendar(deps, owner, id)
  if (calendar === undefined) return gone()
  if (url !== undefined && calendar.kind === 'file')
    return refused('invalid_value', 'A file has no address. Add the address as a calendar of its own.')
  const source =
    url === undefined ? undefined : await readSource(deps, { ...owner, zone: calendar.zone }, { url })
  if (source?.ok === false) return source
  const changed = await store.write(
    (tx) =>
      tx.calendars.update(owner.workspaceId, id, {
        ...(name !== undefined && { name, isNamed: true }),
        ...(color !== undefined && { color }),
        ...(visibility !== undefined && { visibility }),
        ...(url !== undefined && {
          host: hostOf(url),
          address: calendars.sealAddress(owner.workspaceId, id, url),
        }),
        updatedAt: now(),
      }),
    owner.workspaceId,
  )
  if (changed === undefined) return gone()
  if (visibility !== undefined && visibility !== calendar.visibility) await rewriteAll(deps, changed)
  if (source === undefined) return done(changed)
  const stored = await calendars.storeRead(changed, source.value.read, source.value.said)
  return done(stored ?? changed)
}

/** @returns the calendar as it was, or undefined where there is none */
export async function dropCalendar(
  deps: Deps,
  owner: Owner,
  id: string,
): Promise<StoredCalendar | undefined> {
  const calendar = await ownCalendar(deps, owner, id)
  if (calendar !== undefined) await removeCalendar(deps.store, calendar, deps.now)
  return calendar
}

/** Replaces the further addresses of a person. */
export async function changeAddresses(
  { store, now }: Deps,
  { workspaceId, ownerId }: Owner,
  addresses: readonly string[],
): Promise<Outcome<string[]>> {
  const wanted = [...new Set(addresses.map(foldEmail))]
  return store.write(async (tx) => {
    const known = await tx.calendars.peopleByAddress(workspaceId)
    const taken = wanted.find((email) => known.has(email) && known.get(email) !== ownerId)
    if (taken !== undefined) return refused('invalid_value', `${taken} belongs to another member.`)
    const person = await tx.people.get(ownerId)
    await tx.calendars.setAddresses(
      workspaceId,
      ownerId,
      wanted.filter((email) => email !== person?.email),
    )
    await tx.calendars.rereadOf(workspaceId, ownerId, now())
    return done(await tx.calendars.addressesOf(workspaceId, ownerId))
  }, workspaceId)
}
