// Parts of pages: forms, fields with their faults, tables, times.
import { randomBytes } from 'node:crypto'
import { localeNow, say } from '../language/say.ts'
import { html, withCode, type Html } from '../oauth/pages/html.ts'
import { addressOf, textOf, type Visit } from './kit.ts'

/** Rows of a list on one page: at 200 keys a page stays far below 60 kB. */
export const pageLength = 50

export const hrefOf = ({ root }: Pick<Visit, 'root'>, pathAndQuery: string): string =>
  addressOf(root, pathAndQuery)

/** @param path of the form in the table of forms */
export const formOf = (
  visit: Pick<Visit, 'root' | 'token'>,
  path: string,
  body: Html,
  encoding = 'application/x-www-form-urlencoded',
): Html =>
  html`<form method="post" action="${hrefOf(visit, path)}" enctype="${encoding}">
    <input type="hidden" name="token" value="${visit.token}" />
    <input type="hidden" name="form" value="${randomBytes(12).toString('base64url')}" />
    ${body}
  </form>`

/** A form with `givesSecret` or `changesAccess`, or why a session that a page code began does not do it. */
export const guardedFormOf = (visit: Visit, path: string, body: Html): Html =>
  visit.byCode ? html`<p>${withCode(say('site.byCode'))}</p>` : formOf(visit, path, body)

export const submit = (label: string): Html =>
  html`<div class="actions"><button class="primary" type="submit">${label}</button></div>`

export const hidden = (name: string, value: string): Html =>
  html`<input type="hidden" name="${name}" value="${value}" />`

/** A button that asks once more, without a script. @param about is read out after the label */
export const confirmed = (
  label: string,
  about: string,
  button: { name: string; value: string; label: string; text?: string },
): Html =>
  html`<details class="confirm">
    <summary>${label}<span class="hidden"> ${about}</span></summary>
    ${button.text && html`<p>${button.text}</p>`}
    <button type="submit" name="${button.name}" value="${button.value}">${button.label}</button>
  </details>`

/** Buttons that move a row of a list, one place at a time. @param about is read out after the label */
export const moveButtons = (id: string, about: string, index: number, count: number): Html =>
  html`<span class="moves"
    >${index > 0 && html`<button type="submit" name="up" value="${id}">${say('site.up')}<span class="hidden"> ${about}</span></button>`}
    ${index < count - 1 && html`<button type="submit" name="down" value="${id}">${say('site.down')}<span class="hidden"> ${about}</span></button>`}</span
  >`

/** Fields also stand on pages without a visit: those of one-time links. */
type Refusable = Pick<Visit, 'refused'>

const faultOf = ({ refused }: Refusable, form: string, name: string): string | undefined =>
  refused?.form === form ? refused.faults.find(({ field }) => field === name)?.message : undefined

/** The typed text, if the form was refused. */
const typed = ({ refused }: Refusable, form: string, name: string): string | undefined =>
  refused?.form === form ? textOf(refused.values, name) : undefined

const isFirstFault = ({ refused }: Refusable, name: string) =>
  refused?.faults.find(({ field }) => field)?.field === name

export const idOf = (form: string, name: string): string => `${form}-${name}`

/** Ties a field, or a group of them, to its hint and its fault. */
const described = (visit: Refusable, form: string, name: string, hint: string | undefined): Html => {
  const fault = faultOf(visit, form, name)
  const ids = [fault && `${idOf(form, name)}-fault`, hint && `${idOf(form, name)}-hint`].filter(Boolean)
  return html`${ids.length > 0 && html` aria-describedby="${ids.join(' ')}"`}`
}

/** The focus goes to the first faulty field. */
const marked = (visit: Refusable, form: string, name: string): Html =>
  html`${faultOf(visit, form, name) && html` aria-invalid="true"${isFirstFault(visit, name) && html` autofocus`}`}`

const notes = (visit: Refusable, form: string, name: string, hint: string | undefined): Html => {
  const fault = faultOf(visit, form, name)
  return html`${fault && html`<p class="fault" id="${idOf(form, name)}-fault">${withCode(fault)}</p>`}
  ${hint && html`<p class="hint" id="${idOf(form, name)}-hint">${hint}</p>`}`
}

type Field = { form: string; name: string; label: string; hint?: string }

/** Passwords are never filled in again. */
export const inputField = (
  visit: Refusable,
  field: Field & { attributes: Html; value?: string; isSecret?: true },
): Html => {
  const { form, name, label, hint, attributes, value = '', isSecret } = field
  const shown = isSecret ? '' : (typed(visit, form, name) ?? value)
  return html`<div class="field">
    <label for="${idOf(form, name)}">${label}</label>
    <input
      id="${idOf(form, name)}"
      name="${name}"
      value="${shown.slice(0, 2_000)}"
      ${attributes}${described(visit, form, name, hint)}${marked(visit, form, name)}
    />
    ${notes(visit, form, name, hint)}
  </div>`
}

/** @param field.longest characters that are filled in again */
export const textField = (
  visit: Refusable,
  field: Field & { attributes: Html; value?: string; longest?: number },
): Html => {
  const { form, name, label, hint, attributes, value = '', longest = 10_000 } = field
  const shown = typed(visit, form, name) ?? value
  return html`<div class="field">
    <label for="${idOf(form, name)}">${label}</label>
    <textarea
      id="${idOf(form, name)}"
      name="${name}"
      ${attributes}${described(visit, form, name, hint)}${marked(visit, form, name)}
    >
${shown.slice(0, longest)}</textarea>
    ${notes(visit, form, name, hint)}
  </div>`
}

export const selectField = (
  visit: Visit,
  field: Field & { options: readonly (readonly [value: string, text: string])[]; value: string },
): Html => {
  const { form, name, label, hint, options, value } = field
  const chosen = typed(visit, form, name) ?? value
  return html`<div class="field">
    <label for="${idOf(form, name)}">${label}</label>
    <select
      id="${idOf(form, name)}"
      name="${name}"
      ${described(visit, form, name, hint)}${marked(visit, form, name)}
    >
      ${options.map(([each, text]) => html`<option value="${each}" ${each === chosen && html` selected`}>${text}</option>`)}
    </select>
    ${notes(visit, form, name, hint)}
  </div>`
}

/** One checkbox. Its value is `on`, or it is absent. */
export const checkField = (visit: Visit, field: Field & { checked: boolean }): Html => {
  const { form, name, label, hint, checked } = field
  const isOn = visit.refused?.form === form ? textOf(visit.refused.values, name) !== '' : checked
  return html`<div class="field check">
    <label
      ><input
        type="checkbox"
        id="${idOf(form, name)}"
        name="${name}"
        ${isOn && html` checked`}${described(visit, form, name, hint)}${marked(visit, form, name)}
      />
      ${label}</label
    >
    ${notes(visit, form, name, hint)}
  </div>`
}

/** Checkboxes that make the list `name`. The fault links to the first of them. */
export const choiceField = (
  visit: Visit,
  field: Field & {
    options: readonly (string | readonly [value: string, text: string])[]
    checked?: readonly string[]
  },
): Html => {
  const { form, name, label, hint, checked } = field
  const options = field.options.map((each) => (typeof each === 'string' ? ([each, each] as const) : each))
  const posted = visit.refused?.form === form ? (visit.refused.values[name] ?? []) : checked
  return html`<fieldset class="field choices" ${described(visit, form, name, hint)}>
    <legend>${label}</legend>
    ${options.map(
      ([option, text], index) =>
        html`<label
          ><input
            type="checkbox"
            name="${name}.${option}"
            ${index === 0 && html` id="${idOf(form, name)}"${marked(visit, form, name)}`}${posted?.includes(option) && html` checked`}
          />
          ${text}</label
        >`,
    )}
    ${notes(visit, form, name, hint)}
  </fieldset>`
}

/** @param rows cells in the order of the columns; the first one names the row */
export const table = (
  caption: string,
  columns: readonly string[],
  rows: readonly (readonly (Html | string)[])[],
): Html =>
  html`<table>
    <caption>
      ${caption}
    </caption>
    <thead>
      <tr>
        ${columns.map((column) => html`<th scope="col">${column}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${rows.map(
        ([first, ...cells]) =>
          html`<tr>
            <th scope="row">${first}</th>
            ${cells.map((cell, index) => html`<td data-label="${columns[index + 1]}">${cell}</td>`)}
          </tr>`,
      )}
    </tbody>
  </table>`

/** By locale and IANA zone: making one takes longer than a whole page. */
const formatters = new Map<string, Intl.DateTimeFormat>()

const formatterIn = (timeZone: string): Intl.DateTimeFormat => {
  const locale = localeNow()
  const key = `${locale} ${timeZone}`
  const known = formatters.get(key)
  if (known) return known
  const made = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone })
  formatters.set(key, made)
  return made
}

/** In the zone of the reader, which the end of the page names. @param at epoch milliseconds */
export const timeOf = ({ zone }: Pick<Visit, 'zone'>, at: number | null, otherwise: string): Html =>
  at === null
    ? html`${otherwise}`
    : html`<time datetime="${new Date(at).toISOString()}">${formatterIn(zone).format(at)}</time>`

/** `time.id` of the last row of a page, for the next one. */
export const cursorOf = (at: number, id: string): string => `${at}.${id}`
export const parseCursor = (text: string | null): readonly [number, string] | undefined => {
  const [, at, id] = /^(\d{1,15})\.([\w-]{1,100})$/.exec(text ?? '') ?? []
  return at === undefined || id === undefined ? undefined : [Number(at), id]
}

/** @param href of the next page; undefined on the last */
export const nextLink = (href: string | undefined): Html =>
  html`${href !== undefined && html`<p><a href="${href}" rel="next">${say('site.nextPage')}</a></p>`}`

/** For lists: fifty URLs of 2,048 characters would be too much for a page. */
export const shortUrl = (url: string): string => (url.length > 100 ? `${url.slice(0, 99)}…` : url)

const offsetOf = ({ query }: Pick<Visit, 'query'>): number => {
  const text = query.get('from') ?? ''
  return /^\d{1,6}$/.test(text) ? Number(text) : 0
}

/** A page of a list that is cut in memory. @param path the page with the list, and its query if it has one */
export const pageOf = <T>(visit: Pick<Visit, 'root' | 'query'>, path: string, all: readonly T[]) => {
  const from = offsetOf(visit)
  const end = from + pageLength
  const href = hrefOf(visit, `${path}${path.includes('?') ? '&' : '?'}from=${end}`)
  return { from, shown: all.slice(from, end), next: nextLink(end < all.length ? href : undefined) }
}
