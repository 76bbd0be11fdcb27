// Statements that do not need each other's answers, sent one behind the other without waiting.

/**
 * Waits until all are over, so that nothing is still being sent when a failure is dealt with.
 * @throws what failed first: what comes after it on a connection fails because of it
 */
export async function sentTogether<T extends readonly unknown[]>(
  work: readonly [...{ [K in keyof T]: Promise<T[K]> }],
): Promise<T> {
  const failures: unknown[] = []
  const all = work.map((each: Promise<unknown>) =>
    each.catch((error: unknown) => {
      failures.push(error)
    }),
  )
  const values = await Promise.all(all)
  if (failures.length > 0) throw failures[0]
  // Nothing failed, so each is what its promise promised.
  return values as unknown as T
}
