let coming: Promise<void> | undefined

/** The next turn of the event loop: one for everyone who waits for it, so that what they do then goes together. */
const nextTurn = (): Promise<void> =>
  (coming ??= new Promise((resolve) => {
    setImmediate(() => {
      coming = undefined
      resolve()
    })
  }))

/**
 * Waits until nobody new comes: who is heard of in successive turns of the event loop belongs together.
 * @param waiting grows meanwhile
 * @param most nobody waits for more than these
 */
export async function gathered(waiting: readonly unknown[], most: number): Promise<void> {
  for (let before = 0; before < waiting.length && waiting.length < most;) {
    before = waiting.length
    await nextTurn()
  }
}
