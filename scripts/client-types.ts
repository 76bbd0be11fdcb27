// `node scripts/client-types.ts`: writes client/api.ts, the types of the client, from the document of the service (AGT-02).
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { createLog } from '../service/base/service-log.ts'
import { createSeal } from '../service/sealing/sealing.ts'
import { startService } from '../service/serve.ts'

export type Schema = {
  $ref?: string
  type?: string | string[]
  description?: string
  enum?: unknown[]
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  items?: Schema
  allOf?: Schema[]
  anyOf?: Schema[]
  oneOf?: Schema[]
}
type Content = Record<string, { schema: Schema }>
type Operation = {
  summary: string
  parameters?: { name: string; in: string; required: boolean; schema: Schema; description?: string }[]
  requestBody?: { content: Content }
  responses: Record<string, { content?: Content }>
}
export type Document = {
  components: { schemas: Record<string, Schema> }
  paths: Record<string, Record<string, Operation>>
  webhooks: Record<string, Record<string, Operation>>
}

/** The surface of access keys. */
export const isForClients = (path: string): boolean =>
  path.startsWith('/v1/') && !path.startsWith('/v1/launcher/')

const quoted = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : `'${name}'`)
const literal = (value: unknown): string =>
  typeof value === 'string' ? `'${value.replaceAll("'", "\\'")}'` : JSON.stringify(value)
const comment = (text: string | undefined, indent: string): string =>
  text === undefined ? '' : `${indent}/** ${text.replaceAll(/\s*\n\s*/g, ' ').replaceAll('*/', '* /')} */\n`

/** A member; whoever passes `undefined` for an optional one leaves it out. */
const member = (name: string, type: string, required: boolean, indent: string, text?: string): string =>
  `${comment(text, indent)}${indent}${quoted(name)}${required ? '' : '?'}: ${type}${required || type === 'unknown' ? '' : ' | undefined'}\n`

const primitives: Readonly<Record<string, string>> = {
  string: 'string',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
  null: 'null',
}

const union = (types: string[]): string => [...new Set(types)].join(' | ')

/** @param refer called with the name of each schema that is met */
function createWriter(refer: (name: string) => void) {
  const objectType = (schema: Schema, indent: string, leftOut: readonly string[] = []): string => {
    const { properties, required = [], additionalProperties } = schema
    if (properties === undefined)
      return typeof additionalProperties === 'object'
        ? `Record<string, ${typeOf(additionalProperties, indent)}>`
        : 'Record<string, unknown>'
    const inner = `${indent}  `
    const members = Object.entries(properties)
      .filter(([name]) => !leftOut.includes(name))
      .map(([name, one]) => member(name, typeOf(one, inner), required.includes(name), inner, one.description))
    return `{\n${members.join('')}${indent}}`
  }

  /** Members of which exactly one is there: each variant forbids those of the others. */
  const exclusiveType = (schema: Schema, variants: readonly Schema[], indent: string): string => {
    const names = variants.map(({ required = [] }) => required)
    const all = names.flat()
    const forms = variants.map(({ properties = {} }, place) => {
      const own = names[place] ?? []
      const there = own.map((name) => `${quoted(name)}: ${typeOf(properties[name] ?? {}, indent)}`)
      const gone = all.filter((name) => !own.includes(name)).map((name) => `${quoted(name)}?: never`)
      return `{ ${[...there, ...gone].join('; ')} }`
    })
    return `${objectType(schema, indent, all)} & (${forms.join(' | ')})`
  }

  function typeOf(schema: Schema, indent: string): string {
    const { $ref, allOf, anyOf, oneOf, properties, items } = schema
    if ($ref !== undefined) {
      const name = $ref.split('/').at(-1) ?? ''
      refer(name)
      return `Schemas['${name}']`
    }
    if (schema.enum) return union(schema.enum.map(literal))
    // `anyOf` beside properties requires one of them. The service checks that.
    if (properties && oneOf) return exclusiveType(schema, oneOf, indent)
    if (allOf && !properties) return allOf.map((each) => typeOf(each, indent)).join(' & ')
    const variants = properties ? undefined : (anyOf ?? oneOf)
    if (variants) return union(variants.map((each) => typeOf(each, indent)))
    if (schema.type === undefined) return 'unknown'
    return union(
      [schema.type].flat().map((type) => {
        if (type === 'object') return objectType(schema, indent)
        if (type !== 'array') return primitives[type] ?? 'unknown'
        return `(${typeOf(items ?? {}, indent)})[]`.replace(/^\(([\w'[\]]+)\)/, '$1')
      }),
    )
  }
  return typeOf
}

/** @returns the text of client/api.ts */
export function typesOf({ components, paths, webhooks }: Document): string {
  const wanted = new Set(['Error'])
  const typeOf = createWriter((name) => wanted.add(name))
  const jsonOf = (content: Content | undefined): Schema | undefined => content?.['application/json']?.schema

  const routes = Object.entries(paths)
    .filter(([path]) => isForClients(path))
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, one]) => {
        const inputs = (['path', 'query'] as const).flatMap((place) => {
          const these = (one.parameters ?? []).filter((each) => each.in === place)
          if (these.length === 0) return []
          const members = these.map((each) =>
            member(each.name, typeOf(each.schema, '      '), each.required, '      ', each.description),
          )
          const required = these.some((each) => each.required)
          return [member(place, `{\n${members.join('')}    }`, required, '    ')]
        })
        const body = jsonOf(one.requestBody?.content)
        const answers = Object.entries(one.responses)
          .filter(([status]) => status.startsWith('2'))
          .map(([, { content }]) => typeOf(jsonOf(content) ?? {}, '    '))
        return (
          `${comment(one.summary, '  ')}  '${method.toUpperCase()} ${path}': {\n${inputs.join('')}` +
          (body ? member('body', typeOf(body, '    '), (body.required ?? []).length > 0, '    ') : '') +
          `${member('answer', union(answers), true, '    ')}  }\n`
        )
      }),
    )

  const events = Object.entries(webhooks).flatMap(([type, methods]) =>
    Object.values(methods).map((one) =>
      member(type, typeOf(jsonOf(one.requestBody?.content) ?? {}, '  '), true, '  ', one.summary),
    ),
  )

  const schemas = new Map<string, string>()
  // Schemas that are met on the way are added to the set, and come later in this loop.
  for (const name of wanted) {
    const schema = components.schemas[name] ?? {}
    schemas.set(name, member(name, typeOf(schema, '  '), true, '  ', schema.description))
  }
  return [
    '// Types of the API. Written by scripts/client-types.ts from the document of the service; do not change by hand.\n',
    `/** Resources, by name. */\nexport type Schemas = {\n${[...schemas.values()].join('')}}\n`,
    `/** Operations, by method and path. */\nexport type Routes = {\n${routes.join('')}}\n`,
    `/** Bodies of webhooks, by the name of the event. */\nexport type Events = {\n${events.join('')}}\n`,
  ].join('\n')
}

/** The document as a service publishes it. */
export async function readDocument(): Promise<Document> {
  const service = await startService({
    host: '127.0.0.1',
    port: 0,
    database: 'memory:',
    log: createLog('silent'),
    seal: createSeal(() => [Buffer.alloc(32)]),
  })
  try {
    return (await (await fetch(`${service.baseUrl}/v1/openapi.json`)).json()) as Document
  } finally {
    await service.close()
  }
}

const target = fileURLToPath(new URL('../client/api.ts', import.meta.url))
if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(target, typesOf(await readDocument()))
