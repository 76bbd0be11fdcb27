// How long a timer has run, as a clock shows it.

/** 42 minutes → "0:42". A clock that was set back shows no negative time. @param ms milliseconds */
export const clockWords = (ms: number): string => {
  const minutes = Math.max(0, Math.floor(ms / 60_000))
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`
}
