import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { commands } from '../commands.ts'
import { readDotenv } from './dotenv.ts'
import { createEnvironments } from './env-testing.ts'
import { runCommandLine } from '../run.ts'

const { setUp, inFolder, baseUrl } = createEnvironments()

describe('svc env pull', () => {
  test('CLI-02 writes values so that they are read again, for the owner only, and prints the version', async () => {
    const { put, env, file, variables, stored } = await setUp()
    const values = { A: '`it` # not $a\n"comment"', B: '', C: "it's\nlate", D: ' 😀 ' }
    await put(values)
    expect(await env('pull')).toMatchObject({ environment: 'development', version: 1, variables: 4 })
    expect(variables()).toEqual(values)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(await env('push')).toMatchObject({ version: 1, created: [], updated: [], deleted: [] })
    expect(await stored()).toEqual(values)
  })

  test('CLI-02 names each variable that dotenv, Node and shells would not read the same, and writes nothing', async () => {
    const { put, env, file } = await setUp()
    await put({ A: '1', TICK: "it's `late`", UID: '5', LINES: 'one\r\ntwo' })
    const { error } = await env('pull')
    expect(error).toMatchObject({
      code: 'file_unusable',
      message: expect.stringMatching(
        /LINES \(it holds a carriage return\), TICK \(it combines .*\), UID \(shells set it themselves\)\. Nothing was written\.$/,
      ),
    })
    expect(error.message).not.toContain('late')
    expect(existsSync(file)).toBe(false)
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

  test('CLI-02 a stale push names what others changed and how to go on, and changes nothing', async () => {
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
    // The content of the file was pushed, so a pull may replace it.
    expect((await env('pull')).error).toBeUndefined()
    expect(readDotenv(readFileSync(file, 'utf8'))).toEqual({ A: '1', B: 'mine', C: 'theirs' })
    expect(await env('push')).toMatchObject({ version: 3 })
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
})

describe('the way to the service', () => {
  const pull = async (...words: string[]) => {
    const file = inFolder('way.env')
    const all = ['env', 'pull', '--project', 'ghost', '--file', file, '--base-url', baseUrl(), ...words]
    const { output, exitCode } = await runCommandLine(commands, all)
    expect(exitCode).toBe(1)
    return JSON.parse(output).error as { code: string; message: string }
  }

  test('CLI-02 each failure on the way to the service is one sentence', async () => {
    expect(await pull()).toMatchObject({
      code: 'not_found',
      message: expect.stringMatching(/project create/),
    })
    expect((await pull('--base-url', 'http://127.0.0.1:1')).code).toBe('service_unreachable')
    expect((await pull('--base-url', 'http://data.example.com')).message).toMatch(/https only/)
    expect((await pull('--token-file', inFolder('none'))).code).toBe('file_unusable')
    const stale = inFolder('token')
    writeFileSync(stale, 'svc_unknown\n')
    expect((await pull('--token-file', stale)).code).toBe('unauthorized')
    const refused = await pull('--token', 'svc_something')
    expect(refused.code).toBe('bad_option')
  })
})
