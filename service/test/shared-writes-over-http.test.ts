// What a store can share, the requests before it must bring together: a commit for each of them costs several times as much.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Worker } from 'node:worker_threads'
import { once } from 'node:events'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startTestService, type TestService } from './testing.ts'

const programs = 8
const turns = 20

let folder: string
let service: TestService
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'svc-shared-'))
  service = await startTestService({ database: `file:${join(folder, 'service.sqlite')}` })
})
afterEach(async () => {
  vi.restoreAllMocks()
  await service.close()
  rmSync(folder, { recursive: true, force: true })
})

/** On a thread of its own, as programs are: each asks again when it has its answer. Posts the statuses. */
const writeOnThread = `
  const { parentPort, workerData: { url, token, programs, turns } } = require('node:worker_threads')
  const headers = { authorization: 'Bearer ' + token, 'content-type': 'application/json' }
  const statuses = []
  const program = async (name) => {
    for (let turn = 0; turn < turns; turn += 1) {
      const body = JSON.stringify({ object: 'companies', values: { name: name + ' ' + turn } })
      statuses.push((await fetch(url, { method: 'POST', headers, body })).status)
    }
  }
  Promise.all(Array.from({ length: programs }, (_, each) => program('Program ' + each)))
    .then(() => parentPort.postMessage(statuses))`

test('REC-13 programs that write at the same time share commits', async () => {
  const workspace = await service.createWorkspace()
  const person = await service.addMember(workspace)
  const { token } = await service.createKey(workspace, person)
  await service.createObject(workspace, 'companies')
  const exec = vi.spyOn(DatabaseSync.prototype, 'exec')
  const workerData = { url: service.url('/v1/records'), token, programs, turns }
  const worker = new Worker(writeOnThread, { eval: true, workerData })
  const [statuses] = (await once(worker, 'message')) as [number[]]
  await worker.terminate()
  expect(statuses).toEqual(Array(programs * turns).fill(201))
  const commits = exec.mock.calls.filter(([statement]) => statement === 'commit').length
  expect(commits).toBeLessThan((programs * turns) / 2)
})
