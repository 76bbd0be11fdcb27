import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { commands } from '../cli/commands.ts'
import { runCommandLine } from '../cli/run.ts'
import { createClient, type Client } from '../test/contract/client.ts'
import { startService, type ServiceConfig } from '../serve.ts'
import { createLog } from '../base/service-log.ts'
import { startTestService } from '../test/testing.ts'
import { createProject } from '../operator/projects.ts'
import { serveCalendarFile } from '../settings/form-fields-testing.ts'
import { openSeal } from './sealing-keys.ts'
import { sealedBeginnings } from './sealed.store.ts'
import { allWorkspaces } from '../access/workspaces.store.ts'
import { putWebhook } from '../webhooks/webhooks.store.ts'

const directory = mkdtempSync(join(tmpdir(), 'svc-keys-'))
afterAll(() => rmSync(directory, { recursive: true }))

const otherKey = join(directory, 'other.key')
writeFileSync(otherKey, Buffer.alloc(32, 'another key').toString('base64'))
/** The one that test services seal with. */
const sealedWith = /sealed with key ([0-9a-f]{8}), which is not among the sealing keys/

let database: string
let count = 0
beforeEach(() => (database = `file:${join(directory, `${(count += 1)}.db`)}`))

const start = (lostKeys?: ServiceConfig['lostKeys']) =>
  startService({
    database,
    host: '127.0.0.1',
    port: 0,
    log: createLog('silent'),
    seal: openSeal({ file: otherKey }),
    lostKeys,
  })

/** Stores a secret by HTTP, in a database that another key serves afterwards. */
async function storeSecret(store: (api: Client, launcher: Client) => Promise<unknown>): Promise<void> {
  const anyHost = { webhookNetwork: 'any host', calendarNetwork: 'any host' } as const
  const service = await startTestService({ database, ...anyHost })
  const workspace = await service.createWorkspace({ slug: 'acme' })
  const person = await service.addMember(workspace)
  const { token } = await service.createKey(workspace, person)
  const signIn = await service.signIn(workspace, person)
  await createProject(service.store, { workspace: 'acme', slug: 'site', name: 'Site', at: service.now() })
  await store(createClient(service.baseUrl, token), createClient(service.baseUrl, signIn))
  await service.close()
}

const newWebhook = async (api: Client): Promise<string> =>
  (await api.post('/v1/webhooks', { url: 'http://127.0.0.1:9/', events: ['task.created'] })).body.data.id

const newCalendar = async (_api: Client, launcher: Client) =>
  launcher.post('/v1/launcher/calendars', { url: await serveCalendarFile() })

test.each<[string, (api: Client, launcher: Client) => Promise<unknown>]>([
  ['a variable', (api) => api.put('/cli/v1/projects/site/env', { variables: { A: '1' } })],
  ['a webhook secret', newWebhook],
  ['the address of a calendar', newCalendar],
])('CLI-02 a service that lacks the key of %s says which, and does not start', async (_what, store) => {
  await storeSecret(store)
  const refused = await start().catch((error: unknown) => error)
  expect(refused).toMatchObject({
    storeCode: 'sealing_key_wrong',
    message: expect.stringMatching(sealedWith),
  })
  const [, id = ''] = sealedWith.exec(String(refused)) ?? []
  expect(String(refused)).toContain(`--lost-sealing-key ${id}`)
  await expect(start(['00000000'])).rejects.toMatchObject({ storeCode: 'sealing_key_wrong' })
  await (await start([id])).close()
})

test('CLI-02 a former webhook secret needs its key as long as it signs, and no longer', async () => {
  let webhook = ''
  await storeSecret(async (api) => {
    webhook = await newWebhook(api)
    return api.post(`/v1/webhooks/${webhook}/rotate-secret`, { grace_seconds: 3600 })
  })
  const serving = await start('any')
  const seal = openSeal({ file: otherKey })
  const beginnings = (at: number) => serving.store.read((tx) => sealedBeginnings(tx, at))
  await serving.store.write(async (tx) => {
    const [workspace] = await allWorkspaces(tx)
    const secret = seal.seal('new', '')
    await putWebhook(tx, workspace?.id ?? '', webhook, { secret, updatedAt: serving.now() })
  })
  expect(await beginnings(serving.now())).toHaveLength(2)
  expect(await beginnings(serving.now() + 3_600_001)).toHaveLength(1)
  await serving.close()
  await expect(start()).rejects.toMatchObject({ storeCode: 'sealing_key_wrong' })
})

test('CLI-02 svc serve with the wrong key prints one sentence and ends with 1; --lost-sealing-key takes ids only', async () => {
  await storeSecret(newWebhook)
  const words = ['serve', '--port', '0', '--sealing-key-file', otherKey, '--database', database]
  const { output, exitCode } = await runCommandLine(commands, words)
  expect([exitCode, JSON.parse(output).error]).toEqual([
    1,
    { code: 'sealing_key_wrong', message: expect.stringMatching(sealedWith) },
  ])
  const wrong = await runCommandLine(commands, [...words, '--lost-sealing-key', 'all'])
  expect(JSON.parse(wrong.output).error.code).toBe('bad_option')
})
