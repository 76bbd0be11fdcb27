// Meetings of a calendar, in a workspace without demo data: the brief, the details and the rows.
import { writeFileSync } from 'node:fs'
import type { Page } from 'playwright/test'
import { ask as askLauncher, valueOf } from './bridge.ts'
import { freePort } from './free-port.ts'
import { expect, isReady, openStage, type Stage, startAfresh, test as base } from './fixtures.ts'
import { type Launched, openedUrls } from './launch.ts'
import { startMisbehavingProxy } from './misbehaving-proxy.ts'
import { runSvc, startRealService } from './real-service.ts'
import { full, half, overflow, problems, named, seriousProblems, whole } from './seen.ts'
import { dismiss, isHidden, nextOpenedUrl, results, runCommand, searchBox, signIn, summon } from './steps.ts'

const minute = 60_000
const day = 24 * 60 * minute
/** A zone in which it is about ten in the morning, so that meetings around now are of today. */
const zone = () => {
  const ahead = 10 - new Date().getUTCHours()
  const hours = ahead < -11 ? ahead + 24 : ahead
  return { TZ: `Etc/GMT${hours > 0 ? '-' : '+'}${Math.abs(hours)}`, hours }
}
const utc = (at: number): string => new Date(at).toISOString().replaceAll(/[-:]|\.\d+/g, '')

type Event = {
  title: string
  at: number
  minutes?: number
  allDay?: boolean
  /** The person's answer. */
  answer?: string
  lines?: string[]
}
const me = 'ada@day.test'
const guest = (email: string, more = ''): string => `ATTENDEE${more}:mailto:${email}`

const eventLines = ({ title, at, minutes = 60, allDay = false, answer, lines = [] }: Event): string[] => [
  'BEGIN:VEVENT',
  `UID:${title.replaceAll(/\W/g, '-')}@feeds.example`,
  `SUMMARY:${title}`,
  ...(allDay
    ? [`DTSTART;VALUE=DATE:${utc(at).slice(0, 8)}`]
    : [`DTSTART:${utc(at)}`, `DTEND:${utc(at + minutes * minute)}`]),
  ...(answer === undefined ? [] : ['ORGANIZER:mailto:boss@guest.example', guest(me, `;PARTSTAT=${answer}`)]),
  ...lines,
  'END:VEVENT',
]

const calendar = (now: number, localNow: number): string => {
  const around = (title: string, from: number, more: Partial<Event>): Event => ({
    title,
    at: now + from * minute,
    ...more,
  })
  const events: Event[] = [
    around('Renewal review', -20, {
      answer: 'ACCEPTED',
      lines: [
        'LOCATION:Room 4',
        'DESCRIPTION:<b>Agenda</b> at https://docs.example/agenda.\\nBring the poster',
        'CONFERENCE;VALUE=URI:https://meet.example/renewal',
        guest('cy@guest.example', ';CN=Cy;PARTSTAT=DECLINED'),
        guest('bo@day.test', ';CN=B.;PARTSTAT=TENTATIVE'),
        ...Array.from({ length: 7 }, (_, index) => guest(`guest${index}@guest.example`)),
      ],
    }),
    around('Design sync', -10, { answer: 'TENTATIVE' }),
    around('Hiring panel', 0, { answer: 'NEEDS-ACTION' }),
    around('Budget call', 5, { minutes: 30 }),
    around('Refused lunch', 10, { answer: 'DECLINED' }),
    { title: 'Company day', at: localNow, allDay: true },
    ...['First', 'Second', 'Third', 'Fourth', 'Fifth'].map((title, index) => ({
      title,
      at: now + day + index * 30 * minute,
      minutes: 30,
    })),
    { title: 'Quarterly', at: now + 3 * day },
    { title: 'Far away', at: now + 10 * day },
  ]
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Example//EN',
    ...events.flatMap(eventLines),
    'END:VCALENDAR',
    '',
  ].join('\r\n')
}

type Day = Launched & { ask: (path: string, body: object) => Promise<Response>; close: () => Promise<void> }

/** The launcher, signed in to a workspace that has one calendar and one record. */
const begin = async ({ launch, browser, pathOf }: Stage): Promise<Day> => {
  const database = `file:${pathOf('day.sqlite')}`
  const svc = <T>(...args: string[]): T => runSvc<T>(...args, '--database', database)
  const schema = pathOf('schema.json')
  const fields = [
    { slug: 'name', name: 'Name', type: 'text', primary: true },
    { slug: 'email', name: 'Email', type: 'email' },
  ]
  const objects = [{ slug: 'people', singularName: 'Person', pluralName: 'People', fields }]
  writeFileSync(schema, JSON.stringify({ objects }))
  const of = ['--workspace', 'day'] as const
  svc('workspace', 'create', '--slug', 'day', '--name', 'Day', '--plan', 'pro')
  svc('workspace', 'import', schema, ...of)
  svc(
    'member',
    'add',
    ...of,
    '--email',
    me,
    '--name',
    'Ada Vale',
    '--role',
    'owner',
    '--password',
    'a long password',
  )
  svc(
    'member',
    'add',
    ...of,
    '--email',
    'bo@day.test',
    '--name',
    'Bo Marsh',
    '--password',
    'another password',
  )
  const key = svc<{ token: string }>('key', 'create', ...of, '--as', me, '--scopes', 'records:write')
  const ada = { userId: '', email: me, password: 'a long password', role: 'owner' }
  const network = await startMisbehavingProxy()
  const members = [{ id: '', slug: 'day', plan: 'pro', members: [ada] }]
  const service = await startRealService(database, members, await freePort(), network.url)
  network.pointAt(service.localUrl)
  const asking =
    (authorization: string) =>
    async (path: string, body: object): Promise<Response> => {
      const answer = await fetch(`${service.localUrl}${path}`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      expect(answer.status, await answer.clone().text()).toBe(201)
      return answer
    }
  const values = { name: 'Cy Stone', email: 'cy@guest.example' }
  await asking(`Bearer ${key.token}`)('/v1/records', { object: 'people', values })
  const { TZ, hours } = zone()
  const now = Math.floor(Date.now() / (5 * minute)) * 5 * minute
  const launched = await launch({ env: { TZ } })
  await signIn(launched, service, browser, me)
  await isReady(launched)
  // Only a sign-in may add calendars, so the calendar is added with the launcher's own.
  const ask = asking(network.passed({ path: '/v1/launcher/brief' }).at(-1)?.authorization ?? '')
  await ask('/v1/launcher/calendars', { name: 'Work', ics: calendar(now, now + hours * 60 * minute) })
  await isReady(launched)
  return {
    ...launched,
    ask,
    close: async () => {
      await service.stop()
      await network.close()
    },
  }
}

let stage: Stage
let shared: Day

const test = base.extend<{ withCalendar: Day }>({
  withCalendar: async ({}, use) => {
    await startAfresh(shared)
    await use(shared)
  },
})

test.beforeAll(async ({ demo, folder, sharedBrowser }) => {
  stage = await openStage({ demo, folder, sharedBrowser }, 'meetings')
  shared = await begin(stage)
})
test.afterAll(async () => {
  await stage.close()
  await shared.close()
})

const meetings = (page: Page) => page.getByRole('region', { name: 'Meetings' })
const lineOf = (page: Page, title: string) => meetings(page).getByRole('listitem').filter({ hasText: title })
const details = (page: Page) => page.getByRole('complementary', { name: 'Details' })

test('CAL-05 CAL-07 the brief has the day side by side, whole days above it, marks, and the next days', async ({
  withCalendar,
}) => {
  const { page } = withCalendar
  await runCommand(withCalendar, 'Daily brief')
  await expect(lineOf(page, 'Company day')).toContainText('all day')
  await expect(lineOf(page, 'Design sync')).toContainText('Tentative')
  await expect(lineOf(page, 'Hiring panel')).toContainText('Not answered')
  await expect(lineOf(page, 'Renewal review')).not.toContainText('answered')
  await expect(lineOf(page, 'Refused lunch')).toHaveCount(0)
  await expect(page.getByText(/^Now: Renewal review/)).toBeVisible()

  // Three side by side; the fourth is counted.
  const boxes = await Promise.all(
    ['Renewal review', 'Design sync', 'Hiring panel'].map((title) => lineOf(page, title).boundingBox()),
  )
  const ends = boxes.map((box) => (box?.x ?? 0) + (box?.width ?? 0))
  expect(boxes.slice(1).map((box, index) => (box?.x ?? 0) >= (ends[index] ?? Infinity))).toEqual([true, true])
  await expect(lineOf(page, 'Budget call')).toHaveCount(0)
  await meetings(page).getByRole('button', { name: '1 more at the same time' }).press('Enter')
  await expect(lineOf(page, 'Budget call')).toBeVisible()

  // Days of the next week with their first meetings.
  await meetings(page)
    .getByRole('button', { name: /^Next days/ })
    .press('Enter')
  await expect(meetings(page).getByRole('heading', { level: 3 })).toHaveText([/Tomorrow/, /\w{3}, \w{3} \d+/])
  await expect(lineOf(page, 'Third')).toBeVisible()
  await expect(lineOf(page, 'Fourth')).toHaveCount(0)
  await expect(lineOf(page, 'Far away')).toHaveCount(0)
  await meetings(page).getByRole('button', { name: 'Show all 5' }).press('Enter')
  await expect(lineOf(page, 'Fifth')).toBeVisible()
  expect(await seriousProblems(page)).toEqual([])

  await lineOf(page, 'Quarterly').getByRole('button').press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Meeting' })
  await expect(dialog.getByRole('heading', { name: 'Quarterly' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(lineOf(page, 'Quarterly').getByRole('button')).toBeFocused()
})

test('CAL-05 CAL-08 a search says which meetings were declined or not answered, and the details name the guests with their answers, their record, the tasks and the text', async ({
  withCalendar,
}) => {
  const { app, page, ask } = withCalendar
  for (const [words, title, mark] of [
    ['refused', 'Refused lunch', 'Declined'],
    ['hiring', 'Hiring panel', 'Not answered'],
    ['design', 'Design sync', 'Tentative'],
  ] as const) {
    await searchBox(page).fill(words)
    await expect(results(page).getByRole('option', { name: new RegExp(title) })).toContainText(mark)
  }
  expect((await problems(page, ['color-contrast'])).map(named)).toEqual([])
  await searchBox(page).fill('')
  const { brief } = valueOf(await askLauncher(page, 'brief.get'))
  const { id = '' } = brief.meetings.find(({ title }) => title === 'Renewal review') ?? {}
  const { me: assignee = '' } = valueOf(await askLauncher(page, 'tasks.options'))
  await ask('/v1/launcher/tasks', {
    title: 'Print the poster',
    assignees: [assignee],
    linkedMeetingIds: [id],
  })
  await isReady(withCalendar)
  await searchBox(page).fill('renewal review')
  await expect(details(page)).toContainText('Bring the poster')
  await expect(details(page)).toContainText('<b>Agenda</b>')
  await expect(details(page)).toContainText('boss@guest.example Organizer')
  await expect(details(page)).toContainText('Bo Marsh Tentative')
  await expect(details(page)).toContainText('Ada Vale (you) Accepted')
  await details(page)
    .getByRole('button', { name: /^Show all/ })
    .click()
  await expect(details(page)).toContainText('guest6@guest.example No answer')
  await expect(details(page).getByRole('button', { name: 'Print the poster' })).toBeVisible()
  expect(await seriousProblems(page)).toEqual([])

  const opened = (await openedUrls(app)).length
  await details(page).getByRole('button', { name: 'https://docs.example/agenda', exact: true }).click()
  expect(await nextOpenedUrl(app, opened)).toBe('https://docs.example/agenda')
  const openDetails = async (): Promise<void> => {
    await isHidden(app)
    await summon(app)
    await searchBox(page).fill('renewal review')
  }
  await openDetails()
  await details(page)
    .getByRole('button', { name: /Cy Declined/ })
    .click()
  expect(await nextOpenedUrl(app, opened + 1)).toMatch(/\/records\/[-0-9a-f]+$/)
  await openDetails()
  await details(page).getByRole('button', { name: 'New task about this' }).click()
  await expect(page.getByRole('form', { name: 'New task' })).toContainText('Renewal review')
})

test('CAL-08 the brief and the details of meetings are whole, at 200 % too', async ({ withCalendar }) => {
  const { page } = withCalendar
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const [name, size] of Object.entries({ full, half }))
    await test.step(name, async () => {
      await page.setViewportSize(size)
      await runCommand(withCalendar, 'Daily brief')
      await expect(lineOf(page, 'Renewal review')).toBeVisible()
      const nextDays = meetings(page).getByRole('button', { name: /^Next days/, expanded: false })
      if ((await nextDays.count()) > 0) await nextDays.click()
      await lineOf(page, 'Quarterly').scrollIntoViewIfNeeded()
      await expect.poll(() => overflow(page)).toEqual(whole)
      await lineOf(page, 'Hiring panel').getByRole('button').press('Enter')
      await expect(page.getByRole('dialog', { name: 'Meeting' })).toBeVisible()
      await expect.poll(() => overflow(page)).toEqual(whole)
      await dismiss(withCalendar)
      await summon(withCalendar.app)
      await searchBox(page).fill('renewal review')
      await expect(results(page).getByRole('option', { name: /Renewal review/ })).toBeVisible()
      if (size === half) await page.keyboard.press('Control+.')
      await expect(details(page)).toContainText('Bring the poster')
      await expect.poll(() => overflow(page)).toEqual(whole)
      await dismiss(withCalendar)
    })
})
