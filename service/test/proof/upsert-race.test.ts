import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { raceUpserts } from './upsert-race.ts'

test('REC-05 REC-11 forty writers of one new id of one service make one record and one event of it', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'svc-race-'))
  try {
    const races = await raceUpserts(`file:${join(directory, 'svc.db')}`, 3, 40)
    const one = { statuses: { 200: 39, 201: 1 }, records: 1, versions: [40], created: 1, whole: true }
    expect(races).toEqual([one, one, one])
  } finally {
    rmSync(directory, { recursive: true })
  }
})
