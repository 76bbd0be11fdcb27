// Sign-in and consent, as pages that work without a script (OAU-03), and the pages for their failures.
import type { ServerResponse } from 'node:http'
import type { Scope } from '../../../shared/api/primitives.ts'
import { unavailableSeconds } from '../../http/errors.ts'
import { say, sayParts, type PlainKey } from '../../language/say.ts'
import { isStoreError } from '../../base/store-error.ts'
import { html, type Html } from './html.ts'
import { messagePage, sendPage, type Page } from './page.ts'

/** `email` fills the field: typed before, or suggested by the launcher. */
export type SignInNotice = { email?: string; notice?: string; retryAfterSeconds?: number }

/** One form: Email, Password, Sign in. */
export const signInPage = (page: {
  action: string
  /** The path to go to afterwards; only for sign-in outside of an authorization request. */
  next?: string
  purpose: string
  /** Under the form: another way in. */
  aside?: string
  /** The host, so that people can tell this page from a fake one. */
  address: string
  refused?: SignInNotice
}): Page => {
  const { email = '', notice, retryAfterSeconds } = page.refused ?? {}
  return {
    title: say('signIn.title'),
    ...(notice !== undefined && { status: retryAfterSeconds === undefined ? 400 : 429 }),
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    body: html`<h1>${say('signIn.title')}</h1>
      <p class="lead">${page.purpose}</p>
      ${notice !== undefined && alert(notice)}
      <form method="post" action="${page.action}">
        ${page.next !== undefined && html`<input type="hidden" name="next" value="${page.next}" />`}
        ${field('email', say('signIn.email'), html`type="email" autocomplete="username" autocapitalize="none" spellcheck="false" required maxlength="320" value="${email}"${email === '' && html` autofocus`}`)}
        ${field('password', say('signIn.password'), html`type="password" autocomplete="current-password" required maxlength="1024"${email !== '' && html` autofocus`}`)}
        <div class="actions"><button class="primary" type="submit">${say('signIn.title')}</button></div>
      </form>
      ${page.aside !== undefined && html`<p class="quiet aside">${page.aside}</p>`}`,
    footer: html`${page.address}`,
  }
}

/** In place of a page that needs a session; leads back to `next`. */
export const placeSignInPage = (
  baseUrl: string,
  page: { next: string; purpose: string; refused: SignInNotice },
): Page =>
  signInPage({
    ...page,
    action: '/w/sign-in',
    address: new URL(baseUrl).host,
    ...(isOnThisComputer(baseUrl) && { aside: say('signIn.withoutPassword') }),
  })

/** The launcher's embedded service listens on loopback, and its owner has no password. */
const isOnThisComputer = (baseUrl: string): boolean => /^https?:\/\/(127\.|localhost|\[::1\])/.test(baseUrl)

const field = (name: string, label: string, attributes: Html): Html =>
  html`<div class="field">
    <label for="${name}">${label}</label>
    <input id="${name}" name="${name}" ${attributes} />
  </div>`

const alert = (text: string): Html => html`<p class="notice" role="alert">${text}</p>`

type Choice = { id: string; name: string }

/** An assistant that asks. It chooses its name; the host is that of its document. */
export type Assistant = {
  name: string
  host: string
  /** The host that gets the answer. */
  destination: string
}

/** The scopes in words, the workspace, Allow or Cancel. */
export const consentPage = (page: {
  action: string
  person: { name: string; email: string }
  workspaces: readonly Choice[]
  scopes: ReadonlySet<string>
  /** Undefined for the launcher. */
  assistant: Assistant | undefined
  notice: string | undefined
  address: string
}): Page => {
  const { person, workspaces, notice, assistant } = page
  const asker = assistant?.host ?? 'Svc Launcher'
  return {
    title: say('consent.title', { asker }),
    ...(notice !== undefined && { status: 400 }),
    body: html`<h1>${say('consent.heading', { asker })}</h1>
      <p class="lead">${assistant === undefined ? say('consent.launcher') : aboutAssistant(assistant)}</p>
      ${notice !== undefined && alert(notice)}
      <form method="post" action="${page.action}">
        <div class="who">
          <span
            >${sayParts('site.signedInAs', { name: strong(person.name) })}
            <span class="quiet">${person.email}</span></span
          >
        </div>
        ${workspaces.length === 0 ? alert(say('consent.noWorkspace')) : html`${choiceOf(workspaces)}${asksOf(page.scopes)}${assistant !== undefined && [...page.scopes].some(writes) && accessChoice()}`}
        <div class="actions">
          ${workspaces.length > 0 && html`<button class="primary" type="submit" name="decision" value="allow">${say('consent.allow')}</button>`}
          <button type="submit" name="decision" value="cancel">${say('consent.cancel')}</button>
        </div>
        <p class="quiet aside">
          ${say('consent.notYou')}
          <button class="link" type="submit" name="decision" value="switch">${say('consent.switch')}</button>
        </p>
      </form>
      <p class="quiet">${say('consent.undo', { address: `${page.address}/settings` })}</p>`,
    footer: html`${page.address}`,
  }
}

const strong = (text: string): Html => html`<strong>${text}</strong>`

const aboutAssistant = ({ name, host, destination }: Assistant): Html =>
  html`${sayParts('consent.assistant', { host: strong(host), name })}${destination !== host && html` ${sayParts('consent.destination', { destination: strong(destination) })}`}`

const writes = (scope: string): boolean => scope.endsWith(':write')

const accessChoice = (): Html =>
  html`<fieldset class="field check">
    <legend>${say('consent.access')}</legend>
    <label><input type="radio" name="access" value="read" /> ${say('consent.access.read')}</label>
    <label><input type="radio" name="access" value="all" checked /> ${say('consent.access.all')}</label>
  </fieldset>`

const choiceOf = (workspaces: readonly Choice[]): Html => {
  const [only, another] = workspaces
  return only && !another
    ? html`<input type="hidden" name="workspace" value="${only.id}" />
        <p>${sayParts('consent.asksIn', { workspace: strong(only.name) })}</p>`
    : html`<div class="field">
          <label for="workspace">${say('site.workspace')}</label>
          <select id="workspace" name="workspace" required>
            ${workspaces.map(({ id, name }) => html`<option value="${id}">${name}</option>`)}
          </select>
        </div>
        <p>${say('consent.asks')}</p>`
}

// A line may stand for several scopes.
const words: readonly [key: PlainKey, ...scopes: (Scope | 'profile' | 'email' | 'offline_access')[]][] = [
  ['consent.scope.tasksRead', 'tasks:read'],
  ['consent.scope.tasksWrite', 'tasks:write'],
  ['consent.scope.recordsRead', 'objects:read', 'records:read'],
  ['consent.scope.recordsWrite', 'records:write'],
  ['consent.scope.comments', 'comments:write'],
  ['consent.scope.meetingsRead', 'meetings:read'],
  ['consent.scope.meetingsWrite', 'meetings:write'],
  ['consent.scope.notificationsRead', 'notifications:read'],
  ['consent.scope.notificationsWrite', 'notifications:write'],
  ['consent.scope.profile', 'profile', 'email'],
  ['consent.scope.stay', 'offline_access'],
]

const asksOf = (asked: ReadonlySet<string>): Html => {
  const lines = words.flatMap(([key, ...scopes]) => (scopes.some((scope) => asked.has(scope)) ? [key] : []))
  return html`<ul class="asks">
    ${(lines.length > 0 ? lines : (['consent.scope.none'] as const)).map((key) => html`<li>${say(key)}</li>`)}
  </ul>`
}

/** @param detail OAuth's name of the error, and its remedy */
export const refusedPage = (detail: string, status = 400): Page =>
  messagePage(status, say('signIn.rejected'), say('signIn.rejected.text'), detail)

/** For a client address that begins more sign-ins than a whole office would. */
export const tooManyPage = (retryAfterSeconds: number): Page => ({
  ...messagePage(429, say('signIn.tooManyAtOnce'), say('signIn.tooManyAtOnce.text')),
  retryAfterSeconds,
})

/** For an interaction that is over, unknown, or from another browser. */
export const expiredPage = (): Page => messagePage(400, say('signIn.expired'), say('signIn.expired.text'))

export const failurePage = (): Page => messagePage(500, say('signIn.failed'), say('signIn.failed.text'))

export const unavailablePage = (): Page => ({
  ...messagePage(503, say('signIn.unavailable'), say('signIn.unavailable.text')),
  retryAfterSeconds: unavailableSeconds,
})

/** Says that a page failed, unless its answer has begun: then the connection ends, so that no half is taken for the whole. */
export const answerFailure = (res: ServerResponse, error: unknown): void => {
  if (res.headersSent) res.destroy()
  else sendPage(res, isStoreError(error) ? unavailablePage() : failurePage())
}
