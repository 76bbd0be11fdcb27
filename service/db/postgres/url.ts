// What is wrong with a URL that opens a database, in sentences without its password.
import { Client } from 'pg'
import { storeError, type StoreError } from '../store-error.ts'

const fault = (message: string): StoreError => storeError('database_unsupported', message)

/** Whether a character of the password ends the part of the URL that it stands in. */
function isCutShort(authority: string, rest: string): boolean {
  if (rest.includes('#')) return true
  const [path = '', query = ''] = rest.split('?', 2)
  const names = query.split('&').map((parameter) => parameter.split('=', 1)[0] ?? '')
  return !authority.includes('@') && [path, ...names].some((text) => text.includes('@'))
}

const portFault = (port: number | string) =>
  fault(`The URL of the database has the port ${port}. Give one from 1 to 65535.`)

/** Reads the URL as each connection will. */
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
    // Without the error, which may hold the URL.
    throw fault(
      'The URL of the database cannot be read. Write it as postgres://user:password@host:port/database.',
    )
  }
}

/**
 * The URL with `verify-full` in the place of the modes of TLS that pg takes for it, with a warning of nine lines each time a
 * process starts. Where the URL asks for libpq's meaning of them, it is as it was.
 */
export const withPlainTls = (url: string): string =>
  /[?&]uselibpqcompat=/.test(url)
    ? url
    : url.replace(/([?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/, '$1verify-full')

/**
 * `host:port/database`: what may be said of a URL that opens a database.
 * @throws StoreError `database_unsupported`
 */
export function nameOfDatabase(url: string): string {
  const [, authority = '', rest = ''] = /^[^:]*:\/\/([^/?#]*)(.*)$/s.exec(url) ?? []
  if (isCutShort(authority, rest)) {
    throw fault(
      'The URL of the database ends its password early: percent-encode the password (`#` is %23, `/` is %2F, `?` is %3F).',
    )
  }
  const { host, port, database } = read(url, authority)
  if (!(port >= 1 && port <= 65_535)) throw portFault(port)
  // Where it says none, that of the user's name is meant, and where it says no user, the one who started the process.
  if (!database)
    throw fault(
      'The URL of the database names no database. Write it as postgres://user:password@host:port/database.',
    )
  return `${host}:${port}/${database}`
}
