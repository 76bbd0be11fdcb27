// My calendars: add, list; the addresses by which they know a person; the address for a calendar program (CAL-01, CAL-05).
import { z } from 'zod'
import { maxAddresses, maxCalendars } from '../../shared/api/launcher/calendars.ts'
import {
  changeAddressesIn,
  createPreparedIn,
  storePrepared,
  prepareCalendar,
  type CalendarDeps,
  type PreparedCalendar,
} from '../calendars/calendar-write.ts'
import type { StoredCalendar } from '../calendars/stored-calendar.ts'
import { feedUrl, newFeedSecret } from '../calendars/feed.ts'
import { knownZone, serverZone } from '../meetings/reader-days.rules.ts'
import { html, type Html } from '../oauth/pages/html.ts'
import { done, refuse, type Outcome } from '../base/operator-error.ts'
import { shownName } from '../operator/members.ts'
import { hashToken } from '../base/ids.ts'
import { localEmail } from '../access/people.store.ts'
import { refusedAt, url, urlField, visibilities, visibility, visibilityField } from './calendar-fields.ts'
import {
  everyone,
  form,
  type FormDeps,
  type FormResult,
  type SiteForm,
  type SitePage,
  type Visit,
} from '../site/kit.ts'
import {
  confirmed,
  formOf,
  guardedFormOf,
  hrefOf,
  inputField,
  submit,
  table,
  textField,
  timeOf,
} from '../site/parts.ts'
import { calendarsOfPerson, furtherAddresses } from '../calendars/calendars.store.ts'
import { feedOfPerson, putFeed, deleteFeed } from '../calendars/feed.store.ts'

/** Characters of a pasted file. `svc calendar add` takes larger files. */
const maxPasted = 2 * 1024 * 1024
/** A form encodes a byte as up to three. */
const maxPastedBytes = 4 * maxPasted

/** The problem of a calendar, and its left out parts. */
export const stateOf = (visit: Visit, { problem, skipped, readAt }: StoredCalendar): Html => html`
  ${
    problem === null
      ? readAt === null
        ? 'Not read yet'
        : 'Read'
      : html`<strong>${problem.message}</strong> Since ${timeOf(visit, problem.since, '')}. Its meetings stay.`
  }
  ${
    skipped.count > 0 &&
    html`<br /><span class="quiet"
        >Left out:
        ${skipped.reasons.map(({ reason, count, example }, index) => html`${index > 0 && ' '}${count} × ${reason}${example !== '' && html` (“${example}”)`}`)}</span
      >`
  }
`

const listOf = (visit: Visit, calendars: readonly StoredCalendar[]): Html => {
  if (calendars.length === 0) return html`<p>There are no calendars yet.</p>`
  const shown = new Map<string, string>(visibilities)
  const rows = calendars.map((calendar) => [
    html`<a href="${hrefOf(visit, `calendar?id=${calendar.id}`)}">${calendar.name}</a><br /><span
        class="quiet"
        >${calendar.host ?? 'A file'}</span
      >`,
    shown.get(calendar.visibility) ?? '',
    timeOf(visit, calendar.readAt, 'Never'),
    timeOf(visit, calendar.nextReadAt, calendar.kind === 'file' ? 'A file is read once' : 'Not planned'),
    String(calendar.meetingCount),
    stateOf(visit, calendar),
  ])
  const columns = ['Calendar', 'Others see', 'Last read', 'Next read', 'Meetings', 'State']
  return table('Calendars, oldest first', columns, rows)
}

const nameAndZone = (visit: Visit, of: string): Html =>
  html`${inputField(visit, { form: of, name: 'name', label: 'Name (optional)', hint: 'Without one it has the name that the calendar says.', attributes: html`maxlength="200" autocomplete="off"` })}
  ${visibilityField(visit, of)}
  ${inputField(visit, { form: of, name: 'zone', label: 'Time zone of times that name none', attributes: html`required maxlength="100" autocomplete="off"`, value: visit.person.zone ?? serverZone() })}`

const addForms = (visit: Visit): Html =>
  html`<h2>Add a calendar by its address</h2>
    ${formOf(visit, 'add-calendar', html`${urlField(visit, 'add-calendar', 'Address')} ${nameAndZone(visit, 'add-calendar')} ${submit('Add calendar')}`)}
    <h2>Add a file</h2>
    ${formOf(
      visit,
      'add-calendar-file',
      html`${textField(visit, { form: 'add-calendar-file', name: 'ics', label: 'The text of an .ics file', hint: 'Open the file in a text editor and copy all of it, at most 2 MB. It is read once. svc calendar add takes larger files.', attributes: html`rows="6" required spellcheck="false" autocomplete="off"`, longest: maxPasted })}
      ${nameAndZone(visit, 'add-calendar-file')} ${submit('Add file')}`,
    )}`

const addressesForm = (visit: Visit, addresses: readonly string[]): Html =>
  html`<h2>Your addresses</h2>
    <p>
      ${visit.person.email === localEmail ? 'List the addresses at which you are invited,' : `Calendars know you as ${visit.person.email}. List other addresses at which you are invited,`}
      one in a line.
    </p>
    ${formOf(
      visit,
      'calendar-addresses',
      html`${textField(visit, { form: 'calendar-addresses', name: 'addresses', label: 'Further addresses', hint: `At most ${maxAddresses}.`, attributes: html`rows="3" spellcheck="false" autocomplete="off"`, value: addresses.join('\n') })}
      ${submit('Save addresses')}`,
    )}`

const feedForms = (visit: Visit, createdAt: number | undefined): Html =>
  html`<h2>Your tasks in a calendar program</h2>
    <p>
      A secret address at which Google Calendar, Outlook or Apple Calendar reads your open tasks that are due,
      and your meetings that they are linked to. Whoever has the address can read them.
    </p>
    ${
      createdAt !== undefined &&
      html`<p>There is an address, made ${timeOf(visit, createdAt, '')}. A new one ends it.</p>
        ${formOf(visit, 'revoke-feed', confirmed('End the address', 'of your tasks', { name: 'feed', value: 'own', label: 'End this address', text: 'Calendar programs that use it no longer get your tasks.' }))}`
    }
    ${guardedFormOf(visit, 'create-feed', submit(createdAt === undefined ? 'Make an address' : 'Make a new address'))}`

export const calendarsPage: SitePage = {
  path: 'calendars',
  title: 'page.settings.calendars',
  roles: everyone,
  async read(visit) {
    const { tx, workspace, person } = visit
    const calendars = await calendarsOfPerson(tx, workspace.id, person.id)
    const addresses = await furtherAddresses(tx, workspace.id, person.id)
    const feed = await feedOfPerson(tx, workspace.id, person.id)
    return {
      body: html`<p class="lead">
          The meetings of these calendars are in your brief. At most ${maxCalendars}.
        </p>
        ${listOf(visit, calendars)} ${addForms(visit)} ${addressesForm(visit, addresses)}
        ${feedForms(visit, feed?.createdAt)}`,
    }
  },
}

const optionalName = z
  .union([z.literal(''), shownName])
  .optional()
  .transform((text) => (text === '' ? undefined : text))
const zone = z
  .string('Enter a time zone.')
  .trim()
  .max(100, 'Use a time zone like Europe/Berlin.')
  .transform((text) => knownZone(text))
  .refine((text) => text !== null, 'Use a time zone like Europe/Berlin.')
  .transform((text) => text ?? 'UTC')
const added = { name: optionalName, visibility, zone }

type Wish = Parameters<typeof prepareCalendar>[2]

const prepare = async (
  field: 'url' | 'ics',
  { calendars, person, workspace }: FormDeps,
  wish: Wish,
): Promise<Outcome<PreparedCalendar>> => {
  const prepared = await prepareCalendar(calendars, { workspaceId: workspace.id, ownerId: person.id }, wish)
  return prepared.ok ? done(prepared.value) : refusedAt(field, prepared)
}

const create = async (
  { tx }: Visit,
  prepared: PreparedCalendar,
  deps: CalendarDeps,
): Promise<Outcome<FormResult>> => {
  const created = await createPreparedIn(tx, deps, prepared)
  if (!created.ok) return refuse(created.code, created.message)
  return done({ after: () => storePrepared(deps, created.value, prepared) })
}

const addCalendar = form({
  path: 'add-calendar',
  roles: everyone,
  back: () => 'calendars',
  done: 'done.settings.add-calendar',
  fields: z.object({ ...added, url }),
  prepare: (deps, { name, ...wish }) =>
    prepare('url', deps, { ...wish, ...(name !== undefined && { name }) }),
  run: (visit, _fields, prepared, { calendars }) => create(visit, prepared, calendars),
})

const addFile = form({
  path: 'add-calendar-file',
  roles: everyone,
  maxBytes: maxPastedBytes,
  back: () => 'calendars',
  done: 'done.settings.add-calendar-file',
  fields: z.object({
    ...added,
    ics: z
      .string('Paste the text of a file.')
      .min(1, 'Paste the text of a file.')
      .max(maxPasted, 'Paste at most 2 MB. Use `svc calendar add` for larger files.'),
  }),
  prepare: (deps, { name, ...wish }) =>
    prepare('ics', deps, { ...wish, ...(name !== undefined && { name }) }),
  run: (visit, _fields, prepared, { calendars }) => create(visit, prepared, calendars),
})

const emails = z
  .string()
  .max(20_000, 'Use fewer addresses.')
  .transform((text) => text.split(/[\s,;]+/).filter((part) => part !== ''))
  .pipe(
    z
      .array(z.email('Use addresses like ada@example.com, one in a line.').max(320))
      .max(maxAddresses, `Use at most ${maxAddresses} addresses.`),
  )

const saveAddresses = form({
  path: 'calendar-addresses',
  roles: everyone,
  back: () => 'calendars',
  done: 'done.settings.calendar-addresses',
  fields: z.object({ addresses: emails }),
  async run({ tx, workspace, person, at }, { addresses }, _prepared, { calendars: { calendars } }) {
    const owner = { workspaceId: workspace.id, ownerId: person.id }
    const changed = await changeAddressesIn(tx, owner, addresses, at)
    if (!changed.ok) return refusedAt('addresses', changed)
    return done({ after: () => calendars.matchAddresses(owner, changed.value.differing) })
  },
})

const createFeed = form({
  path: 'create-feed',
  givesSecret: true,
  roles: everyone,
  back: () => 'calendars',
  fields: z.object({}),
  async run({ tx, workspace, person, at, origin }) {
    const secret = newFeedSecret()
    await putFeed(tx, workspace.id, person.id, { tokenHash: hashToken(secret), at })
    const text = 'Subscribe to this address in your calendar program. It is not shown again.'
    const once = {
      title: 'Copy the address of your tasks',
      label: 'Address',
      secret: feedUrl(origin, secret),
    }
    return done({ once: { ...once, text, back: 'calendars' } })
  },
})

const revokeFeed: SiteForm = form({
  path: 'revoke-feed',
  roles: everyone,
  back: () => 'calendars',
  done: 'done.settings.revoke-feed',
  fields: z.object({}),
  run: async ({ tx, workspace, person }) =>
    (await deleteFeed(tx, workspace.id, person.id))
      ? done({})
      : refuse('not_found', 'There is no such address.'),
})

export const calendarsForms: readonly SiteForm[] = [
  addCalendar,
  addFile,
  saveAddresses,
  createFeed,
  revokeFeed,
]
