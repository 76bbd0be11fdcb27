// The dotenv file of `svc env`: what it may hold, and where it cannot be written.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { createEnvironments } from './env-testing.ts'
import { expectFailure } from '../refusal-testing.ts'

const { setUp, inFolder, baseUrl } = createEnvironments()

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

test('CLI-02 a push names a missing file and keys that are not allowed', async () => {
  const words = ['env', 'push', '--base-url', baseUrl(), '--file', inFolder('missing')]
  await expectFailure(words, 'file_unusable', /no file .*missing/)
  const { env, write } = await setUp()
  write('lower=1\nGOOD=2\n')
  expect((await env('push')).error.message).toMatch(/lower\. A key consists of capital/)
})

test('CLI-02 a push that cannot update its file says that it has pushed, and to pull', async () => {
  const { env, stored } = await setUp()
  const folder = inFolder('gone')
  mkdirSync(folder)
  const file = join(folder, '.env')
  writeFileSync(file, 'A=1\n')
  const { fetch } = globalThis
  const spy = vi.spyOn(globalThis, 'fetch').mockImplementation(async (...request) => {
    const response = await fetch(...request)
    rmSync(folder, { recursive: true })
    return response
  })
  const { error } = await env('push', '--file', file)
  spy.mockRestore()
  expect(error).toMatchObject({
    code: 'file_unusable',
    message: expect.stringMatching(/^The variables were pushed.*no folder.*svc env pull/),
  })
  expect(await stored()).toEqual({ A: '1' })
})

test('CLI-02 a file that is not valid UTF-8 is refused by push and by pull, and nothing is changed', async () => {
  const { env, file, put, stored } = await setUp()
  await put({ A: '1' })
  const bytes = Buffer.from('NAME=caf\xe9\n# Gr\xfc\xdfe\n', 'latin1')
  writeFileSync(file, bytes)
  for (const [verb, ...words] of [
    ['push', '--force'],
    ['pull', '--force'],
  ] as const) {
    const { error } = await env(verb, ...words)
    expect(error).toMatchObject({
      code: 'file_unusable',
      message: expect.stringMatching(/is not valid UTF-8/),
    })
  }
  expect(readFileSync(file)).toEqual(bytes)
  expect(await stored()).toEqual({ A: '1' })
})
