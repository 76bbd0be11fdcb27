// vitest's global set-up: one PostgreSQL for the whole run, whichever projects are in it. Another server is used where
// SVC_TEST_POSTGRES names one: the contract suite then shows whether it will do. SVC_CITUS_URL names a cluster beside it.
// And one temporary folder, which goes with all that tests leave in it.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { clusterUrl, makeClusterTemplate } from '../../test/citus/cluster-testing.ts'
import { dropTestDatabase, makeTemplate, startTestPostgres } from './testing.ts'

export async function setup(): Promise<(() => Promise<void>) | undefined> {
  // Every project asks; the first one starts it.
  if (process.env['SVC_TEST_TEMPLATE'] !== undefined) return undefined
  const folder = mkdtempSync(join(tmpdir(), 'svc-tests-'))
  // PostgreSQL refuses to run as root, and as somebody else has to get in.
  chmodSync(folder, 0o755)
  process.env['TMPDIR'] = folder
  const server = process.env['SVC_TEST_POSTGRES'] === undefined ? await startTestPostgres() : undefined
  if (server) process.env['SVC_TEST_POSTGRES'] = server.url('postgres')
  const template = await makeTemplate()
  const dropClusterTemplate = clusterUrl === undefined ? undefined : await makeClusterTemplate()
  return async () => {
    await dropClusterTemplate?.()
    await (server ? server.stop() : dropTestDatabase(template))
    rmSync(folder, { recursive: true, force: true })
  }
}
