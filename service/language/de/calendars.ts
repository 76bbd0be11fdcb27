// Calendars.
export const calendars = {}
