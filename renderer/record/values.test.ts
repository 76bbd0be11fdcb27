import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { FieldKind } from '../../shared/api/objects.ts'
import { localeNow, speak } from '../../shared/language.ts'
import { en } from '../../shared/messages/en.ts'
import { fieldWith, keyedWith } from '../writes/record-fields.fake.ts'
import { keyed } from '../writes/record-words.ts'
import { changedIn, continued, overtaken } from './draft.ts'
import {
  createFrom,
  dayTyped,
  formOf,
  meantBy,
  ordered,
  patchFrom,
  problemsIn,
  type RecordForm,
  type Typed,
} from './values.ts'

const here = localeNow()
beforeAll(() => speak('en', en, 'en-GB'))
afterAll(() => speak('en', en, here))
const now = new Date(2026, 10, 28, 10)
const names = { titleOf: () => 'Acme', nameOf: () => 'Ada' }
const noPlace = {
  line1: '',
  line2: '',
  city: '',
  region: '',
  postalCode: '',
  country: '',
  latitude: '',
  longitude: '',
}

const stored: readonly [FieldKind, unknown][] = [
  ['text', 'Head of sales'],
  ['long_text', 'Two\n lines '],
  ['number', 1234.5],
  ['currency', 12.3456],
  ['rating', 3],
  ['checkbox', true],
  ['date', '1984-04-17'],
  ['datetime', '2026-11-29T09:00:00.000Z'],
  ['email', 'ann@acme.test'],
  ['url', 'https://acme.test/about'],
  ['phone', '+49 30 123456 x7'],
  ['select', 'c1'],
  ['multi_select', ['c2', 'c1']],
  ['status', 'c2'],
  ['record_reference', 'r2'],
  ['user_reference', 'u1'],
  ['location', { line1: 'Main St 1', city: 'Berlin', latitude: 52.5, longitude: 13.4 }],
  ['json', { a: [1, null] }],
]
const all = keyed(stored.map(([type]) => fieldWith(type)))
const values = Object.fromEntries(stored)

test('FLD-03 a form of every type means what is stored, and sends nothing while nothing is changed', () => {
  const form = formOf(all, values, names, now)
  expect(problemsIn(all, form)).toEqual(new Map())
  expect(createFrom(all, form)).toEqual(values)
  expect(patchFrom(all, form, structuredClone(form))).toBeNull()
  expect(changedIn(form, structuredClone(form))).toBeNull()
  const empty = formOf(all, {}, names, now)
  expect(createFrom(all, empty)).toEqual({})
})

test('RCL-02 an edit sends what was changed, and null for what was emptied', () => {
  const form = formOf(all, values, names, now)
  const after: RecordForm = {
    ...form,
    values: { ...form.values, email: ' new@acme.test ', select: '', record_reference: [], checkbox: false },
  }
  expect(patchFrom(all, form, after)).toEqual({
    email: 'new@acme.test',
    select: null,
    record_reference: null,
    checkbox: false,
  })
})

describe('what a control means', () => {
  test.each<[FieldKind, Typed, unknown]>([
    ['text', '  Ann  ', 'Ann'],
    ['number', '1,234.5', 1234.5],
    ['url', 'acme.test', 'https://acme.test'],
    ['url', 'http://acme.test', 'http://acme.test'],
    ['location', { ...noPlace, city: 'Berlin', country: 'de' }, { city: 'Berlin', country: 'DE' }],
    ['location', noPlace, null],
    ['date', dayTyped('2026-11-29', now), '2026-11-29'],
    ['date', { text: ' ', instant: null }, null],
    ['record_reference', [{ id: 'r1', title: 'A' }], 'r1'],
    ['multi_select', [], null],
    ['json', '[1, 2]', [1, 2]],
  ])('FLD-03 a %s of %j is %j', (type, typed, value) => {
    expect(meantBy(keyedWith(type), typed)).toEqual({ value })
  })

  test('FLD-03 a field of several holds a list, also of one', () => {
    const several = keyedWith('user_reference', { options: { multiple: true } })
    expect(meantBy(several, [{ id: 'u1', title: 'Ada' }])).toEqual({ value: ['u1'] })
  })

  test.each<[FieldKind, Typed, RegExp]>([
    ['number', 'seven', /^Not a number \(expected 1234.5\)/],
    ['currency', '1.23456', /four decimals/],
    ['email', 'ann', /^Not an email address/],
    ['url', 'javascript:alert(1)', /^Not a web address/],
    ['phone', '+', /^Not a phone number/],
    ['date', { text: 'some day', instant: null }, /^Not a clear date/],
    ['datetime', { text: 'some day', instant: null }, /^Not a clear date/],
    ['location', { ...noPlace, latitude: '52' }, /come together/],
    ['location', { ...noPlace, country: 'Germany' }, /Two capital letters/],
    ['json', '{a', /^Not valid JSON/],
    ['text', 'x'.repeat(2_001), /2,000 characters/],
  ])('FLD-03 a %s of %j is refused at its field', (type, typed, problem) => {
    expect(meantBy(keyedWith(type), typed)).toEqual({ problem: expect.stringMatching(problem) as string })
  })
})

test('RCL-02 what a record needs is asked for, and a name that was not chosen is not lost', () => {
  const fields = keyed([
    fieldWith('text', { required: true, primary: true }),
    fieldWith('checkbox', { required: true }),
    fieldWith('record_reference'),
    fieldWith('json', { required: true, readOnly: true }),
  ])
  const form = formOf(fields, {}, names, now)
  form.unchosen.record_reference = 'acm'
  expect([...problemsIn(fields, form)]).toEqual([
    ['text', 'Fill this in.'],
    ['record_reference', 'Choose from the list, or clear this.'],
  ])
  // An empty box answers a question that has to be answered.
  expect(createFrom(fields, form)).toEqual({ checkbox: false })
})

test('RCL-02 required fields come first, then those of previews; the rest is folded, and what the service sets', () => {
  const fields = keyed([
    fieldWith('json', { readOnly: true }),
    fieldWith('long_text'),
    fieldWith('phone'),
    fieldWith('email', { required: true }),
    fieldWith('text', { primary: true }),
  ])
  const keys = (isNew: boolean) => {
    const { shown, folded } = ordered(fields, ['fld_phone'], isNew)
    return [shown, folded].map((some) => some.map(({ key }) => key))
  }
  expect(keys(false)).toEqual([
    ['text', 'email', 'phone'],
    ['json', 'long_text'],
  ])
  // Few fields need no fold.
  expect(keys(true)).toEqual([['text', 'email', 'phone', 'long_text'], []])
})

test('APP-06 a draft keeps what was typed, valid or not, and leaves out fields that have changed their type', () => {
  const before = formOf(all, {}, names, now)
  const typed: RecordForm = {
    values: { ...before.values, number: 'sev', date: dayTyped('2026-11-28', now) },
    unchosen: { ...before.unchosen, record_reference: 'acm' },
  }
  const draft = structuredClone(changedIn(before, typed))
  expect(Object.keys(draft ?? {}).toSorted()).toEqual(['date', 'number', 'record_reference'])
  const later = new Date(2026, 10, 29, 10)
  const restored = continued(all, before, { ...draft, email: { typed: 7 }, gone: { typed: 'x' } }, later)
  expect(restored.values).toMatchObject({
    number: 'sev',
    email: '',
    // A saved "today" is yesterday.
    date: { text: 'Yesterday', instant: '2026-11-28' },
  })
  expect(restored.unchosen.record_reference).toBe('acm')
})

test('APP-07 values that somebody else changed since a draft was begun are named', () => {
  expect(overtaken({ email: 'b', tags: ['1', '2'] }, { email: 'a', tags: ['2', '1'], phone: null })).toEqual([
    'email',
  ])
})
