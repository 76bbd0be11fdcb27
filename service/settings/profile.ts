// The first page of a workspace for its members, with the way to the launcher; and what a person says of themselves: their name and
// time zone.
import { z } from 'zod'
import { setPersonName, localEmail, setPersonZone } from '../access/people.store.ts'
import { done } from '../base/operator-error.ts'
import { furtherAddresses } from '../calendars/calendars.store.ts'
import { knownZone } from '../meetings/reader-days.rules.ts'
import { listNotifications } from '../notifications/notifications.store.ts'
import { html, type Html } from '../oauth/pages/html.ts'
import { shownName } from '../operator/members.ts'
import { everyone, form, type SiteForm, type SitePage, type Visit } from '../site/kit.ts'
import { formOf, hrefOf, inputField, submit } from '../site/parts.ts'

const roles = { owner: 'an owner', admin: 'an admin', member: 'a member' } as const

/** The email address of a person, and those by which calendars know them. */
const addressesOf = async ({ tx, workspace, person }: Visit): Promise<string[]> => [
  ...(person.email === localEmail ? [] : [person.email]),
  ...(await furtherAddresses(tx, workspace.id, person.id)),
]

const launcherPart = ({ person, origin, localDatabase }: Visit): Html =>
  localDatabase === undefined
    ? html`<h2>Get the launcher</h2>
        <p>
          Svc Launcher finds tasks, records and meetings with a few keys, and shows your day. Ask the person
          who invited you for its installer. Open it, choose to sign in to a workspace, and type this address:
        </p>
        <pre tabindex="0" aria-label="Workspace address">${origin}</pre>
        <p>Then sign in as ${person.email}.</p>`
    : html`<p>Svc Launcher on this computer works with this workspace.</p>`

/** Counted up to this many. */
const mostUnread = 50

export const homePage: SitePage = {
  path: 'home',
  title: 'page.settings.home',
  roles: everyone,
  async read(visit) {
    const { tx, workspace, person, actor, zone } = visit
    const page = { unread: true, limit: mostUnread + 1 }
    const unread = (await listNotifications(tx, workspace.id, person.id, page)).length
    const count = unread > mostUnread ? `more than ${mostUnread}` : String(unread)
    const addresses = await addressesOf(visit)
    return {
      title: workspace.name,
      body: html`<p class="lead">You are ${roles[actor.role]} of this workspace.</p>
        ${launcherPart(visit)}
        <h2>What is new</h2>
        <p>
          <a href="${hrefOf(visit, 'notifications')}"
            >${unread === 0 ? 'No unread notifications' : html`${count} unread notification${unread > 1 && 's'}`}</a
          >
        </p>
        <h2>Your profile</h2>
        <dl class="facts">
          <dt>Name</dt>
          <dd>${person.name}</dd>
          <dt>${addresses.length > 1 ? 'Addresses' : 'Address'}</dt>
          <dd>${addresses.length === 0 ? 'None' : addresses.map((each) => html`<div>${each}</div>`)}</dd>
          <dt>Time zone</dt>
          <dd>${person.zone ?? `${zone}, because none is chosen`}</dd>
        </dl>
        <p><a href="${hrefOf(visit, 'profile')}">Change name or time zone</a></p>`,
    }
  },
}

const nameForm = (visit: Visit): Html => {
  const field = inputField(visit, {
    form: 'change-name',
    name: 'name',
    label: 'Name',
    value: visit.person.name,
    attributes: html`autocomplete="name" required maxlength="200"`,
  })
  return html`<p class="lead">Others see this name, in every workspace of this service that you belong to.</p>
    ${formOf(visit, 'change-name', html`${field} ${submit('Change name')}`)}`
}

const zoneForm = (visit: Visit): Html => {
  const field = inputField(visit, {
    form: 'change-zone',
    name: 'zone',
    label: 'Time zone',
    hint: `Such as Europe/Berlin. Pages write times in it; without one, in ${visit.person.zone === null ? visit.zone : 'UTC'}.`,
    value: visit.person.zone ?? '',
    attributes: html`maxlength="100" autocomplete="off" spellcheck="false"`,
  })
  return html`<h2>Time zone</h2>
    ${formOf(visit, 'change-zone', html`${field} ${submit('Save time zone')}`)}`
}

export const profilePage: SitePage = {
  path: 'profile',
  title: 'page.settings.profile',
  roles: everyone,
  async read(visit) {
    const addresses = await addressesOf(visit)
    return {
      body: html`${nameForm(visit)} ${zoneForm(visit)}
        <h2>Addresses</h2>
        ${
          addresses.length === 0
            ? html`<p>There are none yet.</p>`
            : html`<ul>
                ${addresses.map((each) => html`<li>${each}</li>`)}
              </ul>`
        }
        <p><a href="${hrefOf(visit, 'calendars')}">Add addresses at which you are invited</a></p>`,
    }
  },
}

const changeName = form({
  path: 'change-name',
  roles: everyone,
  back: () => 'profile',
  done: 'done.settings.change-name',
  fields: z.object({ name: shownName }),
  async run({ tx, person }, { name }) {
    await setPersonName(tx, person.id, name)
    return done({})
  },
})

const wrongZone = 'Use a time zone like Europe/Berlin, or none.'

const changeZone = form({
  path: 'change-zone',
  roles: everyone,
  back: () => 'profile',
  done: 'done.settings.change-zone',
  fields: z.object({
    zone: z
      .string()
      .trim()
      .max(100, wrongZone)
      .default('')
      .refine((text) => text === '' || knownZone(text) !== null, wrongZone)
      .transform((text) => (text === '' ? null : knownZone(text))),
  }),
  async run({ tx, person }, { zone }) {
    await setPersonZone(tx, person.id, zone)
    return done({})
  },
})

export const profileForms: readonly SiteForm[] = [changeName, changeZone]
