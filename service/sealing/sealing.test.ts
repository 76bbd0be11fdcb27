import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { openSeal } from './sealing-keys.ts'
import { createSeal } from './sealing.ts'

const directory = mkdtempSync(join(tmpdir(), 'svc-seal-'))
afterAll(() => rmSync(directory, { recursive: true }))

const [first, second] = [randomBytes(32), randomBytes(32)]
const seal = createSeal(() => [first])

test('CLI-02 any text comes back from its seal, which shows none of it and is never the same twice', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (text, context) => {
      const sealed = seal.seal(text, context)
      expect(seal.open(sealed, context)).toBe(text)
      expect(seal.seal(text, context)).not.toBe(sealed)
      if (text.length > 3) expect(sealed).not.toContain(text)
    }),
    { numRuns: 200 },
  )
})

test('CLI-02 a sealed text that is changed anywhere, or moved to another place, does not open', () => {
  const sealed = seal.seal('a secret', 'acme/API_KEY')
  expect(() => seal.open(sealed, 'acme/OTHER_KEY')).toThrow(/changed or moved/)
  for (let index = sealed.lastIndexOf('.') + 1; index < sealed.length; index += 1) {
    const other = sealed[index] === 'A' ? 'Q' : 'A'
    expect(() =>
      seal.open(sealed.slice(0, index) + other + sealed.slice(index + 1), 'acme/API_KEY'),
    ).toThrow()
  }
  for (let length = 0; length < sealed.length; length += 1) {
    expect(() => seal.open(sealed.slice(0, length), 'acme/API_KEY')).toThrow()
  }
})

test('CLI-02 keys are exchanged by a new first one; without the old one the sentence names it', () => {
  const sealed = seal.seal('a secret', '')
  const both = createSeal(() => [second, first])
  expect(both.open(sealed, '')).toBe('a secret')
  const later = createSeal(() => [second])
  expect(later.open(both.seal('another', ''), '')).toBe('another')
  expect(both.missingKey(sealed)).toBeUndefined()
  expect(later.missingKey(sealed)).toBe(sealed.split('.')[1])
  expect(() => later.open(sealed, '')).toThrow(
    expect.objectContaining({
      storeCode: 'sealing_key_wrong',
      message: expect.stringContaining(String(sealed.split('.')[1])),
    }),
  )
})

test('CLI-02 the key file is made when something is first sealed, for its owner only, and stays', () => {
  const file = join(directory, 'keys', 'sealing.key')
  const one = openSeal({ file })
  expect(() => one.open(seal.seal('text', ''), '')).toThrow(/sealing keys/)
  expect(existsSync(file)).toBe(false)
  const sealed = one.seal('text', '')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(openSeal({ file }).open(sealed, '')).toBe('text')
  expect(sealed).not.toContain(readFileSync(file, 'utf8').trim())
})

test.each(['', 'short', Buffer.alloc(31).toString('base64'), `${randomBytes(32).toString('base64')} x`])(
  'CLI-02 a sealing key of `%s` is refused in a sentence that does not repeat it',
  (text) => {
    const file = join(directory, 'bad.key')
    writeFileSync(file, text)
    const refused = expect.objectContaining({ storeCode: 'sealing_key_wrong' })
    expect(() => openSeal({ env: { SVC_SEALING_KEY: text } })).toThrow(refused)
    expect(() => openSeal({ file }).seal('text', '')).toThrow(refused)
    if (text !== '') expect(() => openSeal({ file }).seal('text', '')).not.toThrow(text)
  },
)
