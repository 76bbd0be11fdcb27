// What the generated proofs run on: a service, two places in it, and every operation of its document.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { startTestService, type TestService } from '../testing.ts'
import { readDocument, type Exchange, type Operation } from './document.ts'
import { createPlace, type Place } from './places.ts'
import { targetOf, type Sample } from './samples.ts'
import { createWire, type Wire } from './wire.ts'

export type Stage = {
  service: TestService
  here: Place
  there: Place
  operations: readonly Operation[]
  wire: Wire
  /** Sends a sample with a token; with the one that may do everything when none is named. */
  ask(operation: Operation, sample: Sample, token?: string): Promise<Exchange>
  /** Every row of every table that keeps what people and programs wrote: table → text. */
  contents(): ReadonlyMap<string, string>
  close(): Promise<void>
}

/** Tables that count requests, remember answers, or keep what the service does by itself. */
const bookkeeping = /idempotency|rate|throttle|shared|lease|delivery/

/** Tables that differ between two contents. */
export const changedTables = (
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): string[] => [...after.keys()].filter((name) => before.get(name) !== after.get(name))

/** @param database one that lasts; a file of its own, whose contents can be seen, unless it is named */
export async function startStage(database?: string): Promise<Stage> {
  const directory = mkdtempSync(join(tmpdir(), 'svc-proof-'))
  const path = join(directory, 'svc.db')
  const service = await startTestService({
    database: database ?? `file:${path}`,
    rateLimit: 10_000_000,
    webhookReach: 'any host',
  })
  const here = await createPlace(service, 'acme')
  const there = await createPlace(service, 'globex')
  const operations = await readDocument(service.baseUrl)
  const wire = createWire(service.baseUrl)
  const file = database === undefined ? new DatabaseSync(path, { readOnly: true }) : undefined
  const tokenFor = ({ surface }: Operation) => (surface === 'open' ? undefined : here.tokens[surface])
  return {
    service,
    here,
    there,
    operations,
    wire,
    ask: (operation, sample, token = tokenFor(operation)) =>
      wire.send({
        method: operation.method,
        path: targetOf(operation, sample),
        token,
        body: sample.body === undefined ? undefined : JSON.stringify(sample.body),
      }),
    contents() {
      if (!file) throw new Error('Only the contents of a file can be seen.')
      const tables = file.prepare("select name from sqlite_schema where type = 'table'").all()
      return new Map(
        tables
          .map(({ name }) => String(name))
          .filter((name) => !bookkeeping.test(name) && !name.startsWith('sqlite_'))
          .map((name) => {
            const rows = file.prepare(`select * from "${name}"`).all()
            // Since when an endpoint does not answer is found out by the service itself.
            for (const row of rows) delete row['failing_since']
            return [name, JSON.stringify(rows)]
          }),
      )
    },
    async close() {
      wire.close()
      file?.close()
      await service.close()
      rmSync(directory, { recursive: true })
    },
  }
}
