// Common schemas of the HTTP contract.
import { z } from 'zod'
import { visibleCharacter } from './limits.ts'

/**
 * ISO 8601 allows instants without seconds and the offsets `+0200` and `+02`, RFC 3339 lower-case `t` and `z`. `Date.parse`
 * need not accept any of them.
 */
const inFull = (text: string) =>
  text
    .toUpperCase()
    // In a query, a + that is not written as %2B is a blank.
    .replace(/(?<=T[\d:.]+) (?=\d\d:?\d\d$)/, '+')
    .replace(/(?<=T\d\d:\d\d)(?=[Z+-])/, ':00')
    .replace(
      /^(\d{4}-\d\d-\d\dT[\d:.]+[+-]\d\d)(\d\d)?$/,
      (_, time: string, minutes = '00') => `${time}:${minutes}`,
    )

/** An instant: ISO 8601 with `Z` or an offset. Normalized to the full upper-case form. */
export const instant = z
  .string()
  .overwrite(inFull)
  .check(z.iso.datetime({ offset: true }))

/** The first and last millisecond of instants with four-digit years. */
export const instantRange = { first: -62_167_219_200_000, last: 253_402_300_799_999 } as const

/** An instant with a four-digit year in UTC as well, so that a response can represent it. */
export const givenInstant = instant
  .refine(
    (text) => {
      const at = Date.parse(text)
      return at >= instantRange.first && at <= instantRange.last
    },
    { error: 'Send an instant of the years 0000 to 9999.' },
  )
  .describe('ISO 8601 with `Z` or an offset. Seconds are optional.')

// A label of a domain: letters and digits of any script, with hyphens between them.
const label = String.raw`[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}-]{0,61}[\p{L}\p{N}\p{M}])?`
/** The characters of a dot-atom (RFC 5321), and letters of any script (RFC 6531). */
const atom = String.raw`[\p{L}\p{N}\p{M}!#$%&'*+/=?^_\x60{|}~-]+`
const emailPattern = new RegExp(String.raw`^${atom}(?:\.${atom})*@(?:${label}\.)+(?!\d+$|.$)${label}$`, 'u')

/** An email address of a person or of a field. */
export const emailAddress = (error?: () => string): z.ZodEmail =>
  z.email({ pattern: emailPattern, ...(error !== undefined && { error }) }).max(320)

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
  'meetings:write',
  'notifications:read',
  'notifications:write',
])
export type Scope = z.infer<typeof scope>

/** OAuth scopes of the launcher (OAU-02). */
export const launcherScopes = [
  'tasks:read',
  'tasks:write',
  'objects:read',
  'records:read',
  'records:write',
  'comments:write',
  'meetings:read',
  'meetings:write',
  'notifications:read',
  'notifications:write',
] as const satisfies readonly Scope[]

/** OAuth scopes of assistants, by MCP (AGT-01). */
export const assistantScopes = [
  'tasks:read',
  'tasks:write',
  'objects:read',
  'records:read',
  'records:write',
  'comments:write',
  'meetings:read',
  'notifications:read',
] as const satisfies readonly Scope[]

/** The path of MCP. With the origin before it, it is the resource that assistants ask tokens for (RFC 8707). */
export const mcpPath = '/mcp'

/** The OAuth client of the launcher: public, native, loopback redirect (OAU-01). */
export const launcherClientId = 'svc-launcher'
/** Any port of this address is the launcher's (RFC 8252, 7.3). */
export const launcherRedirectUri = 'http://127.0.0.1/callback'

/** Members that many resources have. */
export const userId = z.string().describe('An auth-user ID.')
export const createdAt = instant.describe('When it was created.')
export const updatedAt = instant.describe('When it last changed.')
export const avatarUrl = z.string().nullable().describe('URL of a picture, or null.')
export const webUrl = z.string().describe('URL of its page for people.')

/** For `anyOf` and `oneOf` in the OpenAPI document: one alternative per required member. */
export const havingEach = (names: readonly string[]): { required: string[] }[] =>
  names.map((name) => ({ required: [name] }))

/** A title in requests. Stored titles may lack a visible character. */
export const writtenTitle = (title: z.ZodString): z.ZodString =>
  title
    .regex(visibleCharacter, 'A title needs a visible character.')
    // A generated pattern would include the flag.
    .meta({ pattern: visibleCharacter.source })

export const priority = z.enum(['no_priority', 'low', 'medium', 'high', 'urgent'])
export type Priority = z.infer<typeof priority>

/** How a task comes again. Whether the rule is one is checked by `shared/recurrence.ts`. */
export const recurrence = z
  .object({
    rule: z
      .string()
      .min(1)
      .max(500)
      .describe('An RRULE (RFC 5545) without DTSTART, daily or less often: `FREQ=WEEKLY;BYDAY=MO`.'),
    after: z
      .enum(['due', 'completion'])
      .describe('Whether the next date is counted from the due date or from the day of completion.'),
  })
  .meta({ id: 'Recurrence' })
export type Recurrence = z.infer<typeof recurrence>

const listOf = <T extends z.ZodType>(item: T) => z.array(item).describe('The items, in order.')
const hasMore = z.boolean().describe('Whether there is a next page.')
const nextCursor = z.string().nullable().describe('The `cursor` of the next page; null on the last page.')

/** `{data}` around one resource (GEN-02). */
export const one = <T extends z.ZodType>(data: T) => z.object({ data })

/** `{data: […]}` around an unpaginated collection (GEN-04). */
export const many = <T extends z.ZodType>(item: T) => z.object({ data: listOf(item) })

/** A page of the developer surface (GEN-02). The cursor is opaque. */
export const page = <T extends z.ZodType>(item: T) =>
  z.object({ data: listOf(item), has_more: hasMore, next_cursor: nextCursor })

/** A page of the launcher surface. Its cursors are not valid on the developer surface. */
export const launcherPage = <T extends z.ZodType>(item: T) =>
  z.object({ data: listOf(item), hasMore, nextCursor })

/**
 * `limit` of the developer surface, lenient by specification (GEN-05): positive numbers are rounded down and capped at 100,
 * anything else is 25.
 */
export const lenientLimit = (number: number): number => {
  const whole = Math.floor(number)
  return whole >= 1 ? Math.min(whole, 100) : 25
}

/** Without bounds, because nothing is refused. */
export const documentedLimit = {
  type: 'integer',
  default: 25,
  description:
    'Items per page, at most 100. A larger number means 100; one below 1, or anything else, means 25.',
} as const

/** A yes or no as a query parameter, also as Python and PHP write it; absent where it is not sent. */
export const trueOrFalse = z
  .string()
  .regex(/^(?:true|false|1|0)$/i, 'Send true or false.')
  .transform((text) => /^(?:true|1)$/i.test(text))
  .optional()
  .meta({ type: 'boolean' })

/** `limit` as a query parameter. */
export const developerLimit = z
  // A repeated parameter arrives as a list and counts as invalid.
  .union([z.string(), z.array(z.string())])
  .optional()
  .transform((text) => lenientLimit(/^\d*\.?\d+$/.test(String(text)) ? Number(text) : 0))
  .meta(documentedLimit)

/** `limit` of the launcher surface: an integer in range, otherwise 400. */
export const launcherLimit = (max: number, fallback: number) =>
  z.coerce.number().int().min(1).max(max).default(fallback).describe('Maximum number of items.')
