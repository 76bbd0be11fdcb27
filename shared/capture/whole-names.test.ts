// Names of several words, other spellings, and what follows a name in its word.
import { beforeAll, expect, test } from 'vitest'
import { statusWith } from '../fixtures-testing.ts'
import type { ManualToken } from '../ipc/launcher.ts'
import { speak } from '../language.ts'
import { en } from '../messages/en.ts'
import { rowWith } from '../search/row-testing.ts'
import { readIn } from './phrase-testing.ts'
import { meaningOfPerson } from './resolve.ts'
import { decide, isNumber } from './whole-names.ts'

// A Saturday.
const now = new Date(2026, 10, 21, 10)
const members = [
  'Grace Hopper',
  'Grace Kelly',
  'Jörg Weiß',
  'Bernd Müller',
  'José Álvarez',
  'Dr. Ada Lovelace',
  'Joel Smith',
  'Uwe Groß',
].map((name) => ({ id: name, name, email: `${name.replaceAll(/\W/g, '.')}@acme.test`, avatarUrl: null }))
const records = [
  'Acme',
  'Acme Corporation',
  'Acme Corporation Europe',
  'Müller GmbH',
  'Meridian Networks Ltd',
  'Meridian Dairy',
  'Notes for Bob',
  'Monday review',
  'Smith & Sons',
  'J.P. Morgan',
  "McDonald's",
  'A/B test',
  '3M',
  '7-Eleven',
  'Room 12',
].map((title) => rowWith({ kind: 'record', id: title, title }))
const statuses = ['In progress', 'In review'].map((name) => statusWith(name, { name }))
const sections = ['Büro', 'Phase two', 'Phase two of 2027'].map((name) => ({
  id: name,
  name,
  recordId: null,
}))
const readWhole = readIn(
  { options: { members, me: members[5]?.id ?? '', statuses, sections }, rowsFor: () => records },
  now,
)

const read = (text: string, manual: readonly ManualToken[] = []) => {
  const { recognized, built } = readWhole(text, manual)
  const chips = recognized.map(({ token, meaning }) =>
    meaning.state === 'resolved'
      ? `${token.text} → ${meaning.candidate.name}`
      : `${token.text} ${meaning.state}`,
  )
  return { title: built.ok ? built.task.title : built.problem, chips }
}

// Files of tests share the language of their process.
beforeAll(() => speak('en', en, 'en-US'))

test.each([
  ['Ask @Grace Hopper about it', 'Ask Grace Hopper about it', ['@Grace Hopper → Grace Hopper']],
  ['Ask @grace  hopper, then go', 'Ask Grace Hopper, then go', ['@grace  hopper → Grace Hopper']],
  ['Ask @Grace Hopper.', 'Ask Grace Hopper.', ['@Grace Hopper → Grace Hopper']],
  ['Buy paper @Grace Hopper', 'Buy paper', ['@Grace Hopper → Grace Hopper']],
  ['Review (@Grace Hopper)', 'Review', ['@Grace Hopper → Grace Hopper']],
  ['Call @Jose Alvarez', 'Call José Álvarez', ['@Jose Alvarez → José Álvarez']],
  // Without what stands around the name in the workspace.
  ['Call @Ada Lovelace', 'Call Dr. Ada Lovelace', ['@Ada Lovelace → Dr. Ada Lovelace']],
  ['Call @Dr. Ada Lovelace', 'Call Dr. Ada Lovelace', ['@Dr. Ada Lovelace → Dr. Ada Lovelace']],
  ['Call #Meridian Networks', 'Call Meridian Networks Ltd', ['#Meridian Networks → Meridian Networks Ltd']],
  ['Review #Acme Corporation', 'Review', ['#Acme Corporation → Acme Corporation']],
  ['Review #Acme Corporation Europe', 'Review', ['#Acme Corporation Europe → Acme Corporation Europe']],
  ['Review #Acme about it', 'Review about it', ['#Acme → Acme']],
  ['Pay #Smith & Sons', 'Pay Smith & Sons', ['#Smith & Sons → Smith & Sons']],
  ['Pay #smith and sons', 'Pay Smith & Sons', ['#smith and sons → Smith & Sons']],
  ['Call #J.P. Morgan', 'Call J.P. Morgan', ['#J.P. Morgan → J.P. Morgan']],
  ["Call #McDonald's", "Call McDonald's", ["#McDonald's → McDonald's"]],
  ['Plan #A/B test', 'Plan', ['#A/B test → A/B test']],
  ['Draft it =in progress now', 'Draft it now', ['=in progress → In progress']],
  ['Draft it /Phase two', 'Draft it', ['/Phase two → Phase two']],
  // A name of the workspace is no date.
  ['Prepare #Monday review', 'Prepare', ['#Monday review → Monday review']],
  ['Prepare #acme monday', 'Prepare', ['#acme → Acme', 'monday → Mon, Nov 23']],
])('APP-05 the whole typed name is the chip and stands in the title once: “%s”', (text, title, chips) => {
  expect(read(text)).toEqual({ title, chips })
})

test.each([
  // Another sentence, another name.
  ['Ask @hopper. Kelly is out', 'Ask Grace Hopper. Kelly is out', ['@hopper → Grace Hopper']],
  ['Ask @hopper, Grace is out', 'Ask Grace Hopper, Grace is out', ['@hopper → Grace Hopper']],
  ['Ask @hopper - grace is out', 'Ask Grace Hopper - grace is out', ['@hopper → Grace Hopper']],
  ['Ask @joel and @Uwe Groß', 'Ask Joel Smith and Uwe Groß', ['@joel → Joel Smith', '@Uwe Groß → Uwe Groß']],
  ['Ask @Grace about it', 'Ask Grace about it', ['@Grace ambiguous']],
  ['Ask @Grace Hop about it', 'Ask Grace Hop about it', ['@Grace ambiguous']],
  ['Send #notes for Ann', 'Send for Ann', ['#notes → Notes for Bob']],
  ['Fix #Acme Corporation-wide', 'Fix Corporation-wide', ['#Acme → Acme']],
  ['Link #"Acme" Corporation', 'Link Corporation', ['#"Acme" → Acme']],
  ['Link #acme @Grace Hopper', 'Link', ['#acme → Acme', '@Grace Hopper → Grace Hopper']],
])('APP-05 words that are not of the name stay: “%s”', (text, title, chips) => {
  expect(read(text)).toEqual({ title, chips })
})

test.each([
  ["Ask @hopper's team", "Ask Grace Hopper's team", ['@hopper → Grace Hopper']],
  ['Review @hopper’s deck', 'Review Grace Hopper’s deck', ['@hopper → Grace Hopper']],
  ["Read @Grace Hopper's notes", "Read Grace Hopper's notes", ['@Grace Hopper → Grace Hopper']],
  ["Read #Müller GmbH's offer", "Read Müller GmbH's offer", ['#Müller GmbH → Müller GmbH']],
  ['Read @joel’ notes', 'Read Joel Smith’ notes', ['@joel → Joel Smith']],
  ['Review with @hopper/legal', 'Review with Grace Hopper/legal', ['@hopper → Grace Hopper']],
  ['See @hopper/@joel', 'See Grace Hopper/Joel Smith', ['@hopper → Grace Hopper', '@joel → Joel Smith']],
  ['See https://social.test/@hopper', 'See https://social.test/@hopper', []],
])('APP-05 what follows a name in its word stays: “%s”', (text, title, chips) => {
  expect(read(text)).toEqual({ title, chips })
})

test.each([
  ['@joerg', '@joerg → Jörg Weiß'],
  ['@Joerg Weiss', '@Joerg Weiss → Jörg Weiß'],
  ['@jorg', '@jorg → Jörg Weiß'],
  ['@mueller', '@mueller → Bernd Müller'],
  ['@gross', '@gross → Uwe Groß'],
  // Nobody has to choose Jörg because of Joel.
  ['@joe', '@joe → Joel Smith'],
  ['#mueller', '#mueller → Müller GmbH'],
  ['#muelle', '#muelle → Müller GmbH'],
  ['#Mueller GmbH', '#Mueller GmbH → Müller GmbH'],
  ['/buero', '/buero → Büro'],
  ['#7', '#7 → 7-Eleven'],
  ['#12', '#12 → Room 12'],
  ['#3', '#3 unknown'],
  ['#3m', '#3m → 3M'],
])('APP-05 “%s”: umlauts in both spellings, and a number only as a whole word', (text, chip) => {
  expect(read(`Do ${text}`).chips).toEqual([chip])
})

test('APP-05 where Müller and Mueller are known, the name as typed is the one that is spelled so, else both are asked about', () => {
  const both = ['Müller', 'Mueller'].map((name) => ({ id: name, name, email: '', avatarUrl: null }))
  const longer = both.map((one) => ({ ...one, name: `Ann ${one.name}` }))
  expect(meaningOfPerson('mueller', both, undefined)).toMatchObject({ candidate: { id: 'Mueller' } })
  expect(meaningOfPerson('müller', both, undefined)).toMatchObject({ candidate: { id: 'Müller' } })
  expect(meaningOfPerson('mueller', longer, undefined)).toMatchObject({ state: 'ambiguous' })
})

test('APP-05 a name does not reach into what was decided by hand', () => {
  const manual = [{ start: 12, end: 18, as: 'text', id: '', name: '' }] as const
  expect(read('Ask @Grace  Hopper', manual).chips).toEqual(['@Grace ambiguous'])
})

test('APP-05 at most six meanings are asked about', () => {
  const seven = Array.from({ length: 7 }, (_, place) => ({ id: String(place), name: `Ann ${place}` }))
  expect(decide(seven, 'ann')).toEqual({ state: 'ambiguous', candidates: seven.slice(0, 6) })
})

test.each([
  ['3', true],
  ['3m', false],
  ['am', false],
  ['-', false],
])('APP-05 “%s” is a number: %s', (typed, isOne) => {
  expect(isNumber(typed)).toBe(isOne)
})
