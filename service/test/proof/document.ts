// The contract as a running service publishes it: its operations, and what each may answer. Every proof of this folder
// is generated from it, so that a new route is covered by itself.
import type { IncomingHttpHeaders } from 'node:http'
import { z } from 'zod'
import {
  resolved,
  type ApiDocument,
  type DocumentedAnswer,
  type DocumentedHeader,
  type DocumentedOperation,
  type Schema,
} from '../contract/documented.ts'
import { isPlainObject } from './json.ts'

export type Surface = 'developer' | 'launcher' | 'open'

export type Operation = {
  /** `PUT /v1/records/{id}`. */
  name: string
  /** `upsertRecord`. */
  id: string | undefined
  method: string
  path: string
  surface: Surface
  scopes: readonly string[]
  /** Other scopes that do instead. */
  instead: readonly (readonly string[])[]
  parameters: NonNullable<DocumentedOperation['parameters']>
  body: Schema | undefined
  /** An example of its body, and of what it answers when it succeeds. */
  examples: { body?: unknown; answer?: unknown }
  /** By status. */
  answers: ReadonlyMap<number, Answer>
}

type Answer = {
  /** Media type → the reader of its schema. */
  bodies: ReadonlyMap<string, z.ZodType>
  /** By names in small letters. */
  headers: ReadonlyMap<string, DocumentedHeader>
}

/** An answer as text, not parsed yet. */
export type Exchange = { status: number; headers: IncomingHttpHeaders; text: string }

/** A member that is answered but not documented is a fault as well, so objects are closed. */
function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed)
  if (!isPlainObject(value)) return value
  const inner = Object.fromEntries(
    Object.entries(value).map(([key, part]) => [key, key === 'allOf' ? part : closed(part)]),
  )
  if (typeof inner['$ref'] === 'string') {
    return { ...inner, $ref: inner['$ref'].replace('#/components/schemas/', '#/$defs/') }
  }
  const open = !isPlainObject(inner['properties']) || 'additionalProperties' in inner || 'allOf' in inner
  return open ? inner : { ...inner, additionalProperties: false }
}

/** @param baseUrl of a service that runs */
export async function readDocument(baseUrl: string): Promise<Operation[]> {
  const response = await fetch(`${baseUrl}/v1/openapi.json`)
  const { paths, components } = (await response.json()) as ApiDocument
  const definitions = closed(components.schemas)
  const readers = new Map<string, z.ZodType>()
  const readerOf = (described: Schema) => {
    const key = JSON.stringify(described)
    const known = readers.get(key)
    if (known) return known
    const reader = z.fromJSONSchema({ ...(closed(described) as object), $defs: definitions as never })
    readers.set(key, reader)
    return reader
  }
  const read = (path: string, method: string, described: DocumentedOperation): Operation => {
    const [security, ...others] = described.security ?? []
    const [scheme, scopes] = Object.entries(security ?? {})[0] ?? []
    const answers = Object.entries(described.responses).map(
      ([status, answer]) => [status, resolved<DocumentedAnswer>(answer, 'responses', components)] as const,
    )
    const good = answers.find(([status]) => status.startsWith('2'))
    return {
      name: `${method.toUpperCase()} ${path}`,
      id: described.operationId,
      method: method.toUpperCase(),
      path,
      surface: scheme === undefined ? 'open' : scheme === 'launcher' ? 'launcher' : 'developer',
      scopes: scopes ?? [],
      instead: others.map((each) => Object.values(each).flat()),
      parameters: described.parameters ?? [],
      body: described.requestBody?.content && (Object.values(described.requestBody.content)[0]?.schema ?? {}),
      examples: {
        body: Object.values(described.requestBody?.content ?? {})[0]?.example,
        answer: Object.values(good?.[1].content ?? {})[0]?.example,
      },
      answers: new Map(
        answers.map(([status, { content: bodies = {}, headers = {} }]) => [
          Number(status),
          {
            bodies: new Map(Object.entries(bodies).map(([type, body]) => [type, readerOf(body.schema)])),
            headers: new Map(
              Object.entries(headers).map(([name, one]) => [
                name.toLowerCase(),
                resolved<DocumentedHeader>(one, 'headers', components),
              ]),
            ),
          },
        ]),
      ),
    }
  }
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => read(path, method, described)),
  )
}

const errorShape = z.object({
  error: z.union([
    z.string().min(1),
    z.object({
      code: z.string().regex(/^[a-z_]+$/),
      message: z.string().min(1),
      requestId: z.string().min(1),
    }),
  ]),
})

/** Headers of HTTP itself: about a message, its body, and how browsers show it. */
const ownOfHttp =
  /^(connection|keep-alive|date|content-(type|length|security-policy)|transfer-encoding|referrer-policy|x-content-type-options|x-frame-options)$/

function headerFault(documented: Answer['headers'], sent: IncomingHttpHeaders): string | undefined {
  const unknown = Object.keys(sent).find((name) => !ownOfHttp.test(name) && !documented.has(name))
  if (unknown !== undefined) return `with the header ${unknown}, which is not documented`
  for (const [name, { required, schema: described }] of documented) {
    const value = sent[name]
    if (value === undefined && required) return `without the header ${name}`
    if (value !== undefined && described.type === 'integer' && !/^\d+$/.test(String(value)))
      return `with ${name}: ${String(value)}, which is no whole number`
  }
  return undefined
}

/** The fault of an answer in one sentence; undefined when it is as documented. */
export function faultOf({ answers }: Operation, { status, headers, text }: Exchange): string | undefined {
  if (status >= 500) return `answered ${status}`
  const documented = answers.get(status)
  if (!documented) return `answered ${status}, which is not documented`
  const wrongHeader = headerFault(documented.headers, headers)
  if (wrongHeader !== undefined) return `answered ${status} ${wrongHeader}`
  if (documented.bodies.size === 0)
    return text === '' ? undefined : `answered ${status} with a body that is not documented`
  const type = (headers['content-type'] ?? '').split(';', 1)[0] ?? ''
  const reader = documented.bodies.get(type)
  if (!reader) return `answered ${status} as ${type || 'nothing'}, which is not documented`
  if (!type.endsWith('json')) return undefined
  const body: unknown = JSON.parse(text)
  const fits = reader.safeParse(body)
  if (!fits.success) return `answered ${status}, and not as documented: ${z.prettifyError(fits.error)}`
  if (status >= 400 && !errorShape.safeParse(body).success) return `refused without the shape of an error`
  return undefined
}
