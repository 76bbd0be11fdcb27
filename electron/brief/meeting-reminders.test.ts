import { describe, expect, test } from 'vitest'
import type { BriefMeeting } from '../../shared/api/launcher/search.ts'
import type { MeetingReminder } from '../../shared/ipc/settings.ts'
import { memoryFile } from '../storage/document.fake.ts'
import { createMeetingReminders, dueReminders } from './meeting-reminders.ts'

const at = (time: string, day = '2026-11-20'): number => Date.parse(`${day}T${time}Z`)
const meeting = (id: string, start: string): BriefMeeting => ({
  id,
  title: id,
  startAt: new Date(at(start)).toISOString(),
  endAt: new Date(at(start) + 1_800_000).toISOString(),
})

const start = () => {
  const said: string[] = []
  const { disk, file } = memoryFile()
  const life = {
    now: '09:00',
    owner: 'ada' as string | null,
    meetings: [meeting('stand-up', '10:00')],
    meetingReminder: 5 as MeetingReminder,
  }
  const open = () =>
    createMeetingReminders({
      file: { ...file, write: (document) => file.write(document).then(() => void said.push('kept')) },
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
  return { disk, life, open, run, said }
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
    const { run, disk } = start()
    disk.isUnreadable = true
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

const due = (
  time: string,
  changes: Partial<BriefMeeting> = {},
  reminder: MeetingReminder = 5,
  announced: Record<string, number> = {},
): boolean =>
  dueReminders({ meetings: [{ ...meeting('m', '10:00'), ...changes }], announced, reminder, now: at(time) })
    .due.length > 0

describe('CAL-08 which meetings are announced', () => {
  test.each<[what: string, isDue: boolean, ...Parameters<typeof due>]>([
    ['before its time', false, '09:54:59'],
    ['at its time', true, '09:55'],
    ['10 minutes before, if chosen', true, '09:50', {}, 10],
    ['1 minute before, if chosen', true, '09:59', {}, 1],
    ['more than 1 minute before', false, '09:58:59', {}, 1],
    ['at its start, if chosen', true, '10:00', {}, 0],
    ['before its start', false, '09:59:59', {}, 0],
    ['after a sleep, while it has just begun', true, '10:04:59'],
    ['after a longer sleep', false, '10:05'],
    ['a short one that has ended', false, '10:02', { endAt: '2026-11-20T10:02:00Z' }],
    ['one without a length, at its start', true, '10:00', { endAt: '2026-11-20T10:00:00Z' }, 0],
    ['reminders are off', false, '09:55', {}, 'off'],
    ['a whole day', false, '09:55', { allDay: true }],
    ['declined', false, '09:55', { response: 'declined' }],
    ['not answered', true, '09:55', { response: 'needsAction' }],
    ['of others', false, '09:55', { mine: false }],
    ['a private one of others', false, '09:55', { title: 'Busy', attendees: [], location: null }],
    ['announced before', false, '09:56', {}, 5, { m: at('10:00') }],
    ['announced before, and the time was changed since', false, '09:56', {}, 10, { m: at('10:00') }],
    ['announced before, and moved since', true, '09:56', {}, 5, { m: at('09:00') }],
    ['another was announced', true, '09:56', {}, 5, { other: at('10:00') }],
  ])('CAL-08 %s: %s', (_what, isDue, ...given) => {
    expect(due(...given)).toBe(isDue)
  })

  test('CAL-08 several at one time are each announced, and remembered for a day', () => {
    const meetings = [meeting('m', '10:00'), meeting('n', '10:00')]
    const old = { yesterday: at('09:00', '2026-11-19'), recent: at('12:00', '2026-11-19') }
    const step = dueReminders({ meetings, announced: old, reminder: 5, now: at('09:55') })
    expect(step.due.map(({ id }) => id)).toEqual(['m', 'n'])
    expect(step.announced).toEqual({ recent: old.recent, m: at('10:00'), n: at('10:00') })
  })
})
