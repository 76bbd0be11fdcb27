import fc from 'fast-check'
import { expect, test } from 'vitest'
import { faultIn } from './dotenv-fault.ts'
import { readDotenv } from './dotenv-text.ts'

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
  ['a quote that nobody closes', '# a\nKEY="-----BEGIN\nabc\n-----END\nB=1\n', 2, /^the value of KEY begins/],
  ['a quote that another ends', `A=1\n\nB='x"\n`, 3, /^the value of B begins/],
  ['a quote alone', 'A="', 1, /^the value of A begins/],
  ['text behind the quote', 'A="x" y\n', 1, /^the value of A begins/],
])('CLI-02 in a dotenv file %s is a fault of its line, told without the value', (_what, text, line, what) => {
  expect(faultIn(text)).toEqual({ line, what: expect.stringMatching(what) })
})

test('CLI-02 a line that dotenv passes over is a fault, wherever it stands', () => {
  const line = fc.constantFrom('A=1', '', '# c', 'export B="x\ny"', "C='z'", 'D: d')
  const lines = fc.array(line, { maxLength: 6 })
  const unread = fc.constantFrom('X Y=1', 'É=1', 'word', 'P/Q=1', '=1')
  fc.assert(
    fc.property(lines, unread, lines, (before, one, after) => {
      const [whole, rest] = [
        [...before, one, ...after],
        [...before, ...after],
      ].map((some) => some.join('\n'))
      expect(readDotenv(whole ?? '')).toEqual(readDotenv(rest ?? ''))
      expect(faultIn(rest ?? '')).toBeUndefined()
      expect(faultIn(whole ?? '')?.line).toBe([...before, one].join('\n').split('\n').length)
    }),
  )
})
