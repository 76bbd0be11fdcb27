// AGT-01 the conformance suite of MCP against /mcp and the OAuth server. `mcp-*.yaml` lists what is not passed, and why.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { documentsAt } from '../../mcp/mcp-testing.ts'
import { createCookieJar } from '../../oauth/oauth-testing.ts'
import { startTeam } from '../contract/team.ts'
import { startTokenProxy } from './mcp-conformance-testing.ts'

const clientId = 'https://conformance.example/client.json'
const document = {
  client_id: clientId,
  client_name: 'Conformance',
  redirect_uris: ['http://127.0.0.1/callback'],
}
const team = await startTeam({ clientDocumentRequest: documentsAt({ [clientId]: document }) })
const { service, owner, workspace } = team
const { baseUrl } = service
const proxy = await startTokenProxy(baseUrl, owner.token)
const results = mkdtempSync(join(tmpdir(), 'svc-mcp-conformance-'))
afterAll(async () => {
  proxy.close()
  await service.close()
  rmSync(results, { recursive: true })
})

const suite = fileURLToPath(import.meta.resolve('@modelcontextprotocol/conformance/dist/index.js'))

/** @param hear gets all that was printed so far */
async function conformance(args: readonly string[], hear: (text: string) => void = () => {}) {
  const child = spawn(process.execPath, [suite, ...args, '-o', results], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (part: string) => hear((text += part)))
  const code = await new Promise<number | null>((resolve) => child.once('exit', resolve))
  return { code, text }
}

test.each(['2026-07-28', '2025-11-25'])('AGT-01 the server scenarios of revision %s', async (revision) => {
  const expected = fileURLToPath(new URL(`mcp-${revision}.yaml`, import.meta.url))
  const args = ['server', '--url', proxy.url, '--requirements', revision, '--expected-failures', expected]
  const { code, text } = await conformance(args)
  expect(code, text.slice(-4_000)).toBe(0)
  for (const passed of ['tools-list', 'resources-list', 'dns-rebinding-protection'])
    expect(text).toMatch(new RegExp(`✓ ${passed}: [1-9]`))
})

test('AGT-01 the authorization scenarios, without a warning', async () => {
  let walked: Promise<unknown> | undefined
  const walk = async (address: string) => {
    const jar = createCookieJar(new URL(baseUrl).origin)
    const consent = await jar.signIn(await jar.follow(address), owner)
    const { url } = await jar.submit(consent, { decision: 'allow', workspace: workspace.id })
    return fetch(url)
  }
  const args = ['authorization', '--url', baseUrl, '--client-id', clientId, '--resource', `${baseUrl}/mcp`]
  const { code, text } = await conformance([...args, '--port', '51234'], (said) => {
    const address = /http:\/\/\S+\/oauth\/authorize\S+/.exec(said)?.[0]
    if (address !== undefined) walked ??= walk(address)
  })
  await walked
  expect(code, text.slice(-4_000)).toBe(0)
  expect(text).not.toMatch(/warning/i)
  for (const scenario of ['authorization-server-metadata-endpoint', 'authorization-code-grant'])
    expect(text).toMatch(new RegExp(`✓ ${scenario}: [1-9]\\d* passed, 0 failed`))
})
