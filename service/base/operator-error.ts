// Errors for operators: a code and one sentence, the `{"error":…}` of `svc`.
import type { ErrorCode } from '../../shared/api/errors.ts'
import { englishOf, type KnownReason } from '../../shared/api/import-reasons.ts'
import type { StoreErrorCode } from './store-error.ts'

export type OperatorErrorCode =
  | ErrorCode
  | StoreErrorCode
  | 'already_exists'
  | 'unknown_command'
  | 'bad_option'
  | 'invalid_file'
  | 'conflict'
  | 'port_taken'
  | 'address_unusable'
  | 'file_unusable'
  | 'local_changes'
  | 'unauthorized'
  | 'service_unreachable'
  | 'unexpected_answer'

/** One of several faults of an input, and its place. */
export type Fault = { path: (string | number)[]; message: string }

export type OperatorError = Error & { operatorCode: OperatorErrorCode; details?: readonly Fault[] }

export const operatorError = (
  operatorCode: OperatorErrorCode,
  message: string,
  details?: readonly Fault[],
): OperatorError => Object.assign(new Error(message), { operatorCode, ...(details && { details }) })

export const isOperatorError = (error: unknown): error is OperatorError =>
  error instanceof Error && 'operatorCode' in error && typeof error.operatorCode === 'string'

/** A refusal: one sentence, and the field of a form that it is about. */
export type Refused = {
  ok: false
  code: OperatorErrorCode
  message: string
  field?: string
  /** A code for programs, from imports. */
  reason?: KnownReason
}
export type Outcome<T> = { ok: true; value: T } | Refused

export const done = <T>(value: T): Outcome<T> => ({ ok: true, value })
export const refuse = (code: OperatorErrorCode, message: string, field?: string): Refused => ({
  ok: false,
  code,
  message,
  ...(field !== undefined && { field }),
})

/** A refusal of an import, whose sentence other languages have, too. */
export const refuseFor = (code: OperatorErrorCode, reason: KnownReason): Refused => ({
  ...refuse(code, englishOf(reason)),
  reason,
})

/** The value, or the refusal as an error of `svc`. */
export function valueOf<T>(outcome: Outcome<T>): T {
  if (outcome.ok) return outcome.value
  throw operatorError(outcome.code, outcome.message)
}

/** The error for a server that cannot listen. */
export function listenError(
  error: Error & { code?: string },
  { host, port, option }: { host: string; port: number; option: string },
): OperatorError {
  if (error.code === 'EADDRINUSE') {
    return operatorError('port_taken', `Port ${port} on ${host} is taken. Choose another with ${option}.`)
  }
  if (error.code === 'EACCES') {
    return operatorError(
      'address_unusable',
      `Port ${port} needs more rights. Choose one above 1023 with ${option}.`,
    )
  }
  return operatorError('address_unusable', `The service cannot listen on ${host}.`)
}
