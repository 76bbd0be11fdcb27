import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createClient, type Client } from '../contract/client.ts'
import { createProject } from '../operator/projects.ts'
import { startTestService, type TestService } from '../testing.ts'
import { commands } from './commands.ts'
import { readDotenv } from './dotenv-text.ts'
import { runCommandLine } from './run.ts'

let service: TestService
let directory: string
let api: Client
let counter = 0

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'svc-env-'))
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

type Answer = Record<string, unknown> & { error: { code: string; message: string } }

/** A fresh project, a file for it, and `svc env` on both. */
async function setUp() {
  const project = `site-${(counter += 1)}`
  await createProject(service.store, { workspace: 'acme', slug: project, name: project, at: service.now() })
  const path = `/cli/v1/projects/${project}/env`
  const file = join(directory, `${project}.env`)
  return {
    file,
    write: (text: string) => writeFileSync(file, text),
    variables: () => readDotenv(readFileSync(file, 'utf8')),
    put: (variables: object) => api.put(path, { variables }),
    stored: async () => {
      const { data } = (await api.get(path)).body
      return Object.fromEntries(data.map(({ key, value }: { key: string; value: string }) => [key, value]))
    },
    env: async (verb: 'pull' | 'push', ...words: string[]): Promise<Answer> => {
      const on = ['--base-url', service.baseUrl, '--project', project, '--file', file]
      const { output } = await runCommandLine(commands, ['env', verb, ...on, ...words])
      return JSON.parse(output)
    },
  }
}

describe('svc env pull', () => {
  test('CLI-02 writes every value so that dotenv reads it, for the owner only, and says the version', async () => {
    const { put, env, file, variables } = await setUp()
    const values = { A: 'it\'s # not $a\n"comment"', B: '', C: 'one\r\ntwo', D: ' 😀 ' }
    await put(values)
    expect(await env('pull')).toMatchObject({ environment: 'development', version: 1, variables: 4 })
    expect(variables()).toEqual(values)
    expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  test('CLI-02 again takes what is new, but not over changes that were not pushed, unless it is forced', async () => {
    const { put, env, variables, write } = await setUp()
    await put({ A: '1' })
    await env('pull')
    await put({ A: '2' })
    await env('pull')
    expect(variables()).toEqual({ A: '2' })
    write('A=mine\n')
    const { error } = await env('pull')
    expect(error).toMatchObject({ code: 'local_changes', message: expect.stringMatching(/A\b.*--force/) })
    expect(error.message).not.toContain('mine')
    expect(variables()).toEqual({ A: 'mine' })
    await env('pull', '--force')
    expect(variables()).toEqual({ A: '2' })
  })

  test('CLI-02 leaves a file that is up to date as it is written, but for its first line', async () => {
    const { write, env, file } = await setUp()
    write('# mine\r\nexport B=1\r\n\r\nA="two" # note\r\n')
    await env('push')
    const pushed = readFileSync(file, 'utf8')
    expect(await env('pull')).toMatchObject({ variables: 2 })
    expect(readFileSync(file, 'utf8')).toBe(pushed)
  })

  test('CLI-02 puts what others changed in its place: comments, order and export stay, also when it is forced', async () => {
    const { write, env, put, file } = await setUp()
    write('# mine\nexport B=1 # note\n\n# gone below\nGONE=1\nA=1')
    await env('push')
    await put({ A: '2', B: 'x y', NEW: '3' })
    await env('pull')
    const [origin, ...lines] = readFileSync(file, 'utf8').split('\n')
    expect(origin).toMatch(/^# svc-env .* version=2 /)
    expect(lines).toEqual(['# mine', "export B='x y' # note", '', '# gone below', 'A=2', 'NEW=3', ''])
    write('# other\nA=mine\nB=mine\n')
    await env('pull', '--force')
    expect(readFileSync(file, 'utf8')).toMatch(/^# svc-env .*\n# other\nA=2\nB='x y'\nNEW=3\n$/)
  })

  test('CLI-02 a value that a dotenv file cannot hold is named, and the file stays', async () => {
    const { put, env, variables } = await setUp()
    await put({ A: '1' })
    await env('pull')
    await put({ A: '2', ODD: `'"\`\n#` })
    expect((await env('pull')).error.message).toMatch(/ODD/)
    expect(variables()).toEqual({ A: '1' })
  })
})

describe('svc env push', () => {
  test('CLI-02 sends the file, keeps its comments, and can push again', async () => {
    const { write, env, stored, file } = await setUp()
    write('# mine\nA=1 # note\nB="two\nlines"\n')
    expect(await env('push')).toMatchObject({ version: 1, created: ['A', 'B'] })
    expect(await stored()).toEqual({ A: '1', B: 'two\nlines' })
    const text = readFileSync(file, 'utf8')
    expect(text).toContain('# mine\nA=1 # note\n')
    write(text.replace('A=1', 'A=2'))
    expect(await env('push')).toMatchObject({ version: 2, updated: ['A'], deleted: [] })
    expect((await env('pull')).error).toBeUndefined()
  })

  test('CLI-02 a stale push says what others changed and how to go on, and changes nothing', async () => {
    const { put, env, stored, write, file } = await setUp()
    await put({ A: '1', B: '1' })
    await env('pull')
    await put({ A: 'theirs', B: '1' })
    write(readFileSync(file, 'utf8').replace('B=1', 'B=mine'))
    for (const words of [[], ['--merge']]) {
      const { error } = await env('push', ...words)
      expect(error.code).toBe('version_conflict')
      expect(error.message).toMatch(/changed after .* was pulled: A\. .*--dry-run.*--force/)
    }
    expect(await stored()).toEqual({ A: 'theirs', B: '1' })
    expect(await env('push', '--force')).toMatchObject({ version: 3, updated: ['A', 'B'] })
    expect(await stored()).toEqual({ A: '1', B: 'mine' })
  })

  test('CLI-02 a file that was not pulled replaces nothing, and can be merged', async () => {
    const { put, env, stored, write } = await setUp()
    await put({ A: '1', B: '1' })
    write('B=2\nC=3\n')
    expect((await env('push')).error.message).toMatch(/was not pulled from it/)
    expect(await env('push', '--merge')).toMatchObject({ created: ['C'], updated: ['B'], deleted: [] })
    expect(await stored()).toEqual({ A: '1', B: '2', C: '3' })
    // It still has not seen A.
    expect((await env('push')).error.code).toBe('version_conflict')
  })

  test('CLI-02 after a forced merge, a plain push does not delete the keys that the file has never seen', async () => {
    const { put, env, stored, write, file } = await setUp()
    write('A=1\nB=1\n')
    await env('push')
    await put({ A: '1', B: '1', C: 'theirs' })
    write(readFileSync(file, 'utf8').replace('B=1', 'B=mine'))
    expect(await env('push', '--merge', '--force')).toMatchObject({ version: 3, updated: ['B'], deleted: [] })
    const { error } = await env('push')
    expect(error).toMatchObject({ code: 'version_conflict', message: expect.stringMatching(/\bC\b/) })
    expect(await stored()).toEqual({ A: '1', B: 'mine', C: 'theirs' })
    // What the file holds has been pushed, so a pull may take the rest.
    expect((await env('pull')).error).toBeUndefined()
    expect(readDotenv(readFileSync(file, 'utf8'))).toEqual({ A: '1', B: 'mine', C: 'theirs' })
    expect(await env('push')).toMatchObject({ version: 3 })
  })

  test('CLI-02 after a forced merge of a file that holds every key, it can push again', async () => {
    const { put, env, stored, write, file } = await setUp()
    write('A=1\n')
    await env('push')
    await put({ A: 'theirs' })
    await env('push', '--merge', '--force')
    write(readFileSync(file, 'utf8').replace('A=1', 'A=2'))
    expect(await env('push')).toMatchObject({ version: 4, updated: ['A'] })
    expect(await stored()).toEqual({ A: '2' })
  })

  test('CLI-02 a file pulled from one environment does not pass for another’s', async () => {
    const { put, env, stored } = await setUp()
    await put({ A: 'dev' })
    await env('pull')
    expect(await env('push', '--environment', 'production')).toMatchObject({ version: 1, created: ['A'] })
    const again = await env('push', '--environment', 'development')
    expect(again.error.code).toBe('version_conflict')
    expect(await stored()).toEqual({ A: 'dev' })
  })

  test('CLI-02 a dry run shows the keys that would change, no values, and changes nothing', async () => {
    const { put, env, stored, write } = await setUp()
    await put({ KEPT: 'same', GONE: 'old-secret', MOVED: 'before-secret' })
    write('KEPT=same\nMOVED=after-secret\nADDED=new-secret\n')
    const { changes } = await env('push', '--dry-run')
    expect(changes).toEqual([
      { key: 'ADDED', change: 'add', before: null, after: '•••• (10)' },
      { key: 'GONE', change: 'delete', before: '•••• (10)', after: null },
      { key: 'MOVED', change: 'change', before: '•••• (13)', after: '•••• (12)' },
    ])
    expect(await stored()).toHaveProperty('GONE')
  })

  test('CLI-02 an empty, a missing and an unfit file are refused in one sentence', async () => {
    const { env, write } = await setUp()
    expect((await env('push')).error).toMatchObject({
      code: 'file_unusable',
      message: expect.stringMatching(/no file/),
    })
    write('lower=1\nGOOD=2\n')
    expect((await env('push')).error.message).toMatch(/lower\. A key is made of capital/)
  })

  test('CLI-02 a line that cannot be read is named, and nothing is pushed: its key would be deleted', async () => {
    const { put, env, stored, write } = await setUp()
    await put({ DATABASE_URL: 'secret', PEM: 'secret' })
    await env('pull')
    for (const [text, sentence] of [
      ['PEM=secret\nDATABASE URL=secret', /line 2: this is neither/],
      ['DATABASE_URL=secret\nPEM="secret', /line 2: the value of PEM begins/],
    ] as const) {
      write(text)
      for (const words of [[], ['--dry-run'], ['--force'], ['--merge']]) {
        const { error } = await env('push', ...words)
        expect(error).toMatchObject({ code: 'file_unusable', message: expect.stringMatching(sentence) })
        expect(error.message).not.toContain('secret')
      }
    }
    expect(await stored()).toEqual({ DATABASE_URL: 'secret', PEM: 'secret' })
  })
})

test('CLI-02 a file that is not text in UTF-8 is refused by push and by pull, and nothing is changed', async () => {
  const { env, file, put, stored } = await setUp()
  await put({ A: '1' })
  const bytes = Buffer.from('NAME=caf\xe9\n# Gr\xfc\xdfe\n', 'latin1')
  writeFileSync(file, bytes)
  for (const [verb, ...words] of [
    ['push', '--force'],
    ['pull', '--force'],
  ] as const) {
    const { error } = await env(verb, ...words)
    expect(error).toMatchObject({ code: 'file_unusable', message: expect.stringMatching(/is not text/) })
  }
  expect(readFileSync(file)).toEqual(bytes)
  expect(await stored()).toEqual({ A: '1' })
})

test('CLI-02 a byte order mark stays in the file and out of its keys', async () => {
  const { env, file, write, stored } = await setUp()
  write('\uFEFFA=1\n')
  expect(await env('push')).toMatchObject({ created: ['A'] })
  expect(readFileSync(file, 'utf8')).toContain('\uFEFFA=1\n')
  expect(await stored()).toEqual({ A: '1' })
})

describe('the way to the service', () => {
  const pull = async (...words: string[]) => {
    const file = join(directory, 'way.env')
    const all = ['env', 'pull', '--project', 'ghost', '--file', file, '--base-url', service.baseUrl, ...words]
    const { output, exitCode } = await runCommandLine(commands, all)
    expect(exitCode).toBe(1)
    return JSON.parse(output).error as { code: string; message: string }
  }

  test('CLI-02 what stands in the way is one sentence each', async () => {
    expect(await pull()).toMatchObject({
      code: 'not_found',
      message: expect.stringMatching(/project create/),
    })
    expect((await pull('--base-url', 'http://127.0.0.1:1')).code).toBe('service_unreachable')
    expect((await pull('--base-url', 'http://data.example.com')).message).toMatch(/https only/)
    expect((await pull('--token-file', join(directory, 'none'))).code).toBe('file_unusable')
    const stale = join(directory, 'token')
    writeFileSync(stale, 'svc_unknown\n')
    expect((await pull('--token-file', stale)).code).toBe('unauthorized')
    const refused = await pull('--token', 'svc_something')
    expect(refused.code).toBe('bad_option')
  })
})
