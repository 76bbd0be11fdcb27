import { expect, test } from 'vitest'
import { openStore } from '../db/open.ts'
import { findStoredAnswer, storeAnswer, purgeStoredAnswers } from './idempotency.store.ts'

const workspace = 'wsp_1'
const answer = { fingerprint: 'same', status: 201, headers: { ETag: '"1"' }, body: 'sealed' }
const day = 86_400_000

test('GEN-12 an answer is found for a day, and then its place is free for another one', async () => {
  const store = await openStore('memory:')
  const found = (now: number) => store.read((tx) => findStoredAnswer(tx, workspace, 'one', now))
  await store.write((tx) => storeAnswer(tx, workspace, { id: 'one', at: 0, ...answer }))
  expect(await found(day - 1)).toEqual(answer)
  expect(await found(day)).toBeUndefined()
  const other = { ...answer, fingerprint: 'other', status: 400, headers: {} }
  await store.write((tx) => storeAnswer(tx, workspace, { id: 'one', at: day, ...other }))
  expect(await found(day)).toEqual(other)
  await store.close()
})

test('GEN-12 an answer older than a day is deleted, and no younger one', async () => {
  const store = await openStore('memory:')
  for (const at of [0, 1])
    await store.write((tx) => storeAnswer(tx, workspace, { id: `at ${at}`, at, ...answer }))
  await store.write((tx) => purgeStoredAnswers(tx, day))
  const found = (id: string) => store.read((tx) => findStoredAnswer(tx, workspace, id, 1))
  expect(await found('at 1')).toEqual(answer)
  expect(await store.read((tx) => findStoredAnswer(tx, workspace, 'at 0', 0))).toBeUndefined()
  await store.close()
})
