// Several questions in one statement: in a search, most of the cost is that of each statement, whatever it answers.
import { sql, type Kysely, type RawBuilder } from 'kysely'
import { compiled } from '../db/compiled.ts'
import type { Database } from '../db/schema.ts'

/** A row with the number of the question that it answers. */
export type Placed<Row> = Row & { place: number }

/** The answers to all of them, one after the other. */
export const together = <Row>(questions: readonly RawBuilder<Row>[]): RawBuilder<Placed<Row>> => {
  const each = questions.map((question, place) => {
    const name = sql.ref(`at${place}`)
    return sql`select ${sql.lit(place)} as place, ${name}.* from (${question}) as ${name}`
  })
  return sql<Placed<Row>>`${sql.join(each, sql` union all `)}`
}

/** The rows of each of so many questions. */
export const apart = <Row>(rows: readonly Placed<Row>[], questions: number): Row[][] => {
  const answers = Array.from({ length: questions }, (): Row[] => [])
  for (const row of rows) answers[row.place]?.push(row)
  return answers
}

/** One question asked so many times with different parameters; compiled once for each number. */
export const manyTogether = <Row>(db: Kysely<Database>, question: RawBuilder<Row>) => {
  const known = new Map<number, ReturnType<typeof compiled<Placed<Row>>>>()
  return async (times: number, parameters: readonly unknown[]): Promise<Placed<Row>[]> => {
    if (times === 0) return []
    const run =
      known.get(times) ?? compiled(db, () => together(Array.from({ length: times }, () => question)))
    known.set(times, run)
    return run(...parameters)
  }
}
