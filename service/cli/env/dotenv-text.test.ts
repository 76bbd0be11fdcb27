import { execFileSync } from 'node:child_process'
import { parseEnv } from 'node:util'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { faultIn } from './dotenv-fault.ts'
import { originLine, readDotenv, readOrigin, withOrigin, writeDotenv, type Variables } from './dotenv-text.ts'

const key = fc.stringMatching(/^[A-Z_][A-Z0-9_]{0,6}$/)
/** Text made of what a dotenv file gives a meaning to. */
const hostile = fc
  .array(
    fc.constantFrom(
      ...Array.from(`'"\`\\nr#$={} \t\n\r;A:export`),
      '\r\n',
      '\\n',
      '${A}',
      '\u2028',
      '\uFEFF',
      'é',
      '😀',
      "\\'",
    ),
    {
      maxLength: 14,
    },
  )
  .map((parts) => parts.join(''))
const value = fc.oneof({ weight: 4, arbitrary: hostile }, fc.string({ unit: 'grapheme' }))
const variables = fc.dictionary(key, value, { maxKeys: 8, noNullPrototype: true })

const written = (input: Variables) => {
  const answer = writeDotenv(input)
  if (!answer.ok) throw new Error(`${answer.key} cannot be written.`)
  return answer.text
}

test('CLI-02 whatever is written to a dotenv file, the dotenv package reads back', () => {
  let held = 0
  fc.assert(
    fc.property(variables, (input) => {
      const answer = writeDotenv(input)
      if (!answer.ok) {
        // Refused is only what the format has no spelling for.
        const refused = input[answer.key] ?? ''
        expect(refused).toMatch(/['"`\\]/)
        expect(refused).toMatch(/[\r\n#\\]|^\s|\s$|^['"`]/)
        return
      }
      held += 1
      const text = originLine({
        service: 'http://a',
        project: 'p',
        environment: 'e',
        version: 1,
        digest: 'd',
      })
      expect(readDotenv(text + answer.text)).toEqual(input)
      expect(faultIn(text + answer.text)).toBeUndefined()
    }),
    { numRuns: 2000 },
  )
  expect(held).toBeGreaterThan(500)
})

/**
 * A carriage return is none of Node's escapes, no quotes hold all kinds of quotes, and a backslash before a quote is where
 * dotenv does not end the value.
 */
const isForNode = (text: string) =>
  !/\r|\\(['"`]|$)/.test(text) && !(text.includes("'") && text.includes('`') && /"|\\[nr]/.test(text))

test('CLI-02 what node --env-file can hold is written so that it reads the same as dotenv', () => {
  let held = 0
  fc.assert(
    fc.property(variables, (input) => {
      const answer = writeDotenv(input)
      if (!answer.ok || !Object.values(input).every(isForNode)) return
      held += 1
      expect(parseEnv(answer.text)).toEqual(input)
    }),
    { numRuns: 2000 },
  )
  expect(held).toBeGreaterThan(500)
})

test
  .skipIf(process.platform === 'win32')
  .each(["it's", 'say "hi" for $5 `now` \\n', "it's\n-----BEGIN\n#", '  a # b; c & d  ', ''])(
  'CLI-02 what a shell can hold is written so that it reads the same: %j',
  (text) => {
    const script = `${written({ A: text })}printf %s "$A"`
    expect(execFileSync('/bin/sh', ['-c', script], { encoding: 'utf8' })).toBe(text)
  },
)

test.each([
  ['single quotes', "it's"],
  ['double quotes', 'say "hi"'],
  ['all quotes', `'"\``],
  ['a hash', 'a#b # c'],
  ['a dollar', '$HOME ${PATH} $$'],
  ['several lines', 'one\ntwo\n'],
  ['lines of Windows', 'one\r\ntwo\r\n'],
  ['a key in PEM', '-----BEGIN KEY-----\nabc+/=\n-----END KEY-----\n'],
  ['JSON', '{"a":["b",{"c":"it\'s"}]}'],
  ['spaces around', '  padded  '],
  ['a backslash at the end', 'C:\\dir\\'],
  ['backslash and n', 'C:\\new\\run'],
  ['nothing', ''],
  ['other scripts', '日本語 😀 é'],
])('CLI-02 a value with %s is written so that it comes back', (_name, text) => {
  const input = { FIRST: text, SECOND: text, LAST: 'x' }
  expect(readDotenv(written(input))).toEqual(input)
})

test('CLI-02 a value that dotenv cannot hold is named, not changed', () => {
  expect(writeDotenv({ GOOD: '1', ODD: `'"\`\n#` })).toEqual({ ok: false, key: 'ODD' })
})

test('CLI-02 the first line remembers where the file comes from, and a new one leaves the rest as it is', () => {
  const origin = {
    service: 'https://a.test',
    project: 'site',
    environment: 'live',
    version: 7,
    digest: 'abc',
  }
  const rest = '# mine\r\nA=1 # note\r\n\r\nB = 2'
  const text = withOrigin(rest, origin)
  expect(readOrigin(text)).toEqual(origin)
  const later = withOrigin(text, { ...origin, version: 8 })
  expect(readOrigin(later)?.version).toBe(8)
  expect(later.endsWith(rest)).toBe(true)
  expect(later.split('\n').length).toBe(text.split('\n').length)
  expect(readOrigin(rest)).toBeUndefined()
})
