// PostgreSQL's failures, and those on the way to it, as sentences a person can act on.
import { isStoreError, storeError, type StoreError } from '../store-error.ts'
import { tlsError } from './tls-error.ts'

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

const unreachable = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOENT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
])
/** What pg says without a code. */
const lostWords =
  /connection terminated|connection ended|not queryable|query read timeout|establishing an SSL/i
const noTlsWords = /server does not support SSL/i
const withoutTlsWords = /no encryption/
const noPasswordWords = /client password must be a/i
const waitedWords = /timeout exceeded when trying to connect|timeout expired/i

/** The server, or the way to it, is gone: nothing more can be done on this connection. */
export const isConnectionLost = (error: unknown): boolean => {
  const code = codeOf(error)
  return (
    unreachable.has(code) ||
    code.startsWith('08') ||
    // The operator or a restart ended the connection; 57P03 is a server that is still starting.
    /^57P0[1-5]$/.test(code) ||
    code === '25P03' ||
    (error instanceof Error && lostWords.test(error.message))
  )
}

/** A newer program has changed a table under a statement that this connection had prepared. */
const isPlanOutdated = (error: unknown): boolean =>
  codeOf(error) === '0A000' && error instanceof Error && error.message.includes('cached plan')

/** The server ends a transaction, and its connection, that takes longer than it is set to allow. */
const isTransactionCut = (error: unknown): boolean => codeOf(error) === '25P04'

/**
 * Another connection may do what this one cannot: it is lost, knows a table as it was, or its session takes no writes, as
 * those to a server that has handed over do, and those made before a setting was put right.
 */
export const isConnectionSpent = (error: unknown): boolean =>
  isConnectionLost(error) ||
  isTransactionCut(error) ||
  isPlanOutdated(error) ||
  isOfPooler(error) ||
  codeOf(error) === '25006'

/** The server, or this user's part of it, has no connection left. */
export const isServerFull = (error: unknown): boolean => codeOf(error) === '53300'

/** The transaction met another one and was rolled back: run again, it sees what the other did. */
export const isRepeatable = (error: unknown): boolean =>
  isPlanOutdated(error) ||
  // Serialization failure, deadlock, and a row that another transaction has just written under the same key.
  ['40001', '40P01', '23505'].includes(codeOf(error))

/** A statement that this connection has prepared is not there, or one that it has not is: it is not one connection. */
const isOfPooler = (error: unknown): boolean => ['26000', '42P05'].includes(codeOf(error))

export const poolerError = (name: string, cause?: unknown): StoreError =>
  storeError(
    'database_unsupported',
    `A pooler before ${name} gives one connection to several sessions. Have it keep a connection for each (PgBouncer: pool_mode = session), or go past it.`,
    cause,
  )

export const readOnlyError = (name: string, cause?: unknown): StoreError =>
  storeError('database_read_only', `The database ${name} takes no writes now.`, cause)

/** Whether connections that were made before may lead to a server, or through a pooler, that new ones are refused by. */
export const isOfEveryConnection = (error: unknown): boolean =>
  isStoreError(error) && ['database_read_only', 'database_unsupported'].includes(error.storeCode)

/** The store error for what the server says, or the error itself when it says nothing about the database. */
export function asStoreError(error: unknown, name: string): unknown {
  if (isStoreError(error)) return error
  const code = codeOf(error)
  const said = (storeCode: Parameters<typeof storeError>[0], message: string) =>
    storeError(storeCode, message, error)
  if (code === '3D000') return said('database_missing', `There is no database ${name}. Create it first.`)
  if (code === '28000' && error instanceof Error && withoutTlsWords.test(error.message))
    return said(
      'database_refused',
      `The server of ${name} refuses this user without TLS. Check the user, or ask for TLS in the URL (sslmode=verify-full).`,
    )
  if (code === '28P01' || code === '28000')
    return said('database_refused', `The server of ${name} refuses this user or password.`)
  if (error instanceof Error && noPasswordWords.test(error.message))
    return said(
      'database_refused',
      `The server of ${name} asks for a password. Give it in the URL (postgres://user:password@host:port/database) or in PGPASSWORD.`,
    )
  if (code === '55000') return said('database_refused', `The database ${name} takes no connections now.`)
  if (error instanceof Error && noTlsWords.test(error.message))
    return said(
      'database_refused',
      `The server of ${name} does not offer TLS. Turn it on there, or ask for none in the URL.`,
    )
  if (code === '42501')
    return said(
      'database_refused',
      `The user may not do this in the database ${name} (${error instanceof Error ? error.message : code}).`,
    )
  if (code === '53100') return said('database_full', `There is no space left for the database ${name}.`)
  if (code === '25006') return readOnlyError(name, error)
  if (['40001', '40P01', '55P03'].includes(code))
    return said('database_locked', `Others were writing to the database ${name} for too long. Try again.`)
  if (code === '57014')
    return said(
      'database_timeout',
      `The server of the database ${name} stopped a statement that took longer than its statement_timeout. Raise that, or try again.`,
    )
  if (isOfPooler(error)) return poolerError(name, error)
  if (isTransactionCut(error))
    return said(
      'database_timeout',
      `The server of the database ${name} ended a transaction that took longer than its transaction_timeout. Raise that, or try again.`,
    )
  if (code.startsWith('53') || (error instanceof Error && waitedWords.test(error.message)))
    return said('database_busy', `The database ${name} has no connection left. Try again.`)
  if (isConnectionLost(error))
    return said('database_unreachable', `The server of the database ${name} does not answer.`)
  return (error instanceof Error && tlsError(error, code, name)) || error
}
