import { expect, test } from 'vitest'
import type { FieldKind } from '../../shared/api/objects.ts'
import { contactsOf, typedContact } from './search-contacts.rules.ts'

const field = (id: string, kind: FieldKind, proOnly = false) => ({ id, kind, proOnly })
const fields = [
  field('name', 'text'),
  field('hidden', 'email', true),
  field('email', 'email'),
  field('second', 'email'),
  field('site', 'url'),
  field('phone', 'phone'),
]

test('LCH-06 the contacts of a record are its first email, URL and phone', () => {
  const values = {
    email: 'Anton.Olsen@Quarry.example',
    second: 'b@b.example',
    site: 'http://www.Olsen.example:8080/a',
  }
  expect(contactsOf(fields, { ...values, phone: '+1 (555) 01-88', name: 'c@c.example' })).toEqual([
    'anton.olsen@quarry.example',
    'quarry.example',
    'olsen.example',
    '15550188',
  ])
})

test('LCH-06 the second field of a kind counts where the first is empty', () => {
  expect(contactsOf(fields, { second: 'b@b.example' })).toEqual(['b@b.example', 'b.example'])
})

test('LCH-06 a domain that email and URL share is one contact', () => {
  const values = { email: 'a@quarry.example', site: 'https://quarry.example' }
  expect(contactsOf(fields, values)).toEqual(['a@quarry.example', 'quarry.example'])
})

test('LCH-10 a value that only some plans show is not a contact', () => {
  expect(contactsOf(fields, { hidden: 'a@quarry.example' })).toEqual([])
})

test.each([
  ['Anton.Olsen@', 'anton.olsen@'],
  ['anton.olsen@quarry', 'anton.olsen@quarry'],
  ['@quarry', 'quarry'],
  ['https://www.Quarry.example/about', 'quarry.example'],
  ['www.quarry.ex', 'quarry.ex'],
  ['+1 555 0188', '15550188'],
  ['0049 (30) 12-3', '4930123'],
  ['15550188', '15550188'],
  ['42', null],
  ['00', null],
  ['two words', null],
  ['@', null],
])('LCH-06 %s is compared with contacts as %s', (typed, contact) => {
  expect(typedContact(typed)).toBe(contact)
})
