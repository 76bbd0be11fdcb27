// Input limits of the launcher surface (LCH-01, LCH-06). Without zod, so that the page can use them before its forms load.
export const longestQuery = 200

/** The rows of an answer where no limit is asked for. */
export const searchLimit = 24

export const taskLimits = {
  title: 500,
  description: 100_000,
  assignees: 50,
  estimatedMinutes: 525_600,
  linkedRecords: 10,
  linkedMeetings: 10,
} as const

/** A title needs at least one visible character: not white space, format or control characters. */
export const visibleCharacter = /[^\s\p{Cf}\p{Cc}]/u

/** How long Mod+Z means a write. */
export const undoWithinMs = 60_000
