import { setImmediate as nextTurn } from 'node:timers/promises'

/**
 * Waits until nobody new comes: who is heard of in successive turns of the event loop belongs together.
 * @param waiting grows meanwhile
 * @param most nobody waits for more than these
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
