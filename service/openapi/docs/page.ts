// The reference for people (GEN-11): one page without scripts, rendered from `/v1/openapi.json`. The browser's find searches
// it.
import { colours } from '../../oauth/pages/style.ts'
import { createHash } from 'node:crypto'
import { OpenAPIHono } from '@hono/zod-openapi'
import { errorStatus, type ErrorCode } from '../../../shared/api/errors.ts'
import type { AppEnv } from '../../http/app-type.ts'
import { html, withCode, type Html } from '../../oauth/pages/html.ts'
import type { ApiDocument } from '../openapi-document.ts'
import {
  answerTable,
  eventId,
  eventSection,
  idOf,
  operationSection,
  sharedErrorId,
  table,
  titleOf,
  type Event,
  type Listed,
  headingsIn,
  prose,
} from './operation.ts'
import { createSchemaReader } from './schema.ts'

// The style of the documentation page. It has no quotes and angle brackets, which would be escaped and change its digest.

const docsStyle = `
${colours}
* { box-sizing: border-box; }
html { background: var(--ground); color: var(--text); font: 1rem/1.55 system-ui, -apple-system, Roboto, sans-serif; scroll-padding-top: 1rem; }
body { margin: 0 auto; max-width: 104rem; padding: 1.5rem; display: grid; grid-template-columns: 19rem minmax(0, 1fr); gap: 2rem; }
h1 { font-size: 1.75rem; line-height: 1.2; letter-spacing: -.015em; margin: 0 0 .75rem; }
h2 { font-size: 1.3125rem; margin: 3rem 0 1rem; padding-top: 1rem; border-top: 1px solid var(--line); }
h2::first-letter { text-transform: uppercase; }
header { max-width: 52rem; }
header h2 { font-size: 1.125rem; margin: 2rem 0 .5rem; padding: 0; border: 0; }
h3 { font-size: 1.0625rem; margin: 0 0 .25rem; overflow-wrap: anywhere; }
pre { margin: 0 0 .75rem; padding: .75rem 1rem; background: var(--ground); border: 1px solid var(--line); border-radius: .5rem; white-space: pre-wrap; line-height: 1.4; }
pre code { font-size: .8125rem; }
h4, caption { font-size: .8125rem; font-weight: 600; text-align: left; margin: 1.25rem 0 .375rem; padding: 1rem 0 .25rem; color: var(--quiet); }
p, ul { margin: 0 0 .75rem; max-width: 70ch; }
a { color: var(--accent); }
code { font: .875em/1.4 ui-monospace, Menlo, Consolas, monospace; overflow-wrap: anywhere; }
header, footer, main { grid-column: 2; min-width: 0; }
nav { grid-column: 1; grid-row: 1 / span 3; position: sticky; top: 1.5rem; align-self: start; max-height: calc(100vh - 3rem); overflow: auto; font-size: .875rem; }
nav h2 { font-size: .8125rem; color: var(--quiet); border: 0; margin: 1.25rem 0 .25rem; padding: 0; }
nav ul { list-style: none; margin: 0; padding: 0; }
nav a { display: flex; justify-content: space-between; gap: .5rem; align-items: baseline; padding: .25rem .5rem; border-radius: .375rem; color: var(--text); text-decoration: none; overflow-wrap: anywhere; }
nav code { font-size: .75rem; color: var(--quiet); overflow-wrap: normal; }
nav a:hover { background: var(--tint); }
.skip { position: absolute; left: -100vw; }
.skip:focus { left: 1rem; top: 1rem; background: var(--card); padding: .5rem 1rem; z-index: 1; }
.operation { background: var(--card); border: 1px solid var(--line); border-radius: .75rem; padding: 1.25rem; margin: 0 0 1.25rem; }
.route { overflow-wrap: anywhere; }
.method { display: inline-block; color: var(--accent); font-weight: 600; margin-right: .5rem; }
.example h4 { margin-top: 0; padding-top: 0; }
summary { cursor: pointer; padding: .75rem 0 0; font-size: .875rem; color: var(--quiet); }
.quiet { color: var(--quiet); }
.table { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: .875rem; }
th, td { text-align: left; vertical-align: top; padding: .375rem .75rem .375rem 0; border-bottom: 1px solid var(--line); overflow-wrap: break-word; }
thead th { color: var(--quiet); font-weight: 600; }
tbody th { font-weight: 400; min-width: 11rem; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
@media (min-width: 90rem) {
  .operation { display: grid; grid-template-columns: minmax(0, 3fr) minmax(0, 2fr); gap: 2rem; }
}
@media (max-width: 60rem) {
  body { display: block; padding: 1rem; }
  nav { position: static; max-height: none; margin-bottom: 2rem; }
}
@media print { nav { display: none; } body { display: block; } .operation { break-inside: avoid; } }
`

const style = html`<style>
  ${docsStyle}
</style>`
// The policy has the digest of the text between the tags, with its white space.
const styleText = style.toString().replaceAll(/^<style>|<\/style>$/g, '')
const styleDigest = createHash('sha256').update(styleText).digest('base64')

const headers = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${styleDigest}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  'Referrer-Policy': 'no-referrer',
  'X-Frame-Options': 'DENY',
} as const

/** ERR-01. */
const errorMeanings: Record<ErrorCode, string> = {
  invalid_json: 'The body is not a JSON document sent as application/json.',
  validation_error: 'The request does not match its schema; `details` names every path.',
  missing_field: 'A required field of the object has no value.',
  unknown_field:
    'The object has no field with this id or slug, or the request has a member with an unknown name.',
  ambiguous_field: 'Two fields share this slug; write by id.',
  duplicate_field: 'A field is named both by id and by slug, or an object has the same name twice.',
  invalid_value: 'A value does not have the type of its field, or is not allowed there.',
  invalid_cursor: 'The cursor does not belong to this list with these filters.',
  cursor_expired: 'Changes after the cursor are not kept any more: read everything again.',
  invalid_target:
    'A named record, task, member, meeting or section does not exist, is archived, or is not accessible.',
  unsupported_event: 'No event has this name.',
  calendar_unreachable: 'The address of the calendar does not answer with a calendar; the message says why.',
  not_a_calendar: 'What was sent or answered is not an iCalendar file.',
  calendar_too_large: 'More than 20 MB, 20,000 events or 30 seconds of reading.',
  invalid_file: 'The file to import cannot be read; the message says why.',
  unsafe_url: 'Webhooks are not sent to this address.',
  insufficient_scope: 'The token lacks a scope; `WWW-Authenticate` names it.',
  unsupported_token_kind: 'A launcher token was sent to the developer API, or a key to the launcher API.',
  forbidden: 'The role of the key’s owner does not allow this.',
  plan_required: 'The plan of the workspace does not include this.',
  not_found: 'Does not exist, is not in this workspace, or is not accessible.',
  record_archived: 'Restore the record before changing it.',
  task_archived: 'An archived task cannot be changed.',
  method_not_allowed: 'The path does not support this method; see `Allow`.',
  id_conflict: 'The id belongs to another workspace or object.',
  version_conflict: 'The stored version is not the one that was named.',
  precondition_failed: 'The resource is not at the version that `If-Match` names.',
  payload_too_large: 'The body is larger than 1 MiB, or than 24 MiB where it can hold a calendar file.',
  unsupported_media_type: 'The body is compressed, or not in UTF-8.',
  idempotency_key_reused: 'The `Idempotency-Key` was used with another body.',
  workspace_locked: 'The workspace has more members than its limit.',
  rate_limited: 'Too many requests; wait `Retry-After` seconds.',
  internal_error: 'The service failed; a write may have completed.',
  unavailable: 'The service cannot use its database; wait `Retry-After` seconds.',
}

const errorTable = () =>
  table(
    'Codes',
    ['Code', 'Status', 'Meaning'],
    Object.entries(errorMeanings).map(([code, meaning]) => [
      html`<code>${code}</code>`,
      html`${errorStatus[code as ErrorCode]}`,
      html`${withCode(meaning)}`,
    ]),
  )

/** The errors that operations share, by status. */
function sharedErrors(operations: readonly Listed[], { responses = {} }: ApiDocument['components']) {
  const statuses = operations.flatMap(({ one }) =>
    Object.entries(one.responses).flatMap(([status, answer]) =>
      '$ref' in answer ? [[status, answer.$ref.split('/').at(-1) ?? ''] as const] : [],
    ),
  )
  return [...new Map(statuses)]
    .toSorted(([one], [other]) => Number(one) - Number(other))
    .flatMap(([status, name]) => {
      const answer = responses[name]
      return answer ? [[status, answer] as const] : []
    })
}

type Link = { to: string; label: Html }

const linksTo = (title: string, links: readonly Link[]): Html =>
  html`<h2>${title}</h2>
    <ul>
      ${links.map(({ to, label }) => html`<li><a href="#${to}">${label}</a></li>`)}
    </ul> `

const linkToOperation = (listed: Listed): Link => ({
  to: idOf(listed),
  label: html`${titleOf(listed)} <code>${listed.method.toUpperCase()}</code>`,
})

/** The whole page. */
function renderDocs({ info, tags, components, paths, webhooks }: ApiDocument): string {
  const reader = createSchemaReader(components.schemas)
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, one]): Listed => ({ method, path, one })),
  )
  const events = Object.entries(webhooks).flatMap(([type, methods]) =>
    Object.values(methods).map((one): Event => ({ type, one })),
  )
  const groups = tags.map((tag) => ({
    ...tag,
    listed: operations.filter(({ one }) => one.tags.includes(tag.name)),
  }))
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${info.title}: reference</title>
        ${style}
      </head>
      <body>
        <a class="skip" href="#operations">To the operations</a>
        <header>
          <h1>${info.title}</h1>
          ${prose(info.description)}
          <p>
            As OpenAPI 3.1: <a href="/v1/openapi.json"><code>/v1/openapi.json</code></a
            >.
          </p>
        </header>
        <nav aria-label="Contents">
          ${linksTo(
            'guide',
            headingsIn(info.description).map(({ id, title }) => ({ to: id, label: html`${title}` })),
          )}
          ${groups.map(({ name, listed }) => linksTo(name, listed.map(linkToOperation)))}
          ${linksTo(
            'events',
            events.map(({ type }) => ({ to: eventId(type), label: html`${type}` })),
          )}
          ${linksTo('more', [
            { to: 'errors', label: html`Errors` },
            { to: 'codes', label: html`Codes of errors` },
          ])}
        </nav>
        <main id="operations">
          ${groups.map(
            ({ name, description, listed }) =>
              html`<h2 id="tag-${name}">${name}</h2>
                <p>${withCode(description)}</p>
                ${listed.map((each) => operationSection(each, reader))}`,
          )}
          <h2 id="events">events</h2>
          <p>
            A webhook endpoint receives a POST for each change, signed as described by
            <a href="https://www.standardwebhooks.com">Standard Webhooks</a>. An event may arrive twice, and
            events may arrive in any order.
          </p>
          ${events.map((each) => eventSection(each, reader))}
          <h2 id="errors">errors</h2>
          <p>These answers mean the same wherever an operation lists them.</p>
          ${answerTable('Errors', sharedErrors(operations, components), sharedErrorId)}
          <h2 id="codes">codes of errors</h2>
          <p>
            An error of a route is
            <code>{"error": {"code", "message", "requestId", "details"?}}</code>. For 401, and for a request
            that reached no route, <code>error</code> is a plain string. The OpenAPI document lists the values
            of <code>details[].code</code>.
          </p>
          ${errorTable()}
        </main>
      </body>
    </html> `.toString()
}

/** @param document of the finished application */
export function docsRoutes(document: () => ApiDocument): OpenAPIHono<AppEnv> {
  let page: Uint8Array<ArrayBuffer> | undefined
  const routes = new OpenAPIHono<AppEnv>()
  routes.get('/docs', (c) =>
    c.body((page ??= new TextEncoder().encode(renderDocs(document()))), 200, headers),
  )
  return routes
}
