// Which of some things a cell names: an exact name comes before one that differs in case, accents and spaces only.
import { fold } from '../../shared/search/text-fold.ts'

/** `alike` holds the exact ones too. An accented letter is the same in one code point and in two (NFC). */
export function named<T>(
  things: readonly T[],
  name: string,
  nameOf: (thing: T) => string,
): { exact: readonly T[]; alike: readonly T[] } {
  const [written, folded] = [name.normalize('NFC'), fold(name)]
  const alike = things.filter((thing) => fold(nameOf(thing)) === folded)
  return { exact: alike.filter((thing) => nameOf(thing).normalize('NFC') === written), alike }
}

/** What stands in a cell between marks. */
export const listOf = (text: string, mark: RegExp): string[] =>
  text
    .split(mark)
    .map((part) => part.trim())
    .filter((part) => part !== '')

/** Why a name is refused that two things have. @param one with its id */
export const couldBe = (name: string, one: string, other: string): string =>
  `“${name}” could be ${one} or ${other}. Use the id.`
