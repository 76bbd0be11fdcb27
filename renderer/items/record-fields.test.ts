import { describe, expect, test } from 'vitest'
import { rowWith } from '../../shared/search/row-testing.ts'
import { fieldsOfRow, firstField, recordFields } from './record-fields.ts'

const field = (type: string, value: string) => recordFields([{ label: 'Field', value, type }])[0]

describe('the fields of a record', () => {
  test.each([
    ['email', 'ann@acme.test', 'email', ['copy', 'mail']],
    ['phone', '+49 (30) 123-45', 'phone', ['copy', 'call']],
    ['url', 'https://acme.test/about', 'url', ['open', 'copy']],
    ['text', 'Head of sales', 'text', ['copy']],
  ])('APP-15 a field of type %s with %s is %s and offers %j', (type, value, kind, offers) => {
    expect(field(type, value)).toMatchObject({ value, kind, offers })
  })

  test.each([
    ['email', 'ask the front desk'],
    ['email', 'ann@acme.test, bob@acme.test'],
    ['phone', 'on request'],
    ['url', 'javascript:alert(1)'],
    ['hologram', 'https://acme.test'],
  ])('APP-11 a %s field with %s is only copied', (type, value) => {
    expect(field(type, value)).toMatchObject({ kind: 'text', offers: ['copy'] })
  })

  test('APP-15 empty values are left out, and white space around a value too', () => {
    const meta = [
      { label: 'Email', value: ' ', type: 'email' },
      { label: 'Phone', value: ' 030 1234 ', type: 'phone' },
    ]
    expect(recordFields(meta).map(({ label, value }) => [label, value])).toEqual([['Phone', '030 1234']])
  })
})

test('APP-15 a member has an email address, a task has no fields', () => {
  const shown = { id: '1', title: 'Ann', subtitle: 'ann@acme.test' }
  const fields = fieldsOfRow(rowWith({ ...shown, kind: 'member' }))
  expect(firstField(fields, 'email')?.value).toBe('ann@acme.test')
  expect(firstField(fields, 'phone')).toBeUndefined()
  expect(fieldsOfRow(rowWith({ ...shown, kind: 'task' }))).toEqual([])
})
