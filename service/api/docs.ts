// The documentation of the contract for people (GEN-11): one page without a script, made of the document that
// `/v1/openapi.json` answers. The browser's own find searches it.
import { createHash } from 'node:crypto'
import { OpenAPIHono } from '@hono/zod-openapi'
import { errorStatus, type ErrorCode } from '../../shared/api/errors.ts'
import type { AppEnv } from '../http/app-type.ts'
import { html, type Html } from '../oauth/html.ts'
import { createSchemaReader, type MemberRow, type SchemaReader } from './docs-schema.ts'
import { docsStyle } from './docs-style.ts'
import { errorMeanings } from './error-meanings.ts'
import type { ApiDocument, ApiOperation } from './openapi-document.ts'

const style = html`<style>
  ${docsStyle}
</style>`
// The policy names the text between the tags, with the white space around it.
const styleText = style.text.slice(style.text.indexOf('>') + 1, style.text.lastIndexOf('<'))
const styleDigest = createHash('sha256').update(styleText).digest('base64')

const headers = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${styleDigest}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
} as const

/** `code` between backticks, as everywhere in the descriptions. */
const inline = (text: string): Html[] =>
  text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`))

const prose = (text: string | undefined): Html[] =>
  (text ?? '')
    .split('\n\n')
    .filter((block) => block !== '')
    .map((block) => {
      const items = block.split('\n').filter((line) => line.startsWith('- '))
      return items.length > 0
        ? html`<ul>
            ${items.map((item) => html`<li>${inline(item.slice(2))}</li>`)}
          </ul>`
        : html`<p>${inline(block)}</p>`
    })

const table = (
  caption: string,
  columns: readonly string[],
  rows: readonly (readonly Html[])[],
): Html | null =>
  rows.length === 0
    ? null
    : html`<div class="table" tabindex="0" role="group" aria-label="${caption}">
        <table>
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
              ([first = html``, ...others]) =>
                html`<tr>
                  <th scope="row">${first}</th>
                  ${others.map((cell) => html`<td>${cell}</td>`)}
                </tr> `,
            )}
          </tbody>
        </table>
      </div>`

const notes = (sentences: readonly string[]): Html =>
  html`${sentences.flatMap((sentence, index) => [html`${index === 0 ? '' : '; '}`, ...inline(sentence)])}`

const memberCells = ({ name, type, isRequired, notes: sentences }: MemberRow): Html[] => [
  html`<code>${name}</code>`,
  html`${type}`,
  html`${isRequired ? 'always' : 'may be absent'}`,
  notes(sentences),
]

const parameters = (one: ApiOperation, reader: SchemaReader) =>
  table(
    'Parameters',
    ['Name', 'In', 'Type', 'Meaning'],
    one.parameters.map((each) => {
      const { description: _own, ...schema } = each.schema
      const meaning = each.description === undefined ? [] : [each.description.replace(/\.$/, '')]
      const needed = each.required && each.in !== 'path' ? ['required'] : []
      return [
        html`<code>${each.name}</code>`,
        html`${each.in}`,
        html`${reader.typeOf(schema)}`,
        notes([...meaning, ...needed, ...reader.notesOf(schema)]),
      ]
    }),
  )

const requestBody = (one: ApiOperation, reader: SchemaReader) =>
  Object.entries(one.requestBody?.content ?? {}).map(
    ([media, { schema }]) =>
      table(
        `Body, ${media}`,
        ['Member', 'Type', 'Given', 'Meaning'],
        reader
          .membersOf(schema)
          .map((row) => memberCells(row).with(2, html`${row.isRequired ? 'required' : 'optional'}`)),
      ) ??
      html`<h4>Body, ${media}</h4>
        <p>${reader.typeOf(schema)}</p>`,
  )

const responses = (one: ApiOperation) =>
  table(
    'Answers',
    ['Status', 'Meaning', 'Headers'],
    Object.entries(one.responses).map(([status, answer]) => [
      html`<code>${status}</code>`,
      html`${inline(answer.description)}`,
      html`${Object.keys(answer.headers ?? {}).map(
        (name, index) => html`${index === 0 ? '' : ', '}<code>${name}</code>`,
      )}`,
    ]),
  )

const answerBody = (one: ApiOperation, reader: SchemaReader) => {
  const [status, good] = Object.entries(one.responses).find(([name]) => name.startsWith('2')) ?? []
  return Object.entries(good?.content ?? {}).map(([media, { schema }]) =>
    table(
      `Body of ${status ?? ''}, ${media}`,
      ['Member', 'Type', 'Given', 'Meaning'],
      reader.membersOf(schema).map(memberCells),
    ),
  )
}

const access = ({ security = [] }: ApiOperation): Html => {
  const [[scheme, scopes] = []] = security.map((each) => Object.entries(each)[0] ?? [])
  if (scheme === undefined) return html`<p class="quiet">Open to everyone.</p>`
  const token = scheme === 'launcher' ? 'A token of the launcher' : 'A developer access key'
  const needed = scopes?.map((scope, index) => html`${index === 0 ? ' with ' : ', '}<code>${scope}</code>`)
  return html`<p class="quiet">${token}${needed ?? []}.</p>`
}

const idOf = (method: string, path: string) => `${method}${path.replaceAll(/[^a-z0-9]+/gi, '-')}`

type Listed = { method: string; path: string; one: ApiOperation }

const section = ({ method, path, one }: Listed, reader: SchemaReader): Html => {
  const id = idOf(method, path)
  return html`<section class="operation" aria-labelledby="${id}">
    <h3 id="${id}"><code class="method">${method.toUpperCase()}</code> <code>${path}</code></h3>
    <p>${inline(one.summary)}</p>
    ${prose(one.description)} ${access(one)} ${parameters(one, reader)} ${requestBody(one, reader)}
    ${responses(one)} ${answerBody(one, reader).map((each) => each ?? html``)}
  </section> `
}

const errorTable = () =>
  table(
    'Codes',
    ['Code', 'Status', 'Meaning'],
    Object.entries(errorMeanings).map(([code, meaning]) => [
      html`<code>${code}</code>`,
      html`${errorStatus[code as ErrorCode]}`,
      html`${inline(meaning)}`,
    ]),
  )

/** The whole page. */
function renderDocs({ info, components, paths }: ApiDocument): string {
  const reader = createSchemaReader(components.schemas)
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, one]): Listed => ({ method, path, one })),
  )
  const byTag = [...Map.groupBy(operations, ({ one }) => one.tags[0] ?? 'other')]
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
            The same as OpenAPI 3.1: <a href="/v1/openapi.json"><code>/v1/openapi.json</code></a
            >.
          </p>
        </header>
        <nav aria-label="Operations">
          ${byTag.map(
            ([tag, listed]) =>
              html`<h2>${tag}</h2>
                <ul>
                  ${listed.map(({ method, path }) => html`<li><a href="#${idOf(method, path)}">${method.toUpperCase()} ${path}</a></li>`)}
                </ul> `,
          )}
          <h2>more</h2>
          <ul>
            <li><a href="#errors">Errors</a></li>
          </ul>
        </nav>
        <main id="operations">
          ${byTag.map(
            ([tag, listed]) =>
              html`<h2 id="tag-${tag}">${tag}</h2>
                ${listed.map((each) => section(each, reader))}`,
          )}
          <h2 id="errors">Errors</h2>
          <p>
            Check the status before reading <code>data</code>. An error of a route is
            <code>{"error": {"code", "message", "requestId", "details"?}}</code>; where the token is at fault,
            401, or the request reached no route, <code>error</code> is a plain string. What
            <code>details[].code</code> can be is in the document.
          </p>
          ${errorTable()}
        </main>
      </body>
    </html> `.text
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
