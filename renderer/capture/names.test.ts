// The drop-down after a mark, without a page: where it opens, what it offers, and when Enter picks.
import { expect, test } from 'vitest'
import type { TaskOptions } from '../../shared/api/launcher/tasks.ts'
import { objectWith } from '../../shared/fixtures-testing.ts'
import { rowWith } from '../../shared/search/row-testing.ts'
import { offerFor, typedNameAt, writtenName } from './names.tsx'

const member = (name: string) => ({ id: name, name, email: `${name.split(' ')[0]?.toLowerCase()}@acme.test` })
const options = {
  me: 'Olivia Hart',
  members: ['Olivia Hart', 'Grace Hopper', 'Hanna Green', 'Grace Kelly', 'Meg Ryan', 'Jörg Weiß'].map(member),
  statuses: [
    { slug: 'in-progress', name: 'In progress' },
    { slug: 'in-review', name: 'In review' },
  ],
  priorities: [],
  sections: [],
} as unknown as TaskOptions
const workspace = { options, rowsFor: () => null, now: new Date(2026, 0, 1) }

const typedIn = (text: string) => typedNameAt(text, text.length, [])
const offered = (text: string) => {
  const typed = typedIn(text)
  const { candidates, first } = typed === null ? { candidates: [], first: null } : offerFor(typed, workspace)
  return { names: candidates.map(({ name }) => name), first }
}

test.each([
  ['Call @', 'person', ''],
  ['Call @gr', 'person', 'gr'],
  ['Call (@gr', 'person', 'gr'],
  ['Call ＠gr', 'person', 'gr'],
  ['Ask #"Cedar Out', 'record', 'Cedar Out'],
  ['Ask =in', 'status', 'in'],
])('APP-05 a name is being typed at the end of %j', (text, kind, name) => {
  expect(typedIn(text)).toMatchObject({ kind, name, end: text.length })
})

test.each(['ann@example', 'C#', 'x =', 'this / ', 'Call @gr,', 'Call (@gr)', 'Call @"Grace Hopper"'])(
  'APP-05 no name is being typed at the end of %j',
  (text) => {
    expect(typedIn(text)).toBeNull()
  },
)

test('APP-05 no list opens inside of a word, nor at a name that was chosen', () => {
  expect(typedNameAt('Call @grace', 'Call @gr'.length, [])).toBeNull()
  const manual = [{ start: 5, end: 10, as: 'person', id: 'g', name: 'Mira' } as const]
  expect(typedNameAt('Call @Mira', 'Call @Mira'.length, manual)).toBeNull()
})

test('APP-05 a mark offers everyone, the user last', () => {
  expect(offered('Call @').names).toHaveLength(options.members.length)
  expect(offered('Call @').names.at(-1)).toBe('Olivia Hart')
  expect(offered('Call @').first).toBe(offered('Call @').names[0])
})

test.each([
  ['Call @gr', ['Grace Hopper', 'Grace Kelly', 'Hanna Green'], 'Grace Hopper'],
  ['Call @ha', ['Hanna Green', 'Olivia Hart'], 'Hanna Green'],
  ['Call @zz', [], null],
  // A name of two people is finished: Enter asks.
  ['Call @grace', ['Grace Hopper', 'Grace Kelly'], null],
  ['Do it =in', ['In progress', 'In review'], null],
  // A name that means one thing closes the list: Enter saves.
  ['Call @meg', [], null],
  ['Call @"Grace Kelly', [], null],
  ['Call @joer', ['Jörg Weiß'], 'Jörg Weiß'],
  ['Call @joerg', [], null],
  ['Call @me', [], null],
  ['Call @none', [], null],
])('APP-05 %j offers %j, and Enter picks %j', (text, names, first) => {
  expect(offered(text)).toEqual({ names, first })
})

test('APP-05 a number offers what begins with it, and Enter picks none of it', () => {
  const rows = ['3M', '365 Retail'].map((title) => rowWith({ kind: 'record', id: title, title }))
  const typed = { start: 0, end: 2, kind: 'record', name: '3' } as const
  const offer = offerFor(typed, { ...workspace, rowsFor: () => rows })
  expect([offer.candidates.map(({ name }) => name), offer.first]).toEqual([['3M', '365 Retail'], null])
})

test('APP-05 a picked name of several words is written in quotes', () => {
  expect(writtenName('@', 'Mira')).toBe('@Mira')
  expect(writtenName('#', 'Cedar "Out" doors')).toBe('#"Cedar Out doors"')
})

test('RCL-02 a record that is not there is offered as a new one, once the service has answered, and no key picks it at first', () => {
  const creatable = [objectWith('companies', 'Companys'), objectWith('people', 'Persons')]
  const offer = (name: string, rows: [] | null, kind: 'record' | 'person' = 'record') => {
    const { candidates, first } = offerFor(
      { start: 0, end: 2, kind, name },
      { ...workspace, rowsFor: () => rows, creatable },
    )
    return [candidates.map(({ id, name: title, label }) => [id, title, label]), first]
  }
  expect(offer('globex', [])).toEqual([
    [
      ['new:companies', 'globex', 'New company “globex”'],
      ['new:people', 'globex', 'New person “globex”'],
    ],
    null,
  ])
  expect(offer('globex', null)).toEqual([[], null])
  for (const name of ['', 'g', '3']) expect(offer(name, [])).toEqual([[], null])
})
