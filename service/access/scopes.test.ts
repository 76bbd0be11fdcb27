import { describe, expect, test } from 'vitest'
import { holdsScope, keyScopes, mayGrant, scopesInForce } from './principal.ts'

describe('what a scope allows', () => {
  test.each([
    ['records:write', 'records:read', true],
    ['records:read', 'records:write', false],
    ['tasks:write', 'records:read', false],
    ['comments:write', 'records:read', false],
    ['comments:write', 'comments:write', true],
    ['env:write', 'env:read', true],
  ] as const)('AUT-05 %s allows %s: %s', (held, wanted, expected) => {
    expect(holdsScope([held], wanted)).toBe(expected)
  })
})

test('AUT-04 keys never carry scopes of the launcher alone', () => {
  expect(keyScopes).not.toContain('meetings:read')
  expect(keyScopes).not.toContain('notifications:read')
  expect(keyScopes).not.toContain('notifications:write')
})

test('AUT-04 AUT-12 members grant reading of what is not the environment, owners and admins everything', () => {
  expect(keyScopes.filter((name) => mayGrant('member', name))).toEqual([
    'objects:read',
    'records:read',
    'tasks:read',
    'webhooks:read',
  ])
  for (const role of ['owner', 'admin'] as const) {
    expect(keyScopes.every((name) => mayGrant(role, name))).toBe(true)
  }
})

describe('what is left of a key whose owner has become a member', () => {
  test.each([
    [
      ['records:read', 'tasks:read'],
      ['records:read', 'tasks:read'],
    ],
    [
      ['records:write', 'tasks:write'],
      ['records:read', 'tasks:read'],
    ],
    [['comments:write', 'env:write', 'env:read'], []],
  ] as const)('AUT-13 %j becomes %j', (held, left) => {
    expect(scopesInForce(held, 'member')).toEqual(left)
  })

  test('AUT-13 nothing is cut for owners and admins', () => {
    for (const role of ['owner', 'admin'] as const) expect(scopesInForce(keyScopes, role)).toEqual(keyScopes)
  })
})
