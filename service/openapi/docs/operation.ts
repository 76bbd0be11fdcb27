// One operation or event of the document, from its purpose to every answer.
import { html, withCode, type Html } from '../../oauth/pages/html.ts'
import { ownAnswers, type ApiAnswer, type ApiOperation } from '../openapi-document.ts'
import type { SchemaReader } from './schema.ts'

type Content = ApiAnswer['content']

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

const json = (value: unknown): string => JSON.stringify(value, null, 2)

/** The example of a body, if there is one. */
const exampleIn = (content: Content): string | undefined => {
  const [media] = Object.values(content ?? {})
  return media?.example === undefined ? undefined : json(media.example)
}

/** The successful answer of an operation. */
const successOf = (one: ApiOperation) => ownAnswers(one).find(([status]) => status.startsWith('2'))

/** The request as a curl command, with the service in `SVC_URL` and the token in `SVC_TOKEN`. */
export function curlOf(method: string, path: string, one: ApiOperation): string {
  const given = one.parameters.flatMap(({ example, ...each }) =>
    example === undefined ? [] : [{ ...each, value: String(example) }],
  )
  const filled = path.replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
    const parameter = given.find((each) => each.in === 'path' && each.name === name)
    return parameter ? encodeURIComponent(parameter.value) : whole
  })
  const query = new URLSearchParams(
    given.filter((each) => each.in === 'query').map(({ name, value }): [string, string] => [name, value]),
  ).toString()
  const body = exampleIn(one.requestBody?.content)
  const verb = method.toUpperCase()
  const isPlain = verb === 'GET' || (verb === 'POST' && body !== undefined)
  return [
    `curl ${isPlain ? '' : `-X ${verb} `}"$SVC_URL${filled}${query === '' ? '' : `?${query}`}"`,
    ...(one.security.length === 0 ? [] : ['-H "Authorization: Bearer $SVC_TOKEN"']),
    ...given
      .filter((each) => each.in === 'header')
      .map(({ name, value }) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : ['-H "Content-Type: application/json"', `-d ${quoted(body)}`]),
  ].join(' \\\n  ')
}

export const table = (
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
  html`${sentences.flatMap((sentence, index) => [html`${index === 0 ? '' : '; '}`, ...withCode(sentence)])}`

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

/** @param given words for members that are required, and for others */
const bodyTables = (
  title: string,
  content: Content,
  reader: SchemaReader,
  given: readonly [string, string] = ['always', 'may be absent'],
) =>
  Object.entries(content ?? {}).map(
    ([media, { schema }]) =>
      table(
        `${title}, ${media}`,
        ['Member', 'Type', 'Given', 'Meaning'],
        reader
          .membersOf(schema)
          .map(({ name, type, isRequired, notes: sentences }) => [
            html`<code>${name}</code>`,
            html`${type}`,
            html`${isRequired ? given[0] : given[1]}`,
            notes(sentences),
          ]),
      ) ??
      html`<h4>${title}, ${media}</h4>
        <p>${reader.typeOf(schema)}</p>`,
  )

/** Answers by status. @param idOfStatus makes a status the aim of links */
export const answerTable = (
  caption: string,
  answers: readonly (readonly [status: string, answer: ApiAnswer])[],
  idOfStatus?: (status: string) => string,
): Html | null =>
  table(
    caption,
    ['Status', 'Meaning', 'Headers'],
    answers.map(([status, answer]) => [
      idOfStatus ? html`<code id="${idOfStatus(status)}">${status}</code>` : html`<code>${status}</code>`,
      html`${withCode(answer.description)}`,
      html`${Object.keys(answer.headers ?? {}).map(
        (name, index) => html`${index === 0 ? '' : ', '}<code>${name}</code>`,
      )}`,
    ]),
  )

/** The place of an error that operations share. */
export const sharedErrorId = (status: string): string => `error-${status}`

/** Closed at first, because most answers are the same everywhere. */
const answers = (one: ApiOperation): Html => {
  const own = ownAnswers(one)
  const shared = Object.keys(one.responses).filter((status) => own.every(([each]) => each !== status))
  return html`<details>
    <summary>All answers: ${Object.keys(one.responses).join(', ')}</summary>
    ${answerTable('Answers', own)}
    ${
      shared.length === 0
        ? ''
        : html`<p>
            Errors as everywhere:
            ${shared.map(
              (status, index) =>
                html`${index === 0 ? '' : ', '}<a href="#${sharedErrorId(status)}">${status}</a>`,
            )}.
          </p>`
    }
  </details>`
}

const access = ({ security }: ApiOperation): Html => {
  const [[scheme, scopes = []] = [], ...others] = security.map((each) => Object.entries(each)[0] ?? [])
  if (scheme === undefined) return html`<p class="quiet">Open to everyone.</p>`
  const token = scheme === 'launcher' ? 'A token of the launcher' : 'A developer access key'
  const needed = scopes.map((scope, index) => html`${index === 0 ? ' with ' : ', '}<code>${scope}</code>`)
  const instead = others.flatMap(([, more = []]) => more.map((scope) => html` or <code>${scope}</code>`))
  return html`<p class="quiet">${token}${needed}${instead}.</p>`
}

const example = (title: string, text: string | undefined): Html =>
  text === undefined
    ? html``
    : html`<h4>${title}</h4>
        ${verbatim(text)}`

export type Listed = { method: string; path: string; one: ApiOperation }

export const idOf = ({ method, path }: Listed): string => `${method}${path.replaceAll(/[^a-z0-9]+/gi, '-')}`

/** `createLauncherTask` → `Create launcher task`. */
export const titleOf = ({ method, path, one }: Listed): string => {
  const words = one.operationId?.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return words === undefined ? `${method} ${path}` : `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}

export const operationSection = (listed: Listed, reader: SchemaReader): Html => {
  const { method, path, one } = listed
  const id = idOf(listed)
  const [status = '', good] = successOf(one) ?? []
  return html`<section class="operation" aria-labelledby="${id}">
    <div class="meaning">
      <h3 id="${id}">${titleOf(listed)}</h3>
      <p class="route"><code class="method">${method.toUpperCase()}</code> <code>${path}</code></p>
      <p>${withCode(one.summary)}.</p>
      ${prose(one.description)} ${access(one)} ${parameters(one, reader)}
      ${bodyTables('Body', one.requestBody?.content, reader, ['required', 'optional'])}
      ${bodyTables(`Body of ${status}`, good?.content, reader)} ${answers(one)}
    </div>
    <div class="example">
      ${example('Example', curlOf(method, path, one))}
      ${example(`Answer, ${status}`, exampleIn(good?.content))}
    </div>
  </section> `
}

export type Event = { type: string; one: ApiOperation }

export const eventId = (type: string): string => `event-${type.replaceAll('.', '-')}`

export const eventSection = ({ type, one }: Event, reader: SchemaReader): Html =>
  html`<section class="operation" aria-labelledby="${eventId(type)}">
    <div class="meaning">
      <h3 id="${eventId(type)}"><code>${type}</code></h3>
      <p>${withCode(one.summary)}.</p>
      ${parameters(one, reader)} ${bodyTables('Body', one.requestBody?.content, reader)} ${answers(one)}
    </div>
    <div class="example">${example('Example', exampleIn(one.requestBody?.content))}</div>
  </section> `

// Renders the Markdown of descriptions: paragraphs, lists, headings, code.

/** Text whose lines stay as they are. */
const verbatim = (text: string): Html => html`<pre><code>${text}</code></pre>`

const headingMark = '## '
const fence = '```'

export type Heading = { id: string; title: string }

const headingOf = (block: string): Heading => {
  const title = block.slice(headingMark.length)
  return { id: `guide-${title.toLowerCase().replaceAll(/[^a-z]+/g, '-')}`, title }
}

/** Splits a text into paragraphs, lists, headings and fenced texts. */
const blocksOf = (text: string): string[] =>
  text
    .split(/(^```[a-z]*\n[^]*?^```$)/m)
    .flatMap((part) => (part.startsWith(fence) ? [part] : part.split('\n\n').map((block) => block.trim())))
    .filter((block) => block !== '')

/** The headings in a text, in their order. */
export const headingsIn = (text: string): Heading[] =>
  blocksOf(text)
    .filter((block) => block.startsWith(headingMark))
    .map(headingOf)

const blockOf = (block: string): Html => {
  if (block.startsWith(fence)) return verbatim(block.slice(block.indexOf('\n') + 1, -fence.length - 1))
  if (block.startsWith(headingMark)) {
    const { id, title } = headingOf(block)
    return html`<h2 id="${id}">${title}</h2>`
  }
  if (!block.startsWith('- ')) return html`<p>${withCode(block)}</p>`
  // An item continues on the lines after it.
  const items = block.split(/\n(?=- )/)
  return html`<ul>
    ${items.map((item) => html`<li>${withCode(item.slice(2))}</li>`)}
  </ul>`
}

export const prose = (text: string | undefined): Html[] => blocksOf(text ?? '').map(blockOf)
