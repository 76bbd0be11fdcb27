// Decides which addresses may be opened in the system browser. Pure.
import type { Account, Row } from '../../shared/ipc/launcher.ts'
import { linksIn } from '../../shared/links.ts'

/** Plain HTTP is safe only on the loopback interface. */
export const isLoopbackHost = (hostname: string): boolean =>
  hostname === '127.0.0.1' || hostname === '[::1]' || hostname === 'localhost'

export type AllowedAddresses = {
  /** Allowed origins, for example `https://acme.example`. `any` for the join address of a meeting. */
  origins: readonly string[] | 'any'
  /** Whether `http:` is allowed on a loopback host. */
  loopback: 'allowed' | 'refused'
}

export type Contact = { type: 'email' | 'phone' | 'url'; value: string }

const mailAddress = /^mailto:[^\s?#]+$/
const phoneAddress = /^tel:\+?\d{3,20}(;ext=\d{1,11})?$/

/** The address of a contact: `mailto:` without headers, `tel:`, or a web page elsewhere. Null if the value is none. */
export const contactAddress = ({ type, value }: Contact): string | null => {
  const text = value.trim()
  switch (type) {
    case 'email': {
      const [, name = '', host = ''] = /^([^\s@<>,;]+)@([^\s@<>,;/]+)$/.exec(text) ?? []
      return name === '' ? null : `mailto:${encodeURIComponent(name)}@${encodeURIComponent(host)}`
    }
    case 'phone': {
      const [, number = '', extension] =
        /^(\+?[\d\s()./-]+)(?:(?:;ext=|ext(?:n|ension)?\.?|x|#)\s*(\d+))?$/i.exec(text) ?? []
      const address = `tel:${number.replaceAll(/[^\d+]/g, '')}${extension === undefined ? '' : `;ext=${extension}`}`
      return phoneAddress.test(address) ? address : null
    }
    case 'url':
      return /^https?:/i.test(text) ? parseExternalAddress(text, 'contact') : null
  }
}

/**
 * @param value untrusted, of any type.
 * @param allowed `contact` allows what `contactAddress` returns: also plain http, but nothing on this machine.
 * @returns the normalized address, or null. Addresses with credentials are refused.
 */
export const parseExternalAddress = (
  value: unknown,
  allowed: AllowedAddresses | 'contact',
): string | null => {
  if (typeof value !== 'string' || value.length > 8_000 || !URL.canParse(value)) return null
  if (allowed === 'contact' && (mailAddress.test(value) || phoneAddress.test(value))) return value
  const url = new URL(value)
  if (allowed === 'contact') {
    const isWeb = url.protocol === 'https:' || url.protocol === 'http:'
    return isWeb && !isLoopbackHost(url.hostname) && url.username === '' && url.password === ''
      ? url.href
      : null
  }
  const { origins, loopback } = allowed
  const safe =
    url.protocol === 'https:' ||
    (loopback === 'allowed' && url.protocol === 'http:' && isLoopbackHost(url.hostname))
  if (!safe || url.username !== '' || url.password !== '') return null
  return origins === 'any' || origins.includes(url.origin) ? url.href : null
}

/**
 * The address of a row. The page names a kind and an id; the service said the address, which must be the workspace's own.
 * @param webUrl as the service said it.
 * @param base where the workspace answers now: an embedded service moves to another port where its old one is taken, and
 * its old addresses with it.
 */
export const itemAddress = (webUrl: string, base: string, kind: Account['kind']): string | null => {
  if (!URL.canParse(webUrl)) return null
  const url = new URL(webUrl)
  const home = new URL(base)
  if (kind === 'local' && url.protocol === 'http:' && isLoopbackHost(url.hostname)) url.host = home.host
  return url.origin === home.origin ? url.href : null
}

const isContactType = (type: string): type is Contact['type'] =>
  type === 'email' || type === 'phone' || type === 'url'

/**
 * The contacts of a record or a member, and the addresses in texts: those of a meeting, and comments. The subtitle of a member is the email
 * address.
 */
export const contactsOf = (row: Row | null, texts: readonly (string | null | undefined)[]): Contact[] =>
  row?.kind === 'member'
    ? [{ type: 'email', value: row.subtitle }]
    : [
        ...(row?.record?.meta ?? []).flatMap(({ type, value }) =>
          isContactType(type) ? [{ type, value }] : [],
        ),
        ...texts.flatMap((text) => linksIn(text ?? '')).map((value) => ({ type: 'url' as const, value })),
      ]
