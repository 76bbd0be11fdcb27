import { expect, test } from 'vitest'
import type { SearchResult } from '../api/launcher/search.ts'
import type { Row } from '../ipc/launcher.ts'
import { createLocalIndex, createFacetSharing } from './index.ts'
import { unused } from './score.ts'
import { indexOfRows, rowWith } from './row-testing.ts'

const person = { objectTypeSlug: 'people', objectTypeName: 'Person', icon: null, color: null }
const record = (
  id: string,
  title: string,
  changes: Partial<SearchResult>,
  ...entries: [string, string][]
) => {
  const meta = entries.map(([type, value]) => ({ label: type, value, type }))
  return rowWith({ kind: 'record', id, title, record: { ...person, meta }, ...changes })
}

const anton = record(
  'anton',
  'Anton Olsen',
  { subtitle: 'Head of sales, Indigo Solar' },
  ['email', 'anton.olsen@indigosolar.example'],
  ['phone', '+49 (30) 123-4567'],
  ['text', 'unlisted'],
)
const website = 'https://www.quarrytravel.example/about?x=1'
const quarry = record('quarry', 'Quarry Travel', { badge: 'Customer' }, ['url', website])
const status = { slug: 'waiting', name: 'Waiting', color: '#000', isComplete: false }
const quote = { kind: 'task', id: 'task', title: 'Send the quote', subtitle: 'Indigo Solar' }
const task = rowWith({ ...quote, task: { status } })

const search = (query: string, ...rows: Row[]): string[] =>
  indexOfRows(rows.map(createFacetSharing()), 0).search(query, undefined, 9)

test.each([
  ['anton.olsen@indigosolar.example', ['anton']],
  ['indigosolar', ['anton']],
  ['quarrytravel.example', ['quarry']],
  ['quarrytravel', ['quarry']],
  ['https://quarrytravel.example/contact', ['quarry']],
  ['+49 30 1234567', ['anton']],
  ['030 123 45 67', ['anton']],
  ['head of sales', ['anton']],
  ['customer', ['quarry']],
  ['person anton', ['anton']],
  ['waiting', ['task']],
  ['quote indigo', ['task']],
  ['unlisted', []],
  ['about', []],
  ['w', []],
])('APP-14 %s finds the rows that say so: %o', (query, found) => {
  expect(search(query, anton, quarry, task)).toEqual(found)
})

test.each([
  ['030/1234567', '+49 30 1234567'],
  ['030/1234567', '0049301234567'],
  ['+44 (0)20 7946 0018', '+442079460018'],
  ['+44 (0)20 7946 0018', '020 7946 0018'],
  ['+1 415 555 0134', '(415) 555-0134'],
  ['(415) 555-0134 x12', '1-415-555-0134'],
  ['+49 030 7654321', '7654321'],
])('APP-14 a phone that is saved as %s is found as %s', (saved, typed) => {
  const other = record('other', 'Other', {}, ['phone', '+43 1 999 88 77'])
  const own = record('own', 'Own', {}, ['phone', saved])
  const second = record('second', 'Second', {}, ['phone', '+44 1 2'], ['phone', saved])
  expect(search(typed, own, second, other).toSorted()).toEqual(['own', 'second'])
})

test('APP-14 a phone of another country is not found', () => {
  expect(search('+43 30 1234567', anton)).toEqual([])
})

test('APP-14 what a row says is found in its other spelling', () => {
  const ada = record('ada', 'Ada', { subtitle: 'Müller E-Commerce' })
  for (const typed of ['mueller', 'ecommerce', 'ada müller']) expect(search(typed, ada)).toEqual(['ada'])
})

test('APP-14 what a row says besides stands below every title that says it, and above a typo', () => {
  const mistyped = record('mistyped', 'Wating room', {})
  const inside = record('inside', 'Awaiting them', {})
  expect(search('waiting', task, mistyped, inside)).toEqual(['inside', 'task', 'mistyped'])
})

test('APP-14 letters left out count only where nothing else is found', () => {
  const joined = record('joined', 'Call Emma Lind on Monday', {})
  const chief = record('chief', 'Ana Silva', { subtitle: 'CEO' })
  expect(search('ceo', joined, chief)).toEqual(['chief'])
  expect(search('ceo', joined, anton)).toEqual(['joined'])
})

const hour = 3_600_000
const now = 1_000_000 * hour

test('APP-14 meetings stand by their distance from now, past and future alike; one that runs is first', () => {
  const index = createLocalIndex({ now: () => now })
  const put = (title: string, from: number, until: number): void => {
    const span = { start: now + from * hour, end: now + until * hour }
    index.put({ key: title, kind: 'meeting', title, seenAt: 0, use: unused, span })
  }
  put('Demo', 400, 401)
  put('Demo in a week', 168, 169)
  put('Demo of yesterday for everybody', -25, -24)
  put('Demo in three days', 72, 73)
  put('Demo for Slate Freight that runs now', -1, 1)
  put('Demo last month', -700, -699)
  expect(index.search('demo ', undefined, 9)).toEqual([
    'Demo',
    'Demo for Slate Freight that runs now',
    'Demo of yesterday for everybody',
    'Demo in three days',
    'Demo in a week',
    'Demo last month',
  ])
})
