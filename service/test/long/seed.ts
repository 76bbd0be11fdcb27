/** One per run (vitest.long.config.ts); a failure names it, and `SVC_SEED` repeats it. */
export const seed = Number(process.env['SVC_SEED'])
