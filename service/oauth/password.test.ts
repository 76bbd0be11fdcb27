import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  defaultPasswordCost,
  hashPassword,
  maxPasswordLength,
  verifyPassword,
  weaknessOf,
} from './password.ts'

const cheap = { logN: 4, r: 8, p: 1 }

test('OAU-03 a password is hashed with scrypt, memory-hard, with a salt of its own, and the cost is in the hash', async () => {
  const hash = await hashPassword('correct horse')
  expect(hash).toMatch(/^\$scrypt\$ln=15,r=8,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
  expect(128 * 2 ** defaultPasswordCost.logN * defaultPasswordCost.r).toBe(32 * 1024 * 1024)
  expect(await verifyPassword('correct horse', hash)).toBe(true)
  expect(await verifyPassword('correct hors', hash)).toBe(false)
  expect(await hashPassword('correct horse')).not.toBe(hash)
})

test('OAU-03 any password verifies against its own hash and no other password does', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), async (one, two) => {
      const hash = await hashPassword(one, cheap)
      expect(await verifyPassword(one, hash)).toBe(true)
      expect(await verifyPassword(two, hash)).toBe(one.normalize('NFKC') === two.normalize('NFKC'))
    }),
    { numRuns: 60 },
  )
})

test('OAU-03 the same password typed in another Unicode form is accepted', async () => {
  expect(await verifyPassword('Å ﬁ'.normalize('NFD'), await hashPassword('Å fi', cheap))).toBe(true)
})

test('OAU-03 hashes of several costs live side by side', async () => {
  const strong = await hashPassword('x', { logN: 6, r: 8, p: 2 })
  expect(strong).toContain('ln=6,r=8,p=2')
  expect(await verifyPassword('x', strong)).toBe(true)
})

test.each([
  ['no hash', null],
  ['an empty one', ''],
  ['another scheme', '$2b$10$abcdefghijklmnopqrstuv'],
  ['a short key', '$scrypt$ln=4,r=8,p=1$c2FsdHNhbHQ$aGFzaA'],
  ['a key of zeros, which is the decoy', `$scrypt$ln=4,r=8,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`],
])('OAU-03 nothing verifies against %s', async (_name, hash) => {
  expect(await verifyPassword('', hash)).toBe(false)
  expect(await verifyPassword('password', hash)).toBe(false)
})

test('OAU-03 a password without measure is refused unhashed', async () => {
  const long = 'x'.repeat(maxPasswordLength + 1)
  expect(await verifyPassword(long, await hashPassword(long, cheap))).toBe(false)
})

const whose = { email: 'grace.hopper@acme.test', workspace: { name: 'Acme Company', slug: 'acme-company' } }

test.each([
  ['common', 'sunshine'],
  ['common in other letters', 'PassWord1'],
  ['common in full-width letters', 'ｐａｓｓｗｏｒｄ'],
  ['common between spaces', ' password123 '],
  ['a variant', 'P@ssw0rd1'],
  ['common in German', 'Passwort123'],
  ['one character', 'aaaaaaaaaaaa'],
  ['a few characters again and again', 'abcabcabcabc'],
  ['the email', 'Grace.Hopper@ACME.test'],
  ['the part before the @', 'GRACE.HOPPER'],
  ['the name of the workspace', 'acme company'],
  ['the slug of the workspace', 'ACME-company'],
  ['the name of the program', 'Svc Launcher'],
])('OAU-03 a new password that is %s is refused in a sentence', (_what, password) => {
  expect(weaknessOf(password, whose)).toMatch(/^[A-Z].*\.$/)
})

test.each([
  'a long password',
  'password manager of mine',
  'grace.hopper at home',
  'demo-owner-password',
  '日本語のパスワード',
  'x'.repeat(1023) + 'y',
])('OAU-03 a new password like %j is accepted', (password) => {
  expect(weaknessOf(password, whose)).toBeUndefined()
})
