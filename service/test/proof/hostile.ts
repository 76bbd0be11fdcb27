// Requests that nobody should send: from a sample that succeeds, spoiled in one place or in many.
import fc from 'fast-check'
import type { Operation } from './document.ts'
import { isPlainObject } from './json.ts'
import { targetOf, type Sample } from './samples.ts'

export type HostileRequest = { path: string; headers: Record<string, string>; body: string | undefined }

/** Seldom there: a request that is spoiled everywhere meets only the first wall. */
const seldom = <T>(arbitrary: fc.Arbitrary<T>, oneIn: number): fc.Arbitrary<T | undefined> =>
  fc.oneof({ arbitrary: fc.constant(undefined), weight: oneIn - 1 }, { arbitrary, weight: 1 })

const oddNames = '__proto__ constructor toString null undefined NaN Infinity -0 -1 1e999 0x10'.split(' ')
const oddSigns = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  'x\udfff',
  '%',
  '_',
  '%00',
  '../../..',
  '\u202e\ufeff',
  'ﷺ',
]
const oddNumbers = [
  '9007199254740993',
  '99999999999999999999999',
  '2026-02-30T25:61:00Z',
  '275761-01-01T00:00:00Z',
]
const oddTexts = [...oddNames, ...oddSigns, ...oddNumbers, "' or 1=1 --", 'a'.repeat(501), '𝒳'.repeat(200)]

const oddText = fc.oneof(fc.constantFrom(...oddTexts), fc.string({ unit: 'binary', maxLength: 20 }))

/** Longer than any text may be; a path of this length would not get past the parser of HTTP. */
const longText = fc.constantFrom('a'.repeat(2_001), '𝒳'.repeat(5_001), 'a b '.repeat(30_000))

const oddNumber = fc.constantFrom(-1, -0, 0.5, 1e21, 1e308, -1e308, 2 ** 53, 2 ** 63, 8.64e15 + 1, 5e-324)

const nested = (depth: number): unknown => {
  let value: unknown = 0
  for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : { a: value }
  return value
}

const oddValue: fc.Arbitrary<unknown> = fc.oneof(
  { arbitrary: oddText, weight: 4 },
  { arbitrary: oddNumber, weight: 3 },
  longText,
  fc.constantFrom<unknown>(null, true, false, [], {}, [[]], [null], nested(31), nested(200)),
  fc.constantFrom<unknown>(
    Array.from({ length: 101 }, () => 'x'),
    Array.from({ length: 2_000 }, () => 1),
  ),
  fc.jsonValue({ maxDepth: 3 }),
)

/** A fault in one place of a document. */
type Spoil =
  | { kind: 'replace'; value: unknown }
  | { kind: 'remove' }
  | { kind: 'repeat' }
  | { kind: 'add'; key: string; value: unknown }

const spoil: fc.Arbitrary<Spoil> = fc.oneof(
  { arbitrary: fc.record({ kind: fc.constant('replace' as const), value: oddValue }), weight: 5 },
  fc.constant<Spoil>({ kind: 'remove' }),
  fc.constant<Spoil>({ kind: 'repeat' }),
  fc.record({ kind: fc.constant('add' as const), key: oddText, value: oddValue }),
)

/** How many places a document has. */
const size = (value: unknown): number => {
  const parts = Array.isArray(value) ? value : isPlainObject(value) ? Object.values(value) : []
  return parts.reduce<number>((sum, part) => sum + size(part), 1)
}

// Keys such as __proto__ become members, as JSON.parse makes them.
const objectOf = (entries: readonly (readonly [string, unknown])[]) => {
  const object: Record<string, unknown> = {}
  for (const [key, value] of entries)
    Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true })
  return object
}

/** The document with its `at`-th place spoiled, counted from the outside in. */
function spoiled(value: unknown, at: number, how: Spoil): unknown {
  if (at === 0) {
    if (how.kind === 'replace') return how.value
    if (how.kind === 'remove') return undefined
    if (how.kind === 'add' && isPlainObject(value))
      return objectOf([...Object.entries(value), [how.key, how.value]])
    return [value, value]
  }
  let left = at - 1
  const inner = (part: unknown): unknown => {
    const here = left
    left -= size(part)
    return here >= 0 && here < size(part) ? spoiled(part, here, how) : part
  }
  if (Array.isArray(value)) return value.map(inner)
  return isPlainObject(value)
    ? objectOf(Object.entries(value).map(([key, part]) => [key, inner(part)] as const))
    : value
}

const mebibyte = 1024 * 1024

/** Text in place of a document. */
const oddBody = (text: string): fc.Arbitrary<string> =>
  fc.oneof(
    fc.constantFrom(
      '',
      '{',
      'null',
      '[]',
      '"text"',
      '0',
      '1e999',
      'NaN',
      "{'a':1}",
      '{"a":1,}',
      '\ufeff{}',
      '{"values":{"__proto__":{"polluted":true}}}',
      '{"values":{"constructor":{"prototype":{"polluted":true}}}}',
      `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
      `${' '.repeat(mebibyte - 2)}{}`,
      `${' '.repeat(mebibyte)}{}`,
      `{"title":"${'x'.repeat(mebibyte - 100)}"}`,
      text.slice(0, -1),
      // Every name twice.
      text.startsWith('{') && text.length > 2 ? `${text.slice(0, -1)},${text.slice(1)}` : text,
    ),
    fc.json({ maxDepth: 4 }),
  )

const form = 'application/x-www-form-urlencoded'
const contentTypes = ['text/plain', form, 'multipart/form-data; boundary=x', '', 'a/b/c']

const oddHeaders: fc.Arbitrary<Record<string, string>> = fc
  .record({
    'if-match': seldom(
      fc.constantFrom('*', '"1"', 'W/"1"', '"', '"9999999999999999999"', 'x'.repeat(4_000)),
      8,
    ),
    'if-none-match': seldom(fc.constantFrom('*', '"1"', 'W/"1"', ',,,'), 8),
    'idempotency-key': seldom(fc.constantFrom('', 'k', 'é', 'k'.repeat(255), 'k'.repeat(256)), 8),
    accept: seldom(fc.constantFrom('text/html', 'application/xml', ''), 8),
    'x-request-id': seldom(fc.constant('mine'), 8),
    'x-http-method-override': seldom(fc.constant('DELETE'), 8),
  })
  .map((headers) =>
    Object.fromEntries(
      Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
    ),
  )

/** Escapes as they are, so that broken ones reach the service too. */
const oddStep = fc.oneof(
  oddText
    .filter((text) => text !== '' && text !== '.' && text !== '..')
    .map((text) => encodeURIComponent(text.toWellFormed())),
  fc.constantFrom('%00', '%ff', '%c0%af', '%zz', '%2e%2e', '%2f', '%', 'a%20b', '%F0%9D%92%B3', '%u0000'),
)

const oddQuery = (names: readonly string[]): fc.Arbitrary<string> =>
  fc
    .array(
      fc.tuple(
        fc.oneof({ arbitrary: fc.constantFrom(...names, 'limit'), weight: 5 }, oddStep),
        fc.oneof(oddStep, fc.constantFrom('', 'true', '1', '100', '1.5', 'a,b', 'a&a=b')),
      ),
      { maxLength: 4 },
    )
    .map((pairs) => pairs.map(([name, value]) => `${name}=${value}`).join('&'))

/** @param sample a request of this operation that succeeds */
export function hostileRequests(operation: Operation, sample: Sample): fc.Arbitrary<HostileRequest> {
  const names = operation.parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name)
  const steps = operation.path.split('/').filter((step) => step.startsWith('{'))
  const path = fc
    .tuple(
      fc.array(seldom(oddStep, 4), { minLength: steps.length, maxLength: steps.length }),
      seldom(oddQuery(names), names.length > 0 ? 2 : 5),
    )
    .map(([odd, query]) => {
      let index = 0
      const template = operation.path.replaceAll(/\{\w+\}/g, (step) => odd[index++] ?? step)
      const rest = query === undefined ? sample : { ...sample, query: {} }
      const target = targetOf({ ...operation, path: template }, rest)
      return query === undefined ? target : `${target}?${query}`
    })
  const text = JSON.stringify(sample.body) ?? '{}'
  const spoiledBody = fc
    .array(fc.tuple(fc.nat({ max: 60 }), spoil), { minLength: 1, maxLength: 3 })
    .map((spoils) => {
      let document: unknown = sample.body
      for (const [at, how] of spoils) document = spoiled(document, at % size(document), how)
      return JSON.stringify(document)
    })
  const body =
    operation.body === undefined
      ? seldom(oddBody('{}'), 3)
      : fc.oneof(
          { arbitrary: spoiledBody, weight: 6 },
          { arbitrary: oddBody(text), weight: 1 },
          fc.constant(text),
        )
  const type = seldom(fc.constantFrom(...contentTypes), 15)
  return fc.record({ path, body, type, odd: oddHeaders }).map((request) => ({
    path: request.path,
    body: request.body,
    headers: {
      ...request.odd,
      ...(request.type !== undefined && request.body !== undefined && { 'content-type': request.type }),
    },
  }))
}
