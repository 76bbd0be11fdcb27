import { describe, expect, test } from 'vitest'
import type { Member } from '../api/launcher/tasks.ts'
import { statusWith } from '../fixtures-testing.ts'
import type { ManualToken } from '../ipc/launcher.ts'
import { withManual } from './manual.ts'
import { readIn } from './phrase-testing.ts'
import { meaningOfPerson, meaningOfRecord, newRecordsIn, type Recognized } from './resolve.ts'
import type { Meaning } from './whole-names.ts'
import { rowWith } from '../search/row-testing.ts'

const now = new Date(2026, 10, 21, 10)
const member = (id: string, name: string, email: string): Member => ({ id, name, email, avatarUrl: null })
const members = [
  member('ada', 'Ada Lovelace', 'owner@acme.test'),
  member('hopper', 'Grace Hopper', 'grace@acme.test'),
  member('kelly', 'Grace Kelly', 'gkelly@acme.test'),
]
const record = (id: string, title: string) => rowWith({ kind: 'record', id, title })
const records = [record('r1', 'Acme Corporation'), record('r2', 'Acme renewal'), record('r3', 'Northwind')]
const statuses = ['To do', 'In progress', 'Done'].map((name) =>
  statusWith(name.toLowerCase().replace(' ', '_'), { name }),
)
const sections = ['Planning', 'Planning 2027', 'Legal'].map((name, at) => ({
  id: `s${at + 1}`,
  name,
  recordId: null,
}))
const read = readIn({ options: { members, me: 'ada', statuses, sections }, rowsFor: () => records }, now)
const states = (recognized: readonly Recognized[]) => recognized.map(({ meaning }) => meaning.state)

test.each([
  ['Water the plants', ['ada']],
  ['Water the plants @hopper', ['hopper']],
  ['Water the plants @stranger', ['ada']],
  ['Water the plants @none', undefined],
])('APP-13 of “%s” the assignees are %j: mine, unless somebody or nobody is named', (text, assignees) => {
  const { built } = read(text, [], 'ada')
  expect(built.ok && built.task.assignees).toEqual(assignees)
})

describe('APP-05 what the marks mean in this workspace', () => {
  test.each([
    ['@ada', 'resolved'],
    ['@Grace', 'ambiguous'],
    ['@"grace kelly"', 'resolved'],
    ['@gkelly', 'resolved'],
    ['@me', 'resolved'],
    ['@nobody-here', 'unknown'],
    ['@race', 'unknown'],
    ['#northwind', 'resolved'],
    ['#acme', 'ambiguous'],
    ['#acme-corporation', 'resolved'],
    ['#12', 'unknown'],
    ['=in-progress', 'resolved'],
    ['=DONE', 'resolved'],
    ['=blocked', 'unknown'],
    ['/legal', 'resolved'],
    ['/planning', 'resolved'],
    ['/plan', 'ambiguous'],
    ['/nowhere', 'unknown'],
  ])('APP-05 %s is %s', (written, state) => {
    expect(states(read(`Write ${written}`).recognized)).toEqual([state])
  })

  test('APP-05 people of one name are told apart by their email, records by what they are', () => {
    const detailsOf = (meaning: Meaning) =>
      meaning.state === 'ambiguous' ? meaning.candidates.map(({ detail }) => detail) : meaning
    const twins = ['first', 'second'].map((id) => member(id, 'Grace Hopper', `${id}@acme.test`))
    const emails = twins.map(({ email }) => email)
    expect(detailsOf(meaningOfPerson('grace', twins, undefined))).toEqual(emails)
    const named = { kind: 'record', title: 'Acme' } as const
    const rows = [
      rowWith({ ...named, id: 'r1', badge: 'Company', subtitle: 'acme.test' }),
      rowWith({ ...named, id: 'r2', badge: 'Deal', subtitle: '' }),
    ]
    expect(detailsOf(meaningOfRecord('acme', rows))).toEqual(['Company · acme.test', 'Deal'])
  })

  test('APP-05 a record that nobody has answered for is being looked for', () => {
    expect(meaningOfRecord('acme', null)).toEqual({ state: 'looking' })
  })

  test('APP-05 what is unknown or ambiguous stays in the title: nothing is created by accident', () => {
    const { recognized, built } = read('Fix issue #12 with @grace and @hopper')
    expect(states(recognized)).toEqual(['unknown', 'ambiguous', 'resolved'])
    expect(built).toEqual({
      ok: true,
      task: { title: 'Fix issue #12 with grace and Grace Hopper', assignees: ['hopper'] },
    })
  })

  test('APP-05 status and section are sent as the service names them', () => {
    expect(read('Draft the contract =prog /legal').built).toEqual({
      ok: true,
      task: { title: 'Draft the contract', status: 'in_progress', sectionId: 's3' },
    })
  })

  const decided = (text: string, index: number, as: ManualToken['as'], id = '', name = ''): ManualToken[] => {
    const token = read(text).recognized[index]?.token
    return withManual([], { start: token?.start ?? 0, end: token?.end ?? 0, as, id, name })
  }

  test('APP-05 a choice is kept and frozen', () => {
    const text = 'Call @grace about it'
    expect(states(read(text).recognized)).toEqual(['ambiguous'])
    const { recognized, built } = read(text, decided(text, 0, 'person', 'kelly', 'Grace Kelly'))
    expect(built).toEqual({ ok: true, task: { title: 'Call Grace Kelly about it', assignees: ['kelly'] } })
    expect(recognized[0]?.frozen).toBe(true)
  })

  test('APP-05 a date that was set by hand is not read again, nor asked about', () => {
    const text = 'Write it tomorrow'
    const due = new Date(2026, 11, 3, 23, 59, 59, 999).toISOString()
    const manual = decided(text, 0, 'due', due, 'Thu 3 Dec')
    const { recognized, built } = read(`${text} 5pm`, manual)
    expect(states(recognized)).toEqual(['resolved'])
    expect(built).toEqual({ ok: true, task: { title: 'Write it 5pm', dueDate: due } })
  })

  test.each(['Write the tomorrow manifesto', 'Post it to #northwind'])(
    'APP-05 a token that was turned back into text stays as it was typed: “%s”',
    (text) => {
      const { recognized, built } = read(text, decided(text, 0, 'text'))
      expect(recognized).toEqual([])
      expect(built).toEqual({ ok: true, task: { title: text } })
    },
  )

  test.each([
    ['of two dates', 'Monday report tomorrow', 1, 'tomorrow', 'Monday report', [22, 23, 59, 59, 999]],
    ['of a day and a time apart', 'friday dentist 3pm', 0, '3pm', 'friday dentist', [27, 15]],
  ] as const)(
    'APP-05 %s one question is asked; the answer is due and the rest is text',
    (_what, text, at, word, title, [day, ...time]) => {
      const { recognized, built: unanswered } = read(text)
      expect(states(recognized)).toEqual(['ambiguous'])
      expect(unanswered).toEqual({ ok: true, task: { title: text } })
      const meaning = recognized[0]?.meaning
      const answer = meaning?.state === 'ambiguous' ? meaning.candidates[at] : undefined
      const span = { start: text.indexOf(word), end: text.indexOf(word) + word.length }
      expect(answer).toMatchObject({ id: new Date(2026, 10, day, ...time).toISOString(), span })
      const { built } = read(text, [{ ...span, as: 'due', id: answer?.id ?? '', name: answer?.name ?? '' }])
      expect(built).toMatchObject({ ok: true, task: { title, dueDate: answer?.id } })
    },
  )

  test('APP-05 a date that English and German read differently is asked about', () => {
    const [item] = read('Call Bob by 5.12').recognized
    const candidates = item?.meaning.state === 'ambiguous' ? item.meaning.candidates.map(({ id }) => id) : []
    const [day, time] = [new Date(2026, 11, 5, 23, 59, 59, 999), new Date(2026, 10, 21, 17, 12)]
    expect(candidates).toEqual([day.toISOString(), time.toISOString()])
  })

  test('APP-05 of a date that is said twice nothing is asked; with the first turned back, the other is meant', () => {
    const text = 'Prepare Monday report by monday'
    const once = read(text)
    expect(states(once.recognized)).toEqual(['resolved'])
    expect(once.built).toMatchObject({ ok: true, task: { title: 'Prepare report by monday' } })
    const other = read(text, decided(text, 0, 'text'))
    expect(states(other.recognized)).toEqual(['resolved'])
    expect(other.built).toMatchObject({ ok: true, task: { title: 'Prepare Monday report' } })
  })

  test.each([
    ['tomorrow !high', false],
    ['\u200f\u200b tomorrow', false],
    ['a'.repeat(501), false],
    ['a'.repeat(500), true],
  ])('APP-05 a title has 1 to 500 letters, and is never cut: %j', (text, ok) => {
    expect(read(text).built.ok).toBe(ok)
  })

  test.each([
    ['Follow up on #northwind', 'Follow up on Northwind'],
    ['Angebot für #northwind morgen !high', 'Angebot für Northwind'],
    ['Buy paper #northwind', 'Buy paper'],
    ['Follow up on #quarry', 'Follow up on quarry'],
    ['Close #quarry', 'Close #quarry'],
    ['Call @hopper about the offer', 'Call Grace Hopper about the offer'],
    ['Call @hopper tomorrow about the offer', 'Call Grace Hopper about the offer'],
    ['Ask @hopper, then go', 'Ask Grace Hopper, then go'],
    ['Thank @hopper and @kelly', 'Thank Grace Hopper and Grace Kelly'],
    ['@hopper call back', 'call back'],
    ['Call @hopper', 'Call Grace Hopper'],
    ['Frag @hopper', 'Frag Grace Hopper'],
    ['@hopper anrufen', 'Grace Hopper anrufen'],
    ['Buy paper @hopper', 'Buy paper'],
    ['Remind @me about the offer', 'Remind about the offer'],
    ['Leave it to @none', 'Leave it to'],
    ['Say "on #northwind"', 'Say on #northwind'],
  ])('APP-05 a name that the sentence needs stays in the title, another leaves it: “%s”', (text, title) => {
    expect(read(text).built).toMatchObject({ ok: true, task: { title } })
  })

  test('APP-05 a name that stays in the title is linked or assigned all the same', () => {
    const task = {
      title: 'Call Grace Hopper about Northwind',
      assignees: ['hopper'],
      linkedRecordIds: ['r3'],
    }
    expect(read('Call @hopper about #northwind').built).toEqual({ ok: true, task })
  })

  test('RCL-02 a record that was chosen as a new one is linked by the id that it will have', () => {
    const id = '6fd44d5d-ea10-44fa-8fe9-0e42cbc4232a'
    const text = 'Call #globex'
    const manual = [{ start: 5, end: 12, as: 'record', id: `new:companies:${id}`, name: 'globex' } as const]
    const { recognized, built } = read(text, manual)
    expect(built).toEqual({ ok: true, task: { title: 'Call globex', linkedRecordIds: [id] } })
    expect(newRecordsIn(recognized)).toEqual([{ id, objectSlug: 'companies', title: 'globex' }])
    expect(newRecordsIn(read('Call #globex').recognized)).toEqual([])
  })
})
