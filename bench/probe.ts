// `npm run -s bench -- palette`: toggle to painted, and keystroke to painted rows, in the real app. Build first.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { _electron, chromium, type ElectronApplication, type Page } from '@playwright/test'
import { chooseRuntime } from '../scripts/electron-runtime.ts'
import { measureIndex } from './index-cost.ts'
import { percentile } from './percentile.ts'
import { type DemoMember, runService } from './running-service.ts'
import { seenRows } from './seen-rows.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const summonKey = 'Ctrl+Alt+Space'
/** As somebody types: names, beginnings, two words, a typo, letters left out. */
const words = [
  'acme',
  'call anna',
  'quarterly review',
  'granite',
  'renewal',
  'prep prop',
  'björn',
  'invioce',
  'weekly rep',
  'svc',
  'north labs',
  'demo for',
  'qrtly',
  'solar',
  'contract with',
  'zurich',
]
const entries = 20_000
/** No title holds this: the service's answer to it is what fills the index. */
const fillingQuery = 'fill the index'

/** Milliseconds between two keys of a typist. */
const typistMs = 90
const typedAtOnce = 'abcdefghij'.split('')
const lostRounds = 20

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

/** The next answer to `fillingQuery` is twenty thousand rows: what a year of searching would have brought. */
const fillIndex = async (app: ElectronApplication, page: Page, folder: string): Promise<void> => {
  const file = join(folder, 'rows.json')
  writeFileSync(file, JSON.stringify({ query: fillingQuery, data: seenRows(entries) }))
  await app.evaluate(
    ({ net }, { path, query }) => {
      const fetch = net.fetch.bind(net)
      net.fetch = (input, init) => {
        const url = new URL(input instanceof Request ? input.url : input)
        if (url.searchParams.get('q') !== query) return fetch(input, init)
        const text = process.getBuiltinModule('node:fs').readFileSync(path, 'utf8')
        return Promise.resolve(new Response(text, { headers: { 'content-type': 'application/json' } }))
      }
    },
    { path: file, query: fillingQuery },
  )
  const search = page.getByRole('combobox', { name: 'Search' })
  await search.fill(fillingQuery)
  await page.getByRole('option').nth(1_000).waitFor({ state: 'attached', timeout: 60_000 })
  await search.fill('')
}

const launch = (profile: string): Promise<ElectronApplication> =>
  _electron.launch({
    args: [root, `--user-data-dir=${profile}`],
    env: {
      ...(process.env as Record<string, string>),
      STANDIN_KEYRING: '1',
      STANDIN_KEYRING_FILE: join(profile, 'keyring'),
    },
  })

/** Ten keys, all on their way within 100 ms of the hotkey; answers how many did not arrive in their place. */
const countLostKeys = async (app: ElectronApplication, page: Page): Promise<number> => {
  const search = page.getByRole('combobox', { name: 'Search' })
  let lost = 0
  for (let round = 0; round < lostRounds; round += 1) {
    await search.fill('')
    await toggle(app)
    await page.waitForTimeout(100)
    await Promise.all([toggle(app), ...typedAtOnce.map((key) => page.keyboard.press(key))])
    await page.waitForTimeout(100)
    const value = await search.inputValue()
    lost += typedAtOnce.filter((key, at) => value[at] !== key).length
  }
  await search.fill('')
  return lost
}


const language = process.env['PROBE_LANG']
type Node = { id: number; callFrame: { functionName: string; url: string; lineNumber: number; columnNumber: number }; children?: number[]; hitCount?: number }
const report = (profile: { nodes: Node[]; samples: number[]; timeDeltas: number[]; startTime: number }, name: string) => {
  const byId = new Map(profile.nodes.map((n) => [n.id, n]))
  const parent = new Map<number, number>()
  for (const n of profile.nodes) for (const c of n.children ?? []) parent.set(c, n.id)
  const self = new Map<string, number>(), total = new Map<string, number>()
  const label = (n: Node) => `${n.callFrame.functionName || '(anon)'} ${n.callFrame.url.split('/').pop()}:${n.callFrame.lineNumber}:${n.callFrame.columnNumber}`
  profile.samples.forEach((id, i) => {
    const d = (profile.timeDeltas[i] ?? 0) / 1000
    const n = byId.get(id)!
    self.set(label(n), (self.get(label(n)) ?? 0) + d)
    const seen = new Set<string>()
    for (let at: number | undefined = id; at !== undefined; at = parent.get(at)) { const l = label(byId.get(at)!); if (!seen.has(l)) { seen.add(l); total.set(l, (total.get(l) ?? 0) + d) } }
  })
  const top = (m: Map<string, number>, k: number) => [...m].sort((a, b) => b[1] - a[1]).slice(0, k).map(([l, d]) => `${d.toFixed(1).padStart(8)}  ${l}`).join('\n')
  console.log(`== ${name} self\n${top(self, 28)}\n== ${name} total\n${top(total, 45)}`)
  writeFileSync(`/tmp/${name}.cpuprofile`, JSON.stringify(profile))
}
const metricsOf = async (cdp: any): Promise<Record<string, number>> => Object.fromEntries((await cdp.send('Performance.getMetrics')).metrics.map((m: any) => [m.name, m.value]))
const diff = (a: Record<string, number>, b: Record<string, number>, n: number) => Object.fromEntries(['TaskDuration', 'ScriptDuration', 'LayoutDuration', 'RecalcStyleDuration', 'V8CompileDuration'].map((k) => [k, +(((b[k] ?? 0) - (a[k] ?? 0)) * 1000 / n).toFixed(2)]))

const runtime = chooseRuntime()
if (runtime.kind === 'stand-in') process.env['ELECTRON_OVERRIDE_DIST_PATH'] = runtime.distPath
const profile = mkdtempSync(join(tmpdir(), 'svc-bench-profile-'))
const service = await runService(2_000)
let app = await launch(profile)
try {
  const owner = service.workspaces[0]!.members[0]!
  let page = await app.firstWindow()
  await signIn(app, page, service.baseUrl, owner)
  await page.getByRole('combobox', { name: 'Search' }).waitFor()
  await fillIndex(app, page, profile)
  if (language) await page.evaluate((l) => (globalThis as any).launcher.call('settings.set', { language: l }), language)
  await app.close()
  app = await launch(profile)
  page = await app.firstWindow()
  await toggle(app)
  const search = page.getByRole('combobox')
  await search.waitFor()
  await page.waitForFunction((rows) => performance.getEntriesByName('memory.whole').some((mark) => (mark as any).detail.rows >= rows), entries, { timeout: 60_000 })
  await search.fill('quarterly review with')
  await page.getByRole('option').nth(29).waitFor({ state: 'attached' })
  await search.fill('')
  await watchPage(page)
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
  const withProfile = process.env['PROBE_PROFILE'] !== undefined
  if (withProfile) { await cdp.send('Profiler.enable'); await cdp.send('Profiler.setSamplingInterval', { interval: 200 }) }
  if (process.env['PROBE'] !== 'type') {
    const rounds = 40
    const m0 = await metricsOf(cdp)
    if (withProfile) await cdp.send('Profiler.start')
    const pressed: number[] = []
    const show: any[] = [], hide: any[] = []
    for (let round = 0; round < rounds; round += 1) {
      const a = await metricsOf(cdp)
      await toggle(app)
      await page.waitForTimeout(60)
      const b = await metricsOf(cdp)
      pressed.push(await toggle(app))
      await page.waitForFunction((count) => (globalThis as any).bench.painted.length >= count, round + 1)
      const c = await metricsOf(cdp)
      await page.waitForTimeout(60)
      hide.push(diff(a, b, 1)); show.push(diff(b, c, 1))
    }
    const m1 = await metricsOf(cdp)
    if (withProfile) report((await cdp.send('Profiler.stop')).profile as any, 'toggle')
    const painted = await page.evaluate(() => (globalThis as any).bench.painted as number[])
    const toggles = pressed.map((at, i) => (painted[i] ?? NaN) - at)
    const p = (xs: any[], k: string) => [0.5, 0.95].map((q) => percentile(xs.map((x) => x[k]), q))
    console.log(JSON.stringify({ toggleP50: percentile(toggles, 0.5), toggleP95: percentile(toggles, 0.95), perRoundCpu: diff(m0, m1, rounds), showTask: p(show, 'TaskDuration'), showScript: p(show, 'ScriptDuration'), showLayout: p(show, 'LayoutDuration'), hideTask: p(hide, 'TaskDuration'), hideScript: p(hide, 'ScriptDuration') }))
  }
  if (process.env['PROBE'] !== 'toggle') {
    await page.evaluate(() => { (globalThis as any).long = []; new PerformanceObserver((l) => { for (const e of l.getEntries()) (globalThis as any).long.push([e.startTime, e.duration]) }).observe({ entryTypes: ['longtask'] }) })
    const trace: any[] = []
    cdp.on('Tracing.dataCollected', (e: any) => trace.push(...e.value))
    if (process.env['PROBE_TRACE']) await cdp.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig: { includedCategories: ['toplevel', 'devtools.timeline', 'disabled-by-default-devtools.timeline', 'v8', 'blink.user_timing', 'disabled-by-default-v8.gc'] } } as any)
    const m0 = await metricsOf(cdp)
    if (withProfile) await cdp.send('Profiler.start')
    for (const word of words) {
      await search.pressSequentially(word, { delay: typistMs })
      await search.fill('')
      await page.waitForTimeout(typistMs)
    }
    const m1 = await metricsOf(cdp)
    if (withProfile) report((await cdp.send('Profiler.stop')).profile as any, 'typing')
    if (process.env['PROBE_TRACE']) {
      const done = new Promise((r) => cdp.once('Tracing.tracingComplete', r))
      await cdp.send('Tracing.end')
      await done
      writeFileSync('/tmp/typing.trace.json', JSON.stringify(trace))
    }
    const { keys, work, long } = await page.evaluate(() => ({ ...(globalThis as any).bench, long: (globalThis as any).long }))
    console.log(JSON.stringify({ n: keys.length, perKeyCpu: diff(m0, m1, keys.length), keysP50: percentile(keys, 0.5), keysP95: percentile(keys, 0.95), workP50: percentile(work, 0.5), workP95: percentile(work, 0.95), long }))
  }
} finally {
  await app.close()
  await service.stop()
  rmSync(profile, { recursive: true, force: true })
}
