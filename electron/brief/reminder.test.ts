import { once } from 'node:events'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SHARE_ENV, Worker } from 'node:worker_threads'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createReminder, everyMinute } from './reminder.ts'

const machineZone = process.env['TZ']
afterEach(() => {
  vi.useRealTimers()
  if (machineZone === undefined) delete process.env['TZ']
  else process.env['TZ'] = machineZone
})

/** Changes the machine's zone without telling this process: a worker thread sets the variable. */
const travelTo = async (zone: string): Promise<void> => {
  await once(new Worker(`process.env.TZ = '${zone}'`, { eval: true, env: SHARE_ENV }), 'exit')
}

const start = async (
  content?: string,
  file = join(mkdtempSync(join(tmpdir(), 'svc-brief-')), 'brief.json'),
) => {
  if (content !== undefined) writeFileSync(file, content)
  const said: string[] = []
  let now = new Date('2026-11-20T08:31:00')
  let isSignedIn = true
  const reminder = createReminder({
    file,
    settings: () => ({ briefTime: '08:30', briefDays: [1, 2, 3, 4, 5] }),
    isSignedIn: () => isSignedIn,
    idleSeconds: () => 0,
    now: () => now,
    announce: () => said.push('announced'),
    setBadge: (badge) => said.push(badge),
    onProblem: () => said.push('problem'),
  })
  return {
    reminder,
    said,
    file,
    setNow: (time: string) => (now = new Date(time)),
    setSignedIn: (is: boolean) => (isSignedIn = is),
  }
}

describe('the reminder', () => {
  test('APP-04 announces once a day, also across a restart', async () => {
    const first = await start()
    await first.reminder.start()
    first.reminder.check()
    expect(first.said).toEqual(['announced'])
    await expect.poll(() => readFileSync(first.file, 'utf8')).toContain('2026-11-20')
    const again = await start(undefined, first.file)
    await again.reminder.start()
    expect(again.said).toEqual([])
    again.setNow('2026-11-23T09:00:00')
    again.reminder.check()
    expect(again.said).toEqual(['announced'])
  })

  test('APP-04 announces nothing while signed out, nor before the last date is read', async () => {
    const { reminder, said, setSignedIn } = await start()
    reminder.check()
    expect(said).toEqual([])
    setSignedIn(false)
    await reminder.start()
    expect(said).toEqual([])
    setSignedIn(true)
    reminder.check()
    expect(said).toEqual(['announced'])
  })

  test('APP-04 follows a change of time zone within a minute', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    process.env['TZ'] = 'Europe/London'
    const { reminder, said, setNow } = await start()
    setNow('2026-11-20T07:45:00')
    await reminder.start()
    everyMinute(reminder.check)
    vi.advanceTimersByTime(60_000)
    expect(said).toEqual([])
    await travelTo('Europe/Berlin')
    vi.advanceTimersByTime(60_000)
    expect(said).toEqual(['announced'])
  })

  test('APP-04 a brief that was opened is not announced, and its badge goes', async () => {
    const { reminder, said, setNow } = await start()
    setNow('2026-11-20T15:00:00')
    await reminder.start()
    reminder.markShown()
    reminder.check()
    expect(said).toEqual(['brief', 'none'])
  })

  test('APP-04 a notification that fails leaves its badge until the brief is opened or the day ends', async () => {
    const { reminder, said, setNow } = await start()
    await reminder.start()
    reminder.announcementFailed()
    reminder.check()
    setNow('2026-11-21T07:00:00')
    reminder.check()
    expect(said).toEqual(['announced', 'brief', 'none'])
  })

  test('APP-04 a corrupt file is reported, and the brief still comes', async () => {
    const { reminder, said } = await start('{"lastShownOn":7')
    await reminder.start()
    expect(said).toEqual(['problem', 'announced'])
  })
})

test('CAL-08 the clock is checked at full minutes, also after it was changed, until it is stopped', () => {
  vi.useFakeTimers({ now: new Date('2026-11-20T09:54:40Z') })
  const times: string[] = []
  const stop = everyMinute(() => times.push(new Date().toISOString().slice(11, 19)))
  vi.advanceTimersByTime(90_000)
  vi.setSystemTime(new Date('2026-11-20T12:30:40Z'))
  vi.advanceTimersByTime(120_000)
  stop()
  vi.advanceTimersByTime(120_000)
  expect(times).toEqual(['09:55:00', '09:56:00', '12:31:30', '12:32:00'])
})
