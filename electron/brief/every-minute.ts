// Runs at each full minute of the wall clock. No timer is longer than a minute, so a sleep or a changed clock delays a run by a
// minute at most.
const minuteMs = 60_000

/** @returns stops it */
export const everyMinute = (run: () => void): (() => void) => {
  let timer: NodeJS.Timeout
  const wait = (): void => {
    timer = setTimeout(
      () => {
        wait()
        run()
      },
      minuteMs - (Date.now() % minuteMs),
    )
  }
  wait()
  return () => {
    clearTimeout(timer)
  }
}
