// Words of a start in a captured line, in English and German (APP-05).
import { expect, test } from 'vitest'
import { startWords } from '../dates/format.ts'
import { dueWords } from '../dates/reader/due-testing.ts'
import { readDates } from '../dates/reader/read-dates.ts'
import { parseCapture, titleWithout } from './parse.ts'
import { readIn } from './phrase-testing.ts'

/** Wednesday. */
const now = new Date(2026, 10, 18, 10)
const two = (value: number): string => String(value).padStart(2, '0')
const read = (text: string, starts = true) => {
  const { tokens, quotes } = parseCapture(text, now, readDates, [], { starts })
  return [
    titleWithout(text, tokens, quotes),
    ...tokens.map((token) => {
      if (token.kind === 'due') return `due ${dueWords(token)}`
      if (token.kind !== 'start') return token.kind
      const day = `${two(token.begins.getMonth() + 1)}-${two(token.begins.getDate())}`
      return `from ${day} ${two(token.begins.getHours())}:${two(token.begins.getMinutes())}`
    }),
  ]
}

test.each([
  ['Paint the fence, starts monday', 'Paint the fence', 'from 11-23 00:00'],
  ['Paint the fence starting on monday', 'Paint the fence', 'from 11-23 00:00'],
  ['Paint the fence from monday', 'Paint the fence', 'from 11-23 00:00'],
  ['Paint the fence from monday on', 'Paint the fence', 'from 11-23 00:00'],
  ['From monday: paint the fence', 'paint the fence', 'from 11-23 00:00'],
  ['Paint the fence start: monday 9am', 'Paint the fence', 'from 11-23 09:00'],
  [
    'Paint the fence starts monday due friday next week',
    'Paint the fence',
    'from 11-23 00:00',
    'due 2026-11-27',
  ],
  ['Paint the fence from monday  onwards', 'Paint the fence', 'from 11-23 00:00'],
  ['Paint the fence from monday onward', 'Paint the fence', 'from 11-23 00:00'],
  ['Paint the fence starting from monday', 'Paint the fence', 'from 11-23 00:00'],
  ['Paint the fence starting  from monday', 'Paint the fence', 'from 11-23 00:00'],
  ['Paint the fence starts  on  monday', 'Paint the fence', 'from 11-23 00:00'],
  ['Paint the fence start date: monday', 'Paint the fence', 'from 11-23 00:00'],
  ['Paint the fence start : monday', 'Paint the fence', 'from 11-23 00:00'],
  ['Zaun streichen Startdatum: Montag', 'Zaun streichen', 'from 11-23 00:00'],
  ['Zaun streichen Beginn: Montag', 'Zaun streichen', 'from 11-23 00:00'],
  ['Zaun streichen Beginn : Montag', 'Zaun streichen', 'from 11-23 00:00'],
  ['Zaun streichen, startet Montag', 'Zaun streichen', 'from 11-23 00:00'],
  ['Unmoved: paint from monday', 'Unmoved: paint', 'from 11-23 00:00'],
  ['Zaun streichen ab Montag', 'Zaun streichen', 'from 11-23 00:00'],
  ['Zaun streichen Start: Montag', 'Zaun streichen', 'from 11-23 00:00'],
  ['Zaun streichen, ab dem 3. Dezember', 'Zaun streichen', 'from 12-03 00:00'],
  ['Ab morgen Zaun streichen', 'Zaun streichen', 'from 11-19 00:00'],
  ['Kurs, beginnt am Montag', 'Kurs', 'from 11-23 00:00'],
  ['Kurs ab 1.12.', 'Kurs', 'from 12-01 00:00'],
  ['Kurs ab 2026-12-01', 'Kurs', 'from 12-01 00:00'],
  ['Kurs ab 01.12.2026, fällig 15.12.', 'Kurs', 'from 12-01 00:00', 'due 2026-12-15'],
  [
    'Zaun streichen ab Montag !hoch bis 27.11.',
    'Zaun streichen',
    'from 11-23 00:00',
    'priority',
    'due 2026-11-27',
  ],
])('APP-05 “%s” begins on a day', (text, ...expected) => {
  expect(read(text)).toEqual(expected)
})

test.each([
  'Answer the notes from monday',
  'Reply to his mail from friday',
  'Pay rent a week from friday',
  'Move the call from monday to friday',
  'Shop open from monday to friday',
  'Ask whether the course starts monday',
  'Call from the station',
  'Open from 9 to 5',
  'Open from 9am',
  'Hol das Paket ab morgen',
  'Geöffnet ab 10 Uhr',
  'Geöffnet ab 10h',
  'Geöffnet ab Mittag',
  'Geöffnet ab mittags',
  'Open from noon',
  'Open from at 9am',
  'Call Bob from 2 to 3pm tomorrow',
  'Call Bob from 14:00-15:00 tomorrow',
  'Water the plants weekly from monday',
  'Read "starts monday"',
  "Read from monday's report",
])('APP-05 “%s” has no start', (text) => {
  expect(read(text).filter((words) => words.startsWith('from'))).toEqual([])
})

const nouns =
  'note notes mail mails email emails e-mail e-mails message messages minutes report reports photo photos picture pictures ' +
  'slides call calls meeting meetings feedback result results leftovers figures numbers invoice invoices receipt receipts ' +
  'order orders comment comments request requests draft drafts version versions item items action actions ticket tickets ' +
  'bug bugs issue issues data backup backups log logs changes question questions topic topics task tasks point points ' +
  'letter letters day days week weeks month months year years hour hours fortnight fortnights'
const verbs =
  'hol hole schick schicke sag sage gib gebe lehn lehne schließ schliesse bau baue räum räume nimm nehme ruf rufe warte mach ' +
  'mache fahr fahre stimm stimme frag frage meld melde bestell bestelle liefer liefere leg lege setz setze stell stelle ' +
  'schalte trag trage bezahl bezahle zahl zahle send sende reis reise wasch wasche schreib schreibe brech breche brich hefte ' +
  'wäg wäge'
test.each([
  ...nouns.split(' ').map((noun) => `Sort ${noun} from monday`),
  ...verbs.split(' ').map((verb) => `${verb} das ab morgen`),
  ...'move postpone copy delete remove restore'.split(' ').map((verb) => `Please ${verb} it all from monday`),
])('APP-05 “%s” says when something else was', (text) => {
  expect(read(text).filter((words) => words.startsWith('from'))).toEqual([])
})

test('APP-11 for a service without start dates the words stay in the title', () => {
  expect(read('Zaun streichen ab Montag', false)).toEqual(['Zaun streichen ab Montag'])
})

test('APP-05 the task gets the start; one after the due date is refused with the reason', () => {
  const of = readIn({ options: undefined, rowsFor: () => [] }, now, { starts: true })
  const startDate = new Date(2026, 10, 23).toISOString()
  expect(of('Zaun streichen ab Montag').built).toEqual({
    ok: true,
    task: { title: 'Zaun streichen', startDate },
  })
  expect(of('Paint starts monday due tomorrow').built).toEqual({
    ok: false,
    problem: 'The start date is after the due date.',
  })
})

test('APP-05 a start without a time shows as its day', () => {
  expect(startWords(new Date(2026, 10, 19), now)).toBe('Tomorrow')
  expect(startWords(new Date(2026, 10, 19, 9), now)).toMatch(/^Tomorrow, 0?9:00/)
})
