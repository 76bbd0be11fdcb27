import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import {
  editDotenv,
  faultIn,
  readDotenv,
  readOrigin,
  spellingOf,
  withOrigin,
  type Variables,
} from './dotenv.ts'

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
const written = (input: Variables) => {
  const answer = editDotenv('', input)
  if (!answer.ok) throw new Error(JSON.stringify(answer.refused))
  return answer.text
}

const directory = mkdtempSync(join(tmpdir(), 'svc-dotenv-'))
afterAll(() => rmSync(directory, { recursive: true }))

const shells = process.platform === 'win32' ? [] : ['/bin/sh', '/bin/bash'].filter((path) => existsSync(path))

/** A shell's variables after `. ./out.env`, and its output. */
function readByShell(shell: string, text: string, keys: readonly string[]): Record<string, string> {
  const file = join(directory, 'out.env')
  writeFileSync(file, text)
  const print = keys.map((key) => `printf '%s\\0' "$${key}"`).join('\n')
  const printed = execFileSync(shell, ['-c', `set -a; . '${file}'\n${print}`], {
    cwd: directory,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  return Object.fromEntries(
    printed.split('\0').flatMap((value, index) => (keys[index] === undefined ? [] : [[keys[index], value]])),
  )
}

/** Fails unless dotenv, Node and each shell read exactly these variables. */
function expectReadBy(text: string, variables: Variables): void {
  expect(readDotenv(text)).toEqual(variables)
  expect(parseEnv(text)).toEqual(variables)
  for (const shell of shells) expect(readByShell(shell, text, Object.keys(variables))).toEqual(variables)
  expect(readdirSync(directory).filter((name) => name !== 'out.env')).toEqual([])
}

/** Values that a file can hold for all readers. */
const holdable: Variables = {
  EMPTY: '',
  PLAIN: 'postgres://ada@data.example.com:5432/app',
  BLANKS: '  two  ',
  TABS: '\ta\t',
  HASH: 'a # b',
  APOSTROPHE: "it's late",
  DOUBLE: 'say "hi"',
  BACKTICKS: '`touch RUN`',
  SUBSTITUTION: '$(touch RUN) ${HOME} $HOME $$ !!',
  JSON_KEY: '{"private_key":"-----BEGIN KEY-----\\nabc\\n"}',
  PEM: '-----BEGIN KEY-----\nab+/=\n-----END KEY-----\n',
  BACKSLASH: 'C:\\new\\temp',
  BACKSLASH_APOSTROPHE: "C:\\data's",
  OPERATORS: '; touch RUN & touch RUN | touch RUN > RUN < RUN ( RUN )',
  GLOB: '* ? [a] {a,b} ~ ~root',
  LINES: "it's\n# not a comment\nZ=1\n",
  EQUALS: 'a=b=c',
  UNICODE: 'é 😀 \u2028 \u00a0',
  CONTROL: '\u0001\u0007\u001b[0m\u007f\u0081',
}

test('CLI-02 what is written is read the same by dotenv, Node and shells, and a shell runs nothing of it', () => {
  const text = written(holdable)
  expectReadBy(text, holdable)
  const script = 'process.stdout.write(JSON.stringify(process.env))'
  const words = [`--env-file=${join(directory, 'node.env')}`, '-e', script]
  writeFileSync(join(directory, 'node.env'), text)
  const read = JSON.parse(execFileSync(process.execPath, words, { encoding: 'utf8' }))
  rmSync(join(directory, 'node.env'))
  expect(read).toMatchObject(holdable)
  for (const [key, value] of Object.entries(holdable))
    expectReadBy(written({ [key]: value }), { [key]: value })
})

test.each([
  ['A', "it's `touch RUN`", /quotes/],
  ['A', `it's "late"`, /quotes/],
  ['A', "it's $5", /quotes/],
  ['A', "C:\\new's", /quotes/],
  ['A', 'C:\\temp\\', /quotes/],
  ['A', 'one\r\ntwo', /carriage return/],
  ['A', 'a\0b', /not text/],
  ['A', '\ud800', /not text/],
  ['UID', '1000', /shells set it/],
  ['_', 'x', /shells set it/],
  ['BASH_ENV', '$(touch RUN)', /shells set it/],
])('CLI-02 the variable %s with %j is refused with the reason', (key, value, reason) => {
  expect(editDotenv('B=1\n', { B: '1', [key]: value })).toEqual({
    ok: false,
    refused: [{ key, reason: expect.stringMatching(reason) }],
  })
})

test('CLI-02 any values are read the same by dotenv, Node and shells, or refused', () => {
  let held = 0
  const values = fc.array(value, { minLength: 40, maxLength: 40 })
  fc.assert(
    fc.property(values, (all) => {
      const named = Object.fromEntries(all.map((one, index) => [`V${index}`, one]))
      const answer = editDotenv('', named)
      const refused = new Set(answer.ok ? [] : answer.refused.map((one) => one.key))
      for (const key of refused) expect(named[key]).toMatch(/['\\\r\0]|[\ud800-\udfff]/)
      const kept = Object.fromEntries(Object.entries(named).filter(([key]) => !refused.has(key)))
      held += Object.keys(kept).length
      const text = written(kept)
      expectReadBy(text, kept)
      expect(faultIn(text)).toBeUndefined()
    }),
    { numRuns: 40 },
  )
  expect(held).toBeGreaterThan(400)
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

const edit = (text: string, variables: Variables) => {
  const edited = editDotenv(text, variables)
  if (!edited.ok) throw new Error(JSON.stringify(edited.refused))
  expect(readDotenv(edited.text)).toEqual(variables)
  expect(parseEnv(edited.text)).toEqual(variables)
  return edited.text
}

test('CLI-02 a file whose variables are these already keeps its text', () => {
  const text = `# kept\n\nexport B="it's two"  # note\n\tA=1\n  # end\nC='\n'`
  expect(edit(text, { A: '1', B: "it's two", C: '\n' })).toBe(text)
})

test.each([
  ['blanks around the sign', 'A = "x" # mine\n', 'A=x # mine\n'],
  ['a colon', 'export  A: x\n', 'export A=x\n'],
  ['what a shell would run', 'A=x$(touch RUN)\n', "A='x$(touch RUN)'\n"],
  ['backticks', 'A=`touch RUN`\n', "A='touch RUN'\n"],
  ['an escape that shells do not read', 'A="x\\ny"\n', "A='x\ny'\n"],
  ['a note without a blank', "A='x'# mine\n", 'A=x # mine\n'],
  ['a line that is no variable', 'touch RUN\nA=x\n  touch RUN', '# touch RUN\nA=x\n#   touch RUN'],
  ['a byte order mark and CRLF', '\uFEFFA=x\r\n# b\r\n', 'A=x\n# b\n'],
])('CLI-02 in a file with %s, a pull spells it so that all read the same', (_what, text, expected) => {
  const variables = readDotenv(text)
  const result = edit(text, variables)
  expect(result).toBe(expected)
  expectReadBy(result, variables)
})

test('CLI-02 a changed value is put in place of the old one; export, notes, order and blank lines stay', () => {
  const text = '# one\n\nexport B=1 # note\n  A = "x" # mine\n\n# two\nC=3'
  expect(edit(text, { A: 'new', B: 'a b', C: '3' })).toBe(
    `# one\n\nexport B='a b' # note\n  A=new # mine\n\n# two\nC=3`,
  )
})

test('CLI-02 a removed variable takes its line with it, and no comment beside; a new one comes last', () => {
  const text = '# a\nA=1 # gone\n# b\n\nexport B="x\ny"\n# c\nC=3'
  expect(edit(text, { C: '3', D: '4', E: '5' })).toBe('# a\n# b\n\n# c\nC=3\nD=4\nE=5\n')
  expect(edit('A=1\r\n# b\r\n', { B: '2' })).toBe('# b\nB=2\n')
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

test('CLI-02 also a file of any characters is read by all as what it was changed to', () => {
  const part = fc.constantFrom(
    ...Array.from(`AB'"\`\\n#= \n\r:.\u2028`),
    'export ',
    'A=',
    '\nB=',
    "'\n",
    '\uFEFF',
  )
  const text = fc.array(part, { maxLength: 30 }).map((parts) => parts.join(''))
  let count = 0
  fc.assert(
    fc.property(text, fileVariables, (before, wanted) => {
      const after = edit(before, wanted)
      // A shell takes long to start.
      if ((count += 1) % 10 === 0) expectReadBy(after, wanted)
    }),
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
