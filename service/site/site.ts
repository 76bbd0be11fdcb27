// Pages and forms of one root in the browser, which work without a script, for a member with the session of the sign-in
// pages. Every form passes `post`, so each check stands once.
import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { errorStatus } from '../../shared/api/errors.ts'
import { workspacesOfPerson } from '../access/members.store.ts'
import type { Person } from '../access/people.store.ts'
import { isSameSecret } from '../base/ids.ts'
import type { OperatorErrorCode } from '../base/operator-error.ts'
import type { Tx } from '../db/store.ts'
import { findStoredAnswer, storeAnswer } from '../http/idempotency.store.ts'
import {
  isSameOrigin,
  methodNotAllowed,
  pathOf,
  readFileForm,
  seeOther,
} from '../http/server/browser-request.ts'
import { logPerson } from '../http/server/server.ts'
import { say, type PlainKey } from '../language/say.ts'
import { html, type Html } from '../oauth/pages/html.ts'
import { sendFile, sendPage, type Page } from '../oauth/pages/page.ts'
import { placeSignInPage, type SignInNotice } from '../oauth/pages/pages.ts'
import { addressForm, createAdmission, type Session, type SiteDeps } from './admission.ts'
import {
  badForm,
  framed,
  notDone,
  oncePage,
  refusals,
  sentAlready,
  staleForm,
  tooManyForms,
  withAccount,
  workspacesPage,
} from './frame.ts'
import {
  addressOf,
  answerTo,
  textOf,
  valuesOf,
  type RefusedForm,
  type SiteForm,
  type SitePage,
  type Visit,
} from './kit.ts'

/** The differences between the sites of the service. */
export type Site = {
  /** Such as `/settings`. */
  root: string
  pages: ReadonlyMap<string, SitePage>
  forms: ReadonlyMap<string, SiteForm>
  /** The first page of a workspace. With an empty path it stands at the address of the workspace itself. */
  first: string
  /** The sentence of the sign-in page. */
  purpose: PlainKey
  /** The heading of the list of workspaces. */
  title: PlainKey
  navigation: (visit: Visit, current: SitePage) => Html | Promise<Html>
  /** Other pages where a sign-in may lead back to. */
  isPage?: (pathAndQuery: string) => boolean
}

type Exchange = { req: IncomingMessage; res: ServerResponse }
type Replay = { kind: 'replay'; status: number; to: string }

/** Enough for every form: a webhook with a long URL, or a name of 10,000 characters that is refused at its field. */
const maxFormBytes = 128 * 1024

/** Pages and forms below a root; see what it returns. */
export const createSite = (site: Site, deps: SiteDeps) => {
  const { root, pages, forms, first: firstPage, purpose } = site
  const { store, now, baseUrl, seal, webhooks, calendars, imports } = deps
  const { formRateLimiter, oauth } = deps
  const { sessions, signIn } = oauth
  const address = addressForm(root)
  const isPage = (text: string): boolean => address.test(text) || site.isPage?.(text) === true
  const { zoneOf, sessionOf, admit } = createAdmission(root, deps)
  const accounted = (page: Page, person: Person): Page => withAccount(page, person, zoneOf(person))

  const showSignIn = (res: ServerResponse, next: string, refused: SignInNotice = {}, why = say(purpose)) =>
    sendPage(
      res,
      placeSignInPage(baseUrl(), {
        next: isPage(next) ? next : root,
        purpose: why,
        refused,
      }),
    )

  const answerReplay = (res: ServerResponse, person: Person, { status, to }: Replay) =>
    status === 303 ? seeOther(res, to) : sendPage(res, accounted(sentAlready(to), person))

  const showPage = async (
    res: ServerResponse,
    session: Session,
    { slug, path, query }: { slug: string; path: string; query: URLSearchParams },
    refused?: { form: RefusedForm; status: number },
  ) => {
    const page = pages.get(path)
    if (!page) return sendPage(res, accounted(refusals.absent(), session.person))
    const found = await store.read(async (tx) => {
      const visit = await admit(tx, session, slug, page, { query, ...(refused && { refused: refused.form }) })
      if (typeof visit === 'string') return visit
      const content = await page.read(visit)
      if (!content) return 'absent'
      if (content.file) return content.file
      const done = forms.get(query.get('done') ?? '')?.done
      return framed(visit, content, {
        title: say(page.title),
        nav: await site.navigation(visit, page),
        done: done && say(done),
      })
    })
    if (typeof found === 'string') return sendPage(res, accounted(refusals[found](), session.person))
    if ('text' in found) return sendFile(res, found)
    const status = refused && { status: refused.status }
    return sendPage(res, accounted({ ...found, ...status }, session.person))
  }

  const showWorkspaces = async (res: ServerResponse, { person }: Session) => {
    const workspaces = await store.read((tx) => workspacesOfPerson(tx, person.id))
    const [only, another] = workspaces
    if (only && !another) return seeOther(res, `${root}/${only.slug}`)
    return sendPage(res, accounted(workspacesPage(site, workspaces), person))
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
      } else if (!(await sessions.find(req)))
        return showSignIn(res, url.pathname, { notice: say('signIn.usedCode') })
      return seeOther(res, url.pathname)
    }
    const session = await sessionOf(req, res)
    if (!session) return showSignIn(res, here)
    if (slug === undefined) return await showWorkspaces(res, session)
    if (path === undefined && firstPage !== '') return seeOther(res, `${root}/${slug}/${firstPage}`)
    return await showPage(res, session, { slug, path: path ?? '', query: url.searchParams })
  }

  /** The answer to a form that was accepted before. */
  const replayOf = async (tx: Tx, workspaceId: string, id: string): Promise<Replay | undefined> => {
    const stored = await findStoredAnswer(tx, workspaceId, id, now())
    return stored && { kind: 'replay', status: stored.status, to: stored.headers['Location'] ?? '' }
  }

  /** The page of this site from which a form was sent, as the browser says. */
  const pageOfForm = ({ headers: { referer } }: IncomingMessage): string | undefined => {
    if (referer === undefined || !URL.canParse(referer)) return undefined
    const { origin, pathname, search } = new URL(referer)
    const path = pathname + search
    return origin === new URL(baseUrl()).origin && isPage(path) ? path : undefined
  }

  const post = async ({ req, res }: Exchange, slug: string, form: SiteForm) => {
    if (!isSameOrigin(req, baseUrl())) return sendPage(res, badForm())
    const session = await sessionOf(req, res)
    if (!session) {
      const list = addressOf(`${root}/${slug}`, listOf(pages, form))
      return showSignIn(res, pageOfForm(req) ?? list, { notice: say('site.signedOutMeanwhile') })
    }
    const { person } = session
    const rate = await formRateLimiter.take(person.id)
    if (!rate.admitted) return sendPage(res, accounted(tooManyForms(rate), person))
    const posted = await readFileForm(req, baseUrl(), form.maxBytes ?? maxFormBytes, form.maxFields)
    if (!posted) return sendPage(res, accounted(badForm(), person))
    const values = valuesOf(posted.fields)
    const [path = '', query = ''] = form.back(values).split('?', 2)
    const place = { slug, path, query: new URLSearchParams(query) }
    const here = addressOf(`${root}/${slug}`, form.back(values))
    const formId = textOf(values, 'form')
    if (!isSameSecret(textOf(values, 'token'), session.token) || !/^[\w-]{16}$/.test(formId)) {
      return sendPage(res, accounted(staleForm(here), person))
    }

    // With its values, because one page may be sent twice for two things: an old page of keys revokes another key.
    const id = createHash('sha256')
      .update(JSON.stringify([person.id, form.path, values]))
      .digest('base64url')
    const refuse = (code: OperatorErrorCode, faults: RefusedForm['faults']) => {
      if (code === 'not_found') return sendPage(res, accounted(refusals.absent(), person))
      // The form stands on a page of another surface.
      if (!pages.has(path)) return sendPage(res, accounted(notDone(statusOf(code), faults, here), person))
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
    if (typeof first === 'string') return sendPage(res, accounted(refusals[first](), person))
    const { workspace, role, replay } = first
    const workspaceId = workspace.id
    // Before `open`, in which some forms already write (imports) or refuse duplicates (calendars).
    if (replay) return answerReplay(res, person, replay)

    if (session.byCode && (form.givesSecret || form.changesAccess)) {
      return await refuse('forbidden', [{ message: say('site.byCode') }])
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
      const answer = answerTo(`${root}/${slug}`, form, values, result.value)
      const stored = { fingerprint: '', status: answer.status, headers: { Location: answer.to }, body: '' }
      await storeAnswer(tx, workspaceId, { id, at: now(), ...stored })
      return { ...answer, kind: 'done' as const, result: result.value }
    }, workspaceId)
    if (typeof outcome === 'string') return sendPage(res, accounted(refusals[outcome](), person))
    if ('ok' in outcome) return await refuse(outcome.code, outcome.faults ?? [outcome])
    if (outcome.kind === 'replay') return answerReplay(res, person, outcome)
    webhooks.wake(workspaceId)
    const { once, signIn: next, after } = outcome.result
    await after?.()
    if (next) await sessions.start(req, res, next)
    return once ? sendPage(res, oncePage(`${root}/${slug}`, once)) : seeOther(res, outcome.to)
  }

  return {
    showSignIn,

    /** Answers a request below the root. Nothing was read before. */
    async answer(exchange: Exchange): Promise<void> {
      const { req, res } = exchange
      const [known, slug, path] = address.exec(pathOf(req)) ?? []
      const isRead = req.method === 'GET' || req.method === 'HEAD'
      const form = path === undefined ? undefined : forms.get(path)
      if (form && slug !== undefined) {
        if (req.method === 'POST') await post(exchange, slug, form)
        else methodNotAllowed(res, ['POST'])
      } else if (known === undefined || (path !== undefined && !pages.has(path)))
        sendPage(res, { ...refusals.absent(), footer: html`<p><a href="/">${say('site.home')}</a></p>` })
      else if (isRead) await get(exchange, slug, path)
      else methodNotAllowed(res, ['GET', 'HEAD'])
    },
  }
}

/** 409 for refusals that no route of the API has. */
const statusOf = (code: OperatorErrorCode): number =>
  (errorStatus as Partial<Record<string, number>>)[code] ?? 409

/** The page with the form, or the list that leads to it: which thing it was about is unknown before the form is read. */
const listOf = (pages: Site['pages'], form: SiteForm): string => {
  const [path = ''] = form.back({}).split('?', 1)
  return pages.get(path)?.under ?? path
}
