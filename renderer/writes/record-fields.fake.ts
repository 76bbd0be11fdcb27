// Fields of an object, and a record, for tests.
import type { LauncherRecord } from '../../shared/api/launcher/records.ts'
import type { Field } from '../../shared/api/objects.ts'
import { type KeyedField, keyed } from './record-words.ts'

const choices = [
  { id: 'c1', name: 'Lead', color: '#111111' },
  { id: 'c2', name: 'Customer', color: '#222222' },
]

const optionsOf = {
  select: { choices },
  multi_select: { choices },
  status: { choices },
  currency: { currencyCode: 'EUR' },
  rating: { maximum: 5 },
  record_reference: { objects: ['companies'] },
} as const

/** A field whose slug is its type. */
export const fieldWith = (type: Field['type'], changes: Partial<Field> = {}): Field =>
  ({
    id: `fld_${type}`,
    slug: type,
    name: type,
    type,
    required: false,
    primary: false,
    readOnly: false,
    options: (optionsOf as Partial<Record<Field['type'], object>>)[type] ?? null,
    ...changes,
  }) as Field

export const keyedWith = (type: Field['type'], changes: Partial<Field> = {}): KeyedField => {
  const [field] = keyed([fieldWith(type, changes)])
  if (field === undefined) throw new Error('unreachable')
  return field
}

export const recordWith = (changes: Partial<LauncherRecord> = {}): LauncherRecord => ({
  id: 'r1',
  objectSlug: 'people',
  title: 'Ann',
  avatarUrl: null,
  values: {},
  archived: false,
  linkedRecords: [],
  createdBy: 'usr_1',
  createdAt: '2026-11-20T08:00:00Z',
  updatedAt: '2026-11-20T08:00:00Z',
  webUrl: 'https://acme.example/records/r1',
  ...changes,
})
