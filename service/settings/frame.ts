// The frame around a settings page: navigation, heading, what was done or refused; and the pages that refuse.
import type { RateDecision } from '../http/rate-limit.ts'
import { html, withCode, type Html } from '../oauth/pages/html.ts'
import { messagePage, type Page } from '../oauth/pages/page.ts'
import type { Person } from '../access/people.store.ts'
import type { PageContent, SitePage, ShownOnce, Visit } from '../site/kit.ts'
import { hrefOf, idOf } from '../site/parts.ts'
import { forms, pages } from './table.ts'

const navigation = (visit: Visit, current: SitePage): Html => {
  const listed = [...pages.values()].filter(
    ({ under, roles }) => under === undefined && roles.includes(visit.actor.role),
  )
  const shown = current.under ?? current.path
  return html`<nav aria-label="Developer settings">
    <p>${visit.workspace.name}</p>
    <ul>
      ${listed.map(
        ({ path, title }) =>
          html`<li>
            <a
              href="${hrefOf(visit, path)}"
              ${path === shown && html` aria-current="${path === current.path ? 'page' : 'true'}"`}
              >${title}</a
            >
          </li>`,
      )}
    </ul>
  </nav>`
}

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

const doneOf = ({ query, refused }: Visit): Html => {
  const done = refused ? undefined : forms.get(query.get('done') ?? '')?.done
  return html`${done !== undefined && html`<p class="done" role="status">${done}</p>`}`
}

export const framed = (
  visit: Visit,
  page: SitePage,
  { title = page.title, body, refreshSeconds }: PageContent,
): Page => ({
  ...(refreshSeconds !== undefined && { refreshSeconds }),
  title: visit.refused ? `Not done: ${title}` : title,
  width: 'full',
  nav: navigation(visit, page),
  body: html`<h1>${title}</h1>
    ${summaryOf(visit)}${doneOf(visit)}${body}`,
})

/** Shows the button and lets it copy. Older than `navigator.clipboard`, which plain http does not have. */
const copyScript = `
const button = document.getElementById('copy-secret')
button.hidden = false
button.addEventListener('click', () => {
  document.getElementById('secret').select()
  if (document.execCommand('copy')) document.getElementById('copied').textContent = 'Copied.'
})
`

/** Without navigation, so that Tab goes to the secret first and selects it. */
export const oncePage = (slug: string, { title, label, secret, text, back }: ShownOnce): Page => ({
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
    <p><a href="/settings/${slug}/${back}">Done</a></p>`,
  script: copyScript,
})

/** @param zone in which times of the page are */
export const withAccount = (page: Page, person: Person, zone: string): Page => ({
  ...page,
  footer: html`<form method="post" action="/w/sign-out">
      Signed in as ${person.name} · <button class="link" type="submit">Sign out</button>
    </form>
    <p>Times are in ${zone}.</p>`,
})

export const workspacesPage = (workspaces: readonly { slug: string; name: string }[]): Page => ({
  title: 'Developer settings',
  body: html`<h1>Developer settings</h1>
    ${workspaces.length === 0 ? html`<p>You are not a member of any workspace yet. Ask its owner to invite you.</p>` : html`<p>Choose a workspace.</p>`}
    <ul>
      ${workspaces.map(({ slug, name }) => html`<li><a href="/settings/${slug}">${name}</a></li>`)}
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
export const sentAlready = (href: string) =>
  withLink(
    200,
    'This form was sent already',
    'It was carried out once. What it showed cannot be shown again.',
    href,
    'Back to the page',
  )
