// Objects, fields, choices, statuses and sections.
export const objects = {} as const
