// The developer settings of a workspace in the browser (AUT-12): pages and forms that work without a script, for a member
// with the session of the sign-in pages. Every form passes `post`, so each check stands once.
import { createHash, createHmac } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { errorStatus } from '../../shared/api/errors.ts'
import type { RateLimiter } from '../http/rate-limit.ts'
import { logPerson } from '../http/server/server.ts'
import type { Store, Tx } from '../db/store.ts'
import type { Seal } from '../sealing/sealing.ts'
import {
  isSameOrigin,
  methodNotAllowed,
  pathOf,
  readFileForm,
  seeOther,
} from '../http/server/browser-request.ts'
import { sendFile, sendPage, type Page } from '../oauth/pages/page.ts'
import { answerFailure, placeSignInPage, usedCode, type SignInNotice } from '../oauth/pages/pages.ts'
import type { BrowserSession, Sessions } from '../oauth/sessions.ts'
import type { PasswordSignIn } from '../oauth/sign-in.ts'
import type { OperatorErrorCode } from '../base/operator-error.ts'
import type { ImportDeps } from '../imports/import-write.ts'
import type { CalendarService } from '../calendars/calendars.ts'
import type { WebhookService } from '../webhooks/webhooks.ts'
import { readerZone } from '../meetings/reader-days.rules.ts'
import { isSameSecret } from '../base/ids.ts'
import type { Role } from '../base/caller.rules.ts'
import type { Person } from '../access/people.store.ts'
import {
  badForm,
  framed,
  oncePage,
  refusals,
  sentAlready,
  staleForm,
  tooManyForms,
  withAccount,
  workspacesPage,
} from './frame.ts'
import { answerTo, textOf, valuesOf, type RefusedForm, type SiteForm, type Visit } from '../site/kit.ts'
import { createLinkPages, isLinkPath } from './links.ts'
import { closedByCode } from '../site/parts.ts'
import { forms, pages } from './table.ts'
import { workspaceBySlug } from '../access/workspaces.store.ts'
import { findMembership, workspacesOfPerson } from '../access/members.store.ts'
import { findStoredAnswer, storeAnswer } from '../http/idempotency.store.ts'

export type SettingsDeps = {
  store: Store
  /** Epoch milliseconds. */
  now: () => number
  baseUrl: () => string
  log: { error(fields: object, message: string): void }
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

type Exchange = { req: IncomingMessage; res: ServerResponse }
type Session = BrowserSession & { token: string }
type Refused = keyof typeof refusals
type Guard = { roles: readonly Role[]; whenLocked?: true }
type Replay = { kind: 'replay'; status: number; to: string }

/** Enough for every form: a webhook with a long URL, or a name of 10,000 characters that is refused at its field. */
const maxFormBytes = 128 * 1024

/** A page of the settings, also with its query: a sign-in may lead there. */
export const isSettingsPath = (text: string): boolean => settingsForm.test(text)
const settingsForm =
  /^\/settings(?:\/([a-z0-9][a-z0-9-]{0,99})(?:\/([a-z-]{1,40}))?)?(?:\?[\w=&.%-]{0,500})?$/

/** Handles `/settings`; see `handle`. */
export const createSettings = (deps: SettingsDeps) => {
  const {
    store,
    now,
    baseUrl,
    log,
    seal,
    webhooks,
    calendars,
    imports,
    formRateLimiter,
    oauth,
    localDatabase,
  } = deps
  const { sessions, signIn, cookieKey } = oauth

  const zoneOf = ({ zone }: Person): string => readerZone(zone, localDatabase !== undefined)
  const accounted = (page: Page, person: Person): Page => withAccount(page, person, zoneOf(person))

  const showSignIn = (
    res: ServerResponse,
    next: string,
    refused: SignInNotice = {},
    purpose = 'to open the developer settings',
  ) =>
    sendPage(
      res,
      placeSignInPage(baseUrl(), {
        next: isSettingsPath(next) ? next : '/settings',
        purpose,
        refused,
      }),
    )

  const links = createLinkPages({ store, now, baseUrl, sessions, formRateLimiter, showSignIn })

  const answerReplay = (res: ServerResponse, person: Person, { status, to }: Replay) =>
    status === 303 ? seeOther(res, to) : sendPage(res, accounted(sentAlready(to), person))

  const sessionOf = async ({ req, res }: Exchange): Promise<Session | undefined> => {
    const session = await sessions.open(req)
    if (!session) return undefined
    logPerson(res, session.person.id)
    const token = createHmac('sha256', await cookieKey())
      .update(`form ${session.id}`)
      .digest('base64url')
    return { ...session, token }
  }

  /** The visit of a member whose role may be there, or why not. */
  const admit = async (
    tx: Tx,
    { person, token, byCode }: Session,
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
    return { tx, workspace, person, actor, activeMembers, token, byCode, ...here, ...rest }
  }

  const showPage = async (
    res: ServerResponse,
    session: Session,
    { slug, path, query }: { slug: string; path: string; query: URLSearchParams },
    refused?: { form: RefusedForm; status: number },
  ) => {
    const page = pages.get(path)
    if (!page) return sendPage(res, accounted(refusals.absent, session.person))
    const found = await store.read(async (tx) => {
      const visit = await admit(tx, session, slug, page, { query, ...(refused && { refused: refused.form }) })
      if (typeof visit === 'string') return visit
      const content = await page.read(visit)
      if (!content) return 'absent'
      return content.file ?? framed(visit, page, content)
    })
    if (typeof found === 'string') return sendPage(res, accounted(refusals[found], session.person))
    if ('text' in found) return sendFile(res, found)
    const status = refused && { status: refused.status }
    return sendPage(res, accounted({ ...found, ...status }, session.person))
  }

  const showWorkspaces = async (res: ServerResponse, { person }: Session) => {
    const workspaces = await store.read((tx) => workspacesOfPerson(tx, person.id))
    const [only, another] = workspaces
    if (only && !another) return seeOther(res, `/settings/${only.slug}`)
    return sendPage(res, accounted(workspacesPage(workspaces), person))
  }

  const get = async ({ req, res }: Exchange, slug: string | undefined, path: string | undefined) => {
    const url = new URL(req.url ?? '', baseUrl())
    const here = `${url.pathname}${url.search}`
    const code = url.searchParams.get('code')
    if (code !== null && req.method === 'GET') {
      const signedInBy = await sessions.takeCode(code)
      // A browser that opens an old link again, for example from its history, may be signed in already.
      if (signedInBy) {
        logPerson(res, signedInBy.personId)
        await sessions.start(req, res, signedInBy)
      } else if (!(await sessions.find(req))) return showSignIn(res, url.pathname, { notice: usedCode })
      return seeOther(res, url.pathname)
    }
    const session = await sessionOf({ req, res })
    if (!session) return showSignIn(res, here)
    if (slug === undefined) return await showWorkspaces(res, session)
    if (path === undefined) return seeOther(res, `/settings/${slug}/home`)
    return await showPage(res, session, { slug, path, query: url.searchParams })
  }

  /** The answer to a form that was accepted before. */
  const replayOf = async (tx: Tx, workspaceId: string, id: string): Promise<Replay | undefined> => {
    const stored = await findStoredAnswer(tx, workspaceId, id, now())
    return stored && { kind: 'replay', status: stored.status, to: stored.headers['Location'] ?? '' }
  }

  const post = async ({ req, res }: Exchange, slug: string, form: SiteForm) => {
    if (!isSameOrigin(req, baseUrl())) return sendPage(res, badForm)
    const session = await sessionOf({ req, res })
    if (!session) return showSignIn(res, `/settings/${slug}/${listOf(form)}`, { notice: signedOutMeanwhile })
    const { person } = session
    const rate = await formRateLimiter.take(person.id)
    if (!rate.admitted) return sendPage(res, accounted(tooManyForms(rate), person))
    const posted = await readFileForm(req, baseUrl(), form.maxBytes ?? maxFormBytes)
    if (!posted) return sendPage(res, accounted(badForm, person))
    const values = valuesOf(posted.fields)
    const [path = '', query = ''] = form.back(values).split('?', 2)
    const place = { slug, path, query: new URLSearchParams(query) }
    const here = `/settings/${slug}/${form.back(values)}`
    const formId = textOf(values, 'form')
    if (!isSameSecret(textOf(values, 'token'), session.token) || !/^[\w-]{16}$/.test(formId)) {
      return sendPage(res, accounted(staleForm(here), person))
    }

    // With its values, because one page may be sent twice for two things: an old page of keys revokes another key.
    const id = createHash('sha256')
      .update(JSON.stringify([person.id, form.path, values]))
      .digest('base64url')
    const refuse = (code: OperatorErrorCode, faults: RefusedForm['faults']) => {
      if (code === 'not_found') return sendPage(res, accounted(refusals.absent, person))
      return showPage(res, session, place, {
        form: { form: form.path, values, faults },
        status: statusOf(code),
      })
    }
    const first = await store.read(async (tx) => {
      const visit = await admit(tx, session, slug, form, place)
      if (typeof visit === 'string') return visit
      return {
        workspace: visit.workspace,
        role: visit.actor.role,
        replay: await replayOf(tx, visit.workspace.id, id),
      }
    })
    if (typeof first === 'string') return sendPage(res, accounted(refusals[first], person))
    const { workspace, role, replay } = first
    const workspaceId = workspace.id
    // Before `open`, in which some forms already write (imports) or refuse duplicates (calendars).
    if (replay) return answerReplay(res, person, replay)

    if (session.byCode && (form.givesSecret || form.changesAccess)) {
      return await refuse('forbidden', [{ message: closedByCode }])
    }
    const checkPassword = (password: string) =>
      signIn(
        req,
        res,
        new Map([
          ['email', person.email],
          ['password', password],
        ]),
      )
    const opened = await form.open(
      {
        person,
        workspace,
        role,
        seal,
        webhooks,
        calendars: { store, now, calendars },
        imports: { store, now, imports },
        file: posted.file,
        checkPassword,
      },
      values,
    )
    if (!opened.ok) return await refuse(opened.code, opened.faults)
    // The role may have changed, and the same form may have arrived, since the first look.
    const outcome = await store.write(async (tx) => {
      const visit = await admit(tx, session, slug, form, place)
      if (typeof visit === 'string') return visit
      const repeated = await replayOf(tx, workspaceId, id)
      if (repeated) return repeated
      const result = await opened.run(visit)
      if (!result.ok) return result
      const answer = answerTo(slug, form, values, result.value)
      const stored = { fingerprint: '', status: answer.status, headers: { Location: answer.to }, body: '' }
      await storeAnswer(tx, workspaceId, { id, at: now(), ...stored })
      return { ...answer, kind: 'done' as const, result: result.value }
    }, workspaceId)
    if (typeof outcome === 'string') return sendPage(res, accounted(refusals[outcome], person))
    if ('ok' in outcome) return await refuse(outcome.code, [outcome])
    if (outcome.kind === 'replay') return answerReplay(res, person, outcome)
    webhooks.wake(workspaceId)
    const { once, signIn: next, after } = outcome.result
    await after?.()
    if (next) await sessions.start(req, res, next)
    return once ? sendPage(res, oncePage(slug, once)) : seeOther(res, outcome.to)
  }

  const answer = async (exchange: Exchange): Promise<boolean> => {
    const { req, res } = exchange
    if (!/^\/settings(\/|$)/.test(pathOf(req))) return false
    const [, slug, path] = settingsForm.exec(pathOf(req)) ?? []
    const isRead = req.method === 'GET' || req.method === 'HEAD'
    const form = path === undefined ? undefined : forms.get(path)
    if (isLinkPath(path) && slug !== undefined) await links(exchange, { slug, path })
    else if (form && slug !== undefined) {
      if (req.method === 'POST') await post(exchange, slug, form)
      else methodNotAllowed(res, ['POST'])
    } else if (!settingsForm.test(pathOf(req)) || (path !== undefined && !pages.has(path))) {
      sendPage(res, refusals.absent)
    } else if (isRead) await get(exchange, slug, path)
    else methodNotAllowed(res, ['GET', 'HEAD'])
    return true
  }

  return {
    /** Answers a request under `/settings`. @returns false when the path is not ours; then nothing was read or written. */
    async handle(req: IncomingMessage, res: ServerResponse): Promise<boolean> {
      try {
        return await answer({ req, res })
      } catch (error) {
        log.error({ err: error }, 'A settings page failed.')
        answerFailure(res, error)
        return true
      }
    },
  }
}

/** 409 for refusals that no route of the API has. */
const statusOf = (code: OperatorErrorCode): number =>
  (errorStatus as Partial<Record<string, number>>)[code] ?? 409

/** The page with the form, or the list that leads to it: which thing it was about is unknown before the form is read. */
const listOf = (form: SiteForm): string => {
  const [path = ''] = form.back({}).split('?', 1)
  return pages.get(path)?.under ?? path
}

const signedOutMeanwhile =
  'Your sign-in has ended, and nothing was changed. Sign in, then fill in the form again.'
