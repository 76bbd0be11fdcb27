// Parts that the pages of tasks, records, meetings and notifications share.
import { wholeDaysOf } from '../../shared/whole-days.ts'
import { localeNow, say } from '../language/say.ts'
import { html, type Html } from '../oauth/pages/html.ts'
import type { Viewer } from '../tasks/visibility.rules.ts'
import type { Tx } from '../db/store.ts'
import { recordsAmong } from '../records/records.store.ts'
import { getPerson } from '../access/people.store.ts'

/** A form for a comment that was refused, with what was typed. */
export type RefusedComment = {
  message: string
  content: string
  mentions: readonly string[]
  /** Email addresses of others to mention. */
  others: string
}

/** A visit to a page. Everything is read in one transaction, as the viewer. */
export type Visit = {
  tx: Tx
  workspace: { id: string; slug: string; name: string; plan: 'free' | 'pro' }
  viewer: Viewer
  /** The address of the workspace's pages, such as `/w/acme`. */
  root: string
  /** Proves that a form comes from a page of this browser session. */
  token: string
  /** IANA zone in which times are written. A page without a script cannot ask the browser for its own. */
  zone: string
  /** The page of comments to show. */
  after?: readonly [createdAt: number, id: string] | undefined
  /** A comment that was refused. */
  refused?: RefusedComment | undefined
}

/** `place`: what the navigation shows as current. */
export type ThingPage = { title: string; tag: string; body: Html; place?: string }

/** Undefined is 404: absent, of another workspace, or not visible to the viewer (GEN-08, AUT-09). */
export type ThingReader = (visit: Visit, id: string) => Promise<ThingPage | undefined>

export type ThingPath = 'tasks' | 'records' | 'meetings' | 'notifications'

/** A link to the page of another thing of the workspace. */
export const linkTo = ({ workspace }: Visit, path: ThingPath, id: string, title: string): Html =>
  html`<a href="/w/${workspace.slug}/${path}/${encodeURIComponent(id)}">${title}</a>`

/** Links to the records that exist, also archived ones. */
export const recordLinks = async (visit: Visit, ids: readonly string[]): Promise<Html | undefined> => {
  const records = await recordsAmong(visit.tx, visit.workspace.id, ids)
  return commaList(records.map((record) => linkTo(visit, 'records', record.id, record.title)))
}

/** A link out of the service; anything but http and https is plain text. */
export const linkOut = (url: string): Html =>
  /^https?:\/\//i.test(url) ? html`<a href="${url}" rel="noreferrer noopener">${url}</a>` : html`${url}`

/** Text whose lines and spaces are the author's. */
export const written = (text: string): Html => html`<div class="prose">${text}</div>`

export type Fact = readonly [label: string, value: Html | string | null | undefined | false]

/** A list of the facts that have a value. */
export const factList = (facts: readonly Fact[]): Html => {
  const known = facts.filter(([, value]) => value)
  return known.length === 0
    ? html``
    : html`<dl class="facts">
        ${known.map(
          ([label, value]) =>
            html`<dt>${label}</dt>
              <dd>${typeof value === 'string' ? written(value) : value}</dd>`,
        )}
      </dl>`
}

export const commaList = (parts: readonly (Html | string)[]): Html | undefined =>
  parts.length === 0
    ? undefined
    : html`${parts.map((part, index) => (index === 0 ? html`${part}` : html`, ${part}`))}`

/** @param at epoch milliseconds. */
export const instant = ({ zone }: Pick<Visit, 'zone'>, at: number | null): Html | undefined => {
  if (at === null) return undefined
  const words = new Intl.DateTimeFormat(localeNow(), {
    dateStyle: 'full',
    timeStyle: 'short',
    timeZone: zone,
  }).format(at)
  return html`<time datetime="${new Date(at).toISOString()}">${words}</time>
    <span class="quiet">${zone}</span>`
}

/** A calendar day, which is the same everywhere. @param at its midnight in UTC */
export const dayOf = (at: number): string =>
  new Intl.DateTimeFormat(localeNow(), { dateStyle: 'full', timeZone: 'UTC' }).format(at)

/** The first of the whole days between two instants, in the zone of their writer. */
export const wholeDay = (times: { startAt: number; endAt: number }): string =>
  dayOf(wholeDaysOf(times, 0).first)

/** Names by person id, also of people who have left. */
export const namesOf = async (
  { tx }: Visit,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const names = new Map<string, string>()
  for (const id of new Set(ids)) names.set(id, (await getPerson(tx, id))?.name ?? say('thing.someone'))
  return names
}
