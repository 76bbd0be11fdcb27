// Checks the URL of a database. No message repeats its password.
import { Client } from 'pg'
import { storeError, type StoreError } from '../../base/store-error.ts'

const fault = (message: string): StoreError => storeError('database_unsupported', message)

/** Whether a character of the password that is not percent-encoded ends its part of the URL. */
function isCutShort(authority: string, rest: string): boolean {
  if (rest.includes('#')) return true
  const [path = '', query = ''] = rest.split('?', 2)
  const names = query.split('&').map((parameter) => parameter.split('=', 1)[0] ?? '')
  return !authority.includes('@') && [path, ...names].some((text) => text.includes('@'))
}

const portFault = (port: number | string) =>
  fault(`The URL of the database has the port ${port}. Use a port from 1 to 65535.`)

/** Parses the URL with pg, like each connection. */
function read(url: string, authority: string): Client {
  try {
    return new Client({ connectionString: url })
  } catch (error) {
    const port = /:(\d+)$/.exec(authority)?.[1]
    if (port !== undefined && Number(port) > 65_535) throw portFault(port)
    if (error instanceof Error && 'syscall' in error) {
      const path = 'path' in error && typeof error.path === 'string' ? `the file ${error.path}` : 'a file'
      throw fault(`The URL of the database names ${path}, which cannot be read.`)
    }
    // No cause, because pg's error may contain the URL.
    throw fault(
      'The URL of the database cannot be read. Write it as postgres://user:password@host:port/database.',
    )
  }
}

/**
 * Replaces the TLS modes that pg treats as `verify-full`: it prints a warning of nine lines for them at each start. A URL with
 * `uselibpqcompat` stays as it is.
 */
export const withPlainTls = (url: string): string =>
  /[?&]uselibpqcompat=/.test(url)
    ? url
    : url.replace(/([?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/, '$1verify-full')

/**
 * The name of the database in messages: `host:port/database`.
 * @throws StoreError `database_unsupported`
 */
export function nameOfDatabase(url: string): string {
  const [, authority = '', rest = ''] = /^[^:]*:\/\/([^/?#]*)(.*)$/s.exec(url) ?? []
  if (isCutShort(authority, rest)) {
    throw fault(
      'The password in the URL of the database has characters that end it. Percent-encode them (`#` is %23, `/` is %2F, `?` is %3F).',
    )
  }
  const { host, port, database } = read(url, authority)
  if (!(port >= 1 && port <= 65_535)) throw portFault(port)
  // pg falls back to the name of the user, who may have none.
  if (!database)
    throw fault('The URL names no database. Write it as postgres://user:password@host:port/database.')
  return `${host}:${port}/${database}`
}
