// What commands have in common that bring many rows in: how far they are is shown, and in the end the database is made
// ready to be asked.
import type { Store } from '../store/store.ts'
import { createProgress } from '../transfer/progress.ts'

/**
 * @param what is counted, in the plural
 * @param run is given what to tell how many rows have passed so far
 */
export async function bulkLoad<T>(
  store: Pick<Store, 'optimize'>,
  what: string,
  run: (passed: (count: number) => void) => Promise<T>,
): Promise<T> {
  const progress = createProgress(what)
  let rows = 0
  const passed = (count: number): void => {
    rows = count
    progress.passed(count)
  }
  try {
    const answer = await run(passed)
    await store.optimize?.(rows)
    return answer
  } finally {
    progress.end()
  }
}
