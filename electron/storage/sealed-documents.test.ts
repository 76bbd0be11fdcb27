import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { DataKeys } from './data-keys.ts'
import { createSealedDocuments } from './sealed-documents.ts'

test('APP-01 APP-03 the end waits for what is being written, and until what a sign-out forgets is gone', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'svc-documents-'))
  const fileOf = (name: string): string => join(folder, `${name}.bin`)
  writeFileSync(fileOf('cache'), 'what was seen')
  const keys = Promise.withResolvers<DataKeys>()
  const documents = createSealedDocuments({
    dataKeys: keys.promise,
    merges: {},
    log: { info: () => undefined, warn: () => undefined, bug: () => 'bug' },
  })
  void documents.open('history').write({ queries: [] })
  void documents.open('cache').remove()
  let isSettled = false
  const settled = documents.settled().then(() => (isSettled = true))
  await new Promise(setImmediate)
  expect(isSettled).toBe(false)
  keys.resolve({ inUse: { folder, key: randomBytes(32) }, others: [], folders: [folder] })
  await settled
  expect([existsSync(fileOf('history')), existsSync(fileOf('cache'))]).toEqual([true, false])
})

test('APP-03 a write that fails keeps nobody from leaving', async () => {
  const documents = createSealedDocuments({
    dataKeys: Promise.resolve({
      inUse: { folder: '/dev/null', key: randomBytes(32) },
      others: [],
      folders: ['/dev/null'],
    }),
    merges: {},
    log: { info: () => undefined, warn: () => undefined, bug: () => 'bug' },
  })
  await expect(documents.open('history').write({})).rejects.toThrow()
  expect(await documents.settled()).toBeUndefined()
})
