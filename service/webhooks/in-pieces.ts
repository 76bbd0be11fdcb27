// Work that is too long for one transaction.

/** Runs a transaction again for as long as it has left something to do; other writers come in between. */
export async function inPieces<T>(transact: () => Promise<T | 'more'>): Promise<T> {
  for (;;) {
    const outcome = await transact()
    if (outcome !== 'more') return outcome
  }
}
