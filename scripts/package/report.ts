// Prints one line for each check, and the totals at the end.

/** Ends a check that cannot be made here. */
export class Skipped extends Error {}

export type Report = {
  /** @param work throws what it saw instead; a text that it returns is printed too. @returns whether all went well */
  check: (title: string, work: () => unknown) => Promise<boolean>
  /** Prints the sum. @returns whether nothing failed */
  end: () => boolean
}

export const createReport = (print: (line: string) => void): Report => {
  const counts = { ok: 0, FAILED: 0, skipped: 0 }
  const say = (result: keyof typeof counts, words: string): void => {
    counts[result] += 1
    print(`${result.padEnd(7)}  ${words}`)
  }
  return {
    check: async (title, work) => {
      try {
        const note = await work()
        say('ok', typeof note === 'string' ? `${title} (${note})` : title)
        return true
      } catch (error) {
        const words = error instanceof Error ? error.message : String(error)
        say(error instanceof Skipped ? 'skipped' : 'FAILED', `${title}: ${words}`)
        return false
      }
    },
    end: () => {
      print(`${counts.ok} passed, ${counts.FAILED} failed, ${counts.skipped} skipped`)
      return counts.FAILED === 0
    },
  }
}
