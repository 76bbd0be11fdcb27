// Pages of single tasks, records, meetings and notifications, with their comments.
export const things = {}
