// Writers that wait at the same time share a transaction, because a commit on disk costs more than a small change. Several
// stand behind a savepoint each, so one that fails takes nothing of the others with it. None is answered before the commit.
import type { DatabaseSync } from 'node:sqlite'
import { gathered } from '../asked-together.ts'

type Waiting<Tx> = {
  run: (tx: Tx) => Promise<unknown>
  resolve: (value: unknown) => void
  reject: (error: unknown) => void
}

/** A commit waits for everyone in it, so not for more than these. */
const mostTogether = 32

/**
 * Runs writes in the order in which they come. A write may run twice, because each is tried alone where a shared commit fails.
 * @param options.begin waits for other processes and opens the transaction
 * @param options.committed is called after each commit
 */
export function createSharedCommits<Tx>({
  database,
  tx,
  begin,
  committed = () => {},
}: {
  database: DatabaseSync
  tx: Tx
  begin: () => Promise<void>
  committed?: () => void
}) {
  const waiting: Waiting<Tx>[] = []
  let working: Promise<void> | undefined

  /** @returns what is to be done after the commit */
  const runBehindSavepoint = async ({ run, resolve, reject }: Waiting<Tx>): Promise<() => void> => {
    database.exec('savepoint writer')
    try {
      const value = await run(tx)
      database.exec('release writer')
      return () => resolve(value)
    } catch (error) {
      // SQLite has undone everything after some failures, a full disk for one.
      if (!database.isTransaction) throw error
      database.exec('rollback to writer; release writer')
      return () => reject(error)
    }
  }

  const commit = async (writers: readonly Waiting<Tx>[]): Promise<void> => {
    const answers: (() => void)[] = []
    try {
      const [first, second] = writers
      // Behind a savepoint SQLite copies each page before it changes it: an import took 2.5 times as long.
      if (first && !second) {
        const value = await first.run(tx)
        answers.push(() => first.resolve(value))
      } else for (const writer of writers) answers.push(await runBehindSavepoint(writer))
      database.exec('commit')
    } catch (error) {
      if (database.isTransaction) database.exec('rollback')
      const [only, ...others] = writers
      if (others.length === 0) only?.reject(error)
      else for (const writer of writers) await transact([writer])
      return
    }
    committed()
    for (const answer of answers) answer()
  }

  const transact = async (writers: readonly Waiting<Tx>[]): Promise<void> => {
    try {
      await begin()
    } catch (error) {
      for (const { reject } of writers) reject(error)
      return
    }
    await commit(writers)
  }

  const work = async (): Promise<void> => {
    while (waiting.length > 0) {
      await gathered(waiting, mostTogether)
      await transact(waiting.splice(0, mostTogether))
    }
    working = undefined
  }

  return {
    write: <T>(run: (tx: Tx) => Promise<T>): Promise<T> =>
      new Promise<T>((resolve, reject) => {
        // `run` and `resolve` have the same type parameter, which the queue cannot express.
        waiting.push({ run, resolve: resolve as (value: unknown) => void, reject })
        working ??= work()
      }),
    /** Resolves when nobody writes. */
    idle: async (): Promise<void> => working,
  }
}
