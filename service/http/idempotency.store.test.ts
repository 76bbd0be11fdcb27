import { expect, test } from 'vitest'
import { openStore } from '../db/open.ts'

const workspace = 'wsp_1'
const answer = { status: 201, headers: { etag: '"1"' }, body: 'sealed' }
const minute = 60_000
const day = 86_400_000

test('GEN-12 a lock that outlives its process is taken over, and who lost it keeps nothing', async () => {
  const store = await openStore('memory:')
  const lock = { id: 'one', fingerprint: 'same', lockedAt: 0 }
  const later = { ...lock, lockedAt: minute }
  const claim = (given: typeof lock) => store.write((tx) => tx.idempotency.claim(workspace, given))
  expect(await claim(lock)).toEqual({ kind: 'ours' })
  expect(await claim({ ...lock, lockedAt: minute - 1 })).toEqual({ kind: 'in progress' })
  expect(await claim({ ...later, fingerprint: 'other' })).toEqual({ kind: 'reused' })
  expect(await claim(later)).toEqual({ kind: 'ours' })
  expect(await store.write((tx) => tx.idempotency.keep(workspace, lock, answer))).toBe(false)
  expect(await store.write((tx) => tx.idempotency.keep(workspace, later, answer))).toBe(true)
  expect(await claim({ ...lock, lockedAt: day })).toEqual({ kind: 'answered', answer })
  await store.close()
})

test('GEN-12 what is older than a day is deleted, and nothing younger', async () => {
  const store = await openStore('memory:')
  for (const [id, lockedAt] of [
    ['old', 0],
    ['young', 1],
  ] as const)
    await store.write((tx) => tx.idempotency.claim(workspace, { id, fingerprint: 'same', lockedAt }))
  await store.write((tx) => tx.idempotency.purge(day))
  const left = await store.write(async (tx) => [
    await tx.idempotency.claim(workspace, { id: 'old', fingerprint: 'other', lockedAt: day }),
    await tx.idempotency.claim(workspace, { id: 'young', fingerprint: 'other', lockedAt: day }),
  ])
  expect(left).toEqual([{ kind: 'ours' }, { kind: 'reused' }])
  await store.close()
})
