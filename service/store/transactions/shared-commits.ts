// Writers that wait at the same time share a commit: bringing a commit to the disk costs more than a small change. Each
// is undone by itself, so that one that fails takes nothing of the others with it, and none is answered before the commit.
import { gathered } from '../../gathered.ts'
import { createCommitChain } from './commit-chain.ts'

/** A transaction that has begun. */
export type Transaction<Tx> = {
  tx: Tx
  /** Sets the place to go back to; what was done before it stays. */
  mark(): void
  /** Goes back to the mark. @throws when the engine cannot: it may have gone back to the beginning already */
  undo(): Promise<unknown>
  /** @param sent is called when nothing is left to be sent */
  commit(sent?: () => void): Promise<unknown>
  /**
   * Begins another transaction of the same workspace behind a commit that has been sent, so that nobody has to wait for the
   * one before the other is asked for. Where an engine has no such thing, transactions begin one after the other.
   */
  follow?: () => Promise<Transaction<Tx>>
  /** Never throws. @param because what went wrong */
  rollback(because: unknown): Promise<unknown>
}

type Waiting<Tx> = {
  run: (tx: Tx) => Promise<unknown>
  isOptimistic: boolean
  resolve: (value: unknown) => void
  reject: (error: unknown) => void
}

type Afterwards = { act: () => Promise<void> | void; aside: boolean }

/** A commit waits for everyone in it, so not for more than these. */
const mostTogether = 32
const fewTogether = 4

const nothing = () => {}

/** Runs one writer in a transaction of its own. */
export async function inTransaction<Tx, T>(
  begin: () => Promise<Transaction<Tx>>,
  run: (tx: Tx) => Promise<T>,
): Promise<T> {
  const transaction = await begin()
  try {
    const value = await run(transaction.tx)
    await transaction.commit()
    return value
  } catch (error) {
    await transaction.rollback(error)
    throw error
  }
}

/**
 * Runs writes in the order in which they come. A write may run twice: where what was presumed is not so,
 * and where a shared commit fails and each is tried alone.
 * @param engine.begin waits for others and opens a transaction
 * @param engine.beginOptimistic opens one that waits for nobody and asks nothing: it commits where what its writers presume is
 * so, and else it fails and leaves nothing behind. Undefined where there is nothing to presume
 * @param engine.alone runs a transaction of one writer, as often as the engine finds it worth trying
 * @param engine.isRepeatable whether a writer that failed in this way is worth trying alone
 * @param engine.hasWaited whether a commit that failed in this way has waited for others as long as a write may
 * @param engine.isUnknown whether a commit that failed in this way may be there all the same
 * @param engine.isElsewhere whether it works beside this process: then half of the writers go at a time, so that the
 * others are read, checked and answered meanwhile. All at once, each side would stand still while the other one works
 * @param engine.onIdle is told when nobody writes any more
 */
export function createSharedCommits<Tx>({
  begin,
  beginOptimistic = async () => undefined,
  alone = (transact) => transact(),
  isRepeatable = () => false,
  hasWaited = () => false,
  isUnknown = () => false,
  isElsewhere = false,
  onIdle = nothing,
}: {
  begin: () => Promise<Transaction<Tx>>
  beginOptimistic?: () => Promise<Transaction<Tx> | undefined>
  alone?: (transact: () => Promise<unknown>) => Promise<unknown>
  isRepeatable?: (error: unknown) => boolean
  hasWaited?: (error: unknown) => boolean
  isUnknown?: (error: unknown) => boolean
  isElsewhere?: boolean
  onIdle?: () => void
}) {
  const waiting: Waiting<Tx>[] = []
  /** How many writers were in the last transaction or waited when it was over. */
  let around = 0
  const most = (): number =>
    isElsewhere ? Math.min(mostTogether, Math.max(fewTogether, Math.ceil(around / 2))) : mostTogether
  let working: Promise<void> | undefined
  const chain = createCommitChain({ begin, isWanted: () => waiting.length > 0, isLost: isUnknown })

  const commitAlone = ({ run, resolve, reject }: Waiting<Tx>): Promise<void> =>
    alone(() => inTransaction(begin, run)).then(resolve, reject)

  /** Runs one behind its mark. @returns what is to be done after the commit, `aside` by transactions of its own */
  const runMarked = async (transaction: Transaction<Tx>, writer: Waiting<Tx>): Promise<Afterwards> => {
    transaction.mark()
    try {
      const value = await writer.run(transaction.tx)
      return { act: () => writer.resolve(value), aside: false }
    } catch (error) {
      await transaction.undo()
      return isRepeatable(error)
        ? { act: () => commitAlone(writer), aside: true }
        : { act: () => writer.reject(error), aside: false }
    }
  }

  const commitTogether = async (): Promise<void> => {
    const { length: before } = waiting
    let transaction: Transaction<Tx>
    try {
      transaction = await chain.begin()
    } catch (error) {
      if (isRepeatable(error))
        for (const writer of waiting.splice(0, Math.min(before, most()))) await commitAlone(writer)
      // The others have waited as long for the same thing.
      else for (const { reject } of waiting.splice(0, before)) reject(error)
      return
    }
    // Also those who came while it began, which may have taken its time.
    const writers = waiting.splice(0, most())
    const afterwards: Afterwards[] = []
    try {
      for (const writer of writers) afterwards.push(await runMarked(transaction, writer))
      await chain.commit(transaction, afterwards.some(({ aside }) => aside) ? 'pause' : 'follow')
    } catch (error) {
      await transaction.rollback(error)
      // If another one was begun behind it, that one holds the lock which these writers need now.
      await chain.pause(error)
      if (isUnknown(error)) for (const { reject } of writers) reject(error)
      else for (const writer of writers) await commitAlone(writer)
      return
    }
    around = writers.length + waiting.length
    for (const { act } of afterwards) await act()
  }

  /** @returns whether writers have been answered; else they wait as before */
  const commitOptimistically = async (): Promise<boolean> => {
    const wanting = waiting.slice(0, most())
    if (!wanting.every(({ isOptimistic }) => isOptimistic)) return false
    // What is wrong shows again where these writers begin in the usual way.
    const transaction = await beginOptimistic().catch(() => undefined)
    if (!transaction) return false
    const writers = waiting.splice(0, wanting.length)
    const { length: behind } = waiting
    const values: unknown[] = []
    try {
      for (const { run } of writers) {
        transaction.mark()
        values.push(await run(transaction.tx))
      }
      await transaction.commit()
    } catch (error) {
      await transaction.rollback(error)
      const isOver = isUnknown(error) || hasWaited(error)
      if (isOver) for (const { reject } of writers) reject(error)
      else waiting.unshift(...writers)
      if (hasWaited(error)) for (const { reject } of waiting.splice(0, behind)) reject(error)
      return isOver
    }
    around = writers.length + waiting.length
    for (const [at, { resolve }] of writers.entries()) resolve(values[at])
    return true
  }

  const work = async (): Promise<void> => {
    while (waiting.length > 0) {
      if (!chain.isAhead()) {
        await gathered(waiting, most())
        if (await commitOptimistically()) continue
      }
      const [only, ...others] = waiting
      if (!chain.isAhead() && only && others.length === 0) {
        waiting.shift()
        await commitAlone(only)
      } else await commitTogether()
    }
    working = undefined
    onIdle()
  }

  return {
    /** @param options.optimistic false for one that is not to run before everything that it asks is known */
    write: <T>(run: (tx: Tx) => Promise<T>, { optimistic = true }: { optimistic?: boolean } = {}) =>
      new Promise<T>((resolve, reject) => {
        // What `run` returns is what `resolve` takes.
        waiting.push({ run, isOptimistic: optimistic, resolve: resolve as (value: unknown) => void, reject })
        chain.wanted()
        working ??= work()
      }),
    /** Resolves when nobody writes. */
    idle: async (): Promise<void> => working,
  }
}
