import { expect, test } from 'vitest'
import { hashToken, newAccessToken, sameHash } from './access-token.ts'

test('AUT-02 a token is svc_ and 256 random bits, and its hash tells nothing of it', () => {
  const tokens = Array.from({ length: 100 }, newAccessToken)
  for (const token of tokens) {
    expect(token).toMatch(/^svc_[\w-]{43}$/)
    expect(hashToken(token)).toMatch(/^[0-9a-f]{64}$/)
  }
  expect(new Set(tokens).size).toBe(100)
})

test('AUT-02 hashes are compared whole', () => {
  const hash = hashToken('svc_one')
  expect(sameHash(hash, hashToken('svc_one'))).toBe(true)
  expect(sameHash(hash, hashToken('svc_two'))).toBe(false)
  expect(sameHash(hash, hash.slice(1))).toBe(false)
})
