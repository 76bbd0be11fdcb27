// Backup, restore, export and the owner's name of the local workspace, as the launcher asks for them.
import { once } from 'node:events'
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openStore } from './db/open.ts'
import { embed, endEmbedded, signInWithCode } from './embedded-testing.ts'
import {
  applyRestore,
  keptName,
  prepareRestore,
  settleRestore,
  createLocal,
  localOwner,
} from './local-workspace.ts'
import { createClient } from './test/contract/client.ts'

let directory: string
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'svc-local-files-'))
})
afterEach(endEmbedded)
afterAll(() => rmSync(directory, { recursive: true }))

const folder = () => mkdtempSync(join(directory, 'profile-'))
const databaseIn = (place: string) => `file:${join(place, 'workspace.db')}`

/** A service in a folder, with the local workspace of this person unless it is there. */
const open = async (place: string, name = 'Ada') => {
  const embedded = embed()
  const { baseUrl = '' } = await embedded.ask({ type: 'start', database: databaseIn(place) })
  await embedded.ask({ type: 'createLocal', name, demo: null })
  const signIn = async () => createClient(baseUrl, (await signInWithCode(embedded.ask, baseUrl)).access_token)
  return { ...embedded, baseUrl, signIn }
}

const ownerIn = async (place: string): Promise<string | undefined> => {
  const store = await openStore(databaseIn(place))
  const owner = await localOwner(store)
  await store.close()
  return owner?.name
}

/** A backup of the workspace of somebody else. */
const backupOf = async (name: string): Promise<string> => {
  const other = await open(folder(), name)
  const file = join(folder(), `${name}.backup`)
  expect(await other.ask({ type: 'backUp', file })).toEqual({ type: 'done' })
  return file
}

const titlesOf = async (api: ReturnType<typeof createClient>): Promise<string[]> =>
  (await api.get('/v1/launcher/tasks')).body.data.map(({ title }: { title: string }) => title)

test('APP-08 a restored backup brings the workspace back, and the present one is kept beside it', async () => {
  const place = folder()
  const local = await open(place)
  const before = await local.signIn()
  await before.post('/v1/launcher/tasks', { title: 'Before the backup' })
  const file = join(folder(), 'ada.backup')
  expect(await local.ask({ type: 'backUp', id: 1, file })).toEqual({ type: 'done', id: 1 })
  await before.post('/v1/launcher/tasks', { title: 'After the backup' })
  expect(await local.ask({ type: 'rename', name: 'Grace' })).toEqual({ type: 'done' })
  expect(await local.ask({ type: 'findLocal' })).toEqual({ type: 'localFound', name: 'Grace' })

  const prepared = await local.ask({ type: 'prepareRestore', file })
  expect(prepared).toEqual({
    type: 'restorePrepared',
    name: 'Ada',
    createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
    keptAs: expect.stringMatching(/workspace-\d{4}-\d{2}-\d{2}-\d{6}\.db$/),
  })
  // Until it is applied, the present workspace goes on.
  expect(await titlesOf(before)).toContain('After the backup')
  const restored = await local.ask({ type: 'applyRestore' })
  expect(restored).toMatchObject({ type: 'restored', kept: prepared['keptAs'], baseUrl: local.baseUrl })
  expect(await local.ask({ type: 'findLocal' })).toEqual({ type: 'localFound', name: 'Ada' })
  expect(await titlesOf(await local.signIn())).toEqual(['Before the backup'])

  const kept = folder()
  renameSync(restored['kept'] ?? '', join(kept, 'workspace.db'))
  expect(await ownerIn(kept)).toBe('Grace')
  expect(await titlesOf(await (await open(kept)).signIn())).toContain('After the backup')
})

test.each([
  ['not a backup', 'invalid_file', () => writeFileSync(join(directory, 'a.txt'), 'hello'), 'a.txt'],
  ['not there', 'not_found', () => undefined, 'nothing.backup'],
])('APP-08 a file that is %s is refused, and nothing changes', async (_name, code, write, name) => {
  write()
  const place = folder()
  const local = await open(place)
  const answer = await local.ask({ type: 'prepareRestore', file: join(directory, name) })
  expect(answer).toMatchObject({ type: 'failed', code })
  expect(await local.ask({ type: 'applyRestore' })).toMatchObject({ type: 'failed', code: 'not_found' })
  expect(await local.ask({ type: 'findLocal' })).toEqual({ type: 'localFound', name: 'Ada' })
  expect(readdirSync(place).filter((file) => /part|restored/.test(file))).toEqual([])
})

test('APP-08 a backup of a service without a local workspace is refused', async () => {
  const file = join(folder(), 'team.backup')
  const place = folder()
  const embedded = embed()
  await embedded.ask({ type: 'start', database: databaseIn(place) })
  await embedded.ask({ type: 'backUp', file })
  const local = await open(folder())
  const answer = await local.ask({ type: 'prepareRestore', file })
  expect(answer).toMatchObject({ type: 'failed', code: 'not_found', message: expect.stringMatching(/local/) })
})

test('APP-08 neither a backup nor an export replaces the database', async () => {
  const place = folder()
  const local = await open(place)
  for (const type of ['backUp', 'export'])
    expect(await local.ask({ type, file: join(place, 'workspace.db') })).toMatchObject({
      type: 'failed',
      code: 'file_unusable',
    })
  const file = join(folder(), 'ada.ndjson')
  expect(await local.ask({ type: 'export', file })).toEqual({ type: 'done' })
  expect(readFileSync(file, 'utf8')).toContain('"email":"owner@local.invalid"')
})

test('APP-08 wherever a restore is cut off, the old workspace or the new one is there', async () => {
  const file = await backupOf('Grace')
  /** The steps of a restore, of which the first few were done. */
  const cutOffAfter = async (steps: number): Promise<string | undefined> => {
    const place = folder()
    const [database, path] = [databaseIn(place), join(place, 'workspace.db')]
    const store = await openStore(database)
    await createLocal(store, { name: 'Ada', demo: null, at: 0 })
    await store.close()
    const input = { file, at: 0, passed: () => undefined }
    const all = [
      async () => writeFileSync(`${path}.part`, 'half of it'),
      () => prepareRestore(database, input),
      async () => renameSync(path, keptName(path, 0)),
      async () => renameSync(`${path}.restored`, path),
    ]
    for (const step of all.slice(0, steps)) await step()
    settleRestore(database)
    const name = await ownerIn(place)
    expect(readdirSync(place).filter((each) => /part|restored/.test(each))).toEqual([])
    return name
  }
  const names = []
  for (const steps of [0, 1, 2, 3, 4]) names.push(await cutOffAfter(steps))
  expect(names).toEqual(['Ada', 'Ada', 'Ada', 'Grace', 'Grace'])
})

test('APP-08 a killed restore leaves a workspace that opens', async () => {
  const file = await backupOf('Grace')
  const place = folder()
  const names: string[] = []
  // Each step is cut off above; a real kill may come between any two.
  for (const delay of [3, 20]) {
    const local = await open(place)
    await local.ask({ type: 'prepareRestore', file })
    const ended = once(local.child, 'exit')
    local.child.send({ type: 'applyRestore' })
    await sleep(delay)
    local.child.kill('SIGKILL')
    await ended
    // Opened by itself, because `open` would create a missing one.
    const again = embed()
    await again.ask({ type: 'start', database: databaseIn(place) })
    names.push((await again.ask({ type: 'findLocal' }))['name'] ?? 'none')
    again.child.kill('SIGKILL')
  }
  expect(names.filter((name) => name !== 'Ada' && name !== 'Grace')).toEqual([])
})

test('APP-08 while another program has the workspace open, its log is not mixed with the restored one', async () => {
  const file = await backupOf('Grace')
  const place = folder()
  const other = await openStore(databaseIn(place))
  await createLocal(other, { name: 'Ada', demo: null, at: 0 })
  await prepareRestore(databaseIn(place), { file, at: 0, passed: () => undefined })
  await expect(applyRestore(databaseIn(place))).rejects.toMatchObject({ operatorCode: 'conflict' })
  await other.close()
  expect(await ownerIn(place)).toBe('Ada')
})

test('CAL-01 APP-08 a calendar address survives a restore on the same computer, and is asked for on another one', async () => {
  const ics = 'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//t//t\r\nEND:VCALENDAR\r\n'
  const server = createServer((_request, response) => response.end(ics)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/a.ics`
  const here = folder()
  const local = await open(here)
  const about = { name: 'Mine', color: '#2563eb', visibility: 'details' }
  const added = await (await local.signIn()).post('/v1/launcher/calendars', { ...about, url })
  expect(added.status).toBe(201)
  const file = join(folder(), 'ada.backup')
  await local.ask({ type: 'backUp', file })
  expect(existsSync(join(here, 'workspace.db.key'))).toBe(true)

  const readAfterRestore = async ({ ask, signIn }: Awaited<ReturnType<typeof open>>) => {
    await ask({ type: 'prepareRestore', file })
    expect(await ask({ type: 'applyRestore' })).toMatchObject({ type: 'restored' })
    const api = await signIn()
    await api.post(`/v1/launcher/calendars/${added.body.data.id}/read`)
    return (await api.get('/v1/launcher/calendars')).body.data[0].problem?.code ?? null
  }
  expect(await readAfterRestore(local)).toBeNull()
  expect(await readAfterRestore(await open(folder()))).toBe('address_needed')
  server.close()
})
