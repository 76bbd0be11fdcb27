// The fields of a row with the kind of their value, and what can be done with each. Pure.
import { say } from '../../shared/language.ts'
import type { Row } from '../../shared/ipc/launcher.ts'

export type FieldKind = 'email' | 'phone' | 'url' | 'text'
export type FieldOffer = 'copy' | 'mail' | 'call' | 'open'

export interface RecordField {
  label: string
  value: string
  kind: FieldKind
  /** The actions for the value, the most likely first. */
  offers: readonly FieldOffer[]
}

type Meta = NonNullable<Row['record']>['meta']

const isEmail = (value: string): boolean => /^[^\s@<>,;]+@[^\s@<>,;]+\.[^\s@<>,;.]+$/.test(value)
/** Digits with the separators that people write, and at least three digits. */
const isPhone = (value: string): boolean =>
  /^\+?[\d\s()./-]+(?:(?:ext\.?|x|#)\s*\d+)?$/i.test(value) && (value.match(/\d/g)?.length ?? 0) >= 3
const isWebAddress = (value: string): boolean => /^https?:\/\/[^\s/]/i.test(value) && URL.canParse(value)

/** The service's type decides. A value that does not look like it, and a value of any other type, is text (APP-11). */
const kindOf = (type: string, value: string): FieldKind => {
  if (type === 'email' && isEmail(value)) return 'email'
  if (type === 'phone' && isPhone(value)) return 'phone'
  return type === 'url' && isWebAddress(value) ? 'url' : 'text'
}

const offersOf: Readonly<Record<FieldKind, readonly FieldOffer[]>> = {
  email: ['copy', 'mail'],
  phone: ['copy', 'call'],
  url: ['open', 'copy'],
  text: ['copy'],
}

const fieldOf = (label: string, type: string, written: string): RecordField => {
  const value = written.trim()
  const kind = kindOf(type, value)
  return { label, value, kind, offers: offersOf[kind] }
}

/** The fields of a record that have a value, in the service's order. */
export const recordFields = (meta: Meta): RecordField[] =>
  meta.filter(({ value }) => value.trim() !== '').map(({ label, value, type }) => fieldOf(label, type, value))

/** The fields of a record or a member. A member has an email address; other rows have no fields. */
export const fieldsOfRow = ({ kind, subtitle, record }: Pick<Row, 'kind' | 'subtitle' | 'record'>) =>
  kind === 'member'
    ? recordFields([{ label: say('contact.email'), value: subtitle, type: 'email' }])
    : recordFields(record?.meta ?? [])

/** The first field of a kind. */
export const firstField = (fields: readonly RecordField[], kind: FieldKind): RecordField | undefined =>
  fields.find((field) => field.kind === kind)
