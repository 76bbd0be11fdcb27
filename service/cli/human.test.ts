import { expect, test } from 'vitest'
import { humanText } from './run.ts'

test('CLI-03 --human: a list is a table', () => {
  const keys = [
    { keyId: 'key_1', scopes: ['tasks:read', 'env:read'], revokedAt: null },
    { keyId: 'key_22', scopes: [], revokedAt: '2026-01-05' },
  ]
  expect(humanText({ keys })).toBe(
    [
      'key id  scopes                revoked at',
      'key_1   tasks:read, env:read  –',
      'key_22  –                     2026-01-05',
      '',
    ].join('\n'),
  )
})

test('CLI-03 --human: wide letters take two cells, and combining marks none', () => {
  const names = ['山田太郎', '홍길동'.normalize('NFD'), 'ﾔﾏﾀﾞ', 'Zoe\u0308', '🚀', 'Ada']
  const cells = [8, 6, 4, 3, 2, 3]
  const lines = humanText({ members: names.map((name) => ({ name, role: 'owner' })) }).split('\n')
  expect(lines.slice(1, -1)).toEqual(
    names.map((name, at) => `${name}${' '.repeat(10 - (cells[at] ?? 0))}owner`),
  )
})

test('CLI-03 --human: an object is one line a member, with its lists as tables below', () => {
  const answer = { slug: 'acme', locked: false, members: [{ name: 'Ada', role: 'owner' }] }
  expect(humanText(answer)).toBe(
    ['slug    acme', 'locked  no', 'members:', '  name  role', '  Ada   owner', ''].join('\n'),
  )
})

test('CLI-03 --human: an empty list is a line, and no text moves the cursor', () => {
  expect(humanText({ keys: [] })).toBe('keys  –\n')
  expect(humanText({ name: 'a\u001b[2J\nb\u202e' })).toBe('name  a [2J b \n'.replace(' \n', '\n'))
})
