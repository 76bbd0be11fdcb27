// For tests of `svc env`: projects of a service, each with its own file.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { createClient, type Client } from '../../test/contract/client.ts'
import { createProject } from '../../operator/projects.ts'
import { startTestService, type TestService } from '../../test/testing.ts'
import { commands } from '../commands.ts'
import { readDotenv } from './dotenv.ts'
import { runCommandLine } from '../run.ts'

type Answer = Record<string, unknown> & { error: { code: string; message: string } }

/**
 * A service and a folder for the tests of a file, with a key in SVC_TOKEN.
 * @returns `setUp` creates a project with a file
 */
export function createEnvironments() {
  const directory = mkdtempSync(join(tmpdir(), 'svc-env-'))
  let service: TestService
  let api: Client
  let counter = 0
  beforeAll(async () => {
    service = await startTestService({ rateLimit: 10_000 })
    const workspace = await service.createWorkspace({ slug: 'acme' })
    const { token } = await service.createKey(workspace, await service.addMember(workspace))
    api = createClient(service.baseUrl, token)
    process.env['SVC_TOKEN'] = token
  })
  afterAll(async () => {
    delete process.env['SVC_TOKEN']
    await service.close()
    rmSync(directory, { recursive: true })
  })
  const inFolder = (name: string) => join(directory, name)
  return {
    inFolder,
    baseUrl: () => service.baseUrl,
    setUp: async () => {
      const project = `site-${(counter += 1)}`
      await createProject(service.store, {
        workspace: 'acme',
        slug: project,
        name: project,
        at: service.now(),
      })
      const path = `/cli/v1/projects/${project}/env`
      const file = inFolder(`${project}.env`)
      return {
        file,
        write: (text: string) => writeFileSync(file, text),
        variables: () => readDotenv(readFileSync(file, 'utf8')),
        put: (variables: object) => api.put(path, { variables }),
        stored: async () => {
          const { data } = (await api.get(path)).body
          return Object.fromEntries(
            data.map(({ key, value }: { key: string; value: string }) => [key, value]),
          )
        },
        env: async (verb: 'pull' | 'push', ...words: string[]): Promise<Answer> => {
          const on = ['--base-url', service.baseUrl, '--project', project, '--file', file]
          const { output } = await runCommandLine(commands, ['env', verb, ...on, ...words])
          return JSON.parse(output)
        },
      }
    },
  }
}
