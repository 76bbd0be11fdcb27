import { expect, test } from 'vitest'
import { readBrief } from './brief-answer.ts'

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
