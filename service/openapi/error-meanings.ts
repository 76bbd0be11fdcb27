// The meaning of each error code (ERR-01), for the documentation page.
import type { ErrorCode } from '../../shared/api/errors.ts'

export const errorMeanings: Record<ErrorCode, string> = {
  invalid_json: 'The body is not a JSON document sent as application/json.',
  validation_error: 'The request does not match its schema; `details` names every path.',
  missing_field: 'A required field of the object has no value.',
  unknown_field:
    'The object has no field with this id or slug, or the request has a member with an unknown name.',
  ambiguous_field: 'Two fields share this slug; write by id.',
  duplicate_field: 'A field is named both by id and by slug, or an object has the same name twice.',
  invalid_value: 'A value does not have the type of its field, or is not allowed there.',
  invalid_cursor: 'The cursor does not belong to this list with these filters.',
  invalid_target:
    'A named record, task, member, meeting or section does not exist, is archived, or is not accessible.',
  unsupported_event: 'No event has this name.',
  unsafe_url: 'Webhooks are not sent to this address.',
  insufficient_scope: 'The token lacks a scope; `WWW-Authenticate` names it.',
  unsupported_token_kind: 'A launcher token was sent to the developer API, or a key to the launcher API.',
  forbidden: 'The role of the key’s owner does not allow this.',
  plan_required: 'The plan of the workspace does not include this.',
  not_found: 'Does not exist, is not in this workspace, or is not accessible.',
  record_archived: 'Restore the record before changing it.',
  task_archived: 'An archived task cannot be changed.',
  method_not_allowed: 'The path does not support this method; see `Allow`.',
  id_conflict: 'The id belongs to another workspace or object.',
  version_conflict: 'The stored version is not the one that was named.',
  precondition_failed: 'The resource is not at the version that `If-Match` names.',
  payload_too_large: 'The body is larger than 1 MiB.',
  unsupported_media_type: 'The body is compressed, or not in UTF-8.',
  idempotency_key_reused: 'The `Idempotency-Key` was used with another body.',
  workspace_locked: 'The workspace has more members than its limit.',
  rate_limited: 'Too many requests; wait `Retry-After` seconds.',
  internal_error: 'The service failed; a write may have completed.',
  unavailable: 'The service cannot reach its database; try again later.',
}
