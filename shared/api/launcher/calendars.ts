// Calendars that a person adds, and the meetings they bring (CAL-01 to CAL-07).
import { z } from 'zod'
import { exact } from '../exact.ts'
import { many, one, givenInstant, havingEach, instant } from '../primitives.ts'
import { meetingResult } from './search.ts'

/** Bytes of a calendar file. */
export const maxFileLength = 20 * 1024 * 1024

/** Calendars of one person in a workspace. */
export const maxCalendars = 20

const visibility = z.enum(['private', 'busy', 'details'])
export type CalendarVisibility = z.infer<typeof visibility>
const shownTo = visibility.describe(
  'What members see of its meetings who are not invited: nothing, `Busy`, or details. Private events are `Busy` at most.',
)

const color = z
  .string()
  .regex(/^#[0-9a-f]{6}$/i, 'Send a color like #3b82f6.')
  .nullable()
  .describe('A hexadecimal color, or null.')
const name = z.string().trim().min(1).max(200).describe('Its name. By default the one that the calendar has.')
const url = z
  .string()
  .trim()
  .min(1)
  .max(2048)
  .describe('Its address: `https` or `webcal`. It is sealed and never answered.')
const ics = z.string().describe('The text of an iCalendar file of at most 20 MB, which is read once.')

/** Why a calendar is not read. */
export const calendarProblems = [
  'calendar_unreachable',
  'not_a_calendar',
  'calendar_too_large',
  'unsafe_url',
  'address_needed',
] as const
export type CalendarProblem = (typeof calendarProblems)[number]

const problemCode = z
  .string()
  .describe(
    '`calendar_unreachable`, `not_a_calendar`, `calendar_too_large`, `unsafe_url`, or `address_needed` after an import.',
  )

export const calendar = z
  .object({
    id: z.string().describe('Id of the calendar.'),
    name: z.string().describe('Its name.'),
    color: z.string().nullable().describe('A hexadecimal color, or null.'),
    kind: z.enum(['subscription', 'file']).describe('Read again and again, or once.'),
    host: z.string().nullable().describe('The host of its address; null for a file.'),
    visibility: shownTo,
    readAt: instant.nullable().describe('When it was last read, or null.'),
    nextReadAt: instant.nullable().describe('When it is read next; null for a file.'),
    meetingCount: z.number().int().describe('Meetings from 35 days back to 400 days ahead.'),
    skipped: z
      .object({
        count: z.number().int().describe('How many.'),
        reasons: z
          .array(
            z.object({
              reason: z.string().describe('Why, in a sentence.'),
              count: z.number().int().describe('How many.'),
              example: z.string().describe('The title of one of them, or empty.'),
            }),
          )
          .describe('By reason.'),
      })
      .describe('What could not be read.'),
    problem: z
      .object({
        code: problemCode,
        message: z.string().describe('What is wrong and what to do, for people.'),
        since: instant.describe('Since when.'),
      })
      .nullable()
      .describe('Why the last reading failed; its meetings stay. Null when it did not.'),
  })
  .meta({ id: 'Calendar' })
export type Calendar = z.infer<typeof calendar>

const described = { name: name.optional(), color: color.optional(), visibility: shownTo.optional() }

export const calendarCreate = exact({ ...described, url: url.optional(), ics: ics.optional() })
  .refine((body) => (body.url === undefined) !== (body.ics === undefined), {
    error: 'Send either `url` or `ics`.',
  })
  .meta({ oneOf: havingEach(['url', 'ics']) })
export type CalendarCreate = z.infer<typeof calendarCreate>

export const calendarPatch = exact({ ...described, url: url.optional() }).refine(
  (body) => Object.keys(body).length > 0,
  { error: 'Send at least one of `name`, `color`, `visibility`, `url`.' },
)
export type CalendarPatch = z.infer<typeof calendarPatch>

/** The contents of a calendar, before it is added. */
export const calendarPreviewAsk = exact({ url: url.optional(), ics: ics.optional() })
  .refine((body) => (body.url === undefined) !== (body.ics === undefined), {
    error: 'Send either `url` or `ics`.',
  })
  .meta({ oneOf: havingEach(['url', 'ics']) })

export const calendarPreview = z
  .object({
    name: z.string().nullable().describe('The name that the calendar has, or null.'),
    host: z.string().nullable().describe('The host of its address; null for a file.'),
    meetingCount: z.number().int().describe('Meetings from 35 days back to 400 days ahead.'),
    skippedCount: z.number().int().describe('How many could not be read.'),
    next: z
      .array(
        z.object({
          title: z.string().describe('Its title.'),
          startAt: instant.describe('When it begins.'),
          endAt: instant.describe('When it ends.'),
          allDay: z.boolean().describe('Whether it takes whole days.'),
        }),
      )
      .describe('The next three meetings.'),
  })
  .meta({ id: 'CalendarPreview' })
export type CalendarPreview = z.infer<typeof calendarPreview>

/** Further addresses by which calendars know the person (CAL-05). */
export const maxAddresses = 20
const calendarAddresses = z
  .object({ addresses: z.array(z.string()).describe('Email addresses, beside that of the account.') })
  .meta({ id: 'CalendarAddresses' })
export const calendarAddressesWrite = exact({
  addresses: z
    .array(z.email().max(320).toLowerCase())
    .max(maxAddresses)
    .describe('Replaces them. Email addresses by which calendars know the person.'),
})

const longestRange = 62 * 86_400_000

/** `GET /v1/launcher/meetings` (CAL-07). */
export const meetingsQuery = exact({
  from: givenInstant.describe('The first instant: meetings that have ended by then are left out.'),
  to: givenInstant.describe(
    'The last instant, at most 62 days later: meetings that begin then are left out.',
  ),
}).refine(
  ({ from, to }) => Date.parse(from) < Date.parse(to) && Date.parse(to) - Date.parse(from) <= longestRange,
  { error: '`to` is after `from`, by at most 62 days.', path: ['to'] },
)
/** Most meetings of one answer. */
export const mostMeetings = 500

export const calendarResponse = one(calendar)
export const calendarsResponse = many(calendar)
export const calendarPreviewResponse = one(calendarPreview)
export const calendarAddressesResponse = one(calendarAddresses)
export const meetingsResponse = many(meetingResult)
