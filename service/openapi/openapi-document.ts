// What every operation of a surface has in common, written into the document once it is generated (GEN-11): the headers of
// every answer, `Idempotency-Key`, and the errors that stand before and behind every route.
import { z } from 'zod'
import { errorResponses } from '../http/errors.ts'
import type { OperationExample } from './examples/operations.ts'

export type JsonSchema = Readonly<Record<string, unknown>>

const schema = z.record(z.string(), z.unknown())
const content = z.record(
  z.string(),
  z.looseObject({ schema: schema.default({}), example: z.unknown().optional() }),
)
const response = z.looseObject({
  description: z.string(),
  headers: z.record(z.string(), schema).optional(),
  content: content.optional(),
})
const operation = z.looseObject({
  operationId: z.string().optional(),
  summary: z.string().default(''),
  description: z.string().optional(),
  tags: z.array(z.string()).default([]),
  security: z.array(z.record(z.string(), z.array(z.string()))).optional(),
  parameters: z
    .array(
      z.looseObject({
        name: z.string(),
        in: z.enum(['path', 'query', 'header']),
        required: z.boolean().default(false),
        description: z.string().optional(),
        example: z.union([z.string(), z.number(), z.boolean()]).optional(),
        schema: schema.default({}),
      }),
    )
    .default([]),
  requestBody: z.looseObject({ content }).optional(),
  responses: z.record(z.string(), response),
})
const document = z.looseObject({
  info: z.looseObject({ title: z.string(), description: z.string().default('') }),
  tags: z.array(z.looseObject({ name: z.string(), description: z.string().default('') })).default([]),
  components: z.looseObject({
    schemas: z.record(z.string(), schema).default({}),
    headers: z.record(z.string(), schema).default({}),
  }),
  paths: z.record(z.string(), z.record(z.string(), operation)),
  /** By the name of the event. */
  webhooks: z.record(z.string(), z.record(z.string(), operation)).default({}),
})

export type ApiOperation = z.infer<typeof operation>
export type ApiDocument = z.infer<typeof document>

const header = (description: string, type: 'string' | 'integer') => ({ description, schema: { type } })
const always = { required: true } as const

const commonHeaders = {
  'X-Request-Id': { ...header('Names this exchange in the log of the service.', 'string'), ...always },
  'Cache-Control': { ...header('`no-store`: answers belong to their caller.', 'string'), ...always },
  'RateLimit-Policy': header('How many requests (`q`) in how many seconds (`w`).', 'string'),
  RateLimit: header('Requests left (`r`), and seconds until there are more (`t`).', 'string'),
  'Retry-After': header('Whole seconds to wait.', 'integer'),
  'WWW-Authenticate': header('What kind of token is missing (RFC 6750).', 'string'),
  'Idempotent-Replayed': header(
    'Only with an `Idempotency-Key`: `true` where a stored answer is repeated and nothing was done, `false` where the answer is new and stored.',
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
    'A name of the caller’s choice for this request. Sent again within 24 hours, it gets the stored answer and changes nothing; with another body it is 422. A second request that arrives while the first is being answered waits for its answer. Bodies that do not fit the schema and answers of 401, 403, 412, 423, 429 and 5xx are not stored. A caller who may not make the request any more is refused and does not get the stored answer.',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[ -~]+$' },
}

const everywhere = refer('X-Request-Id', 'Cache-Control')
const plain = { $ref: '#/components/schemas/AuthenticationError' }

const unstored = [401, 403, 412, 415, 422, 423, 429, 500, 503]

/** In an answer that never lacks them. */
const withAlways = (name: keyof typeof commonHeaders) => ({ [name]: { ...commonHeaders[name], ...always } })

const headersOf = (status: number, kind: 'repeatable' | 'other') => ({
  ...(status === 401 ? withAlways('WWW-Authenticate') : refer('RateLimit-Policy', 'RateLimit')),
  ...(status === 403 ? refer('WWW-Authenticate') : {}),
  ...(status === 429 ? withAlways('Retry-After') : {}),
  ...(kind === 'repeatable' && !unstored.includes(status) ? refer('Idempotent-Replayed') : {}),
})

/** Answers to requests that reach no route, of every operation: in the shape of an authentication error. */
const beforeRoutes: Readonly<Record<string, string>> = {
  400: 'the request cannot be read',
  403: 'this host name is not served here',
  408: 'the request did not arrive in time',
  431: 'the address and the headers of the request are too long',
  500: 'the service failed',
}

const variants = z.array(z.object({ required: z.array(z.string()) }).strict())

/** Repeats the types of members inside `anyOf` and `oneOf`: without that, generated clients take them there for anything. */
function withTypes(described: JsonSchema): JsonSchema {
  const inside = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(inside)
    return typeof part === 'object' && part !== null ? withTypes(part as JsonSchema) : part
  }
  const whole = Object.fromEntries(Object.entries(described).map(([name, part]) => [name, inside(part)]))
  const members = schema.safeParse(whole['properties']).data
  for (const kind of ['anyOf', 'oneOf']) {
    const bare = variants.safeParse(whole[kind])
    if (members && bare.success)
      whole[kind] = bare.data.map(({ required }) => ({
        type: 'object',
        properties: Object.fromEntries(required.map((name) => [name, members[name]])),
        required,
      }))
  }
  return whole
}

/** Documents `Idempotency-Key`, and the answer to another request with the same one. */
function makeRepeatable(one: ApiOperation): void {
  one.parameters = [...one.parameters, idempotencyKey]
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } }
  one.responses['422'] = { content, description: errorResponses(422)[422].description }
}

/** Writes an example into what it is an example of. */
function illustrate(one: ApiOperation, { parameters = {}, body, answer }: OperationExample): void {
  one.parameters = one.parameters.map((each) => {
    const example = parameters[each.name]
    return example === undefined ? each : { ...each, example }
  })
  for (const media of Object.values(one.requestBody?.content ?? {})) media.example = body
  for (const [status, { content: media = {} }] of Object.entries(one.responses))
    if (status.startsWith('2')) for (const each of Object.values(media)) each.example = answer
}

export type Examples = {
  /** By `operationId`. */
  operations: Readonly<Record<string, OperationExample>>
  /** Bodies, by the name of the event. */
  events: Readonly<Record<string, unknown>>
}

/** @param generated the document as the routes describe themselves */
export function completeDocument(generated: unknown, examples: Examples): ApiDocument {
  const whole = document.parse(generated)
  for (const [type, requests] of Object.entries(whole.webhooks))
    for (const { requestBody } of Object.values(requests))
      for (const media of Object.values(requestBody?.content ?? {})) media.example = examples.events[type]
  whole.components.headers = { ...whole.components.headers, ...commonHeaders }
  for (const [path, operations] of Object.entries(whole.paths)) {
    for (const [method, one] of Object.entries(operations)) {
      const example = examples.operations[one.operationId ?? '']
      if (example) illustrate(one, example)
      for (const media of Object.values(one.requestBody?.content ?? {}))
        media.schema = withTypes(media.schema)
      const isKeyed = one.security !== undefined && one.security.length > 0
      // A POST that only reads can be sent again without a key.
      const isWriting = (one.security ?? [])
        .flatMap(Object.values)
        .flat()
        .some((scope) => scope.endsWith(':write'))
      const isRepeatable = isWriting && method === 'post' && path.startsWith('/v1/')
      if (isRepeatable) makeRepeatable(one)
      for (const [status, answer] of Object.entries(one.responses))
        answer.headers = {
          ...everywhere,
          ...(isKeyed && headersOf(Number(status), isRepeatable ? 'repeatable' : 'other')),
          ...answer.headers,
        }
      for (const [status, reason] of Object.entries(beforeRoutes)) {
        const known = one.responses[status]
        const own = known?.content?.['application/json']?.schema
        one.responses[status] = {
          headers: everywhere,
          ...known,
          description: `${known ? `${known.description} ` : ''}Before any route: ${reason}.`,
          content: { 'application/json': { schema: own ? { anyOf: [own, plain] } : plain } },
        }
      }
    }
  }
  return whole
}
