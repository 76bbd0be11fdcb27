// Sends statements without waiting for each other's answers.

/**
 * Waits until all have settled, so that nothing is still being sent when a failure is handled.
 * @param work in the order in which it is sent
 * @throws the first failure in that order: later statements of the connection fail because of it
 */
export async function inPipeline<T extends readonly unknown[]>(
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
