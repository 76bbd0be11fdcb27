// The pages behind `webUrl`: a task, a record, a meeting or a notification in a browser, for a signed-in member of its
// workspace, by the rules of the API.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { requestIdOf } from '../http/server/server.ts'
import { isSameOrigin, methodNotAllowed, pathOf, readForm, seeOther } from '../http/server/browser-request.ts'
import { say } from '../language/say.ts'
import { html, type Html } from '../oauth/pages/html.ts'
import { messagePage, sendPage, type Page } from '../oauth/pages/page.ts'
import { answerFailure, placeSignInPage, type SignInNotice } from '../oauth/pages/pages.ts'
import type { Sessions } from '../oauth/sessions.ts'
import type { PasswordSignIn } from '../oauth/sign-in.ts'
import type { Person } from '../access/people.store.ts'
import { isSettingsPath } from '../settings/settings.ts'
import { formToken } from '../site/admission.ts'
import { homeForms, isHomePath, thingForm } from '../home/home.ts'
import { navigationOf } from '../home/navigation.ts'
import type { Store } from '../db/store.ts'
import type { RefusedComment, ThingPage, ThingPath, ThingReader, Visit } from './page-parts.ts'
import { targetPath } from '../access/principal.ts'
import { readMeeting, readNotification, readRecord, readTask } from './thing-pages.ts'
import type { CommentTarget } from '../comments/comments.store.ts'
import type { RateLimiter } from '../http/rate-limit.ts'
import { readerZone } from '../meetings/reader-days.rules.ts'
import { badForm, refusals, tooManyForms, withAccount } from '../site/frame.ts'
import { parseCursor } from '../site/parts.ts'
import { postComment } from './comment-pages.ts'
import { workspaceBySlug } from '../access/workspaces.store.ts'
import { findMembership } from '../access/members.store.ts'
import { markRecordViewed } from '../records/records.store.ts'
import { markNotificationsRead, notificationOf } from '../notifications/notifications.store.ts'

const readers = {
  tasks: readTask,
  records: readRecord,
  meetings: readMeeting,
  notifications: readNotification,
} as const satisfies Record<ThingPath, ThingReader>

type Thing = { path: string; slug: string; kind: ThingPath; id: string }
type Exchange = { req: IncomingMessage; res: ServerResponse }

export type WebPagesDeps = {
  store: Store
  /** Epoch milliseconds. */
  now: () => number
  baseUrl: () => string
  log: { error(fields: object, message: string): void }
  /** From `createOauth`: one browser session serves sign-in and these pages. */
  oauth: { sessions: Sessions; signIn: PasswordSignIn; cookieKey: () => Promise<string> }
  /** Forms of one person. */
  formRateLimiter: RateLimiter
  webhooks: { wake: (workspaceId: string) => void }
  /** Whether the service runs on its reader's own machine. */
  isLocal: boolean
}

const maxCommentBytes = 128 * 1024

/** Handles `/w/…`; see `handle`. */
export const createWebPages = ({
  store,
  now,
  baseUrl,
  log,
  oauth,
  formRateLimiter,
  webhooks,
  isLocal,
}: WebPagesDeps) => {
  const { sessions, signIn } = oauth
  const zoneOf = ({ zone }: Person): string => readerZone(zone, isLocal)
  const accounted = (page: Page, person: Person): Page => withAccount(page, person, zoneOf(person))
  const showSignIn = (res: ServerResponse, next: string, refused: SignInNotice = {}) =>
    sendPage(res, placeSignInPage(baseUrl(), { next, purpose: say('signIn.purpose.page'), refused }))

  const postSignIn = async ({ req, res }: Exchange) => {
    const form = await readForm(req, baseUrl())
    if (!form) return sendPage(res, badForm())
    const next = form.get('next') ?? ''
    const outcome = await signIn(req, res, form)
    if (outcome.kind === 'refused') return showSignIn(res, next, outcome)
    await sessions.start(req, res, outcome)
    // Anything but a page of ours could be a link that a stranger made.
    return seeOther(res, isHomePath(next) || isSettingsPath(next) ? next : '/w')
  }

  const postSignOut = async ({ req, res }: Exchange) => {
    if (!isSameOrigin(req, baseUrl())) return sendPage(res, badForm())
    await sessions.end(req, res)
    return sendPage(res, signedOut())
  }

  /** The person of a browser session, and what its forms prove. */
  type Reader = { person: Person; token: string }
  const readerOf = async (req: IncomingMessage): Promise<Reader | undefined> => {
    const session = await sessions.open(req)
    return session && { person: session.person, token: await formToken(oauth, session) }
  }

  /** Reads as the person; undefined when they are not a member of a workspace with this slug. */
  const visitAs = async <T>(
    { person, token }: Reader,
    slug: string,
    read: (visit: Visit) => Promise<T>,
    shown: Pick<Visit, 'after' | 'refused'> = {},
  ): Promise<T | 'locked' | undefined> =>
    await store.read(async (tx) => {
      const workspace = await workspaceBySlug(tx, slug)
      const membership = workspace && (await findMembership(tx, workspace.id, person.id))
      if (!workspace || !membership) return undefined
      if (membership.memberLimit !== null && membership.activeMembers > membership.memberLimit)
        return 'locked'
      const viewer = { personId: person.id, role: membership.role }
      return await read({ tx, workspace, root: `/w/${slug}`, token, viewer, zone: zoneOf(person), ...shown })
    })

  const signInByCode = async ({ req, res }: Exchange, { path }: Thing, code: string) => {
    const signedInBy = await sessions.takeCode(code)
    // A browser that opens an old link again, for example from its history, may be signed in already.
    if (signedInBy) await sessions.start(req, res, signedInBy)
    else if (!(await sessions.find(req))) return showSignIn(res, path, { notice: say('signIn.usedCode') })
    return seeOther(res, path)
  }

  /** A failure, as on a full disk, does not hide the page (ERR-02): recent records are a convenience. */
  const keepView = (workspaceId: string, personId: string, recordId: string) =>
    store
      .write((tx) => markRecordViewed(tx, workspaceId, personId, recordId, now()), workspaceId)
      .catch((error: unknown) => log.error({ err: error }, 'The view of a record was not stored.'))

  const showThing = async (exchange: Exchange, thing: Thing, refused?: RefusedComment) => {
    const { req, res } = exchange
    const { path, slug, kind, id } = thing
    const { searchParams: query } = new URL(req.url ?? '', baseUrl())
    const code = query.get('code')
    if (code !== null && req.method === 'GET') return await signInByCode(exchange, thing, code)
    const reader = await readerOf(req)
    if (!reader) return showSignIn(res, path)
    const { person } = reader
    const found = await visitAs(
      reader,
      slug,
      async (visit) => {
        const page = await readers[kind](visit, id)
        const nav = page && (await navigationOf(visit, page.place ?? ''))
        return page && { page, nav, workspaceId: visit.workspace.id }
      },
      { after: parseCursor(query.get('after')), refused },
    )
    if (found === 'locked') return sendPage(res, accounted(refusals.locked(), person))
    if (!found) return sendPage(res, accounted(refusals.absent(), person))
    if (kind === 'records' && !refused) await keepView(found.workspaceId, person.id, id)
    const done = refused ? undefined : homeForms.get(query.get('done') ?? '')?.done
    const page = framed(found.page, found.nav, done && say(done))
    return sendPage(res, accounted({ ...page, ...(refused && { status: 400 }) }, person))
  }

  /** Adds or deletes a comment. */
  const comment = async (exchange: Exchange, thing: Thing, kind: CommentTarget['kind']) => {
    const { req, res } = exchange
    const { slug, id, path } = thing
    // A comment of 10,000 characters may take nine bytes for each.
    const form = await readForm(req, baseUrl(), maxCommentBytes)
    if (!form) return sendPage(res, badForm())
    const reader = await readerOf(req)
    if (!reader) return showSignIn(res, path, { notice: say('site.signedOutMeanwhile') })
    const { person } = reader
    const rate = await formRateLimiter.take(person.id)
    if (!rate.admitted) return sendPage(res, accounted(tooManyForms(rate), person))
    const seen = await visitAs(reader, slug, async ({ workspace, viewer }) => ({ workspace, viewer }))
    if (seen === undefined || seen === 'locked') return sendPage(res, accounted(refusals.absent(), person))
    const { workspace, viewer } = seen
    const posted = await store.write((tx) => {
      const actor = { type: 'user', id: person.id, requestId: requestIdOf(res) } as const
      const author = { ...viewer, workspaceId: workspace.id, actor, at: now() }
      return postComment(tx, author, { kind, id }, form)
    }, workspace.id)
    webhooks.wake(workspace.id)
    if (posted.is === 'absent') return sendPage(res, accounted(refusals.absent(), person))
    if (posted.is === 'refused') return showThing(exchange, thing, posted)
    return seeOther(res, `${path}#comments`)
  }

  /** Leads to what the notification is about. */
  const markRead = async ({ req, res }: Exchange, { slug, id, path }: Thing) => {
    const reader = isSameOrigin(req, baseUrl()) ? await readerOf(req) : undefined
    if (!reader) return sendPage(res, badForm())
    const { person } = reader
    const found = await visitAs(reader, slug, async (visit) => {
      const notification = await notificationOf(visit.tx, visit.workspace.id, person.id, id)
      if (!notification) return undefined
      const { target, items, createdAt: before } = notification
      const to = targetPath(slug, target) ?? (items.length > 0 ? path : `/settings/${slug}/notifications`)
      return { to, workspaceId: visit.workspace.id, which: { ids: [id], before } }
    })
    if (found === undefined || found === 'locked') return sendPage(res, accounted(refusals.absent(), person))
    await store.write(
      (tx) => markNotificationsRead(tx, found.workspaceId, person.id, found.which, now()),
      found.workspaceId,
    )
    return seeOther(res, found.to)
  }

  const answer = async (exchange: Exchange): Promise<boolean> => {
    const { req, res } = exchange
    const path = pathOf(req)
    if (path === '/w/sign-in' || path === '/w/sign-out') {
      if (req.method !== 'POST') methodNotAllowed(res, ['POST'])
      else await (path === '/w/sign-in' ? postSignIn(exchange) : postSignOut(exchange))
      return true
    }
    const thing = parseThing(path)
    if (!thing) return false
    if (req.method === 'GET' || req.method === 'HEAD') await showThing(exchange, thing)
    else if (req.method !== 'POST' || thing.kind === 'meetings')
      methodNotAllowed(res, thing.kind === 'meetings' ? ['GET', 'HEAD'] : ['GET', 'HEAD', 'POST'])
    else if (thing.kind === 'notifications') await markRead(exchange, thing)
    else await comment(exchange, thing, thing.kind === 'tasks' ? 'task' : 'record')
    return true
  }

  return {
    /** Answers a request under `/w`. @returns false for other paths, of which it read nothing */
    async handle(req: IncomingMessage, res: ServerResponse): Promise<boolean> {
      try {
        return await answer({ req, res })
      } catch (error) {
        log.error({ err: error }, 'A page failed.')
        answerFailure(res, error)
        return true
      }
    },
  }
}

/** The thing that a path names. Such a path stays in this service, so a sign-in may redirect to it. */
const parseThing = (path: string): Thing | undefined => {
  const [, slug, kind, id] = thingForm.exec(path) ?? []
  if (slug === undefined || id === undefined) return undefined
  const known = (Object.keys(readers) as ThingPath[]).find((each) => each === kind)
  return known && { path, slug, kind: known, id }
}

const framed = ({ title, tag, body }: ThingPage, nav: Html | undefined, done: string | undefined): Page => ({
  title,
  width: 'wide',
  ...(nav && { nav }),
  body: html`<p class="tag">${tag}</p>
    <h1>${title}</h1>
    ${done !== undefined && html`<p class="done" role="status">${done}</p>`}${body}`,
})

const signedOut = (): Page => ({
  ...messagePage(200, say('signIn.signedOut'), say('signIn.signedOut.text')),
  footer: html`<p><a href="/w">${say('signIn.again')}</a></p>`,
})
