// A service whose disk is full for a while.
import { createClient } from '../contract/client.ts'
import { refusal } from '../contract/team.ts'
import { svcServe } from '../../cli/svc-testing.ts'
import { missingIn, nothingTold, prepare, writeTogether } from './writers.ts'

/** The expected result; `missing` is told writes that the database lacks, `odd` any other refusal. */
export const refusedMeanwhile = {
  missing: [],
  odd: [],
  refusals: ['503 unavailable'],
  reads: [200, 200],
  // Also after what still fits has been written.
  readiness: [200, 503, 503, 503, 200],
  after: 'written',
}

/** @param disk fills and empties what the process of that id writes to */
export async function proveFullDisk(
  database: string,
  disk: { fill: (pid: number) => void; empty: (pid: number) => void },
) {
  const tokens = await prepare(database, 8)
  const told = nothingTold()
  const serving = await svcServe(database)
  const api = createClient(serving.baseUrl, tokens[0])
  const writeFor = (count: number) => {
    const target = told.done + count
    return writeTogether(serving.baseUrl, tokens, told, () => told.done >= target)
  }
  const readiness: number[] = []
  const askReadiness = async () => readiness.push((await api.get('/readyz')).status)
  await writeFor(40)
  await askReadiness()

  const apis = tokens.map((token) => createClient(serving.baseUrl, token))
  const attempts = () =>
    Promise.all([...apis, ...apis].map((each) => each.post('/v1/tasks', { title: 'Refused' })))
  const refusals = new Set<string>()
  // A disk fills at some write: what still fits is done, and then nothing is.
  disk.fill(serving.pid)
  let answers = await attempts()
  for (let tries = 0; tries < 50 && answers.some(({ status }) => status < 300); tries += 1)
    answers = await attempts()
  for (const answer of answers) refusals.add(refusal(answer).join(' '))
  for (let asked = 0; asked < 3; asked += 1) await askReadiness()
  const before = (await api.get('/v1/tasks?limit=100')).body.data.length
  for (const answer of await attempts()) refusals.add(refusal(answer).join(' '))
  const [id] = told.records.keys()
  const reads = [(await api.get('/v1/records')).status, (await api.get(`/v1/records/${id ?? ''}`)).status]
  if ((await api.get('/v1/tasks?limit=100')).body.data.length !== before) refusals.add('written all the same')

  disk.empty(serving.pid)
  await askReadiness()
  const after = (await api.post('/v1/tasks', { title: 'Again' })).status === 201 ? 'written' : 'refused'
  await writeFor(40)
  await serving.end('SIGTERM')
  return {
    missing: await missingIn(database, told),
    odd: told.odd,
    refusals: [...refusals],
    reads,
    readiness,
    after,
  }
}
