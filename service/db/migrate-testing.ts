import { sql } from 'kysely'
import { onTestFinished } from 'vitest'
import { migrations } from './migrate.ts'

const name = '9998-next'

/** From here to the end of the test, the program has one more migration: a table `next` of the ids of records. */
export function addMigration(): string {
  migrations[name] = {
    up: async (db) => {
      await sql`create table next (id text primary key)`.execute(db)
      await sql`insert into next select id from record`.execute(db)
    },
  }
  onTestFinished(() => void delete migrations[name])
  return name
}
