/** Of this run (vitest.long.config.ts); a failure names it, and `SVC_SEED` brings it back. */
export const seed = Number(process.env['SVC_SEED'])
