// How many files of the launcher run during everyday jobs in a warm app: a reader of the job opens at most these.
import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ceilings, filesOf, type Measured, type PathName, reportVariable } from '../scripts/paths.ts'
import { callsOf, filesThatRun } from './coverage.ts'
import type { Launched } from './launch.ts'
import type { Match, MisbehavingProxy } from './misbehaving-proxy.ts'
import type { RealService } from './real-service.ts'
import { expect, ownTest as base } from './signed-in.ts'
import { dismiss, isHidden, isLive, press, pressKeys, searchBox, summon } from './steps.ts'
import { ask } from './bridge.ts'
import { memberAt, openForm, tasksPath } from './writes.ts'

type App = { launched: Launched; network: MisbehavingProxy; service: RealService }
/** @returns the job itself, after all that it needs is there. It ends when its outcome is shown. */
type Job = (app: App, turn: number) => Promise<() => Promise<void>>

/** Once to warm the app up, then measured: once in the gate where that is enough, three times for a report. */
const turns = [0, 1, 2, 3]

const answered = (network: MisbehavingProxy, match: Match): Promise<void> =>
  expect.poll(() => network.passed(match).filter(({ endedAt }) => endedAt !== null).length).toBeGreaterThan(0)

/** Lets the answers that the page has become old, so that it asks again. */
const ageAnswers = ({ page }: Launched): Promise<void> =>
  page.evaluate(() => {
    const now = Date.now
    Date.now = () => now() + 61_000
  })

/** Files that a slow machine may run within a job, such as the reader of a line that was typed just before. Not in a report. */
const mostByChance = 3

/** Files that ran each time. Others belong to timers that ran out meanwhile. */
const inAll = (lists: readonly string[][]): string[] =>
  (lists[0] ?? []).filter((file) => lists.every((list) => list.includes(file)))

const jobs: Record<PathName, Job> = {
  keystroke: async ({ launched, network }) => {
    const { app, page } = launched
    await summon(app)
    await ageAnswers(launched)
    network.forget()
    await searchBox(page).fill('rev')
    await answered(network, { path: /search/ })
    await isLive(page)
    network.forget()
    return async () => {
      await page.keyboard.press('i')
      await answered(network, { path: /search/ })
      await isLive(page)
    }
  },
  captureKey: async ({ launched }) => {
    const { app, page, userData } = launched
    await dismiss(launched)
    await press(app, 'capture')
    const kept = () =>
      statSync(join(userData, 'vault', 'drafts.bin'), { throwIfNoEntry: false })?.mtimeMs ?? 0
    const isKeptAfter = (before: number) => expect.poll(kept).toBeGreaterThan(before)
    const before = kept()
    await page.getByRole('textbox', { name: 'Capture a task' }).fill('Buy mil')
    await isKeptAfter(before)
    return async () => {
      const then = kept()
      await page.keyboard.press('k')
      await isKeptAfter(then)
    }
  },
  save: async ({ launched, service }, turn) => {
    const title = `Paint door ${turn}`
    await memberAt(service, 'owner@acme.test').create(title)
    const form = await openForm(launched, title)
    await form.getByLabel('Title').fill(`${title} red`)
    return async () => {
      await form.getByRole('button', { name: 'Save', exact: true }).click()
      await expect(launched.page.getByText(/^Saved: /)).toBeVisible()
    }
  },
  captureSave: async ({ launched, network }, turn) => {
    const { app, page } = launched
    await dismiss(launched)
    await press(app, 'capture')
    await page.getByRole('textbox', { name: 'Capture a task' }).fill(`Buy milk ${turn}`)
    network.forget()
    return async () => {
      await page.keyboard.press('Enter')
      await isHidden(app)
      await answered(network, { method: 'POST', path: tasksPath })
      await expect(page.getByText(new RegExp(`^Saved: .+${turn}`))).toBeAttached()
    }
  },
  brief: async ({ launched, network }) => {
    const { app, page } = launched
    const accelerator = 'Ctrl+Alt+B'
    expect(await ask(page, 'hotkeys.record', { hotkey: 'brief', accelerator })).toMatchObject({ ok: true })
    await dismiss(launched)
    await ageAnswers(launched)
    network.forget()
    return async () => {
      await pressKeys(app, accelerator)
      await answered(network, { path: '/v1/launcher/brief' })
      await expect(page.getByRole('main', { name: 'Daily brief' })).toHaveAttribute('aria-busy', 'false')
    }
  },
}

/** A service without changes, because the live update after a write belongs to no job and comes at any time. */
const ownTest = base.extend({
  network: async ({ network }, use) => {
    network.misbehave({ path: /^\/v1\/launcher\/changes/ }, { kind: 'answer', status: 404 }, Infinity)
    await use(network)
  },
})

ownTest(
  'APP-03 everyday jobs of a warm launcher run few of its files, and a key renders the palette at most twice: with its rows, and with the answer of the service',
  async ({ signedIn, network, service }) => {
    const app = { launched: signedIn, network, service }
    const measured: Partial<Measured> = {}
    const report = process.env[reportVariable]
    for (const name of Object.keys(jobs) as PathName[]) {
      const ran: Measured[PathName][] = []
      for (const turn of turns) {
        const files = await filesThatRun(signedIn, await jobs[name](app, turn))
        if (turn === 0) continue
        ran.push(files)
        const each = { page: inAll(ran.map(({ page }) => page)), main: inAll(ran.map(({ main }) => main)) }
        measured[name] = each
        if (report === undefined && filesOf(each).length <= ceilings[name]) break
      }
    }
    const view = { file: 'renderer/palette/palette.tsx', name: 'Palette' }
    await dismiss(signedIn)
    const renders = await callsOf(signedIn, view, await jobs.keystroke(app, turns.length))
    expect.soft(renders, 'renders of a key').toBeGreaterThan(0)
    expect.soft(renders, 'renders of a key').toBeLessThanOrEqual(2)
    if (report !== undefined) writeFileSync(report, JSON.stringify(measured))
    for (const [name, files] of Object.entries(measured))
      expect
        .soft(filesOf(files).length, `${name} runs ${filesOf(files).join(' ')}`)
        .toBeLessThanOrEqual(ceilings[name as PathName] + (report === undefined ? mostByChance : 0))
  },
)
