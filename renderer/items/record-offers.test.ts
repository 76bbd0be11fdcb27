import { expect, test } from 'vitest'
import { objectWith } from '../../shared/fixtures-testing.ts'
import { fieldWith } from '../writes/record-fields.fake.ts'
import { keyed } from '../writes/record-words.ts'
import { nameAndEmail, newRecordTitle, offeredObjects, valuesFrom } from './record-offers.ts'

const object = (slug: string, canWrite?: boolean) => ({
  ...objectWith(slug),
  ...(canWrite !== undefined && { canWrite }),
})

test('RCL-02 people come first, then companies, then what was used last; what cannot be written is not offered', () => {
  const objects = ['deals', 'companies', 'vendors', 'people', 'events', 'projects'].map((slug) =>
    object(slug, true),
  )
  const used: Record<string, number> = { deals: 3, vendors: 5, projects: 4 }
  const offered = (some: typeof objects) =>
    offeredObjects(some, (slug) => used[slug] ?? 0).map(({ slug }) => slug)
  expect(offered(objects)).toEqual(['people', 'companies', 'vendors', 'projects'])
  expect(offered([object('people', false), object('contacts', true)])).toEqual(['contacts'])
  // An older service does not say who may write.
  expect(offered([object('people')])).toEqual([])
})

test('RCL-02 a form is called by its object', () => {
  expect(newRecordTitle({ singularName: 'Person' })).toBe('New person')
  expect(newRecordTitle({ singularName: 'NDA' })).toBe('New NDA')
})

test.each([
  ['anna schmidt anna@x.test', 'anna schmidt', 'anna@x.test'],
  ['Anna Schmidt <anna@x.test>', 'Anna Schmidt', 'anna@x.test'],
  ['anna@x.test', '', 'anna@x.test'],
  ['anna@x.test, Anna', 'Anna', 'anna@x.test'],
  ['anna schmidt', 'anna schmidt', null],
  ['call @grace', 'call @grace', null],
])('RCL-02 “%s” is called “%s” and has the address %s', (text, name, email) => {
  expect(nameAndEmail(text)).toEqual({ name, email })
})

test('RCL-02 a typed text fills the name and the email address, where there is a field for it', () => {
  const name = fieldWith('text', { slug: 'name', primary: true })
  const email = fieldWith('email')
  const from = (...fields: Parameters<typeof keyed>[0]) => valuesFrom(keyed(fields), 'anna anna@x.test')
  expect(from(name, email)).toEqual({ name: 'anna', email: 'anna@x.test' })
  expect(from(name)).toEqual({ name: 'anna anna@x.test' })
  expect(from(fieldWith('email', { primary: true }))).toEqual({ email: 'anna@x.test' })
  expect(from(name, fieldWith('email', { readOnly: true }))).toEqual({ name: 'anna anna@x.test' })
})
