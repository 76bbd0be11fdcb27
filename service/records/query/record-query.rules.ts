// Reads a filter of records (GEN-12): names become fields, and operands are checked by the type of their field.
import { maxDetails } from '../../../shared/api/errors.ts'
import { queryLimits, queryOperators, type QueryOperator } from '../../../shared/api/record-query.ts'
import { parseFieldValue, type FieldValue } from '../../objects/field-types.rules.ts'
import {
  operatorsOf,
  queryField,
  type QueryFault,
  type QueryField,
  type QueryPath,
} from './record-query-fields.rules.ts'
import { equalBy, foldedText } from './record-keys.rules.ts'
import type { WritableField } from '../record-values.rules.ts'

export type Test =
  /** `equals` has what the values are equal by. */
  | { op: '$in'; values: readonly FieldValue[]; equals: ReadonlySet<FieldValue> }
  | { op: '$gt' | '$gte' | '$lt' | '$lte'; value: string | number }
  | { op: '$contains' | '$starts_with'; text: string; folded: string }
  | { op: '$empty'; is: boolean }

export type Condition =
  | { all: readonly Condition[] }
  | { any: readonly Condition[] }
  | { not: Condition }
  | { field: QueryField; test: Test }

const isOperator = (name: string): name is QueryOperator => queryOperators.some((known) => known === name)
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** One operand as a value of the field, or the fault. */
function operand(field: QueryField, value: unknown, path: QueryPath): { value: FieldValue } | QueryFault {
  const { kind, options } = field
  const single = {
    kind: kind === 'multi_select' ? ('select' as const) : kind,
    options: options && { ...options, multiple: false },
  }
  const parsed = parseFieldValue(single, value)
  return parsed.ok
    ? { value: parsed.value }
    : { code: 'invalid_value', path, message: `\`${field.name}\`: ${parsed.message}` }
}

function readTest(
  field: QueryField,
  op: QueryOperator,
  given: unknown,
  path: QueryPath,
): Test | QueryFault[] {
  const wrong = (message: string): QueryFault[] => [
    { code: 'invalid_value', path, message: `\`${field.name}\`: ${message}` },
  ]
  const isOneOf = (values: readonly FieldValue[]): Test => ({
    op: '$in',
    values,
    equals: new Set(values.map((value) => equalBy(field.kind, value))),
  })
  const allowed = operatorsOf(field)
  if (!allowed.includes(op)) {
    return wrong(`\`${op}\` does not work on a field of the type ${field.kind}. Use ${allowed.join(', ')}.`)
  }
  if (op === '$empty') {
    return typeof given === 'boolean' ? { op, is: given } : wrong('`$empty` is true or false.')
  }
  if (given === null) return wrong('null is not a value. Use `$empty`.')
  if (op === '$starts_with' || (op === '$contains' && !field.several)) {
    const text = typeof given === 'string' && given.length <= queryLimits.text ? given : ''
    const folded = foldedText(text)
    return folded === ''
      ? wrong(`\`${op}\` takes a text of 1 to ${queryLimits.text} characters.`)
      : { op, text, folded }
  }
  if (op === '$in') {
    if (!Array.isArray(given) || given.length === 0 || given.length > queryLimits.values) {
      return wrong(`\`$in\` takes a list of 1 to ${queryLimits.values} values.`)
    }
    const read = given.map((value: unknown, index) => operand(field, value, [...path, index]))
    const faults = read.filter((one) => 'code' in one)
    return faults.length > 0 ? faults : isOneOf(read.flatMap((one) => ('value' in one ? [one.value] : [])))
  }
  const read = operand(field, given, path)
  if ('code' in read) return [read]
  const { value } = read
  if (op === '$eq' || op === '$contains') return isOneOf([value])
  // Ordered fields have no other values.
  return typeof value === 'string' || typeof value === 'number'
    ? { op, value }
    : wrong(`\`${op}\` does not work on this value.`)
}

/** Reads a filter. Finds every fault, up to the most that an error lists. */
export function readFilter(
  fields: readonly WritableField[],
  filter: unknown,
): { ok: true; condition: Condition } | { ok: false; faults: QueryFault[] } {
  const faults: QueryFault[] = []
  let parts = 0
  let textTests = 0
  const isEnough = () => faults.length >= maxDetails
  const fault = (path: QueryPath, message: string) => {
    faults.push({ code: 'invalid_value', path, message })
  }

  const readTests = (name: string, tests: unknown, path: QueryPath): Condition[] => {
    if (isEnough()) return []
    const field = queryField(fields, name, path)
    if ('message' in field) {
      faults.push(field)
      return []
    }
    if (!isRecord(tests) || Object.keys(tests).length === 0) {
      fault(path, `\`${name}\` takes an object of operators: ${operatorsOf(field).join(', ')}.`)
      return []
    }
    return Object.entries(tests).flatMap(([op, given]) => {
      if (isEnough()) return []
      parts += 1
      if (!isOperator(op)) {
        fault([...path, op], `There is no operator \`${op}\`. Use ${operatorsOf(field).join(', ')}.`)
        return []
      }
      const test = readTest(field, op, given, [...path, op])
      if (!Array.isArray(test)) {
        if ('folded' in test) textTests += 1
        return [{ field, test }]
      }
      faults.push(...test)
      return []
    })
  }

  const readGroup = (name: '$and' | '$or', group: unknown, path: QueryPath, depth: number): Condition[] => {
    if (Array.isArray(group) && group.length > 0) {
      return group.map((part: unknown, index) => readPart(part, [...path, index], depth))
    }
    fault(path, `\`${name}\` takes a list of filters, at least one.`)
    return []
  }

  const readPart = (part: unknown, path: QueryPath, depth: number): Condition => {
    parts += 1
    if (parts > queryLimits.parts || isEnough()) return { all: [] }
    if (depth > queryLimits.depth || !isRecord(part)) {
      fault(
        path,
        isRecord(part) ? `Nest filters at most ${queryLimits.depth} deep.` : 'A filter is an object.',
      )
      return { all: [] }
    }
    const all = Object.entries(part).flatMap(([name, value]): Condition[] => {
      const at = [...path, name]
      if (name === '$and') return readGroup(name, value, at, depth + 1)
      if (name === '$or') return [{ any: readGroup(name, value, at, depth + 1) }]
      if (name === '$not') return [{ not: readPart(value, at, depth + 1) }]
      return readTests(name, value, at)
    })
    return { all }
  }

  const condition = readPart(filter, ['filter'], 0)
  if (parts > queryLimits.parts) fault(['filter'], `Use at most ${queryLimits.parts} tests and groups.`)
  if (textTests > queryLimits.textTests) {
    fault(['filter'], `Use at most ${queryLimits.textTests} tests by \`$contains\` and \`$starts_with\`.`)
  }
  return faults.length > 0 ? { ok: false, faults: faults.slice(0, maxDetails) } : { ok: true, condition }
}
