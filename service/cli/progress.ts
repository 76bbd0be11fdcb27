// Shows the progress of a long command, on a terminal only.
import type { Store } from '../db/store.ts'

const updateMilliseconds = 200

/** @param what is counted, in the plural */
export function createProgress(what: string) {
  const { stderr } = process
  let shownAt = Date.now()
  let shown = false
  return {
    passed: (count: number) => {
      if (!stderr.isTTY || Date.now() - shownAt < updateMilliseconds) return
      shownAt = Date.now()
      shown = true
      stderr.write(`\r${count.toLocaleString('en')} ${what}`)
    },
    /** Clears the line. */
    end: () => {
      if (shown) stderr.write('\r\u001b[K')
    },
  }
}

/**
 * Runs an import of many rows, and optimizes the database afterwards.
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
