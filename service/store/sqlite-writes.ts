// Writers that wait at the same time share a commit: bringing a commit to the disk costs more than a small change. Each
// runs in a savepoint of its own, so that one that fails takes nothing of the others with it, and none is answered before
// the commit.
import type { DatabaseSync } from 'node:sqlite'

type Waiting = {
  run: () => Promise<unknown>
  resolve: (value: unknown) => void
  reject: (error: unknown) => void
}

/** A commit waits for everyone in it, so not for more than these. */
const mostTogether = 32

/**
 * Runs writes in the order in which they come. A write may run twice: where a shared commit fails, each is tried alone.
 * @param begin waits for other processes and opens a transaction
 */
export function createSharedCommits(database: DatabaseSync, begin: () => Promise<void>) {
  const waiting: Waiting[] = []
  let working: Promise<void> | undefined

  const alone = async ({ run, resolve }: Waiting): Promise<() => void> => {
    const value = await run()
    return () => resolve(value)
  }

  /** Runs one in its savepoint. @returns how it is answered after the commit */
  const inSavepoint = async ({ run, resolve, reject }: Waiting): Promise<() => void> => {
    database.exec('savepoint writer')
    try {
      const value = await run()
      database.exec('release writer')
      return () => resolve(value)
    } catch (error) {
      // After some failures, a full disk for one, SQLite has already rolled back everything.
      if (!database.isTransaction) throw error
      database.exec('rollback to writer; release writer')
      return () => reject(error)
    }
  }

  const commitTogether = async (writers: readonly Waiting[]): Promise<void> => {
    const [only, ...others] = writers
    if (!only) return
    const isAlone = others.length === 0
    const answers: (() => void)[] = []
    try {
      await begin()
      if (isAlone) answers.push(await alone(only))
      else for (const writer of writers) answers.push(await inSavepoint(writer))
      database.exec('commit')
    } catch (error) {
      if (database.isTransaction) database.exec('rollback')
      if (isAlone) only.reject(error)
      else for (const writer of writers) await commitTogether([writer])
      return
    }
    for (const answer of answers) answer()
  }

  const work = async (): Promise<void> => {
    while (waiting.length > 0) await commitTogether(waiting.splice(0, mostTogether))
    working = undefined
  }

  return {
    write: <T>(run: () => Promise<T>) =>
      new Promise<T>((resolve, reject) => {
        // What `run` returns is what `resolve` takes.
        waiting.push({ run, resolve: resolve as (value: unknown) => void, reject })
        working ??= work()
      }),
    /** Resolves when nobody writes. */
    idle: async (): Promise<void> => working,
  }
}
