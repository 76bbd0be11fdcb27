// `npm run -s bench -- palette`: toggle to painted, and keystroke to painted rows, in the real app. Build first.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { _electron, chromium, type ElectronApplication, type Page } from '@playwright/test'
import { chooseRuntime } from '../scripts/electron-runtime.ts'
import { percentile } from './percentile.ts'
import { type DemoMember, runService } from './running-service.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const summonKey = 'Ctrl+Alt+Space'
const words = ['acme', 'renewal', 'north', 'call', 'green', 'report', 'solar', 'anna']

type Hooks = {
  __standin?: { pressShortcut: (accelerator: string) => Promise<boolean> }
  openedUrls: string[]
}
type Measured = {
  painted: number[]
  /** Milliseconds from the key's arrival in the browser to the start of the frame that shows its rows. */
  keys: number[]
  /** Milliseconds from the key's arrival in the page to its rows being in the document. */
  work: number[]
  /** Frames that were shown with the letter and without its rows. */
  framesLate: number[]
  longTasks: number
}
type BenchPage = typeof globalThis & {
  bench: Measured
  launcher: { on: (name: string, listener: () => void) => void }
}

/** Presses the hotkey; answers the wall-clock time of the press in milliseconds. */
const toggle = (app: ElectronApplication): Promise<number> =>
  app.evaluate(({ app: electronApp }, accelerator) => {
    const at = performance.timeOrigin + performance.now()
    const { __standin: standIn } = globalThis as unknown as Hooks
    if (standIn) void standIn.pressShortcut(accelerator)
    else electronApp.emit('second-instance', {}, ['svc-launcher', '--toggle'], '')
    return at
  }, summonKey)

/** Inside the page: when a summon was painted, and how long each keystroke took until its rows were. */
const watchPage = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const here = globalThis as BenchPage
    here.bench = { painted: [], keys: [], work: [], framesLate: [], longTasks: 0 }
    here.launcher.on('view.shown', () => {
      requestAnimationFrame(() =>
        requestAnimationFrame(() => here.bench.painted.push(performance.timeOrigin + performance.now())),
      )
    })
    new PerformanceObserver((list) => {
      here.bench.longTasks += list.getEntries().length
    }).observe({ entryTypes: ['longtask'] })
    document.addEventListener(
      'input',
      (event) => {
        const { timeStamp } = event
        const heard = performance.now()
        const list = document.querySelector('[role=listbox]')
        if (list === null) return
        let frames = 0
        let isThere = false
        const countFrames = (): void => {
          if (isThere) return
          frames += 1
          requestAnimationFrame(countFrames)
        }
        requestAnimationFrame(countFrames)
        const rows = new MutationObserver(() => {
          // Busy: the rows still answer the query of before this keystroke.
          if (list.ariaBusy === 'true') return
          rows.disconnect()
          isThere = true
          here.bench.work.push(performance.now() - heard)
          here.bench.framesLate.push(frames)
          requestAnimationFrame(() => here.bench.keys.push(performance.now() - timeStamp))
        })
        rows.observe(list, { childList: true, subtree: true, characterData: true, attributes: true })
      },
      true,
    )
  })

const signIn = async (app: ElectronApplication, page: Page, address: string, member: DemoMember) => {
  await app.evaluate(({ shell }) => {
    const openedUrls: string[] = []
    Object.assign(globalThis, { openedUrls })
    shell.openExternal = (url) => {
      openedUrls.push(url)
      return Promise.resolve()
    }
  })
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByLabel('Workspace address').fill(address)
  await page.getByLabel('Workspace address').press('Enter')
  let url: string | undefined
  for (let look = 0; look < 200 && url === undefined; look += 1) {
    url = await app.evaluate(() => (globalThis as unknown as Hooks).openedUrls[0])
    if (url === undefined) await page.waitForTimeout(50)
  }
  const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
  const tab = await browser.newPage()
  await tab.goto(url ?? '')
  await tab.getByLabel('Email').fill(member.email)
  await tab.getByLabel('Password').fill(member.password)
  await tab.getByRole('button', { name: 'Sign in' }).click()
  await tab.getByRole('button', { name: 'Allow' }).click()
  await tab.waitForURL(/\/done/)
  await browser.close()
}

export const benchPalette = async (): Promise<Record<string, unknown>> => {
  const runtime = chooseRuntime()
  if (runtime.kind === 'stand-in') process.env['ELECTRON_OVERRIDE_DIST_PATH'] = runtime.distPath
  const profile = mkdtempSync(join(tmpdir(), 'svc-bench-profile-'))
  const service = await runService(2_000)
  const app = await _electron.launch({ args: [root, `--user-data-dir=${profile}`] })
  try {
    const owner = service.workspaces[0]?.members[0]
    if (owner === undefined) throw new Error('The demo has no owner.')
    const page = await app.firstWindow()
    await signIn(app, page, service.baseUrl, owner)
    const search = page.getByRole('combobox', { name: 'Search' })
    await search.waitFor()
    // What was searched once is in the local index from then on.
    for (const word of words) {
      await search.fill(word)
      await page.waitForTimeout(300)
    }
    await search.fill('')
    await watchPage(page)

    for (const word of words) {
      await search.pressSequentially(word, { delay: 90 })
      await search.fill('')
    }

    const pressed: number[] = []
    for (let round = 0; round < 40; round += 1) {
      await toggle(app)
      await page.waitForTimeout(60)
      pressed.push(await toggle(app))
      await page.waitForFunction(
        (count) => (globalThis as BenchPage).bench.painted.length >= count,
        round + 1,
      )
      await page.waitForTimeout(60)
    }
    const { painted, keys, work, framesLate, longTasks } = await page.evaluate(
      () => (globalThis as BenchPage).bench,
    )
    const toggles = pressed.map((at, index) => (painted[index] ?? Number.NaN) - at)
    return {
      bench: 'palette',
      runtime: runtime.kind,
      toggleP50Ms: percentile(toggles, 0.5),
      toggleP95Ms: percentile(toggles, 0.95),
      keystrokes: keys.length,
      framesLateP95: percentile(framesLate, 0.95),
      rowsReadyP50Ms: percentile(work, 0.5),
      rowsReadyP95Ms: percentile(work, 0.95),
      keystrokeP50Ms: percentile(keys, 0.5),
      keystrokeP95Ms: percentile(keys, 0.95),
      longTasks,
    }
  } finally {
    await app.close()
    await service.stop()
    rmSync(profile, { recursive: true, force: true })
  }
}
