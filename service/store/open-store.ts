// `--database` → a store.
import { closeSync, mkdirSync, openSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { openSqlite } from './sqlite.ts'
import { storeError } from './store-error.ts'
import type { Store } from './store.ts'

/** A store that has just been opened, and the migrations that opening it applied. */
export type OpenedStore = Store & { applied: string[] }

/**
 * Opens `file:PATH` or `memory:`, creating what is missing (directories for the owner only) and migrating it.
 * @throws StoreError with one sentence that says what is wrong
 */
export async function openStore(url: string): Promise<OpenedStore> {
  if (url === 'memory:') return openSqlite(':memory:')
  if (/^postgres(ql)?:/.test(url)) {
    throw storeError('database_unsupported', 'PostgreSQL is not supported yet.')
  }
  if (!url.startsWith('file:') || url.length === 5) {
    throw storeError('database_unsupported', 'The database is `file:PATH` or `memory:`.')
  }
  const path = resolve(url.slice('file:'.length))
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    // Made here, because SQLite would let everyone read it.
    closeSync(openSync(path, 'a', 0o600))
  } catch (error) {
    throw storeError('database_unreadable', `The file ${path} cannot be created or written.`, error)
  }
  return openSqlite(path)
}
