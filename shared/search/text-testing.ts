// Generators of titles and queries for property tests.
import fc from 'fast-check'

/** Checks a property with `numRuns` generated values. */
export const forAll = <T extends [unknown, ...unknown[]]>(
  numRuns: number,
  ...property: Parameters<typeof fc.property<T>>
): void => fc.assert(fc.property<T>(...property), { numRuns })

export const letterOf = (choices: string) => fc.constantFrom(...choices.split(''))

/** Letters of scripts with marks, bare marks, and invisible characters, in any order. */
const markedLetters = fc.constantFrom(
  ...'かはハﾊがパ\u3099\u309aﾞ한ㅎरा\u093c्กุ่ำதொשָةً\u0654\u0301\u00ad\u034f\u200b\u200c\u200d\u2067\ufe0f'.split(
    '',
  ),
  '👩\u200d💻',
  ' ',
)

/** Whether the text continues with a new letter, not with a mark of the previous one. */
export const beginsAnew = (rest: string): boolean => !/^\p{Cf}*[\p{M}\uff9e\uff9f]/u.test(rest)

export const anyText = fc.oneof(
  fc.string({ maxLength: 40 }),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: letterOf('aÀéßΣσς İıﬁØ-–’·東京が 1²'), maxLength: 20 }),
  fc.string({ unit: markedLetters, maxLength: 20 }),
)
