// All errors of the service (ERR-01, ERR-02).
import { z } from 'zod'
import { importReason } from './import-reasons.ts'

/** Code → HTTP status. */
export const errorStatus = {
  invalid_json: 400,
  validation_error: 400,
  missing_field: 400,
  unknown_field: 400,
  ambiguous_field: 400,
  duplicate_field: 400,
  invalid_value: 400,
  invalid_cursor: 400,
  invalid_target: 400,
  unsupported_event: 400,
  unsafe_url: 400,
  calendar_unreachable: 400,
  not_a_calendar: 400,
  calendar_too_large: 400,
  invalid_file: 400,
  insufficient_scope: 403,
  unsupported_token_kind: 403,
  forbidden: 403,
  plan_required: 403,
  not_found: 404,
  record_archived: 404,
  task_archived: 404,
  method_not_allowed: 405,
  id_conflict: 409,
  version_conflict: 409,
  cursor_expired: 410,
  precondition_failed: 412,
  payload_too_large: 413,
  unsupported_media_type: 415,
  idempotency_key_reused: 422,
  workspace_locked: 423,
  rate_limited: 429,
  internal_error: 500,
  unavailable: 503,
} as const

export type ErrorCode = keyof typeof errorStatus

/** Maximum number of reported problems per request. */
export const maxDetails = 100

/** Codes of a problem with one value, besides those of the table. */
const detailCodes = {
  invalid_type: 'another type',
  too_small: 'too short, too few or too low',
  too_big: 'too long, too many or too high',
  invalid_format: 'another form of text',
  not_multiple_of: 'no multiple of what it must be',
  invalid_union: 'none of the shapes that are allowed',
  invalid_key: 'a name that is not allowed',
  custom: 'against the rule that `message` says',
  changed: 'changed since `base_version`',
} as const

export const errorDetail = z.object({
  path: z.array(z.union([z.string(), z.number()])).describe('Where in the body or the query.'),
  code: z.string().describe(
    `A code of \`error.code\`, or: ${Object.entries(detailCodes)
      .map(([code, meaning]) => `\`${code}\`, ${meaning}`)
      .join('; ')}.`,
  ),
  message: z.string().describe('What is wrong, for developers.'),
})
export type ErrorDetail = z.infer<typeof errorDetail>

/** Error of a route. */
export const routeError = z
  .object({
    error: z
      .object({
        // Newer services may use further codes.
        code: z
          .string()
          .meta({ enum: Object.keys(errorStatus), description: 'What is wrong, for programs.' }),
        message: z.string().describe('What is wrong, for developers.'),
        requestId: z.string().describe('Identifies the request in the log of the service.'),
        details: z.array(errorDetail).optional().describe('Each problem with the request.'),
        reason: importReason.optional().describe('Why an import was refused, for words in other languages.'),
      })
      .describe('Why the request was refused.'),
  })
  .meta({ id: 'Error' })

/** Error of authentication or middleware: a plain string (AUT-01). */
export const plainError = z
  .object({ error: z.string().describe('What is wrong, for developers.') })
  .meta({ id: 'AuthenticationError' })
