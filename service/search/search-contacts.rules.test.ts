import { expect, test } from 'vitest'
import type { FieldKind } from '../../shared/api/objects.ts'
import { contactsOf, typedContacts } from './search-contacts.rules.ts'

const field = (id: string, kind: FieldKind, proOnly = false) => ({ id, kind, proOnly })
const fields = [
  field('name', 'text'),
  field('hidden', 'email', true),
  field('email', 'email'),
  field('second', 'email'),
  field('site', 'url'),
  field('phone', 'phone'),
  field('mobile', 'phone'),
]

test('LCH-06 the contacts of a record are its emails, the domains of its URLs, and its phones', () => {
  const values = {
    email: 'Anton.Olsen@Quarry.example',
    second: 'b@b.example',
    site: 'http://www.Olsen.example:8080/a',
    mobile: '030 765432',
  }
  expect(contactsOf(fields, { ...values, phone: '+1 (555) 01-88', name: 'c@c.example' })).toEqual([
    'anton.olsen@quarry.example',
    'quarry.example',
    'b@b.example',
    'b.example',
    'olsen.example',
    '15550188',
    '05550188',
    '30765432',
  ])
})

test.each([
  ['a domain above', { email: 'x@mail.acme.example' }, 'mail.acme.example acme.example'],
  ['a domain above of a URL', { site: 'https://shop.eu.acme.example/a' }, 'eu.acme.example acme.example'],
  ['letters of a domain in ASCII', { email: 'x@xn--mller-kva.example' }, 'muller.example mueller.example'],
  ['ASCII of a domain in letters', { site: 'https://müller.example' }, 'xn--mller-kva.example'],
  ['a final dot', { site: 'https://acme.example./' }, 'acme.example'],
])('LCH-06 %s is a contact', (_what, values, contacts) => {
  expect(contactsOf(fields, values)).toEqual(expect.arrayContaining(contacts.split(' ')))
})

test('LCH-06 a domain that email and URL share is one contact', () => {
  const values = { email: 'a@quarry.example', site: 'https://quarry.example' }
  expect(contactsOf(fields, values)).toEqual(['a@quarry.example', 'quarry.example'])
})

test('LCH-10 a value that only some plans show is not a contact', () => {
  expect(contactsOf(fields, { hidden: 'a@quarry.example' })).toEqual([])
})

test.each([
  ['Anton.Olsen@', ['anton.olsen@']],
  ['anton.olsen@quarry', ['anton.olsen@quarry']],
  ['@quarry', ['quarry']],
  ['https://www.Quarry.example/about', ['quarry.example']],
  ['www.quarry.ex', ['quarry.ex']],
  ['acme.example.', ['acme.example']],
  ['Müller.example', ['muller.example', 'mueller.example']],
  ['+1 555 0188', ['15550188', '5550188']],
  ['0049 (30) 12-3', ['4930123', '04930123']],
  ['030 123', ['30123', '030123']],
  ['15550188', ['15550188', '015550188']],
  ['42', []],
  ['00', []],
  ['two words', []],
  ['@', []],
])('LCH-06 %s is compared with contacts as %j', (typed, contacts) => {
  expect(typedContacts(typed)).toEqual(contacts)
})
