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
import { retold } from '../calendars/calendar-words.ts'
import type { StoredCalendar } from '../calendars/stored-calendar.ts'
import { feedUrl, newFeedSecret } from '../calendars/feed.ts'
import { knownZone, serverZone } from '../meetings/reader-days.rules.ts'
import { languageNow, localeNow, say } from '../language/say.ts'
import { html, type Html } from '../oauth/pages/html.ts'
import { done, refuse, type Outcome } from '../base/operator-error.ts'
import { shownName } from '../operator/members.ts'
import { hashToken } from '../base/ids.ts'
import { localEmail } from '../access/people.store.ts'
import {
  refusedAt,
  sayHtml,
  spoken,
  url,
  urlField,
  visibilities,
  visibility,
  visibilityField,
} from './calendar-fields.ts'
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

/** A problem is stored as an English sentence, whose cause may be that of an older version. */
const problemOf = ({ code, message }: NonNullable<StoredCalendar['problem']>): string =>
  languageNow() === 'en' ? message : (retold(message) ?? say(`calendar.problem.${code}`))

const skippedOf = ({ reason, count, example }: StoredCalendar['skipped']['reasons'][number]): string => {
  const told = { reason: retold(reason) ?? reason, count }
  return example === ''
    ? say('calendar.skipped.one', told)
    : say('calendar.skipped.example', { ...told, example })
}

/** The problem of a calendar, and its left out parts. */
export const stateOf = (visit: Visit, { problem, skipped, readAt }: StoredCalendar): Html => html`
  ${
    problem === null
      ? say(readAt === null ? 'calendar.state.unread' : 'calendar.state.read')
      : html`<strong>${problemOf(problem)}</strong>
          ${sayHtml('calendar.state.since', { time: timeOf(visit, problem.since, '') })}`
  }
  ${
    skipped.count > 0 &&
    html`<br /><span class="quiet"
        >${say('calendar.skipped')} ${skipped.reasons.map(skippedOf).join(' ')}</span
      >`
  }
`

const listOf = (visit: Visit, calendars: readonly StoredCalendar[]): Html => {
  if (calendars.length === 0) return html`<p>${say('calendar.none')}</p>`
  const shown = new Map<string, string>(spoken(visibilities))
  const rows = calendars.map((calendar) => [
    html`<a href="${hrefOf(visit, `calendar?id=${calendar.id}`)}">${calendar.name}</a><br /><span
        class="quiet"
        >${calendar.host ?? say('calendar.file')}</span
      >`,
    shown.get(calendar.visibility) ?? '',
    timeOf(visit, calendar.readAt, say('calendar.lastRead.never')),
    timeOf(
      visit,
      calendar.nextReadAt,
      say(calendar.kind === 'file' ? 'calendar.file.readOnce' : 'calendar.nextRead.never'),
    ),
    calendar.meetingCount.toLocaleString(localeNow()),
    stateOf(visit, calendar),
  ])
  const columns = [
    say('calendar.calendar'),
    say('calendar.visibility.short'),
    say('calendar.lastRead'),
    say('calendar.nextRead'),
    say('calendar.meetings'),
    say('calendar.state'),
  ]
  return table(say('calendar.caption'), columns, rows)
}

const nameAndZone = (visit: Visit, of: string): Html =>
  html`${inputField(visit, { form: of, name: 'name', label: say('calendar.name'), hint: say('calendar.name.hint'), attributes: html`maxlength="200" autocomplete="off"` })}
  ${visibilityField(visit, of)}
  ${inputField(visit, { form: of, name: 'zone', label: say('calendar.zone'), attributes: html`required maxlength="100" autocomplete="off"`, value: visit.person.zone ?? serverZone() })}`

const addForms = (visit: Visit): Html =>
  html`<h2>${say('calendar.add')}</h2>
    ${formOf(visit, 'add-calendar', html`${urlField(visit, 'add-calendar', say('calendar.address'))} ${nameAndZone(visit, 'add-calendar')} ${submit(say('calendar.add.button'))}`)}
    <h2>${say('calendar.addFile')}</h2>
    ${formOf(
      visit,
      'add-calendar-file',
      html`${textField(visit, { form: 'add-calendar-file', name: 'ics', label: say('calendar.addFile.text'), hint: say('calendar.addFile.hint'), attributes: html`rows="6" required spellcheck="false" autocomplete="off"`, longest: maxPasted })}
      ${nameAndZone(visit, 'add-calendar-file')} ${submit(say('calendar.addFile.button'))}`,
    )}`

const addressesForm = (visit: Visit, addresses: readonly string[]): Html =>
  html`<h2>${say('calendar.mine')}</h2>
    <p>
      ${visit.person.email === localEmail ? say('calendar.mine.textOnly') : say('calendar.mine.text', { email: visit.person.email })}
    </p>
    ${formOf(
      visit,
      'calendar-addresses',
      html`${textField(visit, { form: 'calendar-addresses', name: 'addresses', label: say('calendar.mine.further'), hint: say('calendar.mine.most', { most: String(maxAddresses) }), attributes: html`rows="3" spellcheck="false" autocomplete="off"`, value: addresses.join('\n') })}
      ${submit(say('calendar.mine.button'))}`,
    )}`

const feedForms = (visit: Visit, createdAt: number | undefined): Html =>
  html`<h2>${say('calendar.feed')}</h2>
    <p>${say('calendar.feed.text')}</p>
    ${
      createdAt !== undefined &&
      html`<p>${sayHtml('calendar.feed.made', { time: timeOf(visit, createdAt, '') })}</p>
        ${formOf(visit, 'revoke-feed', confirmed(say('calendar.feed.end'), say('calendar.feed.end.about'), { name: 'feed', value: 'own', label: say('calendar.feed.end.button'), text: say('calendar.feed.end.text') }))}`
    }
    ${guardedFormOf(visit, 'create-feed', submit(say(createdAt === undefined ? 'calendar.feed.make' : 'calendar.feed.makeNew')))}`

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
      body: html`<p class="lead">${say('calendar.lead', { most: String(maxCalendars) })}</p>
        ${listOf(visit, calendars)} ${addForms(visit)} ${addressesForm(visit, addresses)}
        ${feedForms(visit, feed?.createdAt)}`,
    }
  },
}

const optionalName = z
  .union([z.literal(''), shownName])
  .optional()
  .transform((text) => (text === '' ? undefined : text))
const unknownZone = { error: () => say('calendar.zone.unknown') }
const zone = z
  .string({ error: () => say('calendar.zone.missing') })
  .trim()
  .max(100, unknownZone)
  .transform((text) => knownZone(text))
  .refine((text) => text !== null, unknownZone)
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

const pasteText = { error: () => say('calendar.addFile.missing') }
const addFile = form({
  path: 'add-calendar-file',
  roles: everyone,
  maxBytes: maxPastedBytes,
  back: () => 'calendars',
  done: 'done.settings.add-calendar-file',
  fields: z.object({
    ...added,
    ics: z
      .string(pasteText)
      .min(1, pasteText)
      .max(maxPasted, { error: () => say('calendar.addFile.tooLarge') }),
  }),
  prepare: (deps, { name, ...wish }) =>
    prepare('ics', deps, { ...wish, ...(name !== undefined && { name }) }),
  run: (visit, _fields, prepared, { calendars }) => create(visit, prepared, calendars),
})

const emails = z
  .string()
  .max(20_000, { error: () => say('calendar.mine.tooLong') })
  .transform((text) => text.split(/[\s,;]+/).filter((part) => part !== ''))
  .pipe(
    z
      .array(z.email({ error: () => say('calendar.mine.invalid') }).max(320))
      .max(maxAddresses, { error: () => say('calendar.mine.tooMany', { most: String(maxAddresses) }) }),
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
    const once = {
      title: say('calendar.feed.once'),
      label: say('calendar.address'),
      secret: feedUrl(origin, secret),
      text: say('calendar.feed.once.text'),
      back: 'calendars',
    }
    return done({ once })
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
      : refuse('not_found', say('calendar.feed.absent')),
})

export const calendarsForms: readonly SiteForm[] = [
  addCalendar,
  addFile,
  saveAddresses,
  createFeed,
  revokeFeed,
]
