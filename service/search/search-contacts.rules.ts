// The contacts that records are found by (LCH-06), and how a typed text is compared with them.
import type { FieldKind } from '../../shared/api/objects.ts'
import { fold } from '../../shared/search/text-fold.ts'
import type { FieldValue } from '../objects/field-types.rules.ts'

export type ContactField = { id: string; kind: FieldKind; proOnly: boolean }

const host = /^(?:https?:\/\/)?(?:www\.)?([^/?#:\s]+)/i
const phone = /^\+?[\d\s()./-]+$/
const fewestDigits = 3

const hostOf = (url: string): string => host.exec(url)?.[1] ?? ''

/** Without the zeros before a country or area code: +49 and 0049 are the same. */
const digitsOf = (text: string): string => text.replaceAll(/\D/g, '').replace(/^0+/, '')

/**
 * The first email address of a record, its domain, the domain of the first URL, and the digits of the first phone number.
 * Values that only some plans show are left out, because their rows may not show them.
 * @param fields in the order of their object
 */
export const contactsOf = (
  fields: readonly ContactField[],
  values: Readonly<Record<string, FieldValue>>,
): string[] => {
  const firstOf = (kind: FieldKind): string => {
    for (const field of fields) {
      const value = field.kind === kind && !field.proOnly ? values[field.id] : undefined
      if (typeof value === 'string' && value !== '') return value
    }
    return ''
  }
  const email = firstOf('email')
  const domain = email.slice(email.lastIndexOf('@') + 1)
  const contacts = [email, domain, hostOf(firstOf('url')), digitsOf(firstOf('phone'))].map(fold)
  return [...new Set(contacts)].filter((contact) => contact !== '')
}

/** The beginning of matching contacts for a typed text; null where none can match. */
export const typedContact = (text: string): string | null => {
  const typed = text.trim()
  if (phone.test(typed)) {
    const digits = digitsOf(typed)
    return digits.length < fewestDigits ? null : digits
  }
  if (/\s/.test(typed)) return null
  const contact = fold(hostOf(typed.replace(/^@/, '')))
  return contact === '' ? null : contact
}
