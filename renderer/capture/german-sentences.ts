// Times before their days, figures and names in German sentences: on Wednesday, 18 November 2026, 10:00, in Berlin.
import type { GermanPhrase } from './german-phrases.ts'

const same = (line: string): GermanPhrase => [line, line, null]

export const germanSentences: readonly GermanPhrase[] = [
  // A time before its day is one with it.
  ['Bob um 9 Uhr am Freitag anrufen', 'Bob anrufen', '2026-11-20T09:00'],
  ['Bob um 9 am Freitag anrufen', 'Bob anrufen', '2026-11-20T09:00'],
  ['Bob um 9:30 am Freitag anrufen', 'Bob anrufen', '2026-11-20T09:30'],
  ['Bob 9 Uhr nächsten Freitag anrufen', 'Bob anrufen', '2026-11-27T09:00'],
  ['Bob um 17 Uhr morgen anrufen', 'Bob anrufen', '2026-11-19T17:00'],
  ['Bob um 17 Uhr Mittwoch anrufen', 'Bob anrufen', '2026-11-18T17:00'],
  ['Bob um 9 Uhr Mittwoch anrufen', 'Bob anrufen', '2026-11-25T09:00'],
  ['Bob 15 Uhr am 26.11. anrufen', 'Bob anrufen', '2026-11-26T15:00'],
  ['Bob bis spätestens 17 Uhr am Freitag anrufen', 'Bob anrufen', '2026-11-20T17:00'],
  ['Bob von 9 bis 11 Uhr am Freitag treffen', 'Bob treffen', '2026-11-20T11:00'],
  ['Laufen um 7 morgen früh', 'Laufen', '2026-11-19T07:00'],
  ['Laufen um 7 Uhr am Freitagabend', 'Laufen', '2026-11-20T19:00'],
  same('Bob 9 Uhr heute anrufen'),
  same('Bob um 9 Uhr gestern'),
  ['Bob ab 9 Uhr am Freitag anrufen', 'Bob ab 9 Uhr anrufen', '2026-11-20'],
  ['10 vor 17 Uhr am Freitag anrufen', '10 vor 17 Uhr anrufen', '2026-11-20'],
  ['Treffen um zwei Stunden am Freitag kürzen', 'Treffen um zwei Stunden kürzen', '2026-11-20'],
  ['Preis 4.50 am Freitag prüfen', 'Preis 4.50 prüfen', '2026-11-20'],
  same('KW 49 9 Uhr am Freitag'),
  ['Bericht bis EOD Freitag', 'Bericht', '2026-11-20'],
  ['Bericht Freitag EOD', 'Bericht', '2026-11-20'],
  // One of two times, or of two days.
  same('Termin 9 oder 10 Uhr'),
  ['Termin Freitag 9 oder 10 Uhr', 'Termin 9 oder 10 Uhr', '2026-11-20'],
  same('Sport Di und Do 18 Uhr'),
  same('Sport Mo–Fr 9 Uhr'),
  same('Messe 1 und 3 Dezember'),
  // Two numbers.
  same('Zahnarzt 26-11 15 Uhr'),
  same('Zahnarzt am 26-11 um 15 Uhr'),
  same('15 Uhr am 26-11 Zahnarzt'),
  same('26-11 Zahnarzt 15 Uhr'),
  same('26.11 Zahnarzt 15 Uhr'),
  same('TÜV 8.4 um 15 Uhr'),
  same('Kino 24 dec 20 Uhr'),
  ['PHP 8.4 um 15 Uhr testen', 'PHP 8.4 testen', '2026-11-18T15:00'],
  ['Kapitel 4.2 um 15 Uhr lesen', 'Kapitel 4.2 lesen', '2026-11-18T15:00'],
  same('Lies Johannes 3:16'),
  ['Johannes 3:16 am Freitag lesen', 'Johannes 3:16 lesen', '2026-11-20'],
  same('Maßstab 1:50 drucken'),
  // Jan, and his invoices.
  same('Jan 5 Rechnungen senden'),
  same('Jan, 5 Rechnungen senden'),
  same('August 2 Briefe schicken'),
  ['Jan 5 send invoices', 'send invoices', '2027-01-05'],
  ['Jan 5 Uhr anrufen', 'Jan anrufen', '2026-11-18T17:00'],
  // A range of which the beginning is no date.
  same('Urlaub März - 5. Mai'),
  same('Urlaub Juli bis zum 3. August'),
  same('Urlaub ab jetzt bis 3.12.'),
  ['Baustelle bis 5. Dezember', 'Baustelle', '2026-12-05'],
  // Days that have a name, and those that are excluded.
  same('Heiligabend 17 Uhr Kirche'),
  same('2. Advent 15 Uhr Plätzchen'),
  same('Zahnarzt Freitag nach Ostern'),
  ['Zahnarzt Freitag nach der Arbeit', 'Zahnarzt nach der Arbeit', '2026-11-20'],
  ['Zahnarzt Donnerstag, nicht Freitag', 'Zahnarzt, nicht Freitag', '2026-11-19'],
  // By another clock.
  same('Termin um 15 Uhr New Yorker Zeit'),
  same('Termin morgen 9 Uhr UTC'),
]
