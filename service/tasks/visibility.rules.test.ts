import { describe, expect, test } from 'vitest'
import { hiddenMeetingTitle, seesMeeting, seesMeetingDetail, seesTask } from './visibility.rules.ts'

const task = { createdBy: 'creator', assignees: ['one', 'two'] }

describe('tasks', () => {
  test.each([
    ['owner', 'nobody', true],
    ['admin', 'nobody', true],
    ['member', 'nobody', false],
    ['member', 'creator', true],
    ['member', 'two', true],
  ] as const)('AUT-09 AUT-10 %s %s sees the task: %s', (role, personId, sees) => {
    expect(seesTask({ role, personId }, task)).toBe(sees)
  })
})

describe('meetings', () => {
  const concerned = [{ id: 'one' }, { id: 'two' }]
  test.each([
    ['nobody', false, true],
    ['one', false, true],
    ['nobody', true, false],
    ['one', true, true],
  ])('LCH-10 %s sees the details of a meeting that is private (%s): %s', (personId, isPrivate, sees) => {
    expect(seesMeetingDetail({ personId }, { isPrivate, isHidden: false, concerned })).toBe(sees)
  })

  test.each([
    ['nobody', false, true],
    ['two', true, true],
    ['nobody', true, false],
  ])('CAL-06 %s sees a meeting of a private calendar (%s): %s', (personId, isHidden, sees) => {
    expect(seesMeeting({ personId }, { isPrivate: true, isHidden, concerned })).toBe(sees)
  })

  test('LCH-10 a meeting without details is titled Busy', () => {
    expect(hiddenMeetingTitle).toBe('Busy')
  })
})
