// Objects of a request, and the words in which their parts are refused. A member that they do not know is refused with the nearest
// name that they do (GEN-13), because a misspelt name that is ignored looks like a write that was made.
import { z } from 'zod'
import { withinEdits } from '../search/text-match.ts'

/** Names in an error, at most. */
const mostNamed = 10
const longestNamed = 60

const plain = (name: string): string => name.replaceAll(/[_\s-]/g, '').toLowerCase()

/** The known name that was probably meant: the one with the fewest edits, if they are few. */
export const nearestName = (name: string, known: readonly string[]): string | undefined => {
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

/** The types of zod in the words of a client. */
const asked: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
}

const units: Readonly<Record<string, string>> = { string: 'character', array: 'item', record: 'member' }

const amount = (number: number | bigint, origin: string): string => {
  const unit = units[origin]
  const digits = number.toLocaleString('en')
  return unit === undefined ? digits : `${digits} ${unit}${Number(number) === 1 ? '' : 's'}`
}

const formats: Readonly<Record<string, string>> = {
  datetime: 'Send an ISO 8601 date and time with Z or an offset, such as 2026-01-31T14:30:00Z.',
  date: 'Send a day, such as 2026-01-31.',
  email: 'Send an email address.',
  url: 'Send a URL, such as https://example.com.',
}

/** Says what to send instead, where a schema has no words of its own. */
export function issueWords(issue: z.core.$ZodIssue): string {
  if (!/^(?:Too |Invalid )/.test(issue.message)) return issue.message
  switch (issue.code) {
    case 'invalid_type':
      return `Send ${asked[issue.expected] ?? issue.expected}.`
    case 'invalid_value':
      return `Send ${issue.values.length === 1 ? '' : 'one of '}${issue.values.map(String).join(', ')}.`
    case 'too_small':
      return `Send ${issue.inclusive === false ? 'more than' : 'at least'} ${amount(issue.minimum, issue.origin)}.`
    case 'too_big':
      return `Send ${issue.inclusive === false ? 'less than' : 'at most'} ${amount(issue.maximum, issue.origin)}.`
    case 'invalid_format':
      return formats[issue.format] ?? issue.message
    case 'invalid_union': {
      const names = [...issue.message.matchAll(/'([^']+)'/g)].map(([, name]) => name)
      return names.length === 0 ? issue.message : `Send one of ${names.join(', ')}.`
    }
    case 'custom':
    case 'invalid_element':
    case 'invalid_key':
    case 'not_multiple_of':
    case 'unrecognized_keys':
      return issue.message
  }
}
