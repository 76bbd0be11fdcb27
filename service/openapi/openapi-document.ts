// Adds what every operation of a surface has in common to the generated document (GEN-11): the headers of every answer,
// `Idempotency-Key`, the errors before and behind every route, and examples. Errors that operations share are components.
import { STATUS_CODES } from 'node:http'
import { errorResponses } from '../http/errors.ts'
import type { OperationExample } from './examples/operations.ts'

export type JsonSchema = Readonly<Record<string, unknown>>
type Content = Record<string, { schema: JsonSchema; example?: unknown }>
type Parameter = {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  description?: string
  example?: string | number | boolean
  schema: JsonSchema
}
export type ApiAnswer = { description: string; headers?: Record<string, JsonSchema>; content?: Content }
type Reference = { $ref: string }
export type ApiOperation = {
  operationId?: string
  summary: string
  description?: string
  tags: string[]
  security: Record<string, string[]>[]
  parameters: Parameter[]
  requestBody?: { content: Content }
  responses: Record<string, ApiAnswer | Reference>
}
export type ApiDocument = {
  info: { title: string; description: string }
  tags: { name: string; description: string }[]
  components: {
    schemas: Record<string, JsonSchema>
    headers?: Record<string, JsonSchema>
    responses?: Record<string, ApiAnswer>
  }
  paths: Record<string, Record<string, ApiOperation>>
  /** By the name of the event. */
  webhooks: Record<string, Record<string, ApiOperation>>
}

const header = (description: string, type: 'string' | 'integer') => ({ description, schema: { type } })
const always = { required: true } as const

const commonHeaders = {
  'X-Request-Id': { ...header('Id of this request in the log of the service.', 'string'), ...always },
  'Cache-Control': { ...header('`no-store`: answers belong to their caller.', 'string'), ...always },
  'RateLimit-Policy': header('Allowed requests (`q`) in a number of seconds (`w`).', 'string'),
  RateLimit: header('Requests left (`r`), and seconds until the limit resets (`t`).', 'string'),
  'Retry-After': { ...header('Whole seconds to wait.', 'integer'), ...always },
  'WWW-Authenticate': header('The kind of token that is required (RFC 6750).', 'string'),
  'Idempotent-Replayed': header(
    'Only with an `Idempotency-Key`: `true` if this is a stored answer and nothing was done, `false` if the answer is new.',
    'string',
  ),
} as const

const refer = (...names: (keyof typeof commonHeaders)[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header' as const,
  required: false,
  description:
    'A name of your choice for this request. A request that succeeded is stored for 24 hours: the same key gets its answer again and changes nothing; with another body it is 422. Bodies are compared as JSON: spaces and the order of names do not matter. A second request that arrives while the first is in progress waits for its answer. A refused request changed nothing and is not stored, so its key can be used again. A caller who has lost the right to make the request is refused.',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[ -~]+$' },
}

const everywhere = refer('X-Request-Id', 'Cache-Control')
const plain = { $ref: '#/components/schemas/AuthenticationError' }

const headersOf = (status: number, kind: 'repeatable' | 'other') => ({
  ...(status === 401
    ? { 'WWW-Authenticate': { ...commonHeaders['WWW-Authenticate'], ...always } }
    : refer('RateLimit-Policy', 'RateLimit')),
  ...(status === 403 ? refer('WWW-Authenticate') : {}),
  ...(kind === 'repeatable' && status < 300 ? refer('Idempotent-Replayed') : {}),
})

/** Errors before any route, in the shape of an authentication error. Every operation can be answered with them. */
const beforeRoutes: Readonly<Record<string, string>> = {
  400: 'the request cannot be read',
  403: 'this host name is not served here',
  408: 'the request did not arrive in time',
  431: 'the address and the headers of the request are too long',
  500: 'the service failed',
}

type Variant = { required: readonly string[] }
const isVariant = (part: object): part is Variant => Object.keys(part).join() === 'required'

/** Repeats the types of members inside `anyOf` and `oneOf`: without them, generated clients accept any value there. */
function withTypes(schema: JsonSchema): JsonSchema {
  return JSON.parse(JSON.stringify(schema), (_name, part: unknown) => {
    if (typeof part !== 'object' || part === null || !('properties' in part)) return part
    const { properties, anyOf, oneOf } = part as { [name: string]: Record<string, unknown> & object[] }
    const typed = (variants: object[] | undefined) =>
      variants?.every(isVariant)
        ? variants.map(({ required }) => ({
            type: 'object',
            properties: Object.fromEntries(required.map((name) => [name, properties?.[name]])),
            required,
          }))
        : variants
    return { ...part, ...(anyOf && { anyOf: typed(anyOf) }), ...(oneOf && { oneOf: typed(oneOf) }) }
  }) as JsonSchema
}

/** The answers of an operation that are not components, by status. */
export const ownAnswers = ({ responses }: ApiOperation): [status: string, answer: ApiAnswer][] =>
  Object.entries(responses).flatMap(([status, answer]) => ('$ref' in answer ? [] : [[status, answer]]))

/** Makes components of the errors that most operations have in common. */
function shareErrors(whole: ApiDocument): void {
  const operations = Object.values(whole.paths).flatMap((methods) => Object.values(methods))
  const errors = operations
    .flatMap((one) => ownAnswers(one).map(([status, answer]) => ({ one, status, answer })))
    .filter(({ status }) => Number(status) >= 400)
  const shared: Record<string, ApiAnswer> = {}
  for (const [status, ofStatus] of Map.groupBy(errors, (each) => each.status)) {
    const alike = [...Map.groupBy(ofStatus, ({ answer }) => JSON.stringify(answer)).values()]
    const [most = []] = alike.toSorted((one, other) => other.length - one.length)
    const [first] = most
    if (!first || most.length === 1) continue
    const name = (STATUS_CODES[status] ?? status).replaceAll(/[^A-Za-z]/g, '')
    shared[name] = first.answer
    for (const { one } of most) one.responses[status] = { $ref: `#/components/responses/${name}` }
  }
  whole.components.responses = shared
}

/** Documents `Idempotency-Key`, and the answer to another request with the same one. */
function makeRepeatable(one: ApiOperation): void {
  one.parameters = [...one.parameters, idempotencyKey]
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } }
  one.responses['422'] = { content, description: errorResponses(422)[422].description }
}

/** Adds an example to what it is an example of. */
function illustrate(one: ApiOperation, { parameters = {}, body, answer }: OperationExample): void {
  for (const each of one.parameters) {
    const example = parameters[each.name]
    if (example !== undefined) each.example = example
  }
  for (const media of Object.values(one.requestBody?.content ?? {})) media.example = body
  for (const [status, { content = {} }] of ownAnswers(one))
    if (status.startsWith('2')) for (const media of Object.values(content)) media.example = answer
}

export type Examples = {
  /** By `operationId`. */
  operations: Readonly<Record<string, OperationExample>>
  /** Bodies, by the name of the event. */
  events: Readonly<Record<string, unknown>>
}

/**
 * A POST that only reads can be sent again without a key; so can these, which make a request elsewhere, look at a file, or do
 * nothing the second time.
 */
const harmless = new Set([
  'previewCalendar',
  'readCalendar',
  'createImport',
  'startImport',
  'cancelImport',
  'undoImport',
])

/** @param generated the document as the routes describe themselves */
export function completeDocument(generated: object, examples: Examples): ApiDocument {
  const whole = JSON.parse(JSON.stringify(generated)) as ApiDocument
  for (const [type, requests] of Object.entries(whole.webhooks))
    for (const { requestBody } of Object.values(requests))
      for (const media of Object.values(requestBody?.content ?? {})) media.example = examples.events[type]
  whole.components.headers = commonHeaders
  for (const [path, operations] of Object.entries(whole.paths))
    for (const [method, one] of Object.entries(operations)) {
      one.parameters ??= []
      const example = examples.operations[one.operationId ?? '']
      if (example) illustrate(one, example)
      for (const media of Object.values(one.requestBody?.content ?? {}))
        media.schema = withTypes(media.schema)
      const scopes = one.security.flatMap((each) => Object.values(each).flat())
      const isRepeatable =
        method === 'post' &&
        path.startsWith('/v1/') &&
        scopes.some((scope) => scope.endsWith(':write')) &&
        !harmless.has(one.operationId ?? '')
      if (isRepeatable) makeRepeatable(one)
      for (const [status, answer] of ownAnswers(one))
        answer.headers = {
          ...everywhere,
          ...(one.security.length > 0 && headersOf(Number(status), isRepeatable ? 'repeatable' : 'other')),
          ...(['429', '503'].includes(status) && refer('Retry-After')),
          ...answer.headers,
        }
      const own = new Map(ownAnswers(one))
      for (const [status, reason] of Object.entries(beforeRoutes)) {
        const known = own.get(status)
        const schema = known?.content?.['application/json']?.schema
        one.responses[status] = {
          headers: everywhere,
          ...known,
          description: `${known ? `${known.description} ` : ''}Before any route: ${reason}.`,
          content: { 'application/json': { schema: schema ? { anyOf: [schema, plain] } : plain } },
        }
      }
    }
  shareErrors(whole)
  return whole
}
