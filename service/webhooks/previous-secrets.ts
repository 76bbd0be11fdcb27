// The secrets of an endpoint that still sign beside its present one (WHK-03). They are sealed together as one text: a
// single one as it is, several as a list that says how long each is valid.

/** `until` in epoch milliseconds. */
export type TimedSecret = { secret: string; until: number }

/** Beyond this many, each delivery would have too many signatures. */
export const mostPreviousSecrets = 5

export const writeSecrets = (secrets: readonly TimedSecret[]): string =>
  secrets.length === 1 && secrets[0] ? secrets[0].secret : JSON.stringify(secrets)

/** @param until of the one that is valid for longest */
export const readSecrets = (text: string, until: number): TimedSecret[] =>
  // Written by `writeSecrets` only.
  text.startsWith('[') ? (JSON.parse(text) as TimedSecret[]) : [{ secret: text, until }]
