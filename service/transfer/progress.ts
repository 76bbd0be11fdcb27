// How far a long command is, on a terminal only: a pipe gets the answer and nothing else.
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
    /** Wipes the line, so that the answer stands alone. */
    end: () => {
      if (shown) terminal.write('\r\u001b[K')
    },
  }
}
