// The state that processes of one service share outside transactions: the time of their server, and counts in fixed windows. A
// request is counted whether or not it succeeds.

/** Adds to the count of a name. Times are epoch milliseconds. */
export type Count = {
  name: string
  /** Negative to take back what was counted. */
  amount: number
  at: number
  /** The end of the window that begins here, unless one is open. */
  endsAt: number
}

/** The open window of a name. */
export type Window = { count: number; endsAt: number }

export type SharedState = {
  count: (count: Count) => Promise<Window>
  /** Deletes windows that have ended. */
  purge(now: number): Promise<void>
}
