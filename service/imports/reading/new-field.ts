// The type of a new field, as the values of its column suggest it (IMP-03).
import type { ImportLook } from '../../../shared/api/launcher/imports.ts'
import { readWhen } from './dates.ts'
import { readNumber } from './numbers.ts'
import { isNo, isYes } from './values.ts'

type NewType = NonNullable<ImportLook['columns'][number]['newType']>

/** So many values tell. */
const enough = 1_000
const mostChoices = 20
const longestChoice = 60
const longestText = 200

/** Numbers that begin with a zero are postal codes or ids. */
const isNumber = (text: string): boolean =>
  !/^0\d/.test(text) && readNumber(text, undefined, { kind: 'number' }).ok
const isPhone = (text: string): boolean =>
  /^\+?[\d ().\-/]{6,40}$/.test(text) && /^[+0(]|[ /]/.test(text) && text.replaceAll(/\D/g, '').length >= 6

const kinds: readonly (readonly [NewType, (text: string) => boolean])[] = [
  ['number', isNumber],
  ['date', (text) => readWhen(text) !== null],
  ['email', (text) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text)],
  ['url', (text) => /^(?:https?:\/\/|www\.)\S+$/i.test(text)],
  ['phone', isPhone],
  ['checkbox', (text) => isYes.test(text) || isNo.test(text)],
]

/** Sees the values of a column, and says then what a field for them would be. */
export function createTypeGuess() {
  let fits = kinds
  let seen = 0
  let [isLong, isShort] = [false, true]
  const distinct = new Set<string>()
  return {
    add: (text: string): void => {
      if (text === '' || seen === enough) return
      seen += 1
      fits = fits.filter(([, isOne]) => text.length <= longestText && isOne(text))
      isLong ||= text.length > longestText || text.includes('\n')
      isShort &&= text.length <= longestChoice
      if (distinct.size <= mostChoices) distinct.add(text)
    },
    end: (): NewType => {
      if (isLong) return 'long_text'
      const [kind] = fits
      if (kind && seen > 0) return kind[0]
      const isRepeated = seen > 0 && distinct.size <= mostChoices && distinct.size * 3 <= seen
      return isRepeated && isShort ? 'select' : 'text'
    },
  }
}
