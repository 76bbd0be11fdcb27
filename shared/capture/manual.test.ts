import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ManualToken } from '../ipc/launcher.ts'
import { manualOf, withManual, moveManual } from './manual.ts'
import { readDates } from '../dates/reader/read-dates.ts'
import { forAll } from '../search/text-testing.ts'

const span = (text: string, words: string): ManualToken => {
  const start = text.indexOf(words)
  return { start, end: start + words.length, as: 'text', id: '', name: words }
}
const wordsOf = (text: string, manual: readonly ManualToken[]): string[] =>
  manual.map(({ start, end }) => text.slice(start, end))

describe('APP-05 what was decided by hand', () => {
  const text = 'Call @grace about tomorrow'
  const manual = [span(text, '@grace'), span(text, 'tomorrow')]

  test.each([
    ['Please call @grace about tomorrow', ['@grace', 'tomorrow']],
    ['Call @grace about tomorrow again', ['@grace', 'tomorrow']],
    ['Call @grace now about tomorrow', ['@grace', 'tomorrow']],
    ['Call my @grace about tomorrow', ['@grace', 'tomorrow']],
    ['Call x@grace about tomorrow', ['@grace', 'tomorrow']],
    ['Call @grace about xtomorrow', ['@grace']],
    ['Call @grac about tomorrow', ['tomorrow']],
    ['Call @grace about tomorrows', ['@grace']],
    ['Something else', []],
  ])('APP-05 after the edit to “%s” it holds for %o', (after, words) => {
    expect(wordsOf(after, moveManual(manual, text, after))).toEqual(words)
  })

  test('APP-05 whatever is edited, what still holds is about the same words', () => {
    const word = fc.constantFrom('call', '@grace', 'tomorrow', ' ', 'x', '5pm', '')
    const line = fc.array(word, { maxLength: 6 }).map((words) => words.join(' '))
    forAll(500, line, line, fc.nat(), fc.nat(), (before, after, a, b) => {
      const [start, end] = [Math.min(a, b) % (before.length + 1), Math.max(a, b) % (before.length + 1)]
      if (start >= end) return
      const one: ManualToken = { start, end, as: 'text', id: '', name: before.slice(start, end) }
      for (const moved of moveManual([one], before, after))
        expect(after.slice(moved.start, moved.end)).toBe(one.name)
    })
  })

  test('APP-05 a later decision about the same words takes the place of the first', () => {
    const again = { ...span(text, 'tomorrow'), id: 'x' }
    expect(withManual(manual, again)).toEqual([manual[0], again])
  })

  test('APP-05 a decision about the words beside it stays', () => {
    const line = 'tomorrow5pm@grace'
    const around = [span(line, 'tomorrow'), span(line, '@grace')]
    expect(withManual(around, span(line, '5pm'))).toEqual([...around, span(line, '5pm')])
  })

  test('APP-05 a draft that was never read means what it means now', () => {
    expect(manualOf({ text: 'Pay rent tomorrow' }, new Date(2026, 10, 21, 18), readDates, String)).toEqual([])
  })

  test('APP-05 a draft of yesterday means yesterday’s tomorrow', () => {
    const draft = { text: 'Pay rent tomorrow', readAt: new Date(2026, 10, 21, 10).getTime() }
    const words = (_kind: string, id: string): string => String(new Date(id).getDate())
    expect(manualOf(draft, new Date(2026, 10, 21, 18), readDates, words)).toEqual([])
    const id = new Date(2026, 10, 22, 23, 59, 59, 999).toISOString()
    const tomorrow = { start: 9, end: 17, as: 'due', id, name: '22' }
    expect(manualOf(draft, new Date(2026, 10, 22, 8), readDates, words)).toEqual([tomorrow])
  })

  test('APP-05 so does its start', () => {
    const draft = { text: 'Paint, starts tomorrow', readAt: new Date(2026, 10, 21, 10).getTime() }
    const now = new Date(2026, 10, 22, 8)
    const id = new Date(2026, 10, 22).toISOString()
    const start = { start: 7, end: 22, as: 'start', id, name: 'start' }
    expect(manualOf(draft, now, readDates, String, { starts: true })).toEqual([start])
    expect(manualOf(draft, now, readDates, String).map(({ as }) => as)).not.toContain('start')
  })

  test('APP-05 a draft keeps what was decided in it, as far as it lies in the text', () => {
    const one = { ...span(text, '@grace'), as: 'person' as const, id: 'u2', name: 'Grace Hopper' }
    const whole = { ...one, start: 0, end: text.length }
    const outside = [
      { ...one, start: 90, end: 96 },
      { ...one, start: -1 },
      { ...one, end: text.length + 1 },
      { ...one, end: one.start },
    ]
    const kept = (manual: ManualToken[]) =>
      manualOf({ text, manual, readAt: 0 }, new Date(0), () => [], String)
    expect(kept([one, ...outside])).toEqual([one])
    expect(kept([whole])).toEqual([whole])
  })
})
