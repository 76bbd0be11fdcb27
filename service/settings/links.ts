// The pages of one-time links: join a workspace, set a new password. The token proves the right, so they need no session;
// only an invitation of somebody who has an account asks for theirs.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { z } from 'zod'
import type { Store, Tx } from '../db/store.ts'
import type { RateLimiter } from '../http/rate-limit.ts'
import { logPerson } from '../http/server/server.ts'
import { methodNotAllowed, readForm, seeOther } from '../http/server/browser-request.ts'
import { say } from '../language/say.ts'
import { hashPassword, weaknessOf } from '../oauth/password.ts'
import { html, type Html } from '../oauth/pages/html.ts'
import { messagePage, sendPage, type Page } from '../oauth/pages/page.ts'
import { passwordMark, type Sessions } from '../oauth/sessions.ts'
import type { Outcome } from '../base/operator-error.ts'
import {
  acceptInvitationIn,
  findLinkIn,
  resetPasswordIn,
  type Accepting,
  type OpenLink,
} from '../operator/account-links.ts'
import { shownName } from '../operator/members.ts'
import type { Workspace } from '../access/workspaces.store.ts'
import { areEqual, newPasswordFields, twice, unequal } from './account.ts'
import { summaryOf, tooManyForms } from '../site/frame.ts'
import { textOf, valuesOf, type RefusedForm, type Values } from '../site/kit.ts'
import { hidden, inputField, submit } from '../site/parts.ts'
import { workspaceBySlug } from '../access/workspaces.store.ts'
import { findMembership } from '../access/members.store.ts'

type LinkPath = 'join' | 'reset-password'
type Exchange = { req: IncomingMessage; res: ServerResponse }
type Place = { slug: string; path: LinkPath }

type Found = { workspace: Workspace; link: OpenLink }

const fieldsFor = ({ workspace, link: { email } }: Found) => {
  const password = twice.password.superRefine((text, context) => {
    const weakness = weaknessOf(text, { email, workspace })
    if (weakness !== undefined) context.addIssue(weakness)
  })
  return {
    join: z.object({ name: shownName, ...twice, password }).refine(areEqual, unequal),
    'reset-password': z.object({ ...twice, password }).refine(areEqual, unequal),
  }
}

/** @param deps.showSignIn sends the sign-in page, which leads back to `next` */
export const createLinkPages = (deps: {
  store: Store
  now: () => number
  baseUrl: () => string
  sessions: Sessions
  formRateLimiter: RateLimiter
  showSignIn: (
    res: ServerResponse,
    next: string,
    refused: { notice?: string; email?: string },
    purpose: string,
  ) => void
}) => {
  const { store, now, baseUrl, sessions, formRateLimiter, showSignIn } = deps

  /** Undefined also where a page code began the session, which changes no member. */
  const signedIn = async ({ req, res }: Exchange) => {
    const session = await sessions.open(req)
    if (session) logPerson(res, session.person.id)
    return session?.byCode ? undefined : session?.person
  }

  const find = async (tx: Tx, { slug, path }: Place, token: string): Promise<Found | undefined> => {
    const workspace = await workspaceBySlug(tx, slug)
    if (!workspace || token.length > 100) return undefined
    const kind = path === 'join' ? 'invitation' : 'password_reset'
    const found = await findLinkIn(tx, workspace.id, { kind, token, at: now() })
    return found.ok ? { workspace, link: found.value } : undefined
  }

  /** A link that cannot be used. One of an invitation leads home: its person has mostly joined already. */
  const showUnusable = async ({ req, res }: Exchange, { slug, path }: Place) => {
    if (path !== 'join') return sendPage(res, unusable())
    const person = (await sessions.open(req))?.person
    const home = `/settings/${slug}/home`
    if (!person)
      return showSignIn(res, home, { notice: say('link.usedInvitation') }, say('site.purpose.home'))
    const isMember = await store.read(async (tx) => {
      const workspace = await workspaceBySlug(tx, slug)
      return workspace !== undefined && (await findMembership(tx, workspace.id, person.id)) !== undefined
    })
    return isMember ? seeOther(res, home) : sendPage(res, unusable())
  }

  /** Shows the form, or asks the person of an invitation to sign in. */
  const show = async (exchange: Exchange, place: Place, token: string, refused?: RefusedForm) => {
    const { res } = exchange
    const found = await store.read((tx) => find(tx, place, token))
    if (!found) return await showUnusable(exchange, place)
    const { workspace, link } = found
    const { slug, path } = place
    if (path === 'reset-password') return sendPage(res, resetPage(place, link, token, refused))
    if (!link.isKnown) return sendPage(res, joinPage(place, workspace, link, token, refused))
    const person = await signedIn(exchange)
    if (person?.email === link.email) return sendPage(res, acceptPage(place, workspace, token, refused))
    const notice = refused?.faults[0]?.message
    return showSignIn(
      res,
      `/settings/${slug}/join?token=${token}`,
      { email: link.email, ...(notice !== undefined && { notice }) },
      say('link.purpose', { workspace: workspace.name }),
    )
  }

  const refuse = (exchange: Exchange, place: Place, values: Values, faults: RefusedForm['faults']) =>
    show(exchange, place, textOf(values, 'token'), { form: place.path, values, faults })

  const write = async <T>(
    { slug }: Place,
    run: (tx: Tx, workspace: Workspace) => Promise<Outcome<T>>,
  ): Promise<Outcome<T> | undefined> => {
    const workspace = await store.read((tx) => workspaceBySlug(tx, slug))
    return workspace && (await store.write((tx) => run(tx, workspace), workspace.id))
  }

  /** Somebody with an account joins as the person of this browser; anybody else chooses a name and a password. */
  const accept = async (exchange: Exchange, place: Place, values: Values, found: Found) => {
    const { req, res } = exchange
    const token = textOf(values, 'token')
    let by: Accepting
    let passwordHash: string | undefined
    if (found.link.isKnown) {
      const person = await signedIn(exchange)
      if (!person) return await show(exchange, place, token)
      by = { kind: 'known', personId: person.id }
    } else {
      const parsed = fieldsFor(found).join.safeParse(values)
      if (!parsed.success) return await refuse(exchange, place, values, faultsOf(parsed.error))
      passwordHash = await hashPassword(parsed.data.password)
      by = { kind: 'new', name: parsed.data.name, passwordHash }
    }
    const accepted = await write(place, (tx, workspace) =>
      acceptInvitationIn(tx, workspace, { token, by, at: now() }),
    )
    if (!accepted) return await showUnusable(exchange, place)
    if (!accepted.ok) return await refuse(exchange, place, values, [accepted])
    logPerson(res, accepted.value.personId)
    if (passwordHash !== undefined) {
      await sessions.start(req, res, { personId: accepted.value.personId, mark: passwordMark(passwordHash) })
    }
    return seeOther(res, `/settings/${place.slug}/home`)
  }

  const reset = async (exchange: Exchange, place: Place, values: Values, found: Found) => {
    const parsed = fieldsFor(found)['reset-password'].safeParse(values)
    if (!parsed.success) return await refuse(exchange, place, values, faultsOf(parsed.error))
    const passwordHash = await hashPassword(parsed.data.password)
    const token = textOf(values, 'token')
    const outcome = await write(place, (tx, workspace) =>
      resetPasswordIn(tx, workspace, { token, passwordHash, at: now() }),
    )
    if (!outcome?.ok) return sendPage(exchange.res, unusable())
    logPerson(exchange.res, outcome.value.personId)
    return sendPage(exchange.res, wasReset(place))
  }

  const post = async (exchange: Exchange, place: Place) => {
    const posted = await readForm(exchange.req, baseUrl())
    if (!posted) return sendPage(exchange.res, unusable())
    const values = valuesOf(posted)
    // Before the hash, which is dear: only the holder of a link may ask for it.
    const found = await store.read((tx) => find(tx, place, textOf(values, 'token')))
    if (!found) return await showUnusable(exchange, place)
    const rate = await formRateLimiter.take(found.link.id)
    if (!rate.admitted) return sendPage(exchange.res, tooManyForms(rate))
    return place.path === 'join'
      ? await accept(exchange, place, values, found)
      : await reset(exchange, place, values, found)
  }

  return async (exchange: Exchange, place: Place): Promise<void> => {
    const { req, res } = exchange
    if (req.method === 'POST') await post(exchange, place)
    else if (req.method === 'GET' || req.method === 'HEAD') {
      await show(exchange, place, new URL(req.url ?? '', baseUrl()).searchParams.get('token') ?? '')
    } else methodNotAllowed(res, ['GET', 'HEAD', 'POST'])
  }
}

export const isLinkPath = (path: string | undefined): path is LinkPath =>
  path === 'join' || path === 'reset-password'

const faultsOf = ({ issues }: z.ZodError): RefusedForm['faults'] => {
  const faults = issues.map(({ path, message }) => ({ field: String(path[0] ?? ''), message }))
  return faults.filter(({ field }, index) => faults.findIndex((each) => each.field === field) === index)
}

const linkForm = (
  title: string,
  lead: string,
  { slug, path }: Place,
  token: string,
  refused: RefusedForm | undefined,
  body: Html,
): Page => ({
  title,
  ...(refused && { status: 400 }),
  body: html`<h1>${title}</h1>
    ${summaryOf({ refused })}
    <p class="lead">${lead}</p>
    <form method="post" action="/settings/${slug}/${path}">${hidden('token', token)} ${body}</form>`,
})

const joinPage = (
  place: Place,
  workspace: Workspace,
  link: OpenLink,
  token: string,
  refused?: RefusedForm,
): Page =>
  linkForm(
    say('link.join.title', { workspace: workspace.name }),
    say('link.join.text', { email: link.email }),
    place,
    token,
    refused,
    html`${inputField({ refused }, { form: 'join', name: 'name', label: say('profile.name'), value: link.name, attributes: html`required maxlength="200" autocomplete="name"` })}
    ${newPasswordFields({ refused }, 'join')} ${submit(say('link.join'))}`,
  )

const acceptPage = (place: Place, workspace: Workspace, token: string, refused?: RefusedForm): Page =>
  linkForm(
    say('link.join.title', { workspace: workspace.name }),
    say('link.join.signedIn'),
    place,
    token,
    refused,
    submit(say('link.join')),
  )

const resetPage = (place: Place, link: OpenLink, token: string, refused?: RefusedForm): Page =>
  linkForm(
    say('link.reset.title'),
    say('link.reset.text', { email: link.email }),
    place,
    token,
    refused,
    html`${newPasswordFields({ refused }, 'reset-password')} ${submit(say('link.reset'))}`,
  )

const wasReset = ({ slug }: Place): Page => ({
  title: say('link.wasReset'),
  body: html`<h1>${say('link.wasReset')}</h1>
    <p><a href="/settings/${slug}/home">${say('link.wasReset.signIn')}</a></p>`,
})

const unusable = (): Page => messagePage(404, say('link.unusable'), say('link.unusable.text'))
