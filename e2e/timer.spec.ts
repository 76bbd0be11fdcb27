// Time: a timer by its key, shown where people look, logged by hand, and asked about after a sleep.
import type { ElectronApplication, Page } from 'playwright/test'
import { isStandIn } from './launch.ts'
import { seriousProblems } from './seen.ts'
import { expect, ownTest, test } from './signed-in.ts'
import { dismiss, runCommand, searchBox, selectedRow, shiftClock, summon, unfold } from './steps.ts'
import { memberAt } from './writes.ts'

const owner = 'owner@acme.test'
const hour = 3_600_000
const line = (page: Page) => page.getByRole('region', { name: 'Timer' })

type Item = { label: string; click: () => void }
type StandIn = { __standin: { trays: { menu: { items: Item[] } }[] } }
/** Electron's own binary does not show its tray to tests. */
const trayLabels = (app: ElectronApplication): Promise<string[]> =>
  app.evaluate(
    () =>
      (globalThis as unknown as StandIn).__standin.trays[0]?.menu.items.map(({ label }) => label ?? '') ?? [],
  )
const clickTray = (app: ElectronApplication, label: string): Promise<void> =>
  app.evaluate(
    (_electron, wanted) =>
      (globalThis as unknown as StandIn).__standin.trays[0]?.menu.items
        .find((item) => item.label === wanted)
        ?.click(),
    label,
  )

test('TIM-01 TIM-02 a timer starts and stops by its key, moves to another task, and time is logged and taken off', async ({
  signedIn,
  service,
}) => {
  const { app, page } = signedIn
  const me = memberAt(service, owner)
  const mine = { assignees: [service.member(owner).userId] }
  await me.create('Glaze the bowls', mine)
  await me.create('Fire the kiln', mine)
  const timeOf = async (title: string) => {
    const [task] = await me.titled(title)
    return [task?.timerState?.personId ?? null, task?.timeLogged]
  }
  const select = async (title: string) => {
    await searchBox(page).fill(`t ${title.toLowerCase()}`)
    await expect(selectedRow(page)).toContainText(title)
  }
  await dismiss(signedIn)
  await summon(app)
  await select('Glaze the bowls')
  await page.keyboard.press('Control+T')
  await expect(line(page)).toContainText('Glaze the bowls')
  await expect(selectedRow(page)).toContainText('Timer running for 0:00')
  await expect.poll(() => timeOf('Glaze the bowls')).toEqual([service.member(owner).userId, 0])
  expect(await seriousProblems(page)).toEqual([])
  if (isStandIn) await expect.poll(() => trayLabels(app)).toContain('Glaze the bowls — 0:00')

  await select('Fire the kiln')
  await page.keyboard.press('Control+T')
  await expect(line(page)).toContainText('Fire the kiln')
  await expect.poll(() => timeOf('Fire the kiln')).toEqual([service.member(owner).userId, 0])
  await expect.poll(() => timeOf('Glaze the bowls')).toEqual([null, 0])

  await runCommand(signedIn, 'Daily brief')
  await unfold(page, 'No date')
  await expect(line(page)).toContainText('Fire the kiln')
  await expect(page.getByRole('listitem').filter({ hasText: 'Fire the kiln' })).toContainText('0:00')
  await line(page).getByRole('button', { name: 'Stop timer' }).press('Enter')
  await expect(line(page)).toHaveCount(0)
  await expect.poll(() => timeOf('Fire the kiln')).toEqual([null, 0])

  await dismiss(signedIn)
  await summon(app)
  for (const [typed, words, logged] of [
    ['1h 30', 'Log 1h 30m', 90],
    ['-15m', 'Take 15m off', 75],
  ] as const) {
    await select('Fire the kiln')
    await page.keyboard.press('Control+K')
    await page.getByRole('combobox', { name: 'Filter actions' }).fill('log time')
    await page.keyboard.press('Enter')
    await page.getByRole('combobox', { name: 'Log time' }).fill(typed)
    await expect(page.getByRole('option', { name: words })).toBeVisible()
    await page.keyboard.press('Enter')
    await expect.poll(() => timeOf('Fire the kiln')).toEqual([null, logged])
  }
  await expect(page.getByRole('complementary', { name: 'Details' })).toContainText('1h 15m')
  await page.keyboard.press('Control+Z')
  await expect.poll(() => timeOf('Fire the kiln')).toEqual([null, 90])

  if (!isStandIn) return
  await select('Glaze the bowls')
  await page.keyboard.press('Control+T')
  await expect.poll(() => trayLabels(app)).toContain('Stop timer')
  await clickTray(app, 'Stop timer')
  await expect(line(page)).toHaveCount(0)
  await expect.poll(() => timeOf('Glaze the bowls')).toEqual([null, 0])
})

ownTest(
  'TIM-03 after a sleep without a network the launcher asks in a line what to keep, and logs nothing until it is answered',
  async ({ launchSignedIn, network, service }) => {
    const launched = await launchSignedIn()
    const { app, page } = launched
    const me = memberAt(service, owner)
    await me.create('Glaze the bowls')
    const timeOf = async () => {
      const [task] = await me.titled('Glaze the bowls')
      return [task?.timerState?.personId ?? null, task?.timeLogged]
    }
    await dismiss(launched)
    await summon(app)
    await searchBox(page).fill('t glaze the bowls')
    await expect(selectedRow(page)).toContainText('Glaze the bowls')
    await page.keyboard.press('Control+T')
    const running = [service.member(owner).userId, 0]
    await expect.poll(timeOf).toEqual(running)

    await network.goOffline()
    await app.evaluate(({ powerMonitor }) => void powerMonitor.emit('suspend'))
    await shiftClock(app, 9 * hour)
    await app.evaluate(({ powerMonitor }) => void powerMonitor.emit('resume'))
    await expect(line(page)).toContainText('Nobody here: ')
    await expect(searchBox(page)).toBeFocused()
    expect(await seriousProblems(page)).toEqual([])
    await page.keyboard.press('Control+T')
    await expect(page.getByRole('option', { name: 'Keep all' })).toBeVisible()
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('option', { name: /^Keep until/, selected: true })).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(line(page)).toHaveCount(0)
    expect(await timeOf()).toEqual(running)
    await network.goOnline()
    await app.evaluate(({ powerMonitor }) => void powerMonitor.emit('resume'))
    await expect.poll(timeOf).toEqual([null, 0])
  },
)
