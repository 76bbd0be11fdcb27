// When the service is asked while somebody types: soon after a pause, and never more than four times a second.

const pauseMilliseconds = 40
const gapMilliseconds = 260

export interface DebounceDeps {
  now: () => number
  /** Runs `task` after that many milliseconds; the returned function calls it off. */
  schedule: (task: () => void, milliseconds: number) => () => void
}

export interface Debounce {
  /** Replaces whatever was waiting. */
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
