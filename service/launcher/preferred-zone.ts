// Where the caller lives, as far as it says so: `Prefer: timezone="Europe/Berlin"` (RFC 7240; the name is PostgREST's).

const preference = /(?:^|,)[ \t]*timezone[ \t]*=[ \t]*(?:"([^"]*)"|([^ \t,;"]+))/i

/** The IANA zone; null for none, and for one that is not known here: a preference that is not understood is ignored (§2). */
export const preferredZone = (header: string | undefined): string | null => {
  const [, quoted, bare] = preference.exec(header ?? '') ?? []
  try {
    const timeZone = quoted ?? bare ?? null
    return timeZone === null ? null : new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone
  } catch {
    return null
  }
}
