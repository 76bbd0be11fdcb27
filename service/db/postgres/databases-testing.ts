// PostgreSQL databases of one test file, which go when it is done.
import { afterAll } from 'vitest'
import { createTestDatabase, dropTestDatabase } from './testing.ts'

/** @returns what makes another one and tells its URL */
export function ownDatabases(): typeof createTestDatabase {
  const urls: string[] = []
  afterAll(async () => {
    for (const url of urls) await dropTestDatabase(url)
  })
  return async (contents) => {
    const url = await createTestDatabase(contents)
    urls.push(url)
    return url
  }
}
