// Two calendars of the demo's first member, as files that the service reads like any other: work, and what is private.
import { windowAt } from '../calendars/calendars.ts'
import { readCopies } from '../calendars/reading/copies.ts'
import { rewriteMeetings } from '../calendars/sync.ts'
import { writeIcs, type WrittenEvent } from '../calendars/write-ics.ts'
import type { Tx } from '../db/store.ts'
import { getPerson, localEmail } from '../access/people.store.ts'
import type { DemoObject } from './objects.ts'
import type { DemoRecord, Scene } from './records.ts'
import { workdaysIn } from './workdays.ts'
import { setAddresses, peopleByAddress, insertCalendar, putCalendar } from '../calendars/calendars.store.ts'
import { putCalendarCopies } from '../calendars/copies.store.ts'

const minute = 60_000
const day = 24 * 60 * minute
/** The owner of a local workspace has no address of their own, and calendars know people by one. */
const workAddress = 'me@work.example'

type Guest = NonNullable<WrittenEvent['attendees']>[number]
type Place = {
  zone: string
  now: number
  /** By whom the calendars know their owner. */
  own: { email: string; name: string }
  colleagues: readonly { email: string; name: string }[]
  contacts: readonly { email: string; name: string }[]
}

/** A series, answers of all kinds, members and records among the guests, and an overlap on the next workday. */
function workFile({ zone, now, own, colleagues, contacts }: Place): string {
  const workdays = workdaysIn(zone, now)
  const timed = (count: number, hours: number, minutes: number) => {
    const startAt = workdays.wallClock(count, hours * 60)
    return { startAt, endAt: startAt + minutes * minute, allDay: false, isLocal: true, stamp: now - 10 * day }
  }
  const next = (hours: number, minutes: number) => timed(workdays.next(hours * 60), hours, minutes)
  const answered = (response: string): Guest => ({ ...own, response })
  const accepted = (guests: Place['colleagues']) =>
    guests.map((guest) => ({ ...guest, response: 'ACCEPTED' }))
  const [nora, other] = contacts
  const [colleague] = colleagues
  const organizer = nora?.email ?? own.email
  const company = nora?.name ?? 'a customer'
  return writeIcs('Work', [
    {
      ...timed(-40, 16, 30),
      uid: 'demo-sync',
      title: 'Sales sync',
      rule: 'FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR',
      location: 'Room Heron',
      joinUrl: 'https://meet.example/sales-sync',
      description: 'What moved since yesterday, and what is stuck.',
      organizer: own.email,
      attendees: [answered('ACCEPTED'), ...accepted(colleagues)],
    },
    {
      ...next(14.5, 30),
      uid: 'demo-intro',
      title: `Introduction of ${company}`,
      description: 'They look for somebody who knows their field. Bring the price list.',
      organizer,
      attendees: [answered('NEEDS-ACTION'), ...accepted(contacts)],
    },
    {
      ...timed(1, 13.5, 45),
      uid: 'demo-budget',
      title: 'Budget questions',
      organizer: own.email,
      attendees: [answered('ACCEPTED'), ...accepted(colleagues)],
    },
    {
      ...timed(1, 13.75, 45),
      uid: 'demo-roadmap',
      title: 'Roadmap questions',
      location: 'Room Kestrel',
      isTentative: true,
      organizer: colleague?.email ?? own.email,
      attendees: [answered('TENTATIVE'), ...accepted(colleagues)],
    },
    {
      ...timed(1, 17, 30),
      uid: 'demo-webinar',
      title: 'Webinar of a supplier',
      organizer: other?.email ?? organizer,
      attendees: [answered('DECLINED')],
    },
  ])
}

function privateFile({ zone, now }: Place): string {
  const workdays = workdaysIn(zone, now)
  const stamp = now - 10 * day
  const dentist = workdays.wallClock(2, 8 * 60)
  const dayOff = workdays.wallClock(3, 0)
  return writeIcs('Private', [
    {
      uid: 'demo-dentist',
      title: 'Dentist',
      stamp,
      startAt: dentist,
      endAt: dentist + 45 * minute,
      allDay: false,
      isLocal: true,
      isPrivate: true,
    },
    { uid: 'demo-day-off', title: 'Day off', stamp, startAt: dayOff, allDay: true },
  ])
}

const calendars = [
  { make: workFile, name: 'Work', color: '#2563eb', visibility: 'details' },
  { make: privateFile, name: 'Private', color: '#16a34a', visibility: 'private' },
] as const

const contactsOf = (people: readonly DemoRecord[], object: DemoObject | undefined): Place['contacts'] => {
  const field = object?.fields.find(({ slug }) => slug === 'email')
  return people
    .filter(({ archived }) => !archived)
    .slice(0, 2)
    .flatMap(({ title, values }) => {
      const email = values[field?.id ?? '']
      return typeof email === 'string' ? [{ email, name: title }] : []
    })
}

/**
 * Adds the calendars and their meetings.
 * @returns a meeting that a task can be linked to; undefined where nobody can be invited
 */
export async function addCalendars(
  tx: Tx,
  workspaceId: string,
  { random, now, memberIds }: Scene,
  zone: string,
  { people, object }: { people: readonly DemoRecord[]; object: DemoObject | undefined },
): Promise<string | undefined> {
  const contacts = contactsOf(people, object)
  if (contacts.length === 0) return undefined
  const [ownerId, ...otherIds] = memberIds
  const owner = await getPerson(tx, ownerId)
  const isLocal = owner?.email === localEmail
  if (isLocal) await setAddresses(tx, workspaceId, ownerId, [workAddress])
  const own = { email: isLocal ? workAddress : (owner?.email ?? ''), name: owner?.name ?? '' }
  const colleagues: { email: string; name: string }[] = []
  for (const id of otherIds.slice(0, 2)) {
    const person = await getPerson(tx, id)
    if (person) colleagues.push({ email: person.email, name: person.name })
  }
  const known = await peopleByAddress(tx, workspaceId)
  let toLink: string | undefined
  for (const [place, { make, ...calendar }] of calendars.entries()) {
    const bytes = Buffer.from(make({ zone, now, own, colleagues, contacts }))
    const read = readCopies({ bytes, window: windowAt(now), zone, addresses: [own.email], known: null })
    if (read.kind !== 'read') throw new Error(`The demo calendar ${calendar.name} cannot be read.`)
    const { id } = await insertCalendar(tx, {
      ...calendar,
      workspaceId,
      id: random.id('cal'),
      ownerId,
      isNamed: false,
      kind: 'file',
      host: null,
      address: null,
      zone,
      nextReadAt: null,
      createdAt: now + place,
    })
    const state = { readAt: now, meetingCount: read.copies.length, skipped: read.skipped, updatedAt: now }
    await putCalendar(tx, workspaceId, id, state)
    await putCalendarCopies(tx, workspaceId, id, read.copies)
    const ids = read.copies.map(({ meetingId }) => meetingId)
    await rewriteMeetings(tx, workspaceId, ids, { people: known, at: now, calendarId: id })
    toLink ??= read.copies.find(({ response }) => response === 'needsAction')?.meetingId
  }
  return toLink
}
