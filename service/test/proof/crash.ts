// `svc serve` in a process of its own, ended by a signal again and again while many clients write.
import { setTimeout as sleep } from 'node:timers/promises'
import { svcServe } from '../../cli/svc-testing.ts'
import { missingIn, nothingTold, prepare, writeTogether } from './writers.ts'

/** As many keys as clients: each writes as fast as it can, and none is over its rate. */
const clients = 32

/**
 * @param rounds a signal each; the service is started again after every one
 * @param options.between writes that are answered before a signal, at least
 * @param options.wait milliseconds from there to the signal, by round: every time at another place of a write
 * @returns what the database lacks, how each process ended, and what the clients were told
 */
export async function crash(
  database: string,
  rounds: readonly ('SIGKILL' | 'SIGTERM')[],
  { between, wait }: { between: number; wait: (round: number) => number },
) {
  const tokens = await prepare(database, clients)
  const told = nothingTold()
  const endings: { signal: string; exitCode: number | null; refusedAfterwards: boolean }[] = []
  for (const [round, signal] of rounds.entries()) {
    const serving = await svcServe(database)
    const target = told.done + between
    const writing = writeTogether(serving.baseUrl, tokens, told)
    while (told.done < target) await sleep(5)
    await sleep(wait(round))
    const { exitCode } = await serving.end(signal)
    await writing
    const refusedAfterwards = await fetch(serving.baseUrl).then(
      () => false,
      () => true,
    )
    endings.push({ signal, exitCode, refusedAfterwards })
  }
  // Opened once more, so that what is counted is what a service finds.
  await (await svcServe(database)).end('SIGTERM')
  return { missing: await missingIn(database, told), endings, told }
}
