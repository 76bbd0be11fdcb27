// How long to wait before a process that died is started again: longer each time, and from the beginning once it has run
// for a while. Pure but for its clock.

const delays = [200, 1_000, 5_000, 15_000, 30_000] as const
const steadyAfterMs = 60_000

/** @param now epoch milliseconds. */
export const createRestart = ({ now }: { now: () => number }) => {
  let startedAt = 0
  let deaths = 0
  return {
    started: (): void => {
      startedAt = now()
    },
    /** @returns milliseconds. */
    delayAfterExit: (): number => {
      if (now() - startedAt > steadyAfterMs) deaths = 0
      const delay = delays[Math.min(deaths, delays.length - 1)] ?? 30_000
      deaths += 1
      return delay
    },
  }
}
