// Texts that a title or a query may be, for properties.
import fc from 'fast-check'

export const letterOf = (choices: string) => fc.constantFrom(...choices.split(''))

export const anyText = fc.oneof(
  fc.string({ maxLength: 40 }),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: letterOf('aÀéßΣσς İıﬁØ-–’·東京が 1²'), maxLength: 20 }),
)
