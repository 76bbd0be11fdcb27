// `--database` → a store.
import { closeSync, mkdirSync, openSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { allApplied } from './migrate.ts'
import { openSqlite } from './sqlite.ts'
import { lockServing } from './sqlite/serving-lock.ts'
import { storeError } from '../base/store-error.ts'
import type { Store } from './store.ts'

/** A store that has just been opened, and the migrations that opening it applied. */
export type OpenedStore = Store & { applied: string[] }

const isFile = (url: string): boolean => url.startsWith('file:') && url.length > 5

/**
 * The path of `file:PATH`, created when it is missing.
 * @throws StoreError
 */
function pathOf(url: string): string {
  const path = resolve(url.slice('file:'.length))
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    // Made here, because SQLite would let everyone read it.
    closeSync(openSync(path, 'a', 0o600))
  } catch (error) {
    throw storeError('database_unreadable', `The file ${path} cannot be created or written.`, error)
  }
  return path
}

/**
 * Opens `file:PATH` or `memory:`, creating what is missing (directories for the owner only), or `postgres://…`, and
 * migrates it.
 * @param options.upTo the last migration to apply, or what migrate.ts has in its place; all of them unless it is named
 * @throws StoreError with one sentence that says what is wrong
 */
export async function openStore(
  url: string,
  options: { upTo?: string | undefined } = {},
): Promise<OpenedStore> {
  // A new one is no older than the program.
  if (url === 'memory:') return openSqlite(':memory:', options.upTo === allApplied ? {} : options)
  if (/^postgres(ql)?:/.test(url)) {
    // Loaded for those who use it: the desktop's database is a file.
    const { openPostgres } = await import('./postgres.ts')
    return openPostgres(url, options)
  }
  if (!isFile(url)) {
    throw storeError('database_unsupported', 'The database is `file:PATH`, `memory:` or `postgres://…`.')
  }
  return openSqlite(pathOf(url), options)
}

/**
 * Keeps a second service from a SQLite database; called before it is opened, which may already write. PostgreSQL takes
 * several.
 * @returns ends that
 * @throws StoreError `database_served`
 */
export const lockToServe = async (url: string): Promise<() => void> =>
  isFile(url) ? await lockServing(pathOf(url)) : () => undefined
