// Shows the progress of a long command, on a terminal only.
import type { Store } from '../db/store.ts'

type Terminal = { isTTY?: boolean; write(text: string): unknown }

const updateMilliseconds = 200

/**
 * @param what is counted, in the plural
 * @param now epoch milliseconds
 */
export function createProgress(what: string, terminal: Terminal = process.stderr, now = Date.now) {
  let shownAt = now()
  let shown = false
  return {
    passed: (count: number) => {
      if (!terminal.isTTY || now() - shownAt < updateMilliseconds) return
      shownAt = now()
      shown = true
      terminal.write(`\r${count.toLocaleString('en')} ${what}`)
    },
    /** Clears the line. */
    end: () => {
      if (shown) terminal.write('\r\u001b[K')
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
