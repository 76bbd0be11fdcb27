import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { isTaken } from './error.ts'

test.each([
  ['a primary key', "('a', 'other', 'owner')", true],
  ['a unique column', "('other', 'one', 'owner')", true],
  ['nothing: a value is missing', "('other', 'other', null)", false],
  ['nothing: a rule of the row', "('other', 'other', '')", false],
])('REC-13 what is taken, and worth another number, is %s', (_, row, taken) => {
  const database = new DatabaseSync(':memory:')
  database.exec(
    'create table t (id text primary key, slug text unique, owner text not null check (length(owner) > 0))',
  )
  database.exec("insert into t values ('a', 'one', 'owner')")
  let error: unknown
  try {
    database.exec(`insert into t values ${row}`)
  } catch (thrown) {
    error = thrown
  }
  database.close()
  expect(error).toBeInstanceOf(Error)
  expect(isTaken(error)).toBe(taken)
})
