// Writes of one workspace that wait at the same time are stored in one transaction, on both engines: a commit on disk and the
// round trips of a transaction cost more than a small change. Nobody is answered before the commit.
import { inLanguage, keepingLanguage } from '../language/say.ts'
import { waitForBatch } from './loader.ts'
import { inPipeline } from './sql.ts'
import { storeError } from '../base/store-error.ts'

/** A commit waits for everyone in it, so not for more than these. */
const mostTogether = 64

type Waiting<Tx> = {
  run: (tx: Tx) => Promise<unknown>
  touches: readonly string[] | undefined
  resolve: (value: unknown) => void
  reject: (error: unknown) => void
  /** Is called when it waits no longer. */
  taken?: () => void
}

/** Runs one transaction. @param run gets the transaction, and a way to set and use savepoints in it */
export type Transact<Tx> = <T>(
  run: (tx: Tx, execute: (statement: string) => Promise<unknown>) => Promise<T>,
) => Promise<T>

export type WriteQueue<Tx> = {
  /**
   * @param run may run twice: what fails in company is tried alone
   * @param touches the things that it changes or relies on, and its Idempotency-Key. Writes that have none in common run side by
   * side, and what they store goes by one statement a table (`loader.ts`). Left out: it runs by itself, behind a savepoint
   */
  write<T>(run: (tx: Tx) => Promise<T>, touches?: readonly string[]): Promise<T>
  /** Resolves when nobody writes. */
  idle(): Promise<void>
}

/**
 * @param options.transact takes writers when it has begun, so that those who came meanwhile are in it too
 * @param options.isUnsure whether a transaction that failed like this may have been committed: then nobody is tried again
 * @param options.isRepeatable whether a write that failed like this should be tried again
 * @param options.repeated tries a write a few times, where it is worth it
 * @param options.atOnce how many transactions: the next one begins while the one before it is written to disk
 * @param options.emptied is called when nobody writes or waits
 * @param options.longestWait milliseconds after which one who still waits is refused
 */
export function createWriteQueue<Tx>({
  transact,
  isUnsure = () => false,
  isRepeatable = () => false,
  repeated = (work) => work(),
  atOnce = 1,
  longestWait,
  emptied = () => {},
}: {
  transact: Transact<Tx>
  isUnsure?: (error: unknown) => boolean
  isRepeatable?: (error: unknown) => boolean
  repeated?: <T>(work: () => Promise<T>) => Promise<T>
  atOnce?: number
  longestWait?: number
  emptied?: () => void
}): WriteQueue<Tx> {
  const waiting: Waiting<Tx>[] = []
  const working = new Set<Promise<void>>()
  /** Whether a transaction is about to begin, and will take who waits then. */
  let isOpen = false

  /** In the order in which they came; who touches what another one touches waits for the next transaction. */
  const take = (): Waiting<Tx>[] => {
    const taken: Waiting<Tx>[] = []
    const left: Waiting<Tx>[] = []
    const touched = new Set<string>()
    for (const writer of waiting) {
      const { touches = [] } = writer
      const isFree = taken.length < mostTogether && !touches.some((each) => touched.has(each))
      for (const each of touches) touched.add(each)
      ;(isFree ? taken : left).push(writer)
    }
    waiting.splice(0, waiting.length, ...left)
    for (const writer of taken) writer.taken?.()
    return taken
  }

  const alone = async ({ run, resolve, reject }: Waiting<Tx>): Promise<void> =>
    repeated(() => transact(run)).then(resolve, reject)

  /** Refuses who still waits then. */
  const refuseAfter = (milliseconds: number, writer: Waiting<Tx>): void => {
    const refuse = () => {
      const place = waiting.indexOf(writer)
      if (place < 0) return
      waiting.splice(place, 1)
      writer.reject(
        storeError('database_locked', 'Others were writing to this workspace for too long. Try again.'),
      )
    }
    const timer = setTimeout(refuse, milliseconds)
    writer.taken = () => clearTimeout(timer)
  }

  type Outcome = { answers: (() => void)[]; failed: Waiting<Tx>[] }

  /** @returns the answers to be given after the commit, and those who are then to be tried alone */
  const runTogether = async (
    tx: Tx,
    execute: (statement: string) => Promise<unknown>,
    writers: readonly Waiting<Tx>[],
  ): Promise<Outcome> => {
    const [only, second] = writers
    // SQLite copies each page after a savepoint before it changes it: an import took 2.5 times as long.
    if (only && !second) {
      const value = await only.run(tx)
      return { answers: [() => only.resolve(value)], failed: [] }
    }
    const sharing = writers.filter(({ touches }) => touches !== undefined)
    const values = await inPipeline(sharing.map(({ run }) => run(tx)))
    const answers = sharing.map(
      ({ resolve }, place) =>
        () =>
          resolve(values[place]),
    )
    const failed: Waiting<Tx>[] = []
    for (const writer of writers.filter(({ touches }) => touches === undefined)) {
      await execute('savepoint writer')
      try {
        const value = await writer.run(tx)
        await execute('release savepoint writer')
        answers.push(() => writer.resolve(value))
      } catch {
        await execute('rollback to savepoint writer')
        failed.push(writer)
      }
    }
    return { answers, failed }
  }

  const transaction = async (): Promise<void> => {
    let writers: Waiting<Tx>[] | undefined
    const begun = () => {
      isOpen = false
      writers = take()
      // For writers that conflict, or are too many.
      start()
      return writers
    }
    isOpen = true
    let outcome: Outcome
    try {
      outcome = await transact(async (tx, execute) => {
        await waitForBatch(waiting, mostTogether)
        return runTogether(tx, execute, begun())
      })
    } catch (error) {
      const hasBegun = writers !== undefined
      const all = writers ?? begun()
      const isOver = !hasBegun || (all.length === 1 ? !isRepeatable(error) : isUnsure(error))
      outcome = isOver
        ? { answers: all.map((writer) => () => writer.reject(error)), failed: [] }
        : { answers: [], failed: all }
    }
    for (const answer of outcome.answers) answer()
    for (const writer of outcome.failed) await alone(writer)
  }

  const start = (): void => {
    if (isOpen || working.size >= atOnce || waiting.length === 0) return
    // Not in the language of whoever starts it: others write in it, too.
    const work = inLanguage('en', transaction).finally(() => {
      working.delete(work)
      start()
      if (working.size === 0) emptied()
    })
    working.add(work)
  }

  return {
    write: <T>(run: (tx: Tx) => Promise<T>, touches?: readonly string[]): Promise<T> =>
      new Promise<T>((resolve, reject) => {
        // `run` and `resolve` have the same type parameter, which the queue cannot express.
        const writer: Waiting<Tx> = {
          // Another writer may start the transaction.
          run: keepingLanguage(run),
          touches,
          resolve: resolve as (value: unknown) => void,
          reject,
        }
        waiting.push(writer)
        if (longestWait !== undefined) refuseAfter(longestWait, writer)
        start()
      }),
    async idle() {
      while (working.size > 0) await Promise.all(working)
    },
  }
}
