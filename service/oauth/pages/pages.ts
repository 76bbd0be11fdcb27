// Sign-in and consent, as pages that work without a script (OAU-03), and the pages for their failures.
import type { ServerResponse } from 'node:http'
import type { Scope } from '../../../shared/api/primitives.ts'
import { unavailableSeconds } from '../../http/errors.ts'
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
    title: 'Sign in',
    ...(notice !== undefined && { status: retryAfterSeconds === undefined ? 400 : 429 }),
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    body: html`<h1>Sign in</h1>
      <p class="lead">${page.purpose}</p>
      ${notice !== undefined && alert(notice)}
      <form method="post" action="${page.action}">
        ${page.next !== undefined && html`<input type="hidden" name="next" value="${page.next}" />`}
        ${field('email', 'Email', html`type="email" autocomplete="username" autocapitalize="none" spellcheck="false" required maxlength="320" value="${email}"${email === '' && html` autofocus`}`)}
        ${field('password', 'Password', html`type="password" autocomplete="current-password" required maxlength="1024"${email !== '' && html` autofocus`}`)}
        <div class="actions"><button class="primary" type="submit">Sign in</button></div>
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
    ...(isOnThisComputer(baseUrl) && { aside: withoutPassword }),
  })

/** The launcher's embedded service listens on loopback, and its owner has no password. */
const isOnThisComputer = (baseUrl: string): boolean => /^https?:\/\/(127\.|localhost|\[::1\])/.test(baseUrl)

export const usedCode =
  'This link was used already or has expired. Open it again from Svc Launcher, or sign in here.'
const withoutPassword = 'No password? Open the page again from Svc Launcher: it signs you in.'

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
    title: `Allow ${asker}`,
    ...(notice !== undefined && { status: 400 }),
    body: html`<h1>Allow ${asker}?</h1>
      <p class="lead">
        ${assistant === undefined ? 'The launcher on this computer asks to work with your workspace.' : aboutAssistant(assistant)}
      </p>
      ${notice !== undefined && alert(notice)}
      <form method="post" action="${page.action}">
        <div class="who">
          <span>Signed in as <strong>${person.name}</strong> <span class="quiet">${person.email}</span></span>
        </div>
        ${workspaces.length === 0 ? alert('You are not a member of any workspace yet. Ask its owner to add you, then try again.') : html`${choiceOf(workspaces)}${asksOf(page.scopes)}${assistant !== undefined && [...page.scopes].some(writes) && accessChoice}`}
        <div class="actions">
          ${workspaces.length > 0 && html`<button class="primary" type="submit" name="decision" value="allow">Allow</button>`}
          <button type="submit" name="decision" value="cancel">Cancel</button>
        </div>
        <p class="quiet aside">
          Not you?
          <button class="link" type="submit" name="decision" value="switch">Use another account</button>
        </p>
      </form>
      <p class="quiet">You can undo this at any time at ${page.address}/settings, under My sign-ins.</p>`,
    footer: html`${page.address}`,
  }
}

const aboutAssistant = ({ name, host, destination }: Assistant): Html =>
  html`An assistant of <strong>${host}</strong>, which calls itself “${name}”, asks to work with your
    workspace in your name. Allow it only if you have just started this
    there.${destination !== host && html` Your answer goes to <strong>${destination}</strong>.`}`

const writes = (scope: string): boolean => scope.endsWith(':write')

const accessChoice = html`<fieldset class="field check">
  <legend>Access</legend>
  <label><input type="radio" name="access" value="read" /> Only see, and change nothing</label>
  <label><input type="radio" name="access" value="all" checked /> All of the above</label>
</fieldset>`

const choiceOf = (workspaces: readonly Choice[]): Html => {
  const [only, another] = workspaces
  return only && !another
    ? html`<input type="hidden" name="workspace" value="${only.id}" />
        <p>In the workspace <strong>${only.name}</strong> it will be able to:</p>`
    : html`<div class="field">
          <label for="workspace">Workspace</label>
          <select id="workspace" name="workspace" required>
            ${workspaces.map(({ id, name }) => html`<option value="${id}">${name}</option>`)}
          </select>
        </div>
        <p>In this workspace it will be able to:</p>`
}

// A line may stand for several scopes.
const words: readonly [text: string, ...scopes: (Scope | 'profile' | 'email' | 'offline_access')[]][] = [
  ['See your tasks', 'tasks:read'],
  ['Create and change tasks in your name', 'tasks:write'],
  ['See records, such as companies and people', 'objects:read', 'records:read'],
  ['Create and change records in your name', 'records:write'],
  ['Comment on tasks and records in your name', 'comments:write'],
  ['See your meetings', 'meetings:read'],
  ['Add and change your calendars', 'meetings:write'],
  ['See your notifications', 'notifications:read'],
  ['Mark your notifications as read', 'notifications:write'],
  ['See your name and email address', 'profile', 'email'],
  ['Stay signed in until you sign out', 'offline_access'],
]

const asksOf = (asked: ReadonlySet<string>): Html => {
  const lines = words.flatMap(([text, ...scopes]) => (scopes.some((scope) => asked.has(scope)) ? [text] : []))
  return html`<ul class="asks">
    ${(lines.length > 0 ? lines : ['Know who you are']).map((text) => html`<li>${text}</li>`)}
  </ul>`
}

/** @param detail OAuth's name of the error, and its remedy */
export const refusedPage = (detail: string, status = 400): Page =>
  messagePage(
    status,
    'Sign-in request rejected',
    'The server rejected the request of the program. You were not signed in.',
    detail,
  )

/** For a client address that begins more sign-ins than a whole office would. */
export const tooManyPage = (retryAfterSeconds: number): Page => ({
  ...messagePage(
    429,
    'Too many sign-ins at once',
    'Too many sign-ins were started from your network just now. Wait a minute, then start again in Svc Launcher.',
  ),
  retryAfterSeconds,
})

/** For an interaction that is over, unknown, or from another browser. */
export const expiredPage = messagePage(
  400,
  'This sign-in has expired',
  'Go back to Svc Launcher and start again. You can close this page.',
)

export const failurePage = messagePage(
  500,
  'Something went wrong',
  'The server failed to answer. Try again later.',
)

export const unavailablePage: Page = {
  ...messagePage(503, 'Not available now', 'The server cannot reach its data. Try again in a moment.'),
  retryAfterSeconds: unavailableSeconds,
}

/** Says that a page failed, unless its answer has begun: then the connection ends, so that no half is taken for the whole. */
export const answerFailure = (res: ServerResponse, error: unknown): void => {
  if (res.headersSent) res.destroy()
  else sendPage(res, isStoreError(error) ? unavailablePage : failurePage)
}
