import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { inZone } from '../../shared/zone-testing.ts'
import { speak } from '../../shared/language.ts'
import { de } from '../../shared/messages/de.ts'
import { en } from '../../shared/messages/en.ts'
import { dateHabitsOf } from '../ui/date-habits.ts'
import { dateTimeWords, endOfDay } from '../ui/dates.ts'
import { parseCapture, titleWithout } from './parse-capture.ts'
import { readDates, readerIn } from './read-dates.ts'

const read = readerIn('de', dateHabitsOf('de-DE'))
const two = (value: number): string => String(value).padStart(2, '0')
const written = (date: Date, time: 'written' | 'wholeDay'): string =>
  `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}${
    time === 'wholeDay' ? '' : `T${two(date.getHours())}:${two(date.getMinutes())}`
  }`

describe('dates in German, on a Wednesday morning in Berlin', () => {
  test.each([
    ['Bob anrufen heute', 'Bob anrufen', '2026-11-18'],
    ['Bob morgen anrufen', 'Bob anrufen', '2026-11-19'],
    ['Bob anrufen übermorgen', 'Bob anrufen', '2026-11-20'],
    ['Bob anrufen morgen 17 Uhr', 'Bob anrufen', '2026-11-19T17:00'],
    ['Bob anrufen morgen um 17', 'Bob anrufen', '2026-11-19T17:00'],
    ['Bob anrufen morgen früh', 'Bob anrufen', '2026-11-19T09:00'],
    ['Bob anrufen heute Abend', 'Bob anrufen', '2026-11-18T18:00'],
    ['Bob anrufen am Freitag', 'Bob anrufen', '2026-11-20'],
    ['Bob anrufen bis Freitag', 'Bob anrufen', '2026-11-20'],
    ['Bob anrufen vor Freitag', 'Bob anrufen', '2026-11-19'],
    ['Bob anrufen Freitagnachmittag', 'Bob anrufen', '2026-11-20T15:00'],
    ['Bob anrufen Fr. 17:30', 'Bob anrufen', '2026-11-20T17:30'],
    ['Bob anrufen mittwoch', 'Bob anrufen', '2026-11-25'],
    ['Bob anrufen mittwoch 17 Uhr', 'Bob anrufen', '2026-11-18T17:00'],
    ['Bob anrufen mittwoch 9 Uhr', 'Bob anrufen', '2026-11-25T09:00'],
    ['Bob anrufen nächsten Freitag', 'Bob anrufen', '2026-11-27'],
    ['Bob anrufen nächste Woche', 'Bob anrufen', '2026-11-23'],
    ['Bob anrufen bis Ende der Woche', 'Bob anrufen', '2026-11-20'],
    ['Bob anrufen am Wochenende', 'Bob anrufen', '2026-11-22'],
    ['Bob anrufen bis Monatsende', 'Bob anrufen', '2026-11-30'],
    ['Bob anrufen in 3 Tagen', 'Bob anrufen', '2026-11-21'],
    ['Bob anrufen in einer Woche', 'Bob anrufen', '2026-11-25'],
    ['Bob anrufen in zwei Monaten', 'Bob anrufen', '2027-01-18'],
    ['Bob anrufen in 30 Minuten', 'Bob anrufen', '2026-11-18T10:30'],
    ['Bob anrufen in einer halben Stunde', 'Bob anrufen', '2026-11-18T10:30'],
    ['Bob anrufen 24.12.', 'Bob anrufen', '2026-12-24'],
    ['Bob anrufen am 24.12. um 17 Uhr', 'Bob anrufen', '2026-12-24T17:00'],
    ['Bob anrufen 24.12.2026', 'Bob anrufen', '2026-12-24'],
    ['Bob anrufen 24.12.26 17:30', 'Bob anrufen', '2026-12-24T17:30'],
    ['Bob anrufen bis zum 24. Dezember', 'Bob anrufen', '2026-12-24'],
    ['Bob anrufen 3. März 2027', 'Bob anrufen', '2027-03-03'],
    ['Bob anrufen um 5', 'Bob anrufen um 5', null],
    ['Bob anrufen um 17 Uhr 30', 'Bob anrufen', '2026-11-18T17:30'],
    ['Bob anrufen 8 Uhr', 'Bob anrufen', '2026-11-19T08:00'],
    ['Bob anrufen morgen um 17.30 Uhr', 'Bob anrufen', '2026-11-19T17:30'],
    ['Bob anrufen 9.15 Uhr', 'Bob anrufen', '2026-11-19T09:15'],
    ['Bob anrufen 17.30', 'Bob anrufen 17.30', null],
    // English is read too.
    ['Bob anrufen tomorrow 5pm', 'Bob anrufen', '2026-11-19T17:00'],
    ['Bob anrufen 17:00', 'Bob anrufen', '2026-11-18T17:00'],
    ['Bob anrufen morgen 3:30pm', 'Bob anrufen', '2026-11-19T15:30'],
    ['Bob anrufen by Freitag', 'Bob anrufen', '2026-11-20'],
    ['Bob anrufen bis friday', 'Bob anrufen', '2026-11-20'],
    // Words of a sentence.
    ['Fr. Müller schreiben', 'Fr. Müller schreiben', null],
    ['Bob jeden Freitag anrufen', 'Bob jeden Freitag anrufen', null],
    ['Den „morgen um 9“-Plan lesen', 'Den morgen um 9-Plan lesen', null],
    ['Die Straße des 17. Juni', 'Die Straße des 17. Juni', null],
    ['Raum 3.11. buchen', 'Raum 3.11. buchen', null],
    ['KW 48 planen', 'KW 48 planen', null],
    ['jeden Tag um 9 Uhr dehnen', 'jeden Tag um 9 Uhr dehnen', null],
    ['montags um 9 Uhr dehnen', 'montags um 9 Uhr dehnen', null],
    ['alle 2 Wochen am Freitag putzen', 'alle 2 Wochen am Freitag putzen', null],
    ['Das so lassen', 'Das so lassen', null],
    ['5 Äpfel kaufen', '5 Äpfel kaufen', null],
    ['Guten Morgen sagen', 'Guten Morgen sagen', null],
    ['Morgenrunde planen', 'Morgenrunde planen', null],
    ['Die Montagsrunde absagen', 'Die Montagsrunde absagen', null],
    ['Morgen-Meeting planen', 'Morgen-Meeting planen', null],
    ['Den 31.4. gibt es nicht', 'Den 31.4. gibt es nicht', null],
    ['gestern war es gut', 'gestern war es gut', null],
    ['1/2 Tasse Zucker kaufen', '1/2 Tasse Zucker kaufen', null],
    ['3/4 Stunde laufen', '3/4 Stunde laufen', null],
    // A part of the day and a clock are one time; the part says which half of the day the clock is in.
    ['Laufen morgen früh um 7', 'Laufen', '2026-11-19T07:00'],
    ['Laufen morgen früh um 6', 'Laufen', '2026-11-19T06:00'],
    ['Laufen morgen um 7 Uhr früh', 'Laufen', '2026-11-19T07:00'],
    ['Essen heute Abend um 8', 'Essen', '2026-11-18T20:00'],
    ['Essen heute Abend um acht', 'Essen', '2026-11-18T20:00'],
    ['Essen heute Abend gegen 8', 'Essen', '2026-11-18T20:00'],
    ['Essen heute um 8 Uhr abends', 'Essen', '2026-11-18T20:00'],
    ['Essen abends um 8 Uhr', 'Essen', '2026-11-18T20:00'],
    ['Essen Freitag 20 Uhr abends', 'Essen', '2026-11-20T20:00'],
    ['Tisch Freitagabend um 19:30', 'Tisch', '2026-11-20T19:30'],
    ['Tisch Freitagabend um 7:30', 'Tisch', '2026-11-20T19:30'],
    ['Tisch Freitagmittag um 1', 'Tisch', '2026-11-20T13:00'],
    ['Tisch Freitagnachmittag 4 Uhr', 'Tisch', '2026-11-20T16:00'],
    ['Tisch am 24.12. abends um 8', 'Tisch', '2026-12-24T20:00'],
    ['Bereitschaft heute Nacht', 'Bereitschaft', '2026-11-18'],
    ['Bereitschaft heute Nacht um 2', 'Bereitschaft heute Nacht um 2', null],
    ['Bereitschaft heute Abend um 12 Uhr', 'Bereitschaft heute Abend um 12 Uhr', null],
    ['Essen heute Abend um halb 8', 'Essen heute Abend um halb 8', null],
    ['Treffen morgen um zwei Stunden verschieben', 'Treffen um zwei Stunden verschieben', '2026-11-19'],
    ['Laufen um 7 morgen früh', 'Laufen um 7 morgen früh', null],
    // Of this week, the next, the one after, and those that are over.
    ['Bericht diese Woche Freitag', 'Bericht', '2026-11-20'],
    ['Bericht Freitag nächster Woche', 'Bericht', '2026-11-27'],
    ['Bericht Freitag nächste Woche 17 Uhr', 'Bericht', '2026-11-27T17:00'],
    ['Bericht am Freitag in der kommenden Woche', 'Bericht', '2026-11-27'],
    ['Bericht nächste Woche Freitag', 'Bericht', '2026-11-27'],
    ['Bericht nächste Woche am Freitag', 'Bericht', '2026-11-27'],
    ['Bericht übernächsten Freitag', 'Bericht', '2026-12-04'],
    ['Bericht Freitag übernächster Woche', 'Bericht', '2026-12-04'],
    ['Bericht kommenden Freitag', 'Bericht', '2026-11-20'],
    ['Protokoll vom letzten Freitag schreiben', 'Protokoll vom letzten Freitag schreiben', null],
    ['Protokoll vom Freitag schreiben', 'Protokoll vom Freitag schreiben', null],
    ['Antwort letzten Freitag um 17:00', 'Antwort letzten Freitag um 17:00', null],
    ['Antwort letzten Fr. 17:30', 'Antwort letzten Fr. 17:30', null],
    ['Antwort vergangenen Freitag', 'Antwort vergangenen Freitag', null],
    ['Antwort vorletzten Freitag', 'Antwort vorletzten Freitag', null],
    ['Antwort Freitag letzter Woche', 'Antwort Freitag letzter Woche', null],
    ['Antwort letzte Woche Freitag', 'Antwort letzte Woche Freitag', null],
    ['Antwort Freitag vor einer Woche', 'Antwort Freitag vor einer Woche', null],
    ['Antwort letztes Wochenende', 'Antwort letztes Wochenende', null],
    ['Bob jeden Freitag um 9 Uhr anrufen', 'Bob jeden Freitag um 9 Uhr anrufen', null],
    // What is over is over as a whole: its time is not that of tomorrow.
    ['Arzt heute 9 Uhr', 'Arzt heute 9 Uhr', null],
    ['Arzt heute 9:00', 'Arzt heute 9:00', null],
    ['Arzt heute Morgen um 7', 'Arzt heute Morgen um 7', null],
    ['Arzt gestern um 17 Uhr', 'Arzt gestern um 17 Uhr', null],
    ['Arzt 24.12.2020 um 17 Uhr', 'Arzt 24.12.2020 um 17 Uhr', null],
    // A day that is said in two ways is one; which of two different ones is meant nobody knows.
    ['Bericht Freitag, 27.11. abgeben', 'Bericht abgeben', '2026-11-27'],
    ['Bericht Fr., 27. November abgeben', 'Bericht abgeben', '2026-11-27'],
    ['Bericht Samstag, den 27.11. abgeben', 'Bericht Samstag, den 27.11. abgeben', null],
    ['Bericht Sa. 27. November abgeben', 'Bericht Sa. 27. November abgeben', null],
    // From one day to another, or one of two: nobody knows which.
    ['Sport Dienstag/Mittwoch', 'Sport Dienstag/Mittwoch', null],
    ['Urlaub Montag–Freitag', 'Urlaub Montag–Freitag', null],
    ['Urlaub 24.12.-31.12.', 'Urlaub 24.12.-31.12.', null],
    ['Urlaub 24.–31.12.', 'Urlaub 24.–31.12.', null],
    ['Urlaub vom 24. bis 31. Dezember', 'Urlaub vom 24. bis 31. Dezember', null],
    ['Urlaub 1.-3. Dezember', 'Urlaub 1.-3. Dezember', null],
    ['Urlaub von Montag bis Freitag', 'Urlaub von Montag bis Freitag', null],
    ['Urlaub Montag bis Mittwoch', 'Urlaub Montag bis Mittwoch', null],
    ['Urlaub Montag - Mittwoch', 'Urlaub Montag - Mittwoch', null],
    ['Urlaub zwischen Montag und Mittwoch', 'Urlaub zwischen Montag und Mittwoch', null],
    ['Urlaub vom 24.12. bis 31.12.', 'Urlaub vom 24.12. bis 31.12.', null],
    ['Messe Montag 9 Uhr bis Dienstag 10 Uhr', 'Messe Montag 9 Uhr bis Dienstag 10 Uhr', null],
    // Hours of one day are due when they end.
    ['Treffen von 9 bis 11 Uhr', 'Treffen', '2026-11-18T11:00'],
    ['Treffen von 9:00 bis 11:00', 'Treffen', '2026-11-18T11:00'],
    ['Treffen zwischen 15 und 16 Uhr', 'Treffen', '2026-11-18T16:00'],
    ['Treffen morgen zwischen 15 und 16 Uhr', 'Treffen', '2026-11-19T16:00'],
    ['Treffen Montag 9-11 Uhr', 'Treffen', '2026-11-23T11:00'],
    ['Seiten 9 bis 11 lesen', 'Seiten 9 bis 11 lesen', null],
    // Halves.
    ['Bob anrufen in zweieinhalb Stunden', 'Bob anrufen', '2026-11-18T12:30'],
    ['Bob anrufen in anderthalb Stunden', 'Bob anrufen', '2026-11-18T11:30'],
    ['Bob anrufen in 1,5 Stunden', 'Bob anrufen', '2026-11-18T11:30'],
    ['Bob anrufen in drei Stunden und 15 Minuten', 'Bob anrufen', '2026-11-18T13:15'],
    ['Bob anrufen in zweieinhalb Wochen', 'Bob anrufen', '2026-12-06'],
    ['Bob anrufen in eineinhalb Tagen', 'Bob anrufen', '2026-11-19T22:00'],
    // Days that are told from others.
    ['Bericht morgen in einer Woche', 'Bericht', '2026-11-26'],
    ['Bericht Freitag in zwei Wochen', 'Bericht', '2026-12-04'],
    ['Bericht am Freitag in 14 Tagen um 17 Uhr', 'Bericht', '2026-12-04T17:00'],
    ['Bericht mittwoch in einer Woche', 'Bericht', '2026-12-02'],
    ['Bericht zwei Tage vor Freitag', 'Bericht zwei Tage vor Freitag', null],
    ['Bericht zwei Tage nach Freitag', 'Bericht zwei Tage nach Freitag', null],
    ['Bericht 2 Std. vor Freitag', 'Bericht 2 Std. vor Freitag', null],
    ['Bericht eine halbe Stunde vor Freitag', 'Bericht eine halbe Stunde vor Freitag', null],
    ['Bericht ein paar Tage vor Freitag', 'Bericht ein paar Tage vor Freitag', null],
    ['Bericht zwei Stunden vor 17 Uhr', 'Bericht zwei Stunden vor 17 Uhr', null],
    ['Bericht 10 vor 17 Uhr', 'Bericht 10 vor 17 Uhr', null],
    ['Version 2 vor Freitag', 'Version 2', '2026-11-19'],
    ['Bericht kurz vor Freitag', 'Bericht kurz vor Freitag', null],
    ['Bericht nicht vor Freitag', 'Bericht nicht vor Freitag', null],
    ['Bericht frühestens am Freitag', 'Bericht frühestens am Freitag', null],
    ['Bericht nach Freitag', 'Bericht nach Freitag', null],
    ['Bericht nach 17 Uhr', 'Bericht nach 17 Uhr', null],
    ['Bericht vor 17 Uhr', 'Bericht', '2026-11-18T17:00'],
    ['Bericht vor 17:30', 'Bericht', '2026-11-18T17:30'],
    ['Bericht vor dem Wochenende', 'Bericht', '2026-11-20'],
    ['Bericht vor Monatsende', 'Bericht', '2026-11-30'],
    ['Bericht am Tag vor Freitag', 'Bericht', '2026-11-19'],
    ['Bericht fällig am: Freitag', 'Bericht', '2026-11-20'],
    ['Bericht, Freitag, bitte', 'Bericht, bitte', '2026-11-20'],
    ['Essen nachmittags 0 Uhr', 'Essen nachmittags 0 Uhr', null],
    // Names that hold days.
    ['morgen@firma.de schreiben', 'morgen@firma.de schreiben', null],
    ['an morgen+7-17uhr@sun.com', 'an morgen+7-17uhr@sun.com', null],
    ['plan_morgen lesen', 'plan_morgen lesen', null],
    // Said twice.
    ['Bob anrufen morgen (Donnerstag)', 'Bob anrufen (Donnerstag)', '2026-11-19'],
  ])('APP-05 %s', (line, title, due) => {
    inZone('Europe/Berlin', () => {
      const { tokens, quotes } = parseCapture(line, new Date(2026, 10, 18, 10), read)
      const dues = tokens.flatMap((token) => (token.kind === 'due' ? [written(token.due, token.time)] : []))
      expect(dues).toEqual(due === null ? [] : [due])
      expect(titleWithout(line, tokens, quotes)).toBe(title)
    })
  })

  test.each([
    ['heute in 8 Tagen', '2026-11-25'],
    ['heute in acht Tagen um 17 Uhr', '2026-11-25T17:00'],
    ['heute in 14 Tagen', '2026-12-02'],
    ['heute in vierzehn Tagen', '2026-12-02'],
    ['heute in 15 Tagen', '2026-12-02'],
    ['morgen in 8 Tagen', '2026-11-26'],
    ['am Freitag in acht Tagen', '2026-11-27'],
    ['Mittwoch in 8 Tagen', '2026-12-02'],
    // Of other numbers, and without a day before them, the days are counted as they come.
    ['heute in 3 Tagen', '2026-11-21'],
    ['heute in einem Monat', '2026-12-18'],
    ['in 8 Tagen', '2026-11-26'],
    ['in vierzehn Tagen', '2026-12-02'],
  ])('APP-05 %s: with a day before them, eight days are a week, for the day itself counts', (line, due) => {
    inZone('Europe/Berlin', () => {
      const hits = read(`Bericht ${line}`, new Date(2026, 10, 18, 10))
      expect(hits.map(({ start, end }) => [start, end])).toEqual([[8, 8 + line.length]])
      expect(hits.map((hit) => written(hit.due, hit.time))).toEqual([due])
    })
  })

  test.each([
    ['Sport Montag, Mittwoch', 'Sport', ['2026-11-23', '2026-11-25']],
    ['Bob um 17 Uhr morgen anrufen', 'Bob anrufen', ['2026-11-18T17:00', '2026-11-19']],
  ])('APP-05 %s: two dates are a question', (line, title, expected) => {
    inZone('Europe/Berlin', () => {
      const { tokens, quotes } = parseCapture(line, new Date(2026, 10, 18, 10), read)
      const dues = tokens.flatMap((token) => (token.kind === 'due' ? [written(token.due, token.time)] : []))
      expect(dues).toEqual(expected)
      expect(titleWithout(line, tokens, quotes)).toBe(title)
    })
  })

  test('APP-05 any text is read without a fault, and hits lie in it and apart', () => {
    const words = fc.constantFrom(...'morgen am Fr. 24.12. um 17 Uhr in zwei Tagen 31. Mai ,'.split(' '), ' ')
    fc.assert(
      fc.property(fc.array(fc.oneof(words, fc.string({ maxLength: 5 })), { maxLength: 12 }), (parts) => {
        const text = parts.join(' ')
        let end = 0
        for (const hit of read(text, new Date(2026, 10, 18, 10), 'take')) {
          expect(hit.start).toBeGreaterThanOrEqual(end)
          expect(hit.end).toBeLessThanOrEqual(text.length)
          expect(hit.due.getTime()).not.toBeNaN()
          end = hit.end
        }
      }),
    )
  })
})

describe('what a form shows in German', () => {
  beforeEach(() => speak('de', de, 'de-DE'))
  afterEach(() => speak('en', en, new Intl.DateTimeFormat().resolvedOptions().locale))

  test('APP-05 is read by the habits of the language from its change on', () => {
    const march = (locale: string): Date | undefined => {
      speak(locale.startsWith('de') ? 'de' : 'en', locale.startsWith('de') ? de : en, locale)
      return readDates('3/4', new Date(2026, 10, 18, 10))[0]?.due
    }
    expect(march('en-US')).toEqual(endOfDay(new Date(2027, 2, 4)))
    expect(march('de-DE')).toEqual(endOfDay(new Date(2027, 3, 3)))
    expect(march('en-US')).toEqual(endOfDay(new Date(2027, 2, 4)))
  })

  test('APP-05 is read again as what it was', () => {
    const now = new Date(2026, 10, 18, 10)
    fc.assert(
      fc.property(
        fc.integer({ min: -1, max: 500 }),
        fc.option(fc.integer({ min: 7 * 60, max: 1_439 })),
        (days, minutes) => {
          const day = new Date(2026, 10, 18 + days)
          const due = minutes === null ? endOfDay(day) : new Date(2026, 10, 18 + days, 0, minutes)
          const words = dateTimeWords(due, now)
          const hits = readDates(words, now, 'take')
          expect([words, hits.map((hit) => hit.due)]).toEqual([words, [due]])
        },
      ),
      { numRuns: 500 },
    )
  })
})
