// Limits requests to the service while the user types: one soon after a pause, and at most four per second.

const pauseMilliseconds = 40
const gapMilliseconds = 260

export interface DebounceDeps {
  now: () => number
  /** Runs `task` after this many milliseconds. The returned function cancels it. */
  schedule: (task: () => void, milliseconds: number) => () => void
}

export interface Debounce {
  /** Replaces the waiting task. */
  ask(task: () => void): void
  cancel(): void
}

export function createDebounce({ now, schedule }: DebounceDeps): Debounce {
  let lastAt = Number.NEGATIVE_INFINITY
  let callOff: (() => void) | null = null
  const cancel = (): void => {
    callOff?.()
    callOff = null
  }
  return {
    ask(task) {
      cancel()
      const wait = Math.max(pauseMilliseconds, lastAt + gapMilliseconds - now())
      callOff = schedule(() => {
        callOff = null
        lastAt = now()
        task()
      }, wait)
    },
    cancel,
  }
}
