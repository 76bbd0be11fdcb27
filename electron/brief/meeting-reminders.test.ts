import { describe, expect, test } from 'vitest'
import type { BriefMeeting } from '../../shared/api/launcher-search.ts'
import type { MeetingReminder } from '../../shared/ipc/settings.ts'
import { createMeetingReminders } from './meeting-reminders.ts'

const at = (time: string): number => Date.parse(`2026-11-20T${time}:00Z`)
const meeting = (id: string, start: string): BriefMeeting => ({
  id,
  title: id,
  startAt: new Date(at(start)).toISOString(),
  endAt: new Date(at(start) + 1_800_000).toISOString(),
})

const start = () => {
  const said: string[] = []
  let content: unknown = null
  let isReadable = true
  const life = {
    now: '09:00',
    owner: 'ada' as string | null,
    meetings: [meeting('stand-up', '10:00')],
    meetingReminder: 5 as MeetingReminder,
    isReadable: (is: boolean) => (isReadable = is),
  }
  const open = () =>
    createMeetingReminders({
      file: {
        read: () => (isReadable ? Promise.resolve(content) : Promise.reject(new Error('unreadable'))),
        write: (document) => {
          content = structuredClone(document)
          said.push('kept')
          return Promise.resolve()
        },
        remove: () => {
          content = null
          return Promise.resolve()
        },
      },
      settings: () => life,
      owner: () => life.owner,
      meetings: () => life.meetings,
      now: () => at(life.now),
      announce: ({ id }) => said.push(id),
      setBadge: (isOn) => said.push(`badge ${isOn}`),
      onProblem: () => said.push('problem'),
    })
  /** Runs, as after a restart, at each of the times. */
  const run = async (...times: string[]): Promise<string[]> => {
    const reminders = open()
    for (const time of times) {
      life.now = time
      if (time === times[0]) await reminders.start()
      else reminders.check()
      await new Promise(setImmediate)
    }
    return said.splice(0)
  }
  return { life, open, run, said }
}

describe('CAL-08 reminders before meetings', () => {
  test('CAL-08 a meeting is announced once, also across a restart, and kept before it is announced', async () => {
    const { run } = start()
    expect(await run('09:54', '09:55', '09:56')).toEqual(['kept', 'stand-up'])
    expect(await run('09:57', '10:01')).toEqual([])
  })

  test('CAL-08 a meeting that moves is announced anew', async () => {
    const { run, life } = start()
    await run('09:55')
    life.meetings = [meeting('stand-up', '11:00')]
    expect(await run('10:00', '10:55', '10:56')).toEqual(['kept', 'stand-up'])
  })

  test('CAL-08 a launcher that starts or wakes up shortly after the start announces it, later not', async () => {
    expect(await start().run('10:03')).toEqual(['kept', 'stand-up'])
    expect(await start().run('09:00', '10:06')).toEqual([])
  })

  test('CAL-08 nothing is announced while nobody is signed in; another person is told of their own', async () => {
    const { run, life } = start()
    life.owner = null
    expect(await run('09:55')).toEqual([])
    life.owner = 'ada'
    expect(await run('09:55')).toEqual(['kept', 'stand-up'])
    life.owner = 'grace'
    expect(await run('09:56')).toEqual(['kept', 'stand-up'])
  })

  test('CAL-08 nothing is announced before it is known what was', () => {
    const { open, life, said } = start()
    life.now = '09:55'
    open().check()
    expect(said).toEqual([])
  })

  test('CAL-08 a file that cannot be read is reported, and meetings are announced', async () => {
    const { run, life } = start()
    life.isReadable(false)
    expect(await run('09:55', '09:56')).toEqual(['problem', 'kept', 'stand-up'])
  })

  test('APP-01 signing out deletes what was announced', async () => {
    const { run, open } = start()
    await run('09:55')
    open().forget()
    expect(await run('09:56')).toEqual(['kept', 'stand-up'])
  })

  test('CAL-08 a notification that fails leaves a badge until shortly after the start', async () => {
    const { open, life, said } = start()
    const reminders = open()
    reminders.announcementFailed(meeting('stand-up', '10:00'))
    for (life.now of ['10:04', '10:05', '10:06']) reminders.check()
    expect(said).toEqual(['badge true', 'badge false'])
  })
})
