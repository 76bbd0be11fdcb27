import { expect, test } from 'vitest'
import { screenFor } from './dropped-files.ts'

const file = (name: string, type = ''): File => new File([], name, { type })
const photo = file('photo.png', 'image/png')

test.each<[string, readonly File[], ReturnType<typeof screenFor>]>([
  ['a calendar', [file('Team.ICS')], { kind: 'addCalendar', file: file('Team.ICS') }],
  ['the first calendar', [photo, file('a.ics'), file('b.ics')], { kind: 'addCalendar', file: file('a.ics') }],
  [
    'a calendar by its type',
    [file('x', 'text/calendar')],
    { kind: 'addCalendar', file: file('x', 'text/calendar') },
  ],
  ['a table', [photo, file('Contacts.CSV')], { kind: 'import', file: file('Contacts.CSV') }],
  ['cards', [file('all.vcf')], { kind: 'import', file: file('all.vcf') }],
  ['a board', [file('board.json')], { kind: 'import', file: file('board.json') }],
  ['a text', [file('tasks.txt')], { kind: 'import', file: file('tasks.txt') }],
  ['tabs', [file('tasks.tsv')], { kind: 'import', file: file('tasks.tsv') }],
  ['a picture alone', [photo], undefined],
  ['nothing', [], undefined],
])('CAL-08 IMP-02 %s is dropped on the screen that takes it', (_what, files, expected) => {
  const screen = screenFor(files)
  expect(screen?.kind).toBe(expected?.kind)
  expect(screen?.file?.name).toBe(expected?.file?.name)
})
