import { execFileSync } from 'node:child_process'
import { parseEnv } from 'node:util'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  editDotenv,
  faultIn,
  readDotenv,
  readOrigin,
  spellingOf,
  withOrigin,
  writeDotenv,
  type Variables,
} from './dotenv.ts'

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
      expect(readDotenv(answer.text)).toEqual(input)
      expect(faultIn(answer.text)).toBeUndefined()
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

const edit = (text: string, variables: Variables) => {
  const edited = editDotenv(text, variables)
  if (!edited.ok) throw new Error(`${edited.key} cannot be written.`)
  expect(readDotenv(edited.text)).toEqual(variables)
  return edited.text
}

test('CLI-02 a file whose variables are these already keeps its text', () => {
  const text = '# kept\r\nexport  B = "two"  # note\n\n\nA=1\nA: 2\nnot a line\n  # end'
  expect(edit(text, { A: '2', B: 'two' })).toBe(text)
})

test('CLI-02 a changed value is put in place of the old one; export, notes, order and blank lines stay', () => {
  const text = '# one\n\nexport B=1 # note\n  A = "x" # mine\n\n# two\nC=3'
  expect(edit(text, { A: 'new', B: 'a b', C: '3' })).toBe(
    `# one\n\nexport B='a b' # note\n  A = new # mine\n\n# two\nC=3`,
  )
})

test('CLI-02 a removed variable takes its line with it, and no comment beside; a new one comes last', () => {
  const text = '# a\nA=1 # gone\n# b\n\nexport B="x\ny"\n# c\nC=3'
  expect(edit(text, { C: '3', D: '4', E: '5' })).toBe('# a\n# b\n\n# c\nC=3\nD=4\nE=5\n')
  expect(edit('A=1\r\n# b\r\n', { B: '2' })).toBe('# b\r\nB=2\r\n')
})

test('CLI-02 a value that no dotenv file can hold is named', () => {
  expect(editDotenv('A=1\n', { A: `'"\`\n#` })).toEqual({ ok: false, key: 'A' })
  expect(editDotenv('A=1\n', { A: '1', ODD: `'"\`\n#` })).toEqual({ ok: false, key: 'ODD' })
})

const fileKey = fc.constantFrom('A', 'B', 'C', 'LONG_KEY', '_X')
const fileValue = fc
  .array(fc.constantFrom(...Array.from(`ab'"\`\\n#$= \n\r:`), 'é😀', '\\n'), { maxLength: 8 })
  .map((parts) => parts.join(''))
  .filter((text) => spellingOf(text) !== undefined)
const fileVariables = fc.dictionary(fileKey, fileValue, { maxKeys: 5, noNullPrototype: true })
const word = fc.stringMatching(/^[\w '"=#`]{0,12}$/)
const line = fc.oneof(
  fc.record({ comment: word }).map(({ comment }) => `# ${comment}`),
  fc.constantFrom('', '  ', '\t'),
  fc
    .tuple(fc.constantFrom('', 'export ', '  '), fileKey, fc.constantFrom('=', ' = ', ': '), fileValue)
    .map(([lead, name, sign, text]) => `${lead}${name}${sign}${spellingOf(text)}`),
)
const file = fc
  .tuple(fc.array(line, { maxLength: 10 }), fc.constantFrom('\n', '\r\n'), fc.boolean())
  .map(([lines, newline, isEnded]) => ({ lines, text: lines.join(newline) + (isEnded ? newline : '') }))

test('CLI-02 whatever a file is changed to, dotenv reads that, and every comment line is still there', () => {
  fc.assert(
    fc.property(file, fileVariables, ({ lines, text }, wanted) => {
      const edited = edit(text, wanted).split(/\r?\n/)
      const comments = lines.filter((one) => one.startsWith('#'))
      expect(edited.filter((one) => comments.includes(one)).length).toBeGreaterThanOrEqual(comments.length)
    }),
    { numRuns: 1000 },
  )
})

test('CLI-02 also a file of any characters is read as what it was changed to', () => {
  const part = fc.constantFrom(
    ...Array.from(`AB'"\`\\n#= \n\r:.\u2028`),
    'export ',
    'A=',
    '\nB=',
    "'\n",
    '\uFEFF',
  )
  const text = fc.array(part, { maxLength: 30 }).map((parts) => parts.join(''))
  fc.assert(
    fc.property(text, fileVariables, (before, wanted) => void edit(before, wanted)),
    { numRuns: 1000 },
  )
})

test.each([
  ['blank lines, comments and assignments', '\uFEFF# a\n\n  \t\r\nA=1 # b\r\n export B = "x"\nC:\tc\nD=\n'],
  [
    'values of several lines, also with what looks like lines',
    `A="-----BEGIN\nno = line\n#\n-----END" # a\nB='\n'\n`,
  ],
  ['quotes inside values and around them', `A=it's\nB='it's'\nC="say "hi""\nD=\`\`\n`],
])('CLI-02 a dotenv file of %s has no fault', (_what, text) => {
  expect(faultIn(text)).toBeUndefined()
})

const isNoLine = /neither KEY=value nor a comment/
test.each([
  ['a key with a space', 'A=1\nDATABASE URL=postgres://x\n', 2, isNoLine],
  ['a key with a letter of another script', '\r\nÉ=1\r\n', 2, isNoLine],
  ['a key with a slash', '# a\n\nP/Q=1', 3, isNoLine],
  ['a key with a NUL', 'A\0=1\n', 1, isNoLine],
  ['a word alone', 'A="x\ny"\nword', 3, isNoLine],
  ['an unclosed quote', '# a\nKEY="-----BEGIN\nabc\n-----END\nB=1\n', 2, /^the value of KEY begins/],
  ['a quote that another ends', `A=1\n\nB='x"\n`, 3, /^the value of B begins/],
  ['a quote alone', 'A="', 1, /^the value of A begins/],
  ['text behind the quote', 'A="x" y\n', 1, /^the value of A begins/],
])(
  'CLI-02 in a dotenv file %s is reported with its line and without the value',
  (_what, text, line, what) => {
    expect(faultIn(text)).toEqual({ line, what: expect.stringMatching(what) })
  },
)
