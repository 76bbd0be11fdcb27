// Objects of a request. A member that they do not know is refused with the nearest name that they do (GEN-13), because a
// misspelt name that is ignored looks like a write that was made.
import { z } from 'zod'
import { withinEdits } from '../search/text-match.ts'

/** Names in an error, at most. */
const mostNamed = 10
const longestNamed = 60

const plain = (name: string): string => name.replaceAll(/[_\s-]/g, '').toLowerCase()

/** The known name that was probably meant: the one with the fewest edits, if they are few. */
const nearestName = (name: string, known: readonly string[]): string | undefined => {
  const asked = plain(name)
  for (const edits of [0, 1, 2]) {
    const near = known.find((one) => one.length > edits * 2 && withinEdits(asked, plain(one), edits))
    if (near !== undefined) return near
  }
  return undefined
}

const wordsOf = (name: string, known: readonly string[]): string => {
  const near = nearestName(name, known)
  const shown = name.length > longestNamed ? `${name.slice(0, longestNamed)}…` : name
  return near === undefined ? `${shown} is not known here` : `${shown}: did you mean ${near}?`
}

/** A strict object whose error names the nearest known member. */
export const exact = <S extends z.core.$ZodLooseShape>(shape: S) =>
  z.strictObject(shape, {
    error: (issue) => {
      if (issue.code !== 'unrecognized_keys') return undefined
      const known = Object.keys((issue.inst as unknown as z.ZodObject).shape)
      const words = issue.keys.slice(0, mostNamed).map((name) => wordsOf(name, known))
      const more = issue.keys.length - words.length
      return [...words, ...(more > 0 ? [`and ${more} more`] : [])].join(', ')
    },
  })
