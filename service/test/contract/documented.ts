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
  in: string
  required: boolean
  description?: string
  example?: unknown
  schema: Schema
}
type Operation = {
  operationId: string
  description?: string
  tags: string[]
  security?: unknown
  parameters?: Parameter[]
  requestBody?: { content?: Content }
  responses: Record<string, { description: string; content?: Content }>
}
type SecurityScheme = {
  description: string
  flows?: { authorizationCode: { scopes: Record<string, string> } }
}
type ApiDocument = {
  info: { description: string }
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  webhooks: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema>; securitySchemes: Record<string, SecurityScheme> }
}

/** @returns the document, and what it says of an operation by its name: `GET /v1/records` */
export async function readDocumented(api: Client) {
  const document: ApiDocument = (await api.get('/v1/openapi.json')).body
  const operation = (name: string): Operation => {
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
    answerOf: (name: string): Schema => json(operation(name).responses['200']?.content),
  }
}
export type Documented = Awaited<ReturnType<typeof readDocumented>>
