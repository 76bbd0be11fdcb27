// The API document as a stranger reads it, for tests that hold it beside what the service does.
import { z } from 'zod'
import type { Client } from './client.ts'

/** JSON Schema, as far as tests look into one. */
export type Schema = Readonly<Record<string, unknown>> & {
  description?: string
  properties?: Record<string, Schema>
  items?: Schema
  required?: string[]
  enum?: unknown[]
  oneOf?: Schema[]
  anyOf?: Schema[]
}
type Content = Record<string, { schema: Schema; example?: unknown }>
type Parameter = {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  description?: string
  schema: Schema
  example?: string | number | boolean
}
export type DocumentedHeader = { required?: boolean; schema: { type: 'string' | 'integer' } }
export type DocumentedAnswer = {
  description: string
  content?: Content
  headers?: Record<string, DocumentedHeader | { $ref: string }>
}
export type DocumentedOperation = {
  operationId: string
  description?: string
  tags: string[]
  security?: Record<string, string[]>[]
  parameters?: Parameter[]
  requestBody?: { content?: Content }
  responses: Record<string, DocumentedAnswer | { $ref: string }>
}
type Flow = { authorizationCode: { scopes: Record<string, string> } }
export type ApiDocument = {
  info: { contact?: { name?: string }; license?: { name: string } }
  servers: { url: string }[]
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, DocumentedOperation>>
  webhooks: Record<string, Record<string, DocumentedOperation>>
  components: {
    schemas: Record<string, Schema>
    headers?: Record<string, DocumentedHeader>
    responses?: Record<string, DocumentedAnswer>
    securitySchemes: Record<string, { description: string; flows?: Flow }>
  }
}

/** The component that a reference names, or what is no reference itself. */
export function resolved<T extends object>(
  described: T | { $ref: string },
  place: 'headers' | 'responses',
  components: { [K in typeof place]?: Record<string, unknown> },
): T {
  if (!('$ref' in described)) return described
  const found = components[place]?.[described.$ref.replace(`#/components/${place}/`, '')]
  if (found === undefined) throw new Error(`The document has no ${described.$ref}.`)
  return found as T
}

/** @returns the document, and what it says of an operation by its name: `GET /v1/records` */
export async function readDocumented(api: Client) {
  const document: ApiDocument = (await api.get('/v1/openapi.json')).body
  const operation = (name: string): DocumentedOperation => {
    const [method = '', path = ''] = name.split(' ')
    const found = document.paths[path]?.[method.toLowerCase()]
    if (!found) throw new Error(`The document has no ${name}.`)
    return found
  }
  const json = (content?: Content): Schema => content?.['application/json']?.schema ?? {}
  const local = (schema: unknown) =>
    JSON.parse(JSON.stringify(schema).replaceAll('#/components/schemas/', '#/$defs/'))
  const $defs = local(document.components.schemas)
  return {
    document,
    operation,
    /** Whether a value is one of a schema of the document. */
    fits: (schema: Schema, value: unknown): boolean =>
      z.fromJSONSchema({ ...local(schema), $defs }).safeParse(value).success,
    bodyOf: (name: string): Schema => json(operation(name).requestBody?.content),
  }
}
export type Documented = Awaited<ReturnType<typeof readDocumented>>
