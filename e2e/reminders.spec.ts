// Meetings in time: the notification before one, the tray's menu, and Mod+J from anywhere.
import { createHash, randomBytes } from 'node:crypto'
import type { Browser, ElectronApplication } from 'playwright/test'
import { ask, valueOf } from './bridge.ts'
import { expect, test as base } from './fixtures.ts'
import { freePort } from './free-port.ts'
import { isStandIn, type Launched, openedUrls } from './launch.ts'
import { type DemoMember, type RealService, runSvc, startRealService } from './real-service.ts'
import { test as signedInTest } from './signed-in.ts'
import {
  dismiss,
  isHidden,
  nextOpenedUrl,
  press,
  results,
  runCommand,
  searchBox,
  selectedRow,
  signIn,
  sleepUntil,
  summon,
} from './steps.ts'

const email = 'ada@lab.test'
const minute = 60_000

/** A workspace without demo data, with one member. */
const test = base.extend<{ lab: RealService }>({
  lab: async ({}, use, testInfo) => {
    const file = `file:${testInfo.outputPath('lab.sqlite')}`
    const at = ['--database', file]
    const created = ['--slug', 'lab', '--name', 'Lab', '--plan', 'pro']
    const workspace = runSvc<{ id: string; slug: string }>('workspace', 'create', ...created, ...at)
    const member = ['--workspace', 'lab', '--email', email, '--role', 'owner']
    const owner = runSvc<DemoMember>('member', 'add', ...member, ...at)
    const workspaces = [{ ...workspace, plan: 'pro', members: [owner] }]
    const service = await startRealService(file, workspaces, await freePort())
    await use(service)
    await service.stop()
  },
})

/** A token as launchers that write calendars get it. */
const calendarToken = async (browser: Browser, service: RealService): Promise<string> => {
  const found = await fetch(`${service.baseUrl}/.well-known/openid-configuration`)
  const endpoints = (await found.json()) as { authorization_endpoint: string; token_endpoint: string }
  const verifier = randomBytes(32).toString('base64url')
  const client = { client_id: 'svc-launcher', redirect_uri: `http://127.0.0.1:${await freePort()}/callback` }
  const asked = new URLSearchParams({
    ...client,
    response_type: 'code',
    scope: 'openid meetings:read meetings:write',
    state: randomBytes(16).toString('hex'),
    nonce: randomBytes(16).toString('hex'),
    code_challenge_method: 'S256',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
  })
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(`${endpoints.authorization_endpoint}?${asked}`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(service.member(email).password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  // Nobody listens there.
  const redirected = page.waitForRequest((request) => request.url().startsWith(client.redirect_uri))
  await page.getByRole('button', { name: 'Allow' }).click()
  const answered = new URL((await redirected).url()).searchParams
  await context.close()
  const code = { code: answered.get('code') ?? '', code_verifier: verifier }
  const body = new URLSearchParams({ ...client, ...code, grant_type: 'authorization_code' })
  const answer = await fetch(endpoints.token_endpoint, { method: 'POST', body })
  return ((await answer.json()) as { access_token: string }).access_token
}

/** 2026-11-28T09:30:00.000Z → 20261128T093000Z */
const stamp = (at: number): string => new Date(at).toISOString().replaceAll(/[-:]|\.000/g, '')

const event = (title: string, at: number, ...lines: string[]): string[] => [
  'BEGIN:VEVENT',
  `UID:${title}@lab.test`,
  `SUMMARY:${title}`,
  `DTSTART:${stamp(at)}`,
  `DTEND:${stamp(at + 10 * minute)}`,
  ...lines,
  'END:VEVENT',
]

/** Half past, at least 20 minutes ahead, so that what is shown of it is on one day. */
const halfPast = (): number => {
  const at = new Date(Date.now() + 80 * minute)
  at.setMinutes(-30, 0, 0)
  return at.getTime() - Date.now() < 20 * minute ? at.getTime() + 60 * minute : at.getTime()
}

const addCalendar = async (service: RealService, token: string, start: number): Promise<void> => {
  const today = stamp(start).slice(0, 8)
  const declined = `ATTENDEE;PARTSTAT=DECLINED:mailto:${email}`
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    ...event('R&D review', start, 'LOCATION:https://meet.google.com/abc-defg-hij'),
    ...event('Not for me', start, declined),
    'BEGIN:VEVENT',
    'UID:day@lab.test',
    'SUMMARY:Holiday',
    `DTSTART;VALUE=DATE:${today}`,
    'END:VEVENT',
    ...event('Dentist', start + 15 * minute),
    'END:VCALENDAR',
  ]
  const answer = await fetch(`${service.baseUrl}/v1/launcher/calendars`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Work', ics: `${lines.join('\r\n')}\r\n` }),
  })
  expect(answer.status).toBe(201)
}

type Shown = { title: string; body: string; options: { actions?: { text: string }[] } }
type Kept = { shownNotifications: (Shown & NodeJS.EventEmitter)[] }

/** From now on notifications are kept. */
const listen = async (app: ElectronApplication) => {
  await app.evaluate(({ Notification }) => {
    const shown: unknown[] = []
    Object.assign(globalThis, { shownNotifications: shown })
    Notification.prototype.show = function show() {
      shown.push(this)
    }
  })
  return {
    said: (): Promise<string[]> =>
      app.evaluate(() =>
        (globalThis as unknown as Kept).shownNotifications.map(({ title, body }) => `${title}: ${body}`),
      ),
    emit: (name: string, details?: object): Promise<void> =>
      app.evaluate(
        (_electron, [event, value]) =>
          void (globalThis as unknown as Kept).shownNotifications.at(-1)?.emit(event, value),
        [name, details] as const,
      ),
  }
}

type Item = { label: string; click: () => void }
type StandIn = { __standin: { trays: { menu: { items: Item[] } }[] } }

/** The first items of the tray's menu, before those that are always there. */
const trayMeeting = (app: ElectronApplication): Promise<string[]> =>
  app.evaluate(() => {
    const labels = (globalThis as unknown as StandIn).__standin.trays[0]?.menu.items.map(({ label }) => label)
    return labels?.slice(0, labels.indexOf('Open')).filter((label) => label !== '') ?? []
  })
const clickTray = (app: ElectronApplication, label: string): Promise<void> =>
  app.evaluate((_electron, wanted) => {
    const [tray] = (globalThis as unknown as StandIn).__standin.trays
    tray?.menu.items.find((item) => item.label.includes(wanted))?.click()
  }, label)

const showsDetailsOf = async ({ page }: Launched, title: string): Promise<void> => {
  await expect(searchBox(page)).toHaveValue(title)
  await expect(selectedRow(page)).toContainText(title)
}

test('CAL-08 a meeting of a calendar is announced once, also offline and after a restart, and the tray shows it', async ({
  lab,
  launch,
  browser,
}) => {
  const start = halfPast()
  const first = await launch()
  await signIn(first, lab, browser, email)
  await addCalendar(lab, await calendarToken(browser, lab), start)
  await dismiss(first)
  const { app } = first
  const heard = await listen(app)
  const wakeUp = (launched: Launched, minutes: number) =>
    sleepUntil(launched.app, start + minutes * minute - Date.now())

  await test.step('a wake-up brings what is new; nothing is announced too early', async () => {
    await wakeUp(first, -6)
    if (isStandIn)
      await expect
        .poll(() => trayMeeting(app))
        .toEqual([expect.stringMatching(/:30.* R&&D review$/), 'Join the meeting'])
    else
      await expect
        .poll(async () => valueOf(await ask(first.page, 'home.get')).nextMeeting?.title)
        .toBe('R&D review')
    expect(await heard.said()).toEqual([])
  })

  await test.step('without a network it is announced five minutes before, and joined', async () => {
    await lab.stop()
    await wakeUp(first, -5)
    await expect
      .poll(heard.said)
      .toEqual([expect.stringMatching(/^R&D review: .*:30.*:40.* · in 5 minutes$/)])
    const opened = (await openedUrls(app)).length
    await heard.emit('action', { actionIndex: 0 })
    expect(await nextOpenedUrl(app, opened)).toBe('https://meet.google.com/abc-defg-hij')
    if (!isStandIn) return
    await clickTray(app, 'R&&D')
    await showsDetailsOf(first, 'R&D review')
    await clickTray(app, 'Join')
    expect(await nextOpenedUrl(app, opened + 1)).toBe('https://meet.google.com/abc-defg-hij')
  })

  await app.close()
  const again = await launch({ args: ['--hidden'] })
  const heardAgain = await listen(again.app)
  await test.step('a restart announces it no more; the next one is announced late, and a click shows it', async () => {
    await wakeUp(again, -4)
    await wakeUp(again, 17)
    await expect.poll(heardAgain.said).toEqual([expect.stringMatching(/^Dentist: .*:45.* · now$/)])
    await heardAgain.emit('click')
    await showsDetailsOf(again, 'Dentist')
  })
})

signedInTest(
  'CAL-08 Mod+J joins from capture and keeps the text; where there is nothing to join it says so',
  async ({ signedIn: launched, network }) => {
    const { app, page } = launched
    const knows = async (...meetings: object[]): Promise<void> => {
      const body = JSON.stringify({ data: { tasks: [], meetings, notifications: [] } })
      network.behave()
      // A service without the list of meetings.
      network.misbehave({ method: 'GET', path: '/v1/launcher/meetings' }, { kind: 'answer', status: 404 }, 20)
      network.misbehave({ method: 'GET', path: '/v1/launcher/brief' }, { kind: 'wrongJson', body }, 20)
      valueOf(await ask(page, 'home.refresh'))
    }
    const [startAt, endAt] = [-1, 1].map((by) => new Date(Date.now() + by * minute).toISOString())
    await knows({ id: 'm', title: 'Stand-up', startAt, endAt, joinUrl: 'https://meet.example/now' })
    await press(app, 'capture')
    const line = page.getByRole('textbox', { name: 'Capture a task' })
    await line.fill('Call Ada about the lamps')
    const opened = (await openedUrls(app)).length
    await page.keyboard.press('Control+j')
    expect(await nextOpenedUrl(app, opened)).toBe('https://meet.example/now')
    await isHidden(app)
    const drafts = async () => valueOf(await ask(page, 'drafts.list')).map(({ title }) => title)
    expect(await drafts()).toEqual(['Call Ada about the lamps'])

    await knows()
    await press(app, 'capture')
    await line.fill('Buy')
    await page.keyboard.press('Control+j')
    await expect(page.getByText('There is no meeting to join today.')).toBeVisible()
    await expect(line).toHaveValue('Buy')
    await dismiss(launched)
    await summon(app)
    await searchBox(page).fill('zzz')
    await page.keyboard.press('Control+j')
    await expect(page.getByText('There is no meeting to join today.')).toBeVisible()
    expect(await openedUrls(app)).toHaveLength(opened + 1)
    await expect(results(page)).toBeAttached()
  },
)

signedInTest('CAL-08 the settings choose how long before meetings', async ({ signedIn: launched }) => {
  const { page } = launched
  const kept = async () => valueOf(await ask(page, 'settings.get')).settings.meetingReminder
  expect(await kept()).toBe(5)
  await runCommand(launched, 'Settings')
  const choice = page.getByRole('region', { name: 'Reminders' }).getByRole('combobox')
  await expect(choice).toHaveText('5 minutes before')
  await choice.click()
  await expect(page.getByRole('option')).toHaveText([
    'Off',
    'When they begin',
    '1 minute before',
    '5 minutes before',
    '10 minutes before',
  ])
  await page.getByRole('option', { name: 'When they begin' }).click()
  await expect(choice).toHaveText('When they begin')
  expect(await kept()).toBe(0)
})
