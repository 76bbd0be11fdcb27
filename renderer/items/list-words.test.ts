import { afterEach, expect, test } from 'vitest'
import type { TaskOptions } from '../../shared/api/launcher/tasks.ts'
import { statusWith } from '../../shared/fixtures-testing.ts'
import { speak } from '../../shared/language.ts'
import { de } from '../../shared/messages/de.ts'
import { en } from '../../shared/messages/en.ts'
import { readState } from '../../shared/search/state-words.ts'
import { listName, noTasksWords } from './list-words.ts'

const options: TaskOptions = {
  statuses: [statusWith('review', { name: 'In review' })],
  priorities: [],
  members: [{ id: 'lena', name: 'Lena Hof', email: '', avatarUrl: null }],
  sections: [{ id: 'launch', name: 'Launch', recordId: null }],
}

afterEach(() => speak('en', en, 'en-US'))

test.each([
  ['@lena overdue', 'Lena Hof · overdue', 'No tasks of Lena Hof that are overdue'],
  [
    'inv @lena /launch in review high',
    'Lena Hof · Launch · In review · High · “inv”',
    'No tasks of Lena Hof in Launch with “inv” that are In review, High',
  ],
  ['@none today', 'unassigned · due today', 'No tasks that are unassigned, due today'],
  ['@me /none', 'me · in no section', 'No tasks of me that are in no section'],
])('APP-14 the list "%s" is called "%s", and "%s" where it is empty', (query, name, empty) => {
  const state = readState(query, { ...options, now: 0, firstDay: 1, me: 'ada' })
  expect(state && [listName(state, options), noTasksWords(state, options)]).toEqual([name, empty])
})

test('APP-14 a list is named in German, too', () => {
  speak('de', de, 'de-DE')
  const state = readState('@lena überfällig /launch', { ...options, now: 0, firstDay: 1, me: 'ada' })
  expect(state && [listName(state, options), noTasksWords(state, options)]).toEqual([
    'Lena Hof · überfällig · Launch',
    'Keine Aufgaben von Lena Hof in Launch (überfällig)',
  ])
})
