import { expect, test } from 'vitest'
import { succeeded } from '../../../shared/errors.ts'
import { inZone } from '../../../shared/zone-testing.ts'
import { createApiClient } from './api-client.ts'
import type { Ask } from './request.ts'

test.each(['America/New_York', 'Pacific/Auckland'])(
  'APP-04 in %s the brief is asked for with the whole days of that zone',
  async (zone) => {
    const sent: unknown[] = []
    const ask: Ask = ({ path, headers, answer }) => {
      sent.push({ path, ...headers })
      return Promise.resolve(succeeded(answer.parse({ data: {} })))
    }
    await inZone(zone, () => createApiClient(ask).brief())
    expect(sent).toEqual([{ path: '/v1/launcher/brief', Prefer: `timezone="${zone}"` }])
  },
)
