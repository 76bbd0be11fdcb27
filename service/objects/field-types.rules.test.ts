import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fieldKind, type FieldKind, type FieldOptions } from '../../shared/api/objects.ts'
import { parseFieldValue, valueFormats } from './field-types.rules.ts'

const choices: FieldOptions = {
  choices: [
    { id: 'a', name: 'Alpha', color: '#000000' },
    { id: 'b', name: 'Beta', color: '#ffffff' },
  ],
}

type Cases = { options?: FieldOptions; good: unknown[]; bad: unknown[] }
const cases: Record<FieldKind, Cases> = {
  text: { good: ['', 'x', 'x'.repeat(2000)], bad: [1, true, [], {}, 'x'.repeat(2001)] },
  long_text: { good: ['x'.repeat(100_000)], bad: ['x'.repeat(100_001), 7] },
  number: { good: [0, -1.5, 1e300], bad: ['1', Infinity, NaN, true] },
  currency: {
    good: [0, 12.5, 0.0001, 0.3, -1234567.8901, 1e21, -3, 1e9],
    bad: [0.00001, 0.1 + 0.2, 1.00005, '12', Infinity],
  },
  rating: { good: [1, 5], bad: [0, 6, 2.5, '3'] },
  checkbox: { good: [true, false], bad: [0, 'true', 'yes'] },
  date: { good: ['2026-02-28', '2024-02-29'], bad: ['2026-02-29', '2026-2-1', '2026-02-28T00:00:00Z', 0] },
  datetime: {
    good: [
      '2026-02-28T10:00:00Z',
      '2026-02-28T10:00:00.123+05:30',
      '2026-02-28T10:00Z',
      '2026-02-28t10:00:00z',
    ],
    bad: [
      '2026-02-28T10Z',
      '2026-02-28T10:00',
      '2026-02-28',
      '2026-02-30T10:00:00Z',
      '2026-02-28T10:00:00',
      '9999-12-31T23:59:59-01:00',
      1_770_000_000_000,
    ],
  },
  email: {
    good: [
      'ada@acme.test',
      'r&d@example.com',
      'sales/eu@example.com',
      "o'neill+x@example.co.uk",
      '{a}#!$%*?^`|~=_-@example.com',
      'user@xn--e1afmkfd.xn--p1ai',
      'info@пример.рф',
    ],
    bad: [
      'ada',
      'ada@',
      'a b@acme.test',
      '',
      'ada@acme',
      'ada@acme.t',
      'ada@10.0.0.1',
      '.ada@acme.test',
      'ada.@acme.test',
      'a..b@acme.test',
      'ada@-acme.test',
      'ada@acme..test',
      'ada@ac\u200bme.test',
      '<ada@acme.test>',
    ],
  },
  url: {
    good: ['https://acme.test/x?y#z', 'http://localhost:1', 'https://acme.test/é'],
    bad: [
      'acme.test',
      'javascript:alert(1)',
      'ftp://a.b',
      '',
      ' https://a.b/',
      'https://a.b/ ',
      'https://a.b/\u00a0',
      'https://a.b/\nx',
      'https://a.b/\tx',
      'https:///a.b/',
      'https://\\a.b/',
      'ht\rtps://a.b/',
      'https://a.b/\u0001',
      'https://a.b/\u0085x',
    ],
  },
  phone: {
    good: [
      '+1 (555) 010-99',
      '112',
      '(415) 555-1212 x123',
      '415 555 1212 ext. 7',
      '030/76543 #12',
      '112;ext=9',
    ],
    bad: ['call me', '12', '+', '', 'x123', '12 x123', '112 x', '112 x1 x2'],
  },
  select: { options: choices, good: ['a'], bad: ['Alpha', 'c', '', ['a']] },
  multi_select: { options: choices, good: [[], ['a', 'b']], bad: ['a', ['a', 'a'], ['c']] },
  status: { options: choices, good: ['b'], bad: ['B', null] },
  record_reference: { good: ['some-id'], bad: ['', ['some-id'], 7] },
  user_reference: { options: { multiple: true }, good: [['u1', 'u2'], []], bad: ['u1', ['u1', 'u1'], [7]] },
  location: {
    good: [
      { city: 'Lyon' },
      { latitude: 0, longitude: 0 },
      { latitude: 90, longitude: 180 },
      { latitude: -90, longitude: -180 },
      { line1: ' ', city: 'Lyon' },
    ],
    bad: [
      {},
      { city: ' ', line1: '' },
      'Lyon',
      { latitude: 1 },
      { latitude: 90.1, longitude: 0 },
      { latitude: -90.1, longitude: 0 },
      { latitude: 0, longitude: 180.1 },
      { latitude: 0, longitude: -180.1 },
      { country: 'France' },
      { planet: 'Earth' },
    ],
  },
  json: { good: [{ a: [1, null, 'x'] }, 7], bad: [undefined, 'x'.repeat(32_768)] },
}

describe.each(fieldKind.options)('FLD-03 %s', (kind) => {
  const { options = null, good, bad } = cases[kind]

  test.each(good.map((value) => [value]))(`FLD-03 ${kind} takes %j`, (value) => {
    expect(parseFieldValue({ kind, options }, value).ok).toBe(true)
  })

  test.each(bad.map((value) => [value]))(`FLD-03 ${kind} refuses %j and says what it expects`, (value) => {
    const parsed = parseFieldValue({ kind, options }, value)
    expect(parsed.ok).toBe(false)
    expect(parsed.ok ? '' : parsed.message).toContain(valueFormats[kind])
  })
})

test.each<[FieldKind, unknown, string]>([
  ['number', '12', 'Expected a number.'],
  ['rating', 9, 'Send at most 5. Expected a whole number from 1 to the maximum of the field.'],
  ['date', '31.01.2027', 'Expected a date, YYYY-MM-DD.'],
  ['checkbox', 'true', 'Expected true or false.'],
])('FLD-03 a %s of %j is refused with “%s”', (kind, value, message) => {
  expect(parseFieldValue({ kind, options: null }, value)).toEqual({ ok: false, message })
})

test('FLD-03 json is counted in bytes: 32 kB are 32,766 letters and their quotes, or a third of them at three bytes', () => {
  const takes = (value: unknown) => parseFieldValue({ kind: 'json', options: null }, value).ok
  expect(['x'.repeat(32_766), '語'.repeat(10_922), ['é'.repeat(16_382)]].map(takes)).toEqual([
    true,
    true,
    true,
  ])
  const longer = ['x'.repeat(32_767), '語'.repeat(10_923), ['é'.repeat(16_383)], { a: '😀'.repeat(8_192) }]
  expect(longer.map(takes)).toEqual([false, false, false, false])
})

test.each([
  '2026-02-28T10:00:00+02:00',
  '2026-02-28T10:00+02:00',
  '2026-02-28t08:00:00z',
  '2026-02-28T08:00z',
  '2026-02-28T08:00:00.000+0000',
  '2026-02-28T10:00+02',
])('FLD-03 the instant %s comes back in UTC', (written) => {
  const parsed = parseFieldValue({ kind: 'datetime', options: null }, written)
  expect(parsed).toEqual({ ok: true, value: '2026-02-28T08:00:00.000Z' })
})

test.each([
  [' +33\u00a01\t23\u202f45\r\n67 ', '+33 1 23 45 67'],
  ['\u202a+49 30 1234567\u202c', '+49 30 1234567'],
  ['\u2068(415)\u2069\u200e 555\u20111212 \u200fX123', '(415) 555-1212 X123'],
])('FLD-03 a telephone number copied as %j comes back as %j', (copied, kept) => {
  expect(parseFieldValue({ kind: 'phone', options: null }, copied)).toEqual({ ok: true, value: kept })
})

test('FLD-03 a record’s id comes back in lower case', () => {
  const options = { multiple: true }
  const kind = 'record_reference'
  expect(parseFieldValue({ kind, options }, ['AB-1', 'c'])).toEqual({ ok: true, value: ['ab-1', 'c'] })
  expect(parseFieldValue({ kind, options }, ['AB-1', 'ab-1']).ok).toBe(false)
})

test.each([
  ['number', -0, 0],
  ['currency', -0, 0],
  ['location', { latitude: -0, longitude: -0 }, { latitude: 0, longitude: 0 }],
  ['json', { list: [-0, { deep: -0 }] }, { list: [0, { deep: 0 }] }],
] as const)('FLD-03 %s keeps -0 as 0, as it is stored', (kind, sent, kept) => {
  expect(parseFieldValue({ kind, options: null }, sent)).toEqual({ ok: true, value: kept })
})

test('FLD-03 what is accepted is accepted again as it was stored', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...fieldKind.options),
      fc.oneof(fc.jsonValue(), fc.date().map(String)),
      (kind, value) => {
        const { options = null } = cases[kind]
        const parsed = parseFieldValue({ kind, options }, value)
        if (!parsed.ok) return
        expect(parseFieldValue({ kind, options }, JSON.parse(JSON.stringify(parsed.value)))).toEqual(parsed)
      },
    ),
    { numRuns: 2000 },
  )
})

test.each([
  [{ city: 'Graz', country: 'at' }, /^country: Use the two capital letters/],
  [{ latitude: 91, longitude: 0 }, /^latitude: /],
])('FLD-03 a location of %j is refused with the name of the part that is wrong', (value, message) => {
  const parsed = parseFieldValue({ kind: 'location', options: null }, value)
  expect(parsed).toEqual({ ok: false, message: expect.stringMatching(message) })
})
