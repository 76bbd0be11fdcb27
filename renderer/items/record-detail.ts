// The details of a record: all its fields once they are known, before that those of its row. And what can be
// done with each. Pure.
import type { LauncherRecord, RecordValues } from '../../shared/api/launcher/records.ts'
import type { Member } from '../../shared/api/launcher/tasks.ts'
import { bareUrl, say } from '../../shared/language.ts'
import type { OutboxItem, Row } from '../../shared/ipc/launcher.ts'
import { idsIn, type KeyedField, type Names, recordValueWords } from '../writes/record-words.ts'
import { isEmail } from './record-offers.ts'

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

/** An entry of the pane that a record can have. */
type RecordEntry =
  | { type: 'field'; label: string; value: string; shown: string; kind: FieldKind }
  | { type: 'fact'; label: string; text: string }
  | { type: 'people'; label: string; names: readonly string[] }
  | { type: 'text'; label: string; text: string; links: boolean }
  | { type: 'links'; label: string; targets: { kind: 'record'; id: string; title: string }[] }

/** What the page knows of the record, besides its row. */
export interface KnownRecord {
  record: LauncherRecord | null
  /** The fields of its object, once they are known. */
  fields: readonly KeyedField[] | undefined
  /** Values that are not saved yet. */
  unsaved: RecordValues
  members: readonly Member[]
  /** The title of a record that was seen before. */
  titleOf: (id: string) => string | null
  now: Date
}

const namesOf = ({ record, members, titleOf }: KnownRecord): Names => ({
  titleOf: (id) => record?.linkedRecords.find((one) => one.id === id)?.title ?? titleOf(id),
  nameOf: (id) => members.find((member) => member.id === id)?.name ?? null,
})

export const rowEntries = (row: Row): RecordEntry[] =>
  fieldsOfRow(row).map(({ label, value, kind }) => ({
    type: 'field',
    label,
    value,
    kind,
    shown: kind === 'url' ? bareUrl(value) : value,
  }))

const entryOf = (
  field: KeyedField,
  value: unknown,
  names: Names,
  kinds: ReadonlyMap<string, FieldKind>,
  now: Date,
): RecordEntry[] => {
  const label = field.name
  const words = recordValueWords(field, value, names, now)
  if (words === '') return []
  if (field.type === 'long_text') return [{ type: 'text', label, text: words, links: false }]
  if (field.type === 'record_reference') {
    const target = (id: string) => ({ kind: 'record' as const, id, title: names.titleOf(id) ?? id })
    return [{ type: 'links', label, targets: idsIn(value).map(target) }]
  }
  if (field.type === 'user_reference')
    return [{ type: 'people', label, names: idsIn(value).map((id) => names.nameOf(id) ?? id) }]
  if (field.type === 'checkbox' || field.type === 'rating') return [{ type: 'fact', label, text: words }]
  const shown = field.type === 'url' ? bareUrl(words) : words
  return [{ type: 'field', label, value: words, shown, kind: kinds.get(words) ?? 'text' }]
}

/** The fields that have a value. The title has its own place. */
export function recordEntries(row: Row, known: KnownRecord): RecordEntry[] {
  const { record, fields, unsaved, now } = known
  if (record === null || fields === undefined) return rowEntries(row)
  const values = { ...record.values, ...unsaved }
  const names = namesOf(known)
  // The main process opens the contacts and links of the row alone.
  const kinds = new Map(fieldsOfRow(row).map(({ value, kind }) => [value, kind]))
  const state: RecordEntry = { type: 'fact', label: say('detail.state'), text: say('write.archived') }
  return [
    ...(record.archived ? [state] : []),
    ...fields
      .filter(({ primary }) => !primary)
      .flatMap((field) => entryOf(field, values[field.key], names, kinds, now)),
  ]
}

/** The values of a record that is not stored yet. */
export const newRecordEntries = ({ values }: OutboxItem, known: KnownRecord): RecordEntry[] =>
  (known.fields ?? [])
    .filter(({ primary }) => !primary)
    .flatMap((field): RecordEntry[] => {
      const text = recordValueWords(field, values[field.key], namesOf(known), known.now)
      return text === '' ? [] : [{ type: 'fact', label: field.name, text }]
    })
