// What a stranger reads who sent something wrong: what to send instead, in words that need no knowledge of the service.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTeam, type Team } from './team.ts'

let team: Team
beforeAll(async () => {
  team = await startTeam()
})
afterAll(() => team.service.close())

const messageOf = ({ body }: { body: { error?: { message?: string } } }) => body.error?.message

test.each([
  ['/v1/launcher/search?q=flint&limit=ten', 'limit: Send a number.'],
  ['/v1/launcher/search?q=flint&limit=2.5', 'limit: Send a whole number.'],
  ['/v1/launcher/search?q=flint&q=lint', 'q: Send it once.'],
  ['/v1/launcher/search?q=flint&limit=1&limit=2', 'limit: Send it once.'],
])('ERR-01 %s is refused with “%s”', async (path, words) => {
  expect(messageOf(await team.owner.launcher.get(path))).toBe(words)
})

test.each([
  [{ title: 7 }, 'title: Send a string.'],
  [{ title: 'A', estimated_time: 1.5 }, 'estimated_time: Send a whole number.'],
  [{ title: 'A', assignees: 'me' }, 'assignees: Send a list.'],
  [[], 'Send an object.'],
])('ERR-01 a task of %j is refused with “%s”', async (body, words) => {
  expect(messageOf(await team.owner.api.post('/v1/tasks', body))).toBe(words)
})

test('GEN-12 ERR-01 who asks by the names of answers is told those of questions', async () => {
  for (const question of [
    { filter: { createdAt: { $gt: '2026-01-01T00:00Z' } } },
    { sorts: [{ field: 'createdAt' }] },
  ]) {
    const answer = await team.owner.api.post('/v1/records/query', { object: 'companies', ...question })
    expect(messageOf(answer)).toBe(
      'There is no field `createdAt`. Every record also has `title`, `created_at`, `updated_at` and `archived`.',
    )
  }
})

test('TSK-02 ERR-01 a time that is none is refused with one that is', async () => {
  const answer = await team.owner.api.get('/v1/tasks?updated_after=2026-01-01')
  expect(messageOf(answer)).toMatch(/^updated_after: Send Unix milliseconds, such as \d{13}\.$/)
})
