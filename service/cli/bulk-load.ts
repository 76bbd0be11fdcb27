// Shared by commands that bring in many rows: progress is shown, and afterwards the database is optimized for what came.
import type { Store } from '../store/store.ts'
import { createProgress } from '../transfer/progress.ts'

/**
 * @param what is counted, in the plural
 * @param run calls `passed` with the number of rows so far
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
