// Tables and forms of records.
export const records = {} as const
