// For tests of questions: an object's fields of many kinds, and a record of it.
import type { QueriedRecord } from './record-query-match.rules.ts'
import type { WritableField } from '../record-values.rules.ts'

const field = (
  id: string,
  kind: WritableField['kind'],
  more: Partial<WritableField> = {},
): WritableField => ({
  id,
  slug: id,
  kind,
  required: false,
  readOnly: false,
  options: null,
  ...more,
})
const choices = ['a', 'b', 'c'].map((id) => ({ id, name: id, color: '#000000' }))
export const fields = [
  field('name', 'text'),
  field('size', 'number'),
  field('day', 'date'),
  field('stage', 'select', { options: { choices } }),
  field('tags', 'multi_select', { options: { choices } }),
  field('place', 'location'),
  field('active', 'checkbox'),
  field('owners', 'user_reference', { options: { multiple: true } }),
  field('p1', 'text', { slug: 'phone' }),
  field('p2', 'text', { slug: 'phone' }),
]

export const record = (values: QueriedRecord['values'] = {}, more: Partial<QueriedRecord> = {}) => ({
  id: 'r1',
  objectId: 'o',
  title: 'Éclair Works',
  archived: false,
  createdAt: Date.UTC(2026, 0, 5),
  updatedAt: Date.UTC(2026, 0, 6),
  values,
  ...more,
})
