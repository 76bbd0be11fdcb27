// Failures of PostgreSQL and of the way to it: which ones a retry can help, and one sentence for each.
import { setTimeout as sleep } from 'node:timers/promises'
import { isStoreError, storeError, type StoreError, type StoreErrorCode } from '../../base/store-error.ts'

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

/** `SQLSTATE message`, or Node's code; pg itself reports some failures without a code. */
const textOf = (error: Error) => `${codeOf(error)} ${error.message}`.trim()

const isOf = (pattern: RegExp) => (error: unknown) => error instanceof Error && pattern.test(textOf(error))

/** The connection is lost. 57P01 to 57P05 mean that the server shut down, is starting, or ended an idle session. */
export const isConnectionLost = isOf(
  /^(ECONN\w+|EPIPE|ENOENT|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|08\w{3}|57P0[1-5]|25P03)( |$)|connection (terminated|ended)|not queryable|query read timeout|establishing an SSL/i,
)

/** A table has changed under a statement that this connection had prepared. */
const isPlanOutdated = isOf(/^0A000 .*cached plan/)

const isReadOnly = isOf(/^25006 /)

/** The server cut the transaction, and with it the connection; or a pooler gave the session to others between statements. */
const isTakenAway = isOf(/^(25P04|26000|42P05) /)

/** Another connection may succeed. One to a server that has become a standby takes no writes (25006). */
export const isConnectionSpent = (error: unknown): boolean =>
  [isConnectionLost, isTakenAway, isPlanOutdated, isReadOnly].some((test) => test(error))

/** The server has no connection left for this user. */
export const isServerFull = isOf(/^53300 /)

/** The transaction conflicted with another one and was rolled back: serialization, deadlock, or the same new key. */
export const isRepeatable = (error: unknown): boolean =>
  isPlanOutdated(error) || ['40001', '40P01', '23505'].includes(codeOf(error))

/** How often a transaction that met another one is run again. */
const repeats = 5

/** Longer with every time, and never the same for two that have met. */
const pause = (attempt: number) => sleep(5 * 2 ** attempt * (0.5 + Math.random()))

/** Tries again, a few times, where a retry can help. */
export async function repeated<T>(transact: () => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await transact()
    } catch (error) {
      if (!isRepeatable(error) || attempt >= repeats) throw error
    }
    await pause(attempt)
  }
}

export const readOnlyError = (name: string, cause?: unknown): StoreError =>
  storeError('database_read_only', `The database ${name} is read-only.`, cause)

/** TLS of Node: https://nodejs.org/api/tls.html#x509-certificate-error-codes. Others are SQLSTATE codes and words of pg. */
const causes: readonly (readonly [pattern: RegExp, code: StoreErrorCode, advice: string])[] = [
  [/^3D000 /, 'database_missing', 'Create it first.'],
  [/^55000 /, 'database_refused', 'Allow connections to it on the server.'],
  [/^42501 /, 'database_refused', 'Grant the user this right.'],
  [
    /^28\w{3} |client password must be|does not support SSL/,
    'database_refused',
    'Check user, password (or PGPASSWORD) and sslmode in the URL.',
  ],
  [
    /^(26000|42P05) /,
    'database_unsupported',
    'A connection pooler in front of it must be in session mode (PgBouncer: `pool_mode = session`).',
  ],
  [/^53100 /, 'database_full', 'Free space on the server.'],
  [/^(40001|40P01|55P03) /, 'database_locked', 'Another process was writing for too long. Try again.'],
  [/^(57014|25P04) /, 'database_timeout', 'Raise that limit on the server, or try again.'],
  [
    /^53\w{3} |timeout exceeded when trying to connect|timeout expired/,
    'database_busy',
    'It has no connection left. Try again.',
  ],
  [
    /^(ERR_(TLS|SSL|OSSL)_|CERT_|CRL_|UNABLE_TO_|ERROR_IN_CERT_|DEPTH_ZERO_|SELF_SIGNED_|INVALID_(CA|PURPOSE)|PATH_LENGTH_|HOSTNAME_MISMATCH)/,
    'database_untrusted',
    'Check the certificate of the server, and sslmode, sslrootcert, sslcert and sslkey in the URL.',
  ],
]

/** The store error for a failure of the database, in pg's words and with our advice. Other errors stay as they are. */
export function asStoreError(error: unknown, name: string): unknown {
  if (isStoreError(error) || !(error instanceof Error)) return error
  if (isReadOnly(error)) return readOnlyError(name, error)
  const reason = (error.message || codeOf(error)).replaceAll(/\s+/g, ' ').replace(/\.$/, '')
  const said = (code: StoreErrorCode, advice: string) =>
    storeError(code, `The database ${name} cannot be used: ${reason}. ${advice}`, error)
  for (const [pattern, code, advice] of causes) if (pattern.test(textOf(error))) return said(code, advice)
  return isConnectionLost(error)
    ? said('database_unreachable', 'Check that the server runs, and host and port in the URL.')
    : error
}
