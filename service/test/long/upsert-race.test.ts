import { expect, test } from 'vitest'
import { raceUpserts } from '../proof/upsert-race.ts'
import { engines, onEngine } from '../proof/engines.ts'

test.each(engines)(
  'REC-05 REC-11 fifty writers of one new id over two processes on %s make one record, forty times',
  async (engine) => {
    const races = await onEngine(engine, (database) => raceUpserts(database, 40, 50))
    const one = { statuses: { 200: 49, 201: 1 }, records: 1, versions: [50], created: 1, whole: true }
    expect(races.filter((race) => JSON.stringify(race) !== JSON.stringify(one))).toEqual([])
  },
)
