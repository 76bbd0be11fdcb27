/** Another one each day; a failure names it, and `SVC_SEED` brings it back. */
export const seed = Number(process.env['SVC_SEED'] ?? Math.floor(Date.now() / 86_400_000))
