// What several processes count together: short texts by name. A text is replaced only by a process that has seen the last
// one. Outside transactions, because a request is counted whether or not it succeeds.

/** `version` is 0 for a name that has no text. */
export type SharedText = { body: string; version: number }

/** Times are epoch milliseconds. */
export type NextText = { body: string; at: number; expiresAt: number }

/** What is to stand in the place of the text that was read with this version. */
export type Replacement = NextText & { name: string; version: number }

/** Longer than anybody keeps a text. One that expires later was written by a clock that was ahead. */
export const longestKept = 24 * 3_600_000

export type SharedState = {
  /** The time of the server that all of them share, in epoch milliseconds. */
  time(): Promise<number>
  read(name: string): Promise<SharedText>
  /**
   * Replaces a text unless somebody else has since `version` was read.
   * @returns the new version; 0 when somebody was faster
   */
  replace(name: string, version: number, next: NextText): Promise<number>
  /** The same for texts of different names, each by itself. @returns a version in the place of each */
  replaceMany(replacements: readonly Replacement[]): Promise<number[]>
  /** Deletes texts that have expired, and those that expire too late to be believed. */
  purge(now: number): Promise<void>
}

export const nothingShared: SharedText = { body: '', version: 0 }
