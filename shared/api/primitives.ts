// The small shapes that every resource of the HTTP contract is built from.
import { z } from 'zod'
import { visibleCharacter } from './limits.ts'

/** ISO 8601 lets the seconds be left out, and RFC 3339 lets `t` and `z` be small; `Date.parse` is sure of neither. */
const inFull = (text: string) => text.toUpperCase().replace(/(?<=T\d\d:\d\d)(?=[Z+-])/, ':00')

/** An instant on the wire: ISO 8601 with `Z` or an offset. It is read as its full and capital form. */
export const instant = z
  .string()
  .overwrite(inFull)
  .check(z.iso.datetime({ offset: true }))

/** The first and the last millisecond that an instant on the wire can name: years of four digits. */
export const instantRange = { first: -62_167_219_200_000, last: 253_402_300_799_999 } as const

/** An instant that is still in those years when its offset is taken off, so that an answer can say it in UTC. */
export const givenInstant = instant
  .refine(
    (text) => {
      const at = Date.parse(text)
      return at >= instantRange.first && at <= instantRange.last
    },
    { error: 'Send an instant of the years 0000 to 9999.' },
  )
  .describe('ISO 8601 with `Z` or an offset; the seconds may be left out.')

export const scope = z.enum([
  'objects:read',
  'records:read',
  'records:write',
  'comments:write',
  'tasks:read',
  'tasks:write',
  'webhooks:read',
  'webhooks:write',
  'env:read',
  'env:write',
  'meetings:read',
  'notifications:read',
])
export type Scope = z.infer<typeof scope>

/** What the launcher asks for (OAU-02). */
export const launcherScopes = [
  'tasks:read',
  'tasks:write',
  'objects:read',
  'records:read',
  'meetings:read',
  'notifications:read',
] as const satisfies readonly Scope[]

/** The OAuth client of the launcher: public, native, loopback redirect (OAU-01). */
export const launcherClientId = 'svc-launcher'

/** For `anyOf` and `oneOf` in the document: an object that has this member, that one, and so on. */
export const havingEach = (names: readonly string[]): { required: string[] }[] =>
  names.map((name) => ({ required: [name] }))

/** A title as it is written; what is stored already may lack a visible character. */
export const writtenTitle = (title: z.ZodString): z.ZodString =>
  title
    .regex(visibleCharacter, 'A title needs a visible character.')
    // A generated pattern would say the flag as well.
    .meta({ pattern: visibleCharacter.source })

export const priority = z.enum(['no_priority', 'low', 'medium', 'high', 'urgent'])
export type Priority = z.infer<typeof priority>

/** `{data}` around one resource (GEN-02). */
export const one = <T extends z.ZodType>(data: T) => z.object({ data })

/** `{data: […]}` around an unpaginated collection (GEN-04). */
export const many = <T extends z.ZodType>(item: T) => z.object({ data: z.array(item) })

/** A page of the developer surface (GEN-02): the cursor is opaque and goes back unchanged. */
export const page = <T extends z.ZodType>(item: T) =>
  z.object({ data: z.array(item), has_more: z.boolean(), next_cursor: z.string().nullable() })

/** A page of the launcher surface. Its cursors and the developer surface's never mix. */
export const launcherPage = <T extends z.ZodType>(item: T) =>
  z.object({ data: z.array(item), hasMore: z.boolean(), nextCursor: z.string().nullable() })

/**
 * `limit` of the developer surface, lenient by specification (GEN-05): positive numbers are floored, more than
 * 100 is 100, anything else is 25.
 */
export const lenientLimit = (number: number): number => {
  const whole = Math.floor(number)
  return whole >= 1 ? Math.min(whole, 100) : 25
}

/** Its documentation: what callers should send, which is less than what is taken. */
export const documentedLimit = {
  type: 'integer',
  minimum: 1,
  maximum: 100,
  default: 25,
  description:
    'How many are on a page. Nothing is refused: a fraction is rounded down, more than 100 is 100, and whatever is not 1 or more is 25.',
} as const

/** It, as a query says it. */
export const developerLimit = z
  // Given twice, it arrives as a list, which is no number either.
  .union([z.string(), z.array(z.string())])
  .optional()
  .transform((text) => lenientLimit(Number(text)))
  .meta(documentedLimit)

/** `limit` of the launcher surface: an integer inside its range, or 400. */
export const launcherLimit = (max: number, fallback: number) =>
  z.coerce.number().int().min(1).max(max).default(fallback).describe('How many are answered at most.')
