import { describe, expect, test } from 'vitest'
import type { Member } from '../../shared/api/launcher-tasks.ts'
import type { Row } from '../../shared/launcher.ts'
import { parseCapture, type Token } from './parse-capture.ts'
import { readDates } from './read-dates.ts'
import {
  buildTask,
  type Choices,
  meaningOfPerson,
  meaningOfRecord,
  recognize,
  type Recognized,
} from './resolve-capture.ts'

const now = new Date(2026, 10, 21, 10, 0, 0)
const member = (id: string, name: string, email: string): Member => ({ id, name, email, avatarUrl: null })
const members = [
  member('ada', 'Ada Lovelace', 'owner@acme.test'),
  member('hopper', 'Grace Hopper', 'grace@acme.test'),
  member('kelly', 'Grace Kelly', 'gkelly@acme.test'),
]
const record = (id: string, title: string): Row => ({
  kind: 'record',
  id,
  title,
  subtitle: '',
  badge: '',
  avatarUrl: null,
  webUrl: '',
  source: 'live',
  seenAt: 0,
})
const records = [record('r1', 'Acme Corporation'), record('r2', 'Acme renewal'), record('r3', 'Northwind')]
const none: Choices = { literal: new Set(), chosen: new Map() }

const read = (text: string, choices: Choices = none) => {
  const parsed = parseCapture(text, now, readDates)
  const recognized = recognize(
    parsed,
    choices,
    (token) =>
      token.kind === 'person'
        ? meaningOfPerson(token.name, members, 'ada')
        : meaningOfRecord(token.name, records),
    (token: Token) => token.text,
  )
  return { parsed, recognized, built: buildTask(text, parsed, recognized) }
}
const states = (recognized: readonly Recognized[]) => recognized.map(({ meaning }) => meaning.state)

describe('APP-05 what the marks mean in this workspace', () => {
  test.each([
    ['ada', 'resolved'],
    ['hopper', 'resolved'],
    ['Grace', 'ambiguous'],
    ['grace kelly', 'resolved'],
    ['gkelly', 'resolved'],
    ['me', 'resolved'],
    ['nobody', 'unknown'],
    ['race', 'unknown'],
  ])('APP-05 @%s is %s', (name, state) => {
    expect(meaningOfPerson(name, members, 'ada').state).toBe(state)
  })

  test.each([
    ['northwind', 'resolved'],
    ['acme', 'ambiguous'],
    ['acme-corporation', 'resolved'],
    ['12', 'unknown'],
  ])('APP-05 #%s is %s', (name, state) => {
    expect(meaningOfRecord(name, records).state).toBe(state)
  })

  test('APP-05 a record that nobody has answered for is being looked for', () => {
    expect(meaningOfRecord('acme', null)).toEqual({ state: 'looking' })
  })

  test('APP-05 what is unknown or ambiguous stays in the title: nothing is created by accident', () => {
    const { recognized, built } = read('Fix issue #12 with @grace and @hopper')
    expect(states(recognized)).toEqual(['unknown', 'ambiguous', 'resolved'])
    expect(built).toEqual({
      ok: true,
      task: { title: 'Fix issue #12 with @grace and', assignees: ['hopper'] },
    })
  })

  test('APP-05 a choice is kept while other text is typed', () => {
    const first = read('Call @grace').recognized[0]
    expect(first?.meaning.state).toBe('ambiguous')
    const chosen = new Map([[first?.key ?? '', { id: 'kelly', name: 'Grace Kelly' }]])
    const { built } = read('Please call @grace about the film', { ...none, chosen })
    expect(built).toMatchObject({ ok: true, task: { assignees: ['kelly'] } })
  })

  test('APP-05 a token that was turned back into text is title again', () => {
    const [due] = read('Write the tomorrow manifesto').recognized
    const { recognized, built } = read('Write the tomorrow manifesto', {
      ...none,
      literal: new Set([due?.key ?? '']),
    })
    expect(recognized).toEqual([])
    expect(built).toEqual({ ok: true, task: { title: 'Write the tomorrow manifesto' } })
  })

  test('APP-05 of two dates one question is asked, and both stay in the title until it is answered', () => {
    const { recognized, built } = read('Prepare Monday report tomorrow')
    expect(states(recognized)).toEqual(['ambiguous'])
    expect(built).toEqual({ ok: true, task: { title: 'Prepare Monday report tomorrow' } })
  })

  test('APP-05 a line of marks alone is no task', () => {
    expect(read('tomorrow !high').built).toMatchObject({ ok: false })
  })

  test('APP-05 a title of more than 500 letters is refused, not cut', () => {
    expect(read('a'.repeat(501)).built).toMatchObject({ ok: false })
    expect(read('a'.repeat(500)).built).toMatchObject({ ok: true })
  })

  test('APP-05 the same person twice is assigned once', () => {
    expect(read('Call @hopper and @hopper').built).toMatchObject({
      ok: true,
      task: { assignees: ['hopper'] },
    })
  })
})
