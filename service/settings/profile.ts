// The first page of a workspace for its members, with the way to the launcher; and what a person says of themselves: their name and
// time zone.
import { z } from 'zod'
import { setPersonName, localEmail, setPersonZone } from '../access/people.store.ts'
import { done } from '../base/operator-error.ts'
import { furtherAddresses } from '../calendars/calendars.store.ts'
import { knownZone } from '../meetings/reader-days.rules.ts'
import { say } from '../language/say.ts'
import { listNotifications } from '../notifications/notifications.store.ts'
import { html, type Html } from '../oauth/pages/html.ts'
import { shownName } from '../operator/members.ts'
import { everyone, form, type SiteForm, type SitePage, type Visit } from '../site/kit.ts'
import { formOf, hrefOf, inputField, submit } from '../site/parts.ts'

/** The email address of a person, and those by which calendars know them. */
const addressesOf = async ({ tx, workspace, person }: Visit): Promise<string[]> => [
  ...(person.email === localEmail ? [] : [person.email]),
  ...(await furtherAddresses(tx, workspace.id, person.id)),
]

const launcherPart = ({ person, origin, localDatabase }: Visit): Html =>
  localDatabase === undefined
    ? html`<h2>${say('profile.launcher')}</h2>
        <p>${say('profile.launcher.text')}</p>
        <pre tabindex="0" aria-label="${say('profile.launcher.address')}">${origin}</pre>
        <p>${say('profile.launcher.signIn', { email: person.email })}</p>`
    : html`<p>${say('profile.launcher.here')}</p>`

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
    const addresses = await addressesOf(visit)
    return {
      title: workspace.name,
      body: html`<p class="lead">${say(`profile.role.${actor.role}`)}</p>
        ${launcherPart(visit)}
        <h2>${say('profile.new')}</h2>
        <p>
          <a href="${hrefOf(visit, 'notifications')}"
            >${unread > mostUnread ? say('profile.unread.more', { most: mostUnread }) : say('profile.unread', { count: unread })}</a
          >
        </p>
        <h2>${say('profile.yours')}</h2>
        <dl class="facts">
          <dt>${say('profile.name')}</dt>
          <dd>${person.name}</dd>
          <dt>${say('profile.address', { count: addresses.length })}</dt>
          <dd>
            ${addresses.length === 0 ? say('profile.address.none') : addresses.map((each) => html`<div>${each}</div>`)}
          </dd>
          <dt>${say('profile.zone')}</dt>
          <dd>${person.zone ?? say('profile.zone.notChosen', { zone })}</dd>
        </dl>
        <p><a href="${hrefOf(visit, 'profile')}">${say('profile.change')}</a></p>`,
    }
  },
}

const nameForm = (visit: Visit): Html => {
  const field = inputField(visit, {
    form: 'change-name',
    name: 'name',
    label: say('profile.name'),
    value: visit.person.name,
    attributes: html`autocomplete="name" required maxlength="200"`,
  })
  return html`<p class="lead">${say('profile.name.text')}</p>
    ${formOf(visit, 'change-name', html`${field} ${submit(say('profile.name.change'))}`)}`
}

const zoneForm = (visit: Visit): Html => {
  const field = inputField(visit, {
    form: 'change-zone',
    name: 'zone',
    label: say('profile.zone'),
    hint: say('profile.zone.hint', { zone: visit.person.zone === null ? visit.zone : 'UTC' }),
    value: visit.person.zone ?? '',
    attributes: html`maxlength="100" autocomplete="off" spellcheck="false"`,
  })
  return html`<h2>${say('profile.zone')}</h2>
    ${formOf(visit, 'change-zone', html`${field} ${submit(say('profile.zone.save'))}`)}`
}

export const profilePage: SitePage = {
  path: 'profile',
  title: 'page.settings.profile',
  roles: everyone,
  async read(visit) {
    const addresses = await addressesOf(visit)
    return {
      body: html`${nameForm(visit)} ${zoneForm(visit)}
        <h2>${say('profile.addresses')}</h2>
        ${
          addresses.length === 0
            ? html`<p>${say('profile.addresses.none')}</p>`
            : html`<ul>
                ${addresses.map((each) => html`<li>${each}</li>`)}
              </ul>`
        }
        <p><a href="${hrefOf(visit, 'calendars')}">${say('profile.addresses.add')}</a></p>`,
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

const wrongZone = { error: () => say('profile.zone.wrong') }

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
