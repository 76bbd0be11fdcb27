import { expect, test } from 'vitest'
import { identityOf } from './identity.ts'

const named = (name: string) => {
  const identity = identityOf({ sub: 'usr_1', name, email: name, workspace: { id: 'wsp_1', name } })
  return [identity?.user.name, identity?.user.email, identity?.workspaceName]
}

test.each([
  ['of a million letters', 'x'.repeat(1_000_000), 'x'.repeat(200)],
  ['that turns what follows', '\u202eada\u2066 L\u0007ovelace\u202c', 'ada  L ovelace'],
  ['of two lines', 'Ada\r\nLovelace', 'Ada Lovelace'],
  ['of half a letter', 'Ada \ud83d', 'Ada \ufffd'],
  ['whose last letter has no place as a whole', `${'x'.repeat(198)}👩‍👩‍👧`, 'x'.repeat(198)],
  ['with a joined letter', 'Ada 👩‍👩‍👧 ابن سينا', 'Ada 👩‍👩‍👧 ابن سينا'],
])('APP-01 a name %s is shown as a line that can be read', (_name, said, shown) => {
  expect(named(said)).toEqual([shown, shown, shown])
})

test('APP-11 a name of control characters only, or of one endless grapheme, is dropped', () => {
  for (const said of ['\u202e\u0007\n', `e${'\u0301'.repeat(5_000)}`])
    expect(identityOf({ sub: 'usr_1', name: said, email: 'ada@acme.test' })?.user.name).toBe('ada@acme.test')
})

test.each([[undefined], [{}], [{ sub: '' }], [{ sub: 7 }], [{ sub: 'x'.repeat(256) }]])(
  'APP-01 claims without a valid subject are refused: %j',
  (said) => {
    expect(identityOf(said)).toBeNull()
  },
)
