// The frame around a page: heading, what was done or refused; and the pages that refuse.
import type { RateDecision } from '../http/rate-limit.ts'
import { html, withCode, type Html } from '../oauth/pages/html.ts'
import { messagePage, type Page } from '../oauth/pages/page.ts'
import type { Person } from '../access/people.store.ts'
import type { FieldFault, PageContent, ShownOnce, Visit } from './kit.ts'
import { idOf } from './parts.ts'

export const summaryOf = ({ refused }: Pick<Visit, 'refused'>): Html =>
  html`${
    refused &&
    html`<div class="notice" role="alert">
      <p>Nothing was changed.</p>
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
    title: refused ? `Not done: ${title}` : title,
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
  if (document.execCommand('copy')) document.getElementById('copied').textContent = 'Copied.'
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
      <p class="hint" id="copy">Press Tab to select it, then copy it with Ctrl+C or ⌘C.</p>
    </div>
    <p><button type="button" id="copy-secret" hidden>Copy</button> <span id="copied" role="status"></span></p>
    <p><a href="${root}/${back}">Done</a></p>`,
  script: copyScript,
})

/** @param zone in which times of the page are */
export const withAccount = (page: Page, person: Person, zone: string): Page => ({
  ...page,
  footer: html`<form method="post" action="/w/sign-out">
      Signed in as ${person.name} · <a href="/w">Home</a> ·
      <button class="link" type="submit">Sign out</button>
    </form>
    <p>Times are in ${zone}.</p>`,
})

export const workspacesPage = (
  { root, title }: { root: string; title: string },
  workspaces: readonly { slug: string; name: string }[],
): Page => ({
  title,
  body: html`<h1>${title}</h1>
    ${workspaces.length === 0 ? html`<p>You are not a member of any workspace yet. Ask its owner to invite you.</p>` : html`<p>Choose a workspace.</p>`}
    <ul>
      ${workspaces.map(({ slug, name }) => html`<li><a href="${root}/${slug}">${name}</a></li>`)}
    </ul>`,
})

const withLink = (status: number, title: string, text: string, href: string, label: string): Page => ({
  title,
  status,
  body: html`<h1>${title}</h1>
    <p>${text}</p>
    <p><a href="${href}">${label}</a></p>`,
})

export const refusals = {
  absent: messagePage(404, 'Nothing here', 'This was deleted or moved, or you are not allowed to see it.'),
  locked: messagePage(
    423,
    'The workspace is locked',
    'It has more members than its limit. An owner or admin can remove members; the operator can raise the limit.',
  ),
  forbidden: messagePage(
    403,
    'Not allowed',
    'Your role in this workspace does not allow this. Nothing was changed.',
  ),
} as const satisfies Record<string, Page>

export const badForm = messagePage(
  400,
  'This form cannot be used',
  'It did not come from a page of this service, or it is too large. Nothing was changed.',
)
export const signedOutMeanwhile =
  'Your sign-in has ended, and nothing was changed. Sign in, then fill in the form again.'
export const tooManyForms = ({ limit, retryAfterSeconds }: RateDecision): Page => ({
  ...messagePage(
    429,
    'Too many forms',
    `You sent more than ${limit} forms in a minute. This one was not read, and nothing was changed. Wait ${retryAfterSeconds} s, then send it again.`,
  ),
  retryAfterSeconds,
})
export const staleForm = (href: string) =>
  withLink(
    400,
    'This form is too old',
    'It is from an earlier sign-in. Nothing was changed.',
    href,
    'Open the page again',
  )
export const notDone = (status: number, faults: readonly FieldFault[], href: string) =>
  withLink(status, 'Not done', faults.map(({ message }) => message).join(' '), href, 'Back to the page')
export const sentAlready = (href: string) =>
  withLink(
    200,
    'This form was sent already',
    'It was carried out once. What it showed cannot be shown again.',
    href,
    'Back to the page',
  )
