// The day, lists and forms of tasks.
export const home = {} as const
