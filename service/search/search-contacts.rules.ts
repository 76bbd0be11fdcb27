// The contacts that records are found by (LCH-06), and how a typed text is compared with them.
import { domainToASCII, domainToUnicode } from 'node:url'
import type { FieldKind } from '../../shared/api/objects.ts'
import { savedPhone, typedPhone, umlautSpellings } from '../../shared/search/text-fold.ts'
import type { FieldValue } from '../objects/field-types.rules.ts'

export type ContactField = { id: string; kind: FieldKind; proOnly: boolean }

const host = /^(?:https?:\/\/)?(?:www\.)?([^/?#:\s]+)/i
const fewestDigits = 3
const mostContacts = 40
/** Per address. */
const mostDomains = 8

const hostOf = (url: string): string => (host.exec(url)?.[1] ?? '').replace(/\.$/, '')

/** A domain in letters and in ASCII ("xn--…"), where it has both. Both functions return "" for an invalid domain. */
const spellingsOf = (domain: string): string[] =>
  /^(?!.*xn--)[\x20-\x7e]*$/i.test(domain)
    ? [domain]
    : [domainToUnicode(domain) || domain, domainToASCII(domain) || domain]

/** A domain and those above it, but not the top-level one. */
const domainsOf = (domain: string): string[] => {
  const labels = domain.split('.')
  const most = Math.min(mostDomains, Math.max(1, labels.length - 1))
  return labels.slice(0, most).map((_, above) => labels.slice(above).join('.'))
}

const contactsIn = (kind: FieldKind, value: string): string[] => {
  if (kind === 'phone') return savedPhone(value)
  if (kind === 'url') return spellingsOf(hostOf(value)).flatMap(domainsOf)
  if (kind !== 'email') return []
  const at = value.lastIndexOf('@') + 1
  const domains = spellingsOf(value.slice(at))
  return [...domains.map((domain) => value.slice(0, at) + domain), ...domains.flatMap(domainsOf)]
}

/**
 * The email addresses of a record with their domains, the domains of its URLs, and its phone numbers.
 * Values that only some plans show are left out, because their rows may not show them.
 * @param fields in the order of their object
 */
export const contactsOf = (
  fields: readonly ContactField[],
  values: Readonly<Record<string, FieldValue>>,
): string[] => {
  const contacts = fields.flatMap(({ id, kind, proOnly }) => {
    const value = values[id]
    return proOnly || typeof value !== 'string' ? [] : contactsIn(kind, value).flatMap(umlautSpellings)
  })
  return [...new Set(contacts)].filter((contact) => contact !== '').slice(0, mostContacts)
}

/** The beginnings of matching contacts for a typed text; none where none can match. */
export const typedContacts = (text: string): readonly string[] => {
  const typed = text.trim()
  const phone = typedPhone(typed)
  if (phone) return phone.digits.length < fewestDigits ? [] : [phone.digits, phone.other]
  return /\s/.test(typed) ? [] : umlautSpellings(hostOf(typed.replace(/^@/, ''))).filter(Boolean)
}
