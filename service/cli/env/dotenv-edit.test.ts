import fc from 'fast-check'
import { expect, test } from 'vitest'
import { editDotenv } from './dotenv-edit.ts'
import { readDotenv, spellingOf, type Variables } from './dotenv-text.ts'

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

test('CLI-02 a value of several lines is exchanged whole, and so is one that becomes empty or was', () => {
  const text = '# key\nKEY="-----BEGIN\nA=not a variable\n# not a comment\n-----END" # note\nE=\nF=x\n'
  const edited = edit(text, { KEY: 'one\ntwo', E: 'full', F: '' })
  expect(edited).toBe(`# key\nKEY='one\ntwo' # note\nE=full\nF=''\n`)
})

test('CLI-02 a removed variable takes its line with it, and no comment beside; a new one comes last', () => {
  const text = '# a\nA=1 # gone\n# b\n\nexport B="x\ny"\n# c\nC=3'
  expect(edit(text, { C: '3', D: '4', E: '5' })).toBe('# a\n# b\n\n# c\nC=3\nD=4\nE=5\n')
  expect(edit('A=1\r\n# b\r\n', { B: '2' })).toBe('# b\r\nB=2\r\n')
})

test('CLI-02 where a key stands several times, all of them agree afterwards', () => {
  expect(edit('A=1\nB=1\nA=2\n', { A: '3', B: '1' })).toBe('A=3\nB=1\nA=3\n')
  expect(edit('A=1\nB=1\nA=2\n', { B: '1' })).toBe('B=1\n')
})

test('CLI-02 a value that no dotenv file can hold is named', () => {
  expect(editDotenv('A=1\n', { A: `'"\`\n#` })).toEqual({ ok: false, key: 'A' })
  expect(editDotenv('A=1\n', { A: '1', ODD: `'"\`\n#` })).toEqual({ ok: false, key: 'ODD' })
})

const key = fc.constantFrom('A', 'B', 'C', 'LONG_KEY', '_X')
const value = fc
  .array(fc.constantFrom(...Array.from(`ab'"\`\\n#$= \n\r:`), 'é😀', '\\n'), { maxLength: 8 })
  .map((parts) => parts.join(''))
  .filter((text) => spellingOf(text) !== undefined)
const variables = fc.dictionary(key, value, { maxKeys: 5, noNullPrototype: true })
const word = fc.stringMatching(/^[\w '"=#`]{0,12}$/)
const line = fc.oneof(
  fc.record({ comment: word }).map(({ comment }) => `# ${comment}`),
  fc.constantFrom('', '  ', '\t'),
  fc
    .tuple(fc.constantFrom('', 'export ', '  '), key, fc.constantFrom('=', ' = ', ': '), value)
    .map(([lead, name, sign, text]) => `${lead}${name}${sign}${spellingOf(text)}`),
)
const file = fc
  .tuple(fc.array(line, { maxLength: 10 }), fc.constantFrom('\n', '\r\n'), fc.boolean())
  .map(([lines, newline, isEnded]) => ({ lines, text: lines.join(newline) + (isEnded ? newline : '') }))

test('CLI-02 whatever a file is changed to, dotenv reads that, and every comment line is still there', () => {
  fc.assert(
    fc.property(file, variables, ({ lines, text }, wanted) => {
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
    fc.property(text, variables, (before, wanted) => void edit(before, wanted)),
    { numRuns: 1000 },
  )
})
