// AGT-01 `svc mcp`: a real client of the SDK over standard input and output.
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStore } from '../db/open.ts'
import { newUuid } from '../base/ids.ts'
import { createLocal, localOwner } from '../local-workspace.ts'
import { createRecord } from '../records/record-write.ts'
import { call, newClient, revisions, rowsOf } from '../mcp/mcp-testing.ts'
import { commands } from './commands.ts'
import { runCommandLine } from './run.ts'

const folder = mkdtempSync(join(tmpdir(), 'svc-mcp-'))
const database = `file:${join(folder, 'local.sqlite')}`
const main = fileURLToPath(new URL('../main.ts', import.meta.url))

beforeAll(async () => {
  const store = await openStore(database)
  await createLocal(store, { name: 'Ada', demo: null, at: Date.now() })
  await store.close()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test.each(revisions)('AGT-01 the local workspace by default, revision %s', async (revision) => {
  const client = newClient(revision)
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [main, 'mcp', '--database', database] }),
  )
  const [task] = rowsOf(await call(client, 'capture_task', { title: `Paint the door ${revision}` }))
  expect(task).toMatchObject({ assignees: ['Ada'] })
  const text = await call(client, 'brief')
  expect(rowsOf(text).map((row) => row['title'])).toContain(`Paint the door ${revision}`)
  const changes = rowsOf(await call(client, 'list_changes', { kinds: ['task'] }))
  expect(changes.at(-1)).toMatchObject({ action: 'created', by: 'svc mcp for Ada' })
  const { contents } = await client.readResource({ uri: 'svc://brief' })
  expect(contents[0]).toMatchObject({ text: expect.stringContaining('Paint the door') })
  await client.close()
})

test('AGT-01 FED-01 it tells of a change that another process makes', async () => {
  const client = newClient()
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [main, 'mcp', '--database', database] }),
  )
  const heard: string[] = []
  client.setNotificationHandler(
    'notifications/resources/updated',
    ({ params }) => void heard.push(params.uri),
  )
  await client.listen({ resourceSubscriptions: ['svc://objects/companies'] })
  const store = await openStore(database)
  try {
    const owner = await localOwner(store)
    const author = {
      workspaceId: owner?.workspaceId ?? '',
      personId: owner?.personId ?? '',
      actor: { type: 'operator', id: 'operator' } as const,
      at: Date.now(),
    }
    // The feed begins when the client has connected, which nothing tells.
    await expect
      .poll(
        async () => {
          const id = newUuid()
          await store.write(
            (tx) => createRecord(tx, author, id, { object: 'companies' }, { name: 'Nordwind' }),
            author.workspaceId,
          )
          return heard
        },
        { timeout: 30_000, interval: 2_000 },
      )
      .toContain('svc://objects/companies')
    expect(new Set(heard)).toEqual(new Set(['svc://objects/companies']))
  } finally {
    await store.close()
    await client.close()
  }
})

test('AGT-01 it ends with its input, and standard output holds the protocol alone', async () => {
  const child = spawn(process.execPath, [main, 'mcp', '--database', database], {
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const lines: string[] = []
  child.stdout.setEncoding('utf8').on('data', (text: string) => lines.push(text))
  const answered = once(child.stdout, 'data')
  child.stdin.write('this is not JSON\n')
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'x', version: '1' } }
  child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })}\n`)
  await answered
  child.stdin.end()
  const [code] = (await once(child, 'exit')) as [number]
  expect(code).toBe(0)
  for (const line of lines.join('').trim().split('\n'))
    expect(JSON.parse(line)).toMatchObject({ jsonrpc: '2.0' })
})

test.each([
  [['--workspace', 'acme'], '--workspace and --as go together'],
  [['--workspace', 'acme', '--as', 'ada@acme.test'], 'acme'],
  [['--nonsense'], '--nonsense'],
])('AGT-01 %j is refused on standard error', async (words, why) => {
  const ending = await runCommandLine(commands, ['mcp', '--database', database, ...words])
  expect(ending).toMatchObject({ exitCode: 1, stream: 'stderr', output: expect.stringContaining(why) })
})
