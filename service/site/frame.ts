// The frame around a page: heading, what was done or refused; and the pages that refuse.
import type { RateDecision } from '../http/rate-limit.ts'
import { say, type PlainKey } from '../language/say.ts'
import { html, withCode, type Html } from '../oauth/pages/html.ts'
import { messagePage, type Page } from '../oauth/pages/page.ts'
import type { Person } from '../access/people.store.ts'
import type { FieldFault, PageContent, ShownOnce, Visit } from './kit.ts'
import { idOf } from './parts.ts'

export const summaryOf = ({ refused }: Pick<Visit, 'refused'>): Html =>
  html`${
    refused &&
    html`<div class="notice" role="alert">
      <p>${say('site.notChanged')}</p>
      <ul>
        ${refused.faults.map(({ field, message }) =>
          field
            ? html`<li><a href="#${idOf(refused.form, field)}">${withCode(message)}</a></li>`
            : html`<li>${withCode(message)}</li>`,
        )}
      </ul>
    </div>`
  }`

/** @param around the title of the page, its navigation, and what was done before it */
export const framed = (
  { refused }: Pick<Visit, 'refused'>,
  { title: own, body, refreshSeconds }: PageContent,
  around: { title: string; nav: Html; done: string | undefined },
): Page => {
  const title = own ?? around.title
  const done = refused ? undefined : around.done
  return {
    ...(refreshSeconds !== undefined && { refreshSeconds }),
    title: refused ? say('site.notDone.page', { title }) : title,
    width: 'full',
    nav: around.nav,
    body: html`<h1>${title}</h1>
      ${summaryOf({ refused })}${done !== undefined && html`<p class="done" role="status">${done}</p>`}${body}`,
  }
}

/** Shows the button and lets it copy. Older than `navigator.clipboard`, which plain http does not have. */
const copyScript = `
const button = document.getElementById('copy-secret')
button.hidden = false
button.addEventListener('click', () => {
  document.getElementById('secret').select()
  if (document.execCommand('copy')) {
    const copied = document.getElementById('copied')
    copied.textContent = copied.dataset.said
  }
})
`

/** Without navigation, so that Tab goes to the secret first and selects it. @param root of the workspace's pages */
export const oncePage = (root: string, { title, label, secret, text, back }: ShownOnce): Page => ({
  title,
  width: 'wide',
  body: html`<h1>${title}</h1>
    <p id="once">${text}</p>
    <div class="field">
      <label for="secret">${label}</label>
      <input
        id="secret"
        class="secret"
        readonly
        value="${secret}"
        spellcheck="false"
        autocomplete="off"
        aria-describedby="once copy"
      />
      <p class="hint" id="copy">${say('site.once.hint')}</p>
    </div>
    <p>
      <button type="button" id="copy-secret" hidden>${say('site.once.copy')}</button>
      <span id="copied" role="status" data-said="${say('site.once.copied')}"></span>
    </p>
    <p><a href="${root}/${back}">${say('site.once.done')}</a></p>`,
  script: copyScript,
})

/** @param zone in which times of the page are */
export const withAccount = (page: Page, person: Person, zone: string): Page => ({
  ...page,
  footer: html`<form method="post" action="/w/sign-out">
      ${say('site.signedInAs', { name: person.name })} · <a href="/w">${say('site.home')}</a> ·
      <button class="link" type="submit">${say('site.signOut')}</button>
    </form>
    <p>${say('site.zone', { zone })}</p>`,
})

export const workspacesPage = (
  { root, title: key }: { root: string; title: PlainKey },
  workspaces: readonly { slug: string; name: string }[],
): Page => {
  const title = say(key)
  return {
    title,
    body: html`<h1>${title}</h1>
      <p>${say(workspaces.length === 0 ? 'site.noWorkspace' : 'site.chooseWorkspace')}</p>
      <ul>
        ${workspaces.map(({ slug, name }) => html`<li><a href="${root}/${slug}">${name}</a></li>`)}
      </ul>`,
  }
}

const withLink = (status: number, title: string, text: string, href: string, label: string): Page => ({
  title,
  status,
  body: html`<h1>${title}</h1>
    <p>${text}</p>
    <p><a href="${href}">${label}</a></p>`,
})

export const refusals = {
  absent: () => messagePage(404, say('site.absent'), say('site.absent.text')),
  locked: () => messagePage(423, say('site.locked'), say('site.locked.text')),
  forbidden: () => messagePage(403, say('site.forbidden'), say('site.forbidden.text')),
} as const satisfies Record<string, () => Page>

export const badForm = (): Page => messagePage(400, say('site.badForm'), say('site.badForm.text'))

export const tooManyForms = ({ limit, retryAfterSeconds }: RateDecision): Page => ({
  ...messagePage(
    429,
    say('site.tooManyForms'),
    say('site.tooManyForms.text', { limit, seconds: retryAfterSeconds }),
  ),
  retryAfterSeconds,
})

export const staleForm = (href: string): Page =>
  withLink(400, say('site.staleForm'), say('site.staleForm.text'), href, say('site.openAgain'))

export const notDone = (status: number, faults: readonly FieldFault[], href: string): Page =>
  withLink(
    status,
    say('site.notDone'),
    faults.map(({ message }) => message).join(' '),
    href,
    say('site.backToPage'),
  )

export const sentAlready = (href: string): Page =>
  withLink(200, say('site.sentAlready'), say('site.sentAlready.text'), href, say('site.backToPage'))
