// Times in answers: `instant` of shared/api/primitives.ts.

/** @param at epoch milliseconds */
export const iso = (at: number): string => new Date(at).toISOString()

export const isoOrNull = (at: number | null): string | null => (at === null ? null : iso(at))
