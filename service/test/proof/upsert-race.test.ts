import { expect, test } from 'vitest'
import { onEngine } from './engines.ts'
import { raceUpserts } from './upsert-race.ts'

test('REC-05 REC-11 forty writers of one new id make one record and one event of it', async () => {
  const races = await onEngine('sqlite', (database) => raceUpserts(database, 3, 40))
  const one = { statuses: { 200: 39, 201: 1 }, records: 1, versions: [40], created: 1, whole: true }
  expect(races).toEqual([one, one, one])
})
