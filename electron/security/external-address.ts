// Which addresses may leave the app for the system browser. Pure; the hostile cases are in its test.

/** Plain HTTP counts as safe only where the bytes never leave the machine. */
export const isLoopbackHost = (hostname: string): boolean =>
  hostname === '127.0.0.1' || hostname === '[::1]' || hostname === 'localhost'

export type AllowedAddresses = {
  /** Origins that are trusted, for example `https://acme.example`; `any` for a meeting's join address. */
  origins: readonly string[] | 'any'
  /** Whether `http:` on a loopback host is as good as `https:`. */
  loopback: 'allowed' | 'refused'
}

/**
 * @param value from the outside: not even a string for certain.
 * @returns the address as the parser writes it, or null. Credentials in an address are refused: they only mislead.
 */
export const parseExternalAddress = (
  value: unknown,
  { origins, loopback }: AllowedAddresses,
): string | null => {
  if (typeof value !== 'string' || value.length > 8_000 || !URL.canParse(value)) return null
  const url = new URL(value)
  const safe =
    url.protocol === 'https:' ||
    (loopback === 'allowed' && url.protocol === 'http:' && isLoopbackHost(url.hostname))
  if (!safe || url.username !== '' || url.password !== '') return null
  return origins === 'any' || origins.includes(url.origin) ? url.href : null
}
