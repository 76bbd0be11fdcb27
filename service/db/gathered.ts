import { setImmediate as nextTurn } from 'node:timers/promises'

/**
 * Waits for as long as each turn of the event loop brings somebody new, so that those who come together are served together.
 * @param waiting grows meanwhile
 * @param most so many are enough
 * @param turn resolves in the next turn
 */
export async function gathered(
  waiting: readonly unknown[],
  most: number,
  turn: () => Promise<unknown> = nextTurn,
): Promise<void> {
  for (let before = 0; before < waiting.length && waiting.length < most;) {
    before = waiting.length
    await turn()
  }
}
