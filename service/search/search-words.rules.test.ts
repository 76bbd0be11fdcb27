import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fold, foldedOf } from '../../shared/search/text-fold.ts'
import { anyText, beginsAnew } from '../../shared/search/text-testing.ts'
import {
  beginningOfTitleKey,
  contactKey,
  contactsOf,
  foldedTitle,
  indexedTitle,
  lookedUpWords,
  pairKey,
  reversed,
  titleKey,
  titleOfKey,
  twoLetterKey,
  typedContacts,
} from './search-words.rules.ts'
import type { FieldKind } from '../../shared/api/objects.ts'

test('LCH-07 a title is kept under its words, their two letters alone and in pairs, its first word and itself', () => {
  expect(new Set(indexedTitle(foldedTitle('Écho of Night')).keys)).toEqual(
    new Set(
      'echo ec of night ni +ec_of +ec_ni +ni_of ~echo ~ec'.split(' ').map((key) => key.replace('_', ' ')),
    ).add('^echo of night\n'),
  )
})

test('LCH-07 a title of two spellings is kept under both', () => {
  const { keys } = indexedTitle(foldedTitle('Müller Wi-Fi'))
  const spellings = ['muller', 'wi', 'fi', 'mueller', 'wifi', '~muller', '~mueller']
  expect(keys).toEqual(expect.arrayContaining([...spellings, '^muller wi-fi\n', '^mueller wifi\n', '+mu wi']))
})

test('LCH-07 a word in a script without spaces is kept under each of its letters', () => {
  const { words } = indexedTitle(foldedTitle('ม้าเร็ว'))
  expect(words).toEqual(['ม้าเร็ว', 'าเร็ว', 'เร็ว', 'ร็ว', 'ว'])
})

test('LCH-07 folding a title that is stored changes nothing, so that its words can be taken out again', () => {
  fc.assert(
    fc.property(anyText, (title) => {
      const once = foldedTitle(title)
      expect(foldedTitle(once)).toBe(once)
    }),
    { numRuns: 1_000 },
  )
  const long = foldedTitle('ﷺ word '.repeat(20_000))
  expect(foldedTitle(long)).toBe(long)
})

test('LCH-07 a whole page as a title is indexed in part', () => {
  const page = Array.from({ length: 20_000 }, (_, index) => `word${index}`).join(' ')
  const { words, keys: kept } = indexedTitle(foldedTitle(page))
  expect(words).toEqual(page.split(' ').slice(0, 40))
  expect(kept.length).toBeLessThan(100)
  const { keys } = indexedTitle(foldedTitle('x'.repeat(100_000)))
  expect(Math.max(...keys.map((key) => key.length))).toBeLessThan(100)
})

test('LCH-07 the first eight beginnings are paired, and a title without words has none', () => {
  const { keys } = indexedTitle(foldedTitle('aa bb cc dd ee ff gg hh ii jj'))
  const paired = keys.filter((key) => key.startsWith('+'))
  expect(paired.length).toBe(28)
  expect(paired.join()).not.toMatch(/ii|jj/)
  expect(indexedTitle('')).toEqual({ words: [], keys: [] })
})

test('LCH-07 two letters are two characters, also beyond the first 65,536', () => {
  expect(['echo', 'ec', 'e', '𠀀𠀁𠀂', '𠀀'].map(twoLetterKey)).toEqual(['ec', 'ec', null, '𠀀𠀁', null])
})

test('LCH-07 a pair has one key in both orders, and a word none with itself', () => {
  expect([pairKey('a', 'b'), pairKey('b', 'a'), pairKey('a', 'a')]).toEqual(['+a b', '+a b', null])
})

test('LCH-07 the six longest words of a query are looked up, each once, the longest first', () => {
  const query = foldedOf(`a bbb cc dddd bbb eeeee ffffff ggggggg ${'x'.repeat(60)}`)
  expect(lookedUpWords(query)).toEqual(['x'.repeat(40), 'ggggggg', 'ffffff', 'eeeee', 'dddd', 'bbb'])
})

test('LCH-07 a word is reversed by characters', () => {
  expect(reversed('ab𠀀')).toBe('𠀀ba')
})

test('LCH-07 every beginning of a title leads to its key', () => {
  fc.assert(
    fc.property(anyText, fc.nat(60), (title, length) => {
      const typed = Array.from(title).slice(0, length).join('')
      const beginning = fold(typed)
      fc.pre(fold(title) !== '' && beginsAnew(title.slice(typed.length)))
      expect(titleKey(fold(title)).startsWith(beginningOfTitleKey(beginning))).toBe(true)
      expect(titleOfKey(titleKey(fold(title)))).toBe(fold(title).slice(0, 80).toWellFormed())
    }),
  )
})

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

test('LCH-06 a URL without a host is not indexed as a contact, and a record has at most 40 contacts', () => {
  expect(contactsOf(fields, { site: '/about' })).toEqual([])
  const many = Array.from({ length: 30 }, (_, place) => field(`f${place}`, 'email'))
  const values = Object.fromEntries(many.map(({ id }) => [id, `a@${id}.example`]))
  expect(contactsOf(many, values).length).toBe(40)
})

test('LCH-06 the key of a contact has at most 80 characters of it', () => {
  expect(contactKey('x'.repeat(100))).toBe(`@${'x'.repeat(80)}`)
})

test('LCH-10 a value that only some plans show is not a contact', () => {
  expect(contactsOf(fields, { hidden: 'a@quarry.example' })).toEqual([])
})

test.each([
  ['Anton.Olsen@', ['anton.olsen@']],
  ['anton.olsen@quarry', ['anton.olsen@quarry']],
  ['@quarry', ['quarry']],
  [' @quarry ', ['quarry']],
  ['555', ['555', '0555']],
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
