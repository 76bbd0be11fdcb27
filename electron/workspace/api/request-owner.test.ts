import { expect, test } from 'vitest'
import { z } from 'zod'
import { succeeded } from '../../../shared/errors.ts'
import { createAsk } from './request.ts'
import { createScheduler } from './scheduler.ts'

test('APP-01 APP-07 a write that was refused under a session that is over does not go again under the next one', async () => {
  let owner = 'acme ada'
  const sentWith: (string | null)[] = []
  const ask = createAsk({
    fetch: (_url, { headers }) => {
      sentWith.push(new Headers(headers).get('authorization'))
      // The session expired during the request, and the user signed in to another workspace.
      owner = 'globex ada'
      return Promise.resolve(new Response('{"error":"Expired."}', { status: 401 }))
    },
    access: () =>
      Promise.resolve(succeeded({ baseUrl: new URL('https://crm.example'), token: `token of ${owner}` })),
    owner: () => owner,
    onRefused: () => undefined,
    scheduler: createScheduler({ now: () => 0 }),
    now: () => 0,
    random: () => 0,
    sleep: () => Promise.resolve(),
    onClock: () => undefined,
  })
  const reply = await ask({ effect: 'create', path: '/v1/launcher/tasks', body: {}, answer: z.unknown() })
  expect(reply).toMatchObject({ ok: false, error: { kind: 'signedOut' } })
  expect(sentWith).toEqual(['Bearer token of acme ada'])
})
