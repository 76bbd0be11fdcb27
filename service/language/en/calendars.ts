// Calendars.
export const calendars = {} as const
