// Sign-in and consent, as pages that work without a script (OAU-03).
import type { Scope } from '../../../shared/api/primitives.ts'
import { html, type Html } from './html.ts'
import type { Page } from './page.ts'

type Choice = { id: string; name: string }

/** One form: Email, Password, Sign in. */
export const signInPage = ({
  action,
  next,
  purpose,
  email = '',
  notice,
  aside,
  retryAfterSeconds,
  address,
}: {
  action: string
  /** Where to go afterwards; only for sign-in outside of an authorization request. */
  next?: string
  purpose: string
  /** What was typed before; it stays in the form. */
  email?: string
  notice?: string
  /** Under the form: another way in. */
  aside?: string
  retryAfterSeconds?: number
  /** Where the person is, so that they can tell this page from another. */
  address: string
}): Page => ({
  title: 'Sign in',
  ...(notice === undefined ? {} : { status: retryAfterSeconds === undefined ? 400 : 429 }),
  ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  body: html`<h1>Sign in</h1>
    <p class="lead">${purpose}</p>
    ${notice !== undefined && alert(notice)}
    <form method="post" action="${action}">
      ${next !== undefined && html`<input type="hidden" name="next" value="${next}" />`}
      <div class="field">
        <label for="email">Email</label>
        <input
          id="email"
          name="email"
          type="email"
          autocomplete="username"
          autocapitalize="none"
          spellcheck="false"
          required
          maxlength="320"
          value="${email}"
          ${email === '' && html` autofocus`}
        />
      </div>
      <div class="field">
        <label for="password">Password</label>
        <input
          id="password"
          name="password"
          type="password"
          autocomplete="current-password"
          required
          maxlength="1024"
          ${email !== '' && html` autofocus`}
        />
      </div>
      <div class="actions"><button class="primary" type="submit">Sign in</button></div>
    </form>
    ${aside !== undefined && html`<p class="quiet aside">${aside}</p>`}`,
  footer: html`${address}`,
})

/** What is asked for, for which workspace, Allow or Cancel. */
export const consentPage = ({
  action,
  person,
  workspaces,
  scopes,
  notice,
  address,
}: {
  action: string
  person: { name: string; email: string }
  workspaces: readonly Choice[]
  scopes: ReadonlySet<string>
  notice?: string
  address: string
}): Page => ({
  title: 'Allow Svc Launcher',
  ...(notice === undefined ? {} : { status: 400 }),
  body: html`<h1>Allow Svc Launcher?</h1>
    <p class="lead">The launcher on this computer asks to work with your workspace.</p>
    ${notice !== undefined && alert(notice)}
    <form method="post" action="${action}">
      <div class="who">
        <span>Signed in as <strong>${person.name}</strong> <span class="quiet">${person.email}</span></span>
      </div>
      ${workspaces.length === 0 ? alert('You are not a member of any workspace yet. Ask its owner to add you, then try again.') : consentForm(workspaces, scopes)}
      <div class="actions">
        ${workspaces.length > 0 && html`<button class="primary" type="submit" name="decision" value="allow">Allow</button>`}
        <button type="submit" name="decision" value="cancel">Cancel</button>
      </div>
      <p class="quiet aside">
        Not you?
        <button class="link" type="submit" name="decision" value="switch">Use another account</button>
      </p>
    </form>`,
  footer: html`${address}`,
})

const consentForm = (workspaces: readonly Choice[], scopes: ReadonlySet<string>): Html => {
  const [only] = workspaces
  return html` ${
      workspaces.length === 1 && only
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
    <ul class="asks">
      ${wordsFor(scopes).map((words) => html`<li>${words}</li>`)}
    </ul>`
}

// One line may stand for several scopes: what matters to a person is what can be seen and what can be changed.
const words: readonly {
  scopes: readonly (Scope | 'profile' | 'email' | 'offline_access')[]
  text: string
}[] = [
  { scopes: ['tasks:read'], text: 'See your tasks' },
  { scopes: ['tasks:write'], text: 'Create and change tasks in your name' },
  { scopes: ['objects:read', 'records:read'], text: 'See records, such as companies and people' },
  { scopes: ['meetings:read'], text: 'See your meetings' },
  { scopes: ['notifications:read'], text: 'See your notifications' },
  { scopes: ['profile', 'email'], text: 'See your name and email address' },
  { scopes: ['offline_access'], text: 'Stay signed in until you sign out' },
]

const wordsFor = (scopes: ReadonlySet<string>): string[] => {
  const lines = words.filter((line) => line.scopes.some((scope) => scopes.has(scope))).map(({ text }) => text)
  return lines.length > 0 ? lines : ['Know who you are']
}

/** A page that only says something. */
export const messagePage = ({
  title,
  text,
  detail,
  status,
}: {
  title: string
  text: string
  /** For whoever looks into it; shown small. */
  detail?: string
  status: number
}): Page => ({
  title,
  status,
  body: html`<h1>${title}</h1>
    <p>${text}</p>
    ${detail !== undefined && html`<p class="quiet">${detail}</p>`}`,
})

const alert = (text: string): Html => html`<p class="notice" role="alert">${text}</p>`
