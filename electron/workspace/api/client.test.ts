import { expect, test } from 'vitest'
import { succeeded } from '../../../shared/errors.ts'
import { inZone } from '../../../shared/zone-testing.ts'
import { createApiClient, readBrief } from './client.ts'
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

const notification = { id: 'n1', title: 'Mira asked' }
const meeting = {
  id: 'm1',
  title: 'Stand-up',
  startAt: '2026-11-20T09:00:00Z',
  endAt: '2026-11-20T09:15:00Z',
}
const kept = { tasks: [], meetings: [meeting], notifications: [], integrationIssues: [] }

test('APP-11 APP-06 a section that is not understood leaves the others, and what was seen of it', () => {
  const said = { tasks: [], meetings: [{ id: 7 }], notifications: [notification], more: 1 }
  expect(readBrief(said, kept)).toEqual({
    brief: { tasks: [], meetings: [meeting], notifications: [notification], integrationIssues: [] },
    failed: ['meetings'],
  })
  expect(readBrief({}, null)).toEqual({
    brief: { tasks: [], meetings: [], notifications: [], integrationIssues: [] },
    failed: ['tasks', 'meetings', 'notifications'],
  })
})
