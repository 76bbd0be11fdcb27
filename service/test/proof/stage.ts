// Stage of the generated proofs: a service, two places in it, and every operation of its document.
import { startTestService } from '../testing.ts'
import { faultOf, readDocument, type Exchange, type Operation } from './document.ts'
import { createPlace } from './places.ts'
import { targetOf, type Sample } from './samples.ts'
import { createWire } from './wire.ts'
import { tablesOfDatabase, rowsOfTable } from '../../db/tables.ts'

/** Tables that keep answers, or what the service does by itself. */
const bookkeeping = /idempotency|lease|delivery|due_sweep|search_text/
/** More than a table of these proofs ever has. */
const everyRow = 10_000

/** Tables that differ between two contents. */
export const changedTables = (
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): string[] => [...after.keys()].filter((name) => before.get(name) !== after.get(name))

/** @param database one of its own on the engine of the test run, unless it is named */
export async function startStage(database?: string) {
  const service = await startTestService({
    ...(database !== undefined && { database }),
    rateLimit: 10_000_000,
    webhookNetwork: 'any host',
  })
  const here = await createPlace(service, 'acme')
  const there = await createPlace(service, 'globex')
  const operations = await readDocument(service.baseUrl)
  const wire = createWire(service.baseUrl)
  const tokenFor = ({ surface }: Operation) => (surface === 'open' ? undefined : here.tokens[surface])
  return {
    service,
    here,
    there,
    operations,
    wire,
    /**
     * Sends a sample with a token; with the one that may do everything when none is named.
     * @throws when the answer is not as documented
     */
    async ask(
      operation: Operation,
      sample: Sample,
      token = tokenFor(operation),
      headers: Readonly<Record<string, string>> = {},
    ): Promise<Exchange> {
      // A file goes as it is, and all else as JSON.
      const { body } = sample
      const isFile = typeof body === 'string'
      const answer = await wire.send({
        method: operation.method,
        path: targetOf(operation, sample),
        token,
        headers: { ...(isFile && { 'content-type': 'application/octet-stream' }), ...headers },
        body: isFile || body === undefined ? body : JSON.stringify(body),
      })
      const fault = faultOf(operation, answer)
      if (fault !== undefined) throw new Error(`${operation.name} ${fault}`)
      return answer
    },
    /** Every row of every table that keeps what people and programs wrote: table → text. */
    async contents(): Promise<ReadonlyMap<string, string>> {
      return service.store.read(async (tx) => {
        const found = new Map<string, string>()
        for (const table of await tablesOfDatabase(tx)) {
          if (bookkeeping.test(table.name)) continue
          const rows = await rowsOfTable(tx, table, undefined, everyRow)
          // Since when an endpoint does not answer is found out by the service itself.
          for (const row of rows) delete row['failing_since']
          found.set(table.name, JSON.stringify(rows))
        }
        return found
      })
    },
    async close() {
      wire.close()
      await service.close()
    },
  }
}
export type Stage = Awaited<ReturnType<typeof startStage>>
