// Statements that do not need each other's answers, sent one behind the other without waiting.

/**
 * Waits until all are over, so that nothing is still being sent when a failure is dealt with.
 * @param work in the order in which it is sent
 * @throws what failed first in that order: what comes after it on a connection fails because of it
 */
export async function sentTogether<T extends readonly unknown[]>(
  work: readonly [...{ [K in keyof T]: Promise<T[K]> }],
): Promise<T> {
  const outcomes = await Promise.allSettled(work.map((each: Promise<unknown>) => each))
  const values = outcomes.map((outcome) => {
    if (outcome.status === 'rejected') throw outcome.reason
    return outcome.value
  })
  // Nothing failed, so each is what its promise promised.
  return values as unknown as T
}
