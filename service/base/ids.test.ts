import { expect, test } from 'vitest'
import { prefixedId, hashToken, newAccessToken, isSameSecret } from './ids.ts'

test('WHK-04 ids sort in the order in which they were made, also within one millisecond', () => {
  const ids = Array.from({ length: 1000 }, () => prefixedId('evt'))
  expect(ids.toSorted()).toEqual(ids)
  expect(new Set(ids).size).toBe(1000)
  expect(ids.every((id) => /^evt_[0-9a-hjkmnp-tv-z]{26}$/.test(id))).toBe(true)
})

test('AUT-02 a token is svc_ and 256 random bits, and its hash tells nothing of it', () => {
  const tokens = Array.from({ length: 100 }, newAccessToken)
  for (const token of tokens) {
    expect(token).toMatch(/^svc_[\w-]{43}$/)
    expect(hashToken(token)).toMatch(/^[0-9a-f]{64}$/)
  }
  expect(new Set(tokens).size).toBe(100)
})

const hash = hashToken('svc_one')

test.each([
  ['the same', hash, true],
  ['another', hashToken('svc_two'), false],
  ['a part', hash.slice(1), false],
  ['nothing', '', false],
  ['as many characters, more bytes', `é${hash.slice(1)}`, false],
  ['as many bytes, fewer characters', `é${hash.slice(2)}`, false],
  ['as many characters, one of them not a character', `\ud800${hash.slice(1)}`, false],
])('AUT-02 secrets are compared whole: %s', (_what, given, isSame) => {
  expect(isSameSecret(given, hash)).toBe(isSame)
  expect(isSameSecret(hash, given)).toBe(isSame)
})
