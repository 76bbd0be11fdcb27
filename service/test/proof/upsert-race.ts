// One new id that everyone writes at once, at two processes where the database takes two.
import { createClient, tally, type Answer } from '../contract/client.ts'
import { svcServe } from '../../cli/svc-testing.ts'
import { newUuid } from '../../base/ids.ts'
import { prepare, rowsOf } from './writers.ts'

/** @param writers PUTs of one id at the same time, spread over the processes */
export async function raceUpserts(database: string, rounds: number, writers: number) {
  const tokens = await prepare(database, 8)
  const processes = [await svcServe(database)]
  if (!database.startsWith('file:')) processes.push(await svcServe(database))
  const races: { id: string; answers: Answer[] }[] = []
  for (let round = 0; round < rounds; round += 1) {
    const id = newUuid()
    const write = (writer: number) => {
      const { baseUrl = '' } = processes[writer % processes.length] ?? {}
      const body = { object: 'things', values: { name: `writer ${writer}` } }
      return createClient(baseUrl, tokens[writer % tokens.length]).put(`/v1/records/${id}`, body)
    }
    const answers = await Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)))
    races.push({ id, answers })
  }
  for (const each of processes) await each.end('SIGTERM')
  const rows = await rowsOf(database, 'select id, title, version, field_values from record')
  const events = await rowsOf(database, "select body from webhook_event where type = 'record.created'")
  return races.map(({ id, answers }) => {
    const held = rows.filter((row) => row['id'] === id)
    return {
      statuses: tally(answers.map(({ status }) => status)),
      /** In the database, of this id. */
      records: held.length,
      versions: held.map((row) => Number(row['version'])),
      created: events.filter((row) => String(row['body']).includes(id)).length,
      /** Whether the last state is one that somebody wrote. */
      whole: held.every(
        (row) =>
          /^writer \d+$/.test(String(row['title'])) &&
          String(row['field_values']).includes(`"${String(row['title'])}"`),
      ),
    }
  })
}
