// Decides which addresses may be opened in the system browser. Pure.

/** Plain HTTP is safe only on the loopback interface. */
export const isLoopbackHost = (hostname: string): boolean =>
  hostname === '127.0.0.1' || hostname === '[::1]' || hostname === 'localhost'

export type AllowedAddresses = {
  /** Allowed origins, for example `https://acme.example`. `any` for the join address of a meeting. */
  origins: readonly string[] | 'any'
  /** Whether `http:` is allowed on a loopback host. */
  loopback: 'allowed' | 'refused'
}

/**
 * @param value untrusted, of any type.
 * @returns the normalized address, or null. Addresses with credentials are refused.
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
