import { mkdtempSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createLog, redact } from './log.ts'

const start = (maxBytes?: number) => {
  const folder = mkdtempSync(join(tmpdir(), 'svc-log-'))
  const lines: string[] = []
  let id = 0
  const log = createLog({
    folder,
    write: (line) => lines.push(line),
    now: () => Date.UTC(2026, 10, 21),
    newId: () => `bug-${(id += 1)}`,
    ...(maxBytes === undefined ? {} : { maxBytes }),
  })
  return { folder, lines, log }
}

test('APP-01 the log redacts what looks like a token', () => {
  const { folder, lines, log } = start()
  const secret = 'hT9xV2qLmN4pR7sW1yZ3aB5cD8eF0gJ6kU'
  log.info('a', {
    accessToken: secret,
    text: `Bearer short9`,
    url: `http://127.0.0.1/callback?code=abc1&state=s1`,
  })
  log.bug('b', new Error(`refused ${secret}`, { cause: new Error(`login_hint=code:${secret}`) }))
  const all = lines.join('') + readFileSync(join(folder, 'launcher.log'), 'utf8')
  for (const part of [secret, 'short9', 'abc1', 's1"']) expect(all).not.toContain(part)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 'info', event: 'a', accessToken: '[redacted]' })
})

test('APP-01 ids and plain words stay readable', () => {
  const text = 'task 0c566bf1-ee9f-487e-a48e-3ca81cad4ed5 refused: internationalizationalities_of_words'
  expect(redact(text)).toBe(text)
})

test('APP-06 a bug is logged under an id, with its cause', () => {
  const { lines, log } = start()
  expect(log.bug('broke', new TypeError('x', { cause: new Error('y') }))).toBe('bug-1')
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ id: 'bug-1', error: 'TypeError: x (Error: y)' })
})

test('APP-09 the log is rotated at its size limit, keeps one older file, and is readable by its owner only', () => {
  const { folder, log } = start(500)
  for (let line = 0; line < 40; line += 1) log.info('line', { line })
  expect(readdirSync(folder).toSorted()).toEqual(['launcher.log', 'launcher.log.1'])
  expect(statSync(join(folder, 'launcher.log')).size).toBeLessThan(700)
  expect(statSync(join(folder, 'launcher.log')).mode & 0o777).toBe(0o600)
})
