import { expect, test } from 'vitest'
import { isNoDate, readWhen } from './dates.ts'

const instant = (at: string) => ({ is: 'instant', at: Date.parse(at) })
const wall = (at: string) => ({ is: 'wall', wall: Date.parse(`${at}Z`) })

test.each<[text: string, when: object | null]>([
  ['27-Nov-26', { is: 'day', day: '2026-11-27' }],
  ['27/Nov/2026', { is: 'day', day: '2026-11-27' }],
  ['12/Okt/26', { is: 'day', day: '2026-10-12' }],
  ['27-Nov-71', { is: 'day', day: '1971-11-27' }],
  ['12/Oct/26 3:42 PM', wall('2026-10-12T15:42')],
  ['31/Nov/26', null],
  ['1797346800000', instant('2026-12-15T15:00Z')],
  ['17973468', null],
  ['202701051430', null],
  ['Tuesday, December 15th 2026, 4:00:00 pm +01:00', instant('2026-12-15T15:00Z')],
  ['12/15/2026, 4:00:00 PM GMT+1', instant('2026-12-15T15:00Z')],
  ['November 27, 2026 9:00 AM (GMT+1)', instant('2026-11-27T08:00Z')],
  ['November 27, 2026 9:00 AM (GMT-03:30)', instant('2026-11-27T12:30Z')],
  ['2026-11-27T10:00:00.000+0000', instant('2026-11-27T10:00Z')],
  ['Wed May 13 2026 11:21:41 GMT+0000 (GMT+00:00)', instant('2026-05-13T11:21Z')],
  ['27.11.2026, 10:00 Uhr', wall('2026-11-27T10:00')],
  ['2026-11-27 10:00 -1', null],
])('IMP-03 a date as programs write it: %s', (text, when) => {
  const read = readWhen(text)
  if (when === null) expect(read).toBeNull()
  else expect(read).toMatchObject(when)
})

test('IMP-03 zeros that stand for no date', () => {
  expect(['0/0/00', '0/0/0000', '0.0.00', '0.0.0000'].every(isNoDate)).toBe(true)
  expect(['0.0/00', '1/0/00', ''].some(isNoDate)).toBe(false)
})
