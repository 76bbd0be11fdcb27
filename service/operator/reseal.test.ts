import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { commands } from '../cli/commands.ts'
import { runCommandLine } from '../cli/run.ts'
import { svcJson } from '../cli/svc-testing.ts'
import { createClient } from '../test/contract/client.ts'
import { startService } from '../serve.ts'
import { createLog } from '../base/service-log.ts'
import { serveCalendarFile } from '../settings/form-fields-testing.ts'
import { createProject } from './projects.ts'
import { openSeal } from '../sealing/sealing-keys.ts'
import { sealedBeginnings } from '../sealing/sealed.store.ts'

const directory = mkdtempSync(join(tmpdir(), 'svc-reseal-'))
afterAll(() => rmSync(directory, { recursive: true }))

test('CLI-02 after a reseal the newest key opens all secrets, and a missing key changes nothing', async () => {
  const database = `file:${join(directory, 'keys.db')}`
  const [first, second] = [Buffer.alloc(32, 'first'), Buffer.alloc(32, 'second')].map((key) =>
    key.toString('base64'),
  )
  const keys = (...list: (string | undefined)[]) => {
    const file = join(directory, `${list.length}-${list[0]?.slice(0, 3)}.key`)
    writeFileSync(file, list.join('\n'))
    return file
  }
  await svcJson('demo', '--records', '5', '--tasks', '5', '--database', database)
  const scopes = ['--workspace', 'acme', '--as', 'owner@acme.test', '--scopes', 'env:write,webhooks:write']
  const { token } = await svcJson<{ token: string }>('key', 'create', ...scopes, '--database', database)
  const serving = (file: string) =>
    startService({
      database,
      host: '127.0.0.1',
      port: 0,
      log: createLog('silent'),
      seal: openSeal({ file }),
      webhookNetwork: 'any host',
    })

  const before = await serving(keys(first))
  await createProject(before.store, { workspace: 'acme', slug: 'site', name: 'Site', at: before.now() })
  const api = createClient(before.baseUrl, token)
  await api.put('/cli/v1/projects/site/env', { variables: { A: '1', B: '2' } })
  const whose = ['--workspace', 'acme', '--as', 'owner@acme.test', '--database', database]
  const calendar = (verb: string, ...words: string[]) =>
    svcJson<{ id: string; readAt: string; problem: null }>(
      'calendar',
      verb,
      ...words,
      '--sealing-key-file',
      keys(first),
      '--allow-private-calendars',
      ...whose,
    )
  const { id } = await calendar('add', '--url', await serveCalendarFile())
  const hook = await api.post('/v1/webhooks', { url: 'http://127.0.0.1:9/', events: ['task.created'] })
  expect(hook.status).toBe(201)
  await before.close()

  const reseal = (file: string) => ['reseal', '--sealing-key-file', file, '--database', database]
  const refused = await runCommandLine(commands, reseal(keys(second)))
  expect(JSON.parse(refused.output).error.code).toBe('sealing_key_wrong')
  expect(await svcJson(...reseal(keys(second, first)))).toEqual({ variables: 2, webhooks: 1, calendars: 1 })

  const after = await serving(keys(second))
  const later = createClient(after.baseUrl, token)
  const { data } = (await later.get('/cli/v1/projects/site/env')).body
  expect(data.map(({ value }: { value: string }) => value)).toEqual(['1', '2'])
  // No secret needs the removed key.
  expect(await after.store.read((tx) => sealedBeginnings(tx, after.now()))).toHaveLength(1)
  const read = ['read', id, '--sealing-key-file', keys(second), '--allow-private-calendars', ...whose]
  expect(await svcJson('calendar', ...read)).toMatchObject({ id, problem: null })
  await after.close()
})
