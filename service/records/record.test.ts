// A record as an answer shows it, and as a list writes it.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type RecordValues, presentRecord, recordText } from './record.ts'

const record = fc.record({
  id: fc.uuid(),
  objectId: fc.string(),
  title: fc.string({ unit: 'binary' }),
  avatarUrl: fc.option(fc.webUrl()),
  archived: fc.boolean(),
  createdBy: fc.string(),
  createdAt: fc.nat(2 ** 42),
  updatedAt: fc.nat(2 ** 42),
  version: fc.nat(),
})
const values = fc.dictionary(fc.string(), fc.jsonValue())

test('REC-02 a list writes each record as the record itself is answered', () => {
  fc.assert(
    fc.property(record, values, (shown, held) => {
      // As it is stored.
      const valuesText = JSON.stringify(held)
      const stored = { ...shown, values: JSON.parse(valuesText) as RecordValues }
      expect(recordText({ ...shown, valuesText })).toBe(JSON.stringify(presentRecord(stored)))
    }),
  )
})
