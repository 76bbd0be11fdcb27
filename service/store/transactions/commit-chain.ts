// Where an engine can begin a transaction behind a commit that is still on its way, the next writers begin at once: the server
// goes from the one to the other without waiting to be asked.
import type { Transaction } from './shared-commits.ts'

/** So many begin behind one another. Then writers of other processes get their turn, who wait for the same lock. */
const mostInARow = 4

/**
 * @param options.begin begins a transaction that nothing is before
 * @param options.isWanted whether somebody waits for the next one
 * @param options.isLost whether a transaction that failed to begin in this way was only lost on the way: another may begin
 */
export function createCommitChain<Tx>({
  begin,
  isWanted,
  isLost,
}: {
  begin: () => Promise<Transaction<Tx>>
  isWanted: () => boolean
  isLost: (error: unknown) => boolean
}) {
  /** Begins the next one, while a commit is on its way that it may follow. */
  let follow: (() => Promise<Transaction<Tx>>) | undefined
  let next: Promise<Transaction<Tx>> | undefined
  let inARow = 0

  const beginNext = (): void => {
    if (!follow || !isWanted()) return
    next = follow()
    // Looked at when its turn has come.
    next.catch(() => {})
    follow = undefined
  }
  const takeNext = () => {
    const taken = next
    next = undefined
    return taken
  }

  return {
    /** Whether the next one has been asked for already. */
    isAhead: (): boolean => next !== undefined,

    /** Says that somebody waits. */
    wanted: beginNext,

    /** The one that was begun behind the one before, or a new one. */
    async begin(): Promise<Transaction<Tx>> {
      const early = takeNext()
      inARow = early ? inARow + 1 : 0
      if (!early) return begin()
      return early.catch((error: unknown) => {
        if (isLost(error)) return begin()
        throw error
      })
    },

    /** @param then `follow` unless others have to write before those who wait now */
    async commit(transaction: Transaction<Tx>, then: 'follow' | 'pause'): Promise<void> {
      try {
        await transaction.commit(() => {
          if (then === 'follow' && inARow < mostInARow) follow = transaction.follow
          beginNext()
        })
      } finally {
        follow = undefined
      }
    },

    /** Ends what was begun early: others have to write first. */
    async pause(because: unknown): Promise<void> {
      const early = await takeNext()?.catch(() => undefined)
      await early?.rollback(because)
    },
  }
}
