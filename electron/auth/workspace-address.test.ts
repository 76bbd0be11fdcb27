import { expect, test } from 'vitest'
import { parseWorkspaceAddress } from './workspace-address.ts'

test.each([
  ['acme.example', 'https://acme.example/'],
  [' https://acme.example/ ', 'https://acme.example/'],
  ['acme.example/team/', 'https://acme.example/team'],
  ['https://acme.example/team/?x=1#y', 'https://acme.example/team'],
  ['127.0.0.1:4700', 'http://127.0.0.1:4700/'],
  ['localhost:4700', 'http://localhost:4700/'],
  ['[::1]:4700', 'http://[::1]:4700/'],
  ['http://127.0.0.1:4700', 'http://127.0.0.1:4700/'],
  ['https://127.0.0.1', 'https://127.0.0.1/'],
])('APP-06 %s is asked at %s', (typed, expected) => {
  const parsed = parseWorkspaceAddress(typed)
  expect(parsed.ok && parsed.value.href).toBe(expected)
})

test.each([
  '',
  '   ',
  'two words',
  'http://acme.example',
  'http://127.0.0.1.evil.example',
  'ftp://acme.example',
  'javascript://x',
  'https://ada:secret@acme.example',
  'https://',
])('APP-06 O8 %j is refused in words', (typed) => {
  expect(parseWorkspaceAddress(typed)).toMatchObject({
    ok: false,
    error: {
      kind: 'invalidInput',
      message: expect.stringMatching(/\.$/),
      fields: [{ field: 'workspaceAddress' }],
    },
  })
})
