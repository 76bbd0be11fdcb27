// Admits visitors to pages: the session of a browser, the member behind it, and the token that their forms have to send.
import { createHmac } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { findMembership } from '../access/members.store.ts'
import type { Person } from '../access/people.store.ts'
import { workspaceBySlug } from '../access/workspaces.store.ts'
import type { Role } from '../base/caller.rules.ts'
import type { CalendarService } from '../calendars/calendars.ts'
import type { Store, Tx } from '../db/store.ts'
import type { RateLimiter } from '../http/rate-limit.ts'
import { logPerson, requestIdOf } from '../http/server/server.ts'
import type { ImportDeps } from '../imports/import-write.ts'
import { readerZone } from '../meetings/reader-days.rules.ts'
import type { BrowserSession, Sessions } from '../oauth/sessions.ts'
import type { PasswordSignIn } from '../oauth/sign-in.ts'
import type { Seal } from '../sealing/sealing.ts'
import type { WebhookService } from '../webhooks/webhooks.ts'
import type { refusals } from './frame.ts'
import type { RefusedForm, Visit } from './kit.ts'

export type SiteDeps = {
  store: Store
  /** Epoch milliseconds. */
  now: () => number
  baseUrl: () => string
  seal: Seal
  webhooks: Pick<WebhookService, 'checkUrl' | 'wake'>
  calendars: CalendarService
  imports: ImportDeps['imports']
  /** Forms of one person. */
  formRateLimiter: RateLimiter
  /** See `Visit`. */
  localDatabase?: string | undefined
  /** From `createOauth`. */
  oauth: { sessions: Sessions; signIn: PasswordSignIn; cookieKey: () => Promise<string> }
}

export type Session = BrowserSession & { token: string; requestId: string }
export type Refused = keyof typeof refusals
type Guard = { roles: readonly Role[]; whenLocked?: true }

/** Tells a form that a page of the same browser session made. */
export const formToken = async (
  { cookieKey }: Pick<SiteDeps['oauth'], 'cookieKey'>,
  { id }: Pick<BrowserSession, 'id'>,
): Promise<string> =>
  createHmac('sha256', await cookieKey())
    .update(`form ${id}`)
    .digest('base64url')

/** Path and query of a page below a root. */
export const addressForm = (root: string): RegExp =>
  new RegExp(
    String.raw`^${root}(?:\/([a-z0-9][a-z0-9-]{0,99})(?:\/([a-z-]{1,40}))?)?(?:\?[\w=&.%*+-]{0,2000})?$`,
  )

/** @param root of the site, such as `/settings` */
export const createAdmission = (root: string, { now, baseUrl, localDatabase, oauth }: SiteDeps) => {
  /** Pages of a reader who chose no zone are in that of the machine, if it is theirs. */
  const zoneOf = ({ zone }: Person): string => readerZone(zone, localDatabase !== undefined)

  const sessionOf = async (req: IncomingMessage, res: ServerResponse): Promise<Session | undefined> => {
    const session = await oauth.sessions.open(req)
    if (!session) return undefined
    logPerson(res, session.person.id)
    return { ...session, token: await formToken(oauth, session), requestId: requestIdOf(res) }
  }

  /** The visit of a member whose role may be there, or why not. */
  const admit = async (
    tx: Tx,
    { person, token, byCode, requestId }: Session,
    slug: string,
    guard: Guard,
    rest: { query: URLSearchParams; refused?: RefusedForm },
  ): Promise<Visit | Refused> => {
    const workspace = await workspaceBySlug(tx, slug)
    const membership = workspace && (await findMembership(tx, workspace.id, person.id))
    if (!workspace || !membership) return 'absent'
    const { role, memberLimit, activeMembers } = membership
    const isLocked = memberLimit !== null && activeMembers > memberLimit
    if (isLocked && !(guard.whenLocked && role !== 'member')) return 'locked'
    if (!guard.roles.includes(role)) return 'forbidden'
    const actor = { personId: person.id, role }
    const here = { at: now(), zone: zoneOf(person), origin: baseUrl(), localDatabase }
    const from = { root: `${root}/${slug}`, token, byCode, requestId }
    return { tx, workspace, person, actor, activeMembers, ...from, ...here, ...rest }
  }

  return { zoneOf, sessionOf, admit }
}
