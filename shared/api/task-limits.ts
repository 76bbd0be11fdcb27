// How much a task of the launcher surface may hold (LCH-01). Without the schema library, so that the page can count
// before its forms are loaded.
export const taskLimits = {
  title: 500,
  description: 100_000,
  assignees: 50,
  estimatedMinutes: 525_600,
  linkedRecords: 10,
  linkedMeetings: 10,
} as const

/** What a title needs one of: neither white space nor a format or control character, which nobody sees. */
export const visibleCharacter = /[^\s\p{Cf}\p{Cc}]/u
