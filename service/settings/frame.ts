// The frame around a settings page: navigation, heading, what was done or refused.
import { html, type Html } from '../oauth/pages/html.ts'
import type { Page } from '../oauth/pages/page.ts'
import type { SettingsPage, ShownOnce, Visit } from './kit.ts'
import { hrefOf, idOf } from './parts.ts'
import { forms, pages } from './table.ts'

const navigation = (visit: Visit, current: SettingsPage): Html => {
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

const summaryOf = ({ refused }: Visit): Html =>
  html`${
    refused &&
    html`<div class="notice" role="alert">
      <p>Nothing was changed.</p>
      <ul>
        ${refused.faults.map(({ field, message }) =>
          field
            ? html`<li><a href="#${idOf(refused.form, field)}">${message}</a></li>`
            : html`<li>${message}</li>`,
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
  page: SettingsPage,
  { title = page.title, body }: { title?: string; body: Html },
): Page => ({
  title: visit.refused ? `Not done: ${title}` : title,
  width: 'full',
  nav: navigation(visit, page),
  body: html`<h1>${title}</h1>
    ${summaryOf(visit)}${doneOf(visit)}${body}`,
})

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
    <p><a href="/settings/${slug}/${back}">Done</a></p>`,
})
