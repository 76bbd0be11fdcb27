// Describes JSON Schema for readers: a row for each member, under its full name.
import type { JsonSchema } from '../openapi-document.ts'

type MemberRow = { name: string; type: string; isRequired: boolean; notes: string[] }

/** Deeper members belong to the data of a workspace. */
const deepest = 5

type Node = {
  $ref?: string
  type?: string | string[]
  format?: string
  enum?: unknown[]
  const?: unknown
  description?: string
  default?: unknown
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  minItems?: number
  maxItems?: number
}

/** The alternatives of a schema. Beside a type they only say which members are given together. */
const variantsOf = (one: Node): JsonSchema[] =>
  one.type === undefined ? (one.anyOf ?? one.oneOf ?? one.allOf ?? []) : []

/** @param schemas what `$ref` leads to, by name */
export function createSchemaReader(schemas: Readonly<Record<string, JsonSchema>>) {
  const read = (schema: JsonSchema): Node => {
    const one: Node = schema
    return one.$ref === undefined ? one : (schemas[one.$ref.split('/').at(-1) ?? ''] ?? one)
  }

  /** A short name: `string`, `integer or null`, `array of string`. */
  const typeOf = (schema: JsonSchema): string => {
    const one = read(schema)
    if (one.enum) return one.enum.map((value) => JSON.stringify(value)).join(' or ')
    if (one.const !== undefined) return JSON.stringify(one.const)
    const variants = variantsOf(one)
    if (variants.length > 0) return [...new Set(variants.map(typeOf))].join(one.allOf ? ' and ' : ' or ')
    const types = one.type === undefined ? ['any value'] : [one.type].flat()
    return types
      .map((type) => {
        if (type === 'array' && one.items) return `array of ${typeOf(one.items)}`
        return type === 'string' && one.format !== undefined ? one.format : type
      })
      .join(' or ')
  }

  const range = (what: string, least: number | undefined, most: number | undefined) => {
    if (least === 1 && most === undefined && what === ' characters') return ['not empty']
    // The bounds of all numbers or dates are not worth a note.
    const [from, to] = [least, most].map((bound) =>
      bound === undefined || Math.abs(bound) >= 8.64e15 ? undefined : bound.toLocaleString('en'),
    )
    if (from !== undefined && to !== undefined) return [`${from} to ${to}${what}`]
    if (to !== undefined) return [`at most ${to}${what}`]
    return from === undefined ? [] : [`at least ${from}${what}`]
  }

  /** Notes on a value: its description and limits, without full stops. */
  const notesOf = (schema: JsonSchema): string[] => {
    const one = read(schema)
    const least = one.exclusiveMinimum === undefined ? one.minimum : one.exclusiveMinimum + 1
    return [
      ...(one.description === undefined ? [] : [one.description.replace(/\.$/, '')]),
      ...range(' characters', one.minLength, one.maxLength),
      ...range('', least, one.maximum),
      ...range(' entries', one.minItems, one.maxItems),
      ...(one.default === undefined ? [] : [`default ${JSON.stringify(one.default)}`]),
    ]
  }

  const membersOf = (schema: JsonSchema, prefix = '', depth = 0): MemberRow[] => {
    const one = read(schema)
    if (depth > deepest) return []
    if (one.items) return membersOf(one.items, `${prefix}[]`, depth + 1)
    const own = Object.entries(one.properties ?? {}).flatMap(([key, member]) => {
      const name = prefix === '' ? key : `${prefix}.${key}`
      const row = {
        name,
        type: typeOf(member),
        isRequired: one.required?.includes(key) ?? false,
        notes: notesOf(member),
      }
      return [row, ...membersOf(member, name, depth + 1)]
    })
    const variants = variantsOf(one)
      .map((variant) => membersOf(variant, prefix, depth + 1))
      .filter((members) => members.length > 0)
    const isInEach = (name: string) =>
      variants.every((members) => members.some((row) => row.name === name && row.isRequired))
    const varying = variants
      .flat()
      .map((row) => (one.allOf ? row : { ...row, isRequired: isInEach(row.name) }))
    const rows = [...own, ...varying]
    return [...new Map(rows.toReversed().map((row) => [row.name, row])).values()].toReversed()
  }

  return { typeOf, notesOf, membersOf: (schema: JsonSchema) => membersOf(schema) }
}

export type SchemaReader = ReturnType<typeof createSchemaReader>
