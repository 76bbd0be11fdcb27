// `npm run -s bench -- launch`: start, summon, memory and size of the app, signed in to a real service, beside an empty
// window on the same runtime. The two by turns, because the machine is faster in one minute than in the next. Build first.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { chooseRuntime } from '../scripts/electron-runtime.ts'
import { launch, signIn } from './palette.ts'
import { percentile } from './percentile.ts'
import { ownerOf, runService } from './running-service.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const rounds = 20
const summons = 30
const patienceMs = 30_000
/** After this long nothing of a start or a summon is still at work. */
const settleMs = 5_000

/** As the palette is: hidden, then shown; two frames later it says that it was painted. */
const emptyMain = `const { app, BrowserWindow } = require('electron')
app.whenReady().then(async () => {
  const window = new BrowserWindow({ width: 720, height: 480, show: false, frame: false, webPreferences: { sandbox: true } })
  await window.loadFile('index.html')
  window.show()
  await window.webContents.executeJavaScript(
    'new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(() => seen(true))))')
  process.stderr.write('"palette.painted"\\n')
})`

const writeEmptyApp = (folder: string): void => {
  writeFileSync(join(folder, 'package.json'), '{"name":"empty","main":"main.cjs"}')
  writeFileSync(join(folder, 'main.cjs'), emptyMain)
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Empty</title><p>Empty')
}

type Contender = { executable: string; folder: string; profile: string }
type Running = {
  child: ChildProcess
  lines: () => string[]
  /** Milliseconds from the spawn to the first line of this event; undefined before it. */
  after: (event: string) => number | undefined
  stop: () => Promise<void>
}

const run = ({ executable, folder, profile }: Contender, args: readonly string[] = []): Running => {
  const spawnedAt = performance.now()
  const child = spawn(executable, [folder, `--user-data-dir=${profile}`, ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, STANDIN_KEYRING: '1', STANDIN_KEYRING_FILE: join(profile, 'keyring') },
  })
  let output = ''
  const marks = new Map<string, number>()
  child.stderr.on('data', (chunk: Buffer) => {
    output += chunk.toString()
    for (const [event] of output.matchAll(/"(?:launcher\.ready|palette\.painted)"/g))
      if (!marks.has(event)) marks.set(event, performance.now() - spawnedAt)
  })
  return {
    child,
    after: (event) => marks.get(`"${event}"`),
    lines: () => output.split('\n').filter((line) => line.includes('"palette.painted"')),
    stop: async () => {
      const exited = once(child, 'exit')
      child.kill('SIGTERM')
      await exited
    },
  }
}

const until = async (holds: () => boolean, thing: string): Promise<void> => {
  for (const end = performance.now() + patienceMs; !holds(); await delay(2))
    if (performance.now() > end) throw new Error(`Not in ${patienceMs / 1000} s: ${thing}`)
}

type Start = { readyMs: number; paintedMs: number }

/** One cold start. An empty window has no `readyMs` of its own. */
const start = async (contender: Contender): Promise<Start> => {
  const running = run(contender)
  await until(() => running.after('palette.painted') !== undefined, 'the first paint')
  await running.stop()
  const paintedMs = running.after('palette.painted') ?? Number.NaN
  return { readyMs: running.after('launcher.ready') ?? paintedMs, paintedMs }
}

const childrenOf = (pid: number): number[] =>
  globSync(`/proc/${pid}/task/*/children`).flatMap((file) =>
    readFileSync(file, 'utf8').split(' ').filter(Boolean).map(Number),
  )

const treeOf = (pid: number): number[] => [pid, ...childrenOf(pid).flatMap(treeOf)]

/** Proportional set size of a process and all below it: shared pages count once. Linux only. */
const treeMb = (pid: number): number => {
  const kilobytes = treeOf(pid).map((each) =>
    Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${each}/smaps_rollup`, 'utf8'))?.[1] ?? 0),
  )
  return Math.round(kilobytes.reduce((sum, some) => sum + some, 0) / 1024)
}

const diskMb = (...folders: string[]): number =>
  Math.round(
    folders
      .flatMap((folder) => globSync(`${folder}/**`))
      .reduce((sum, file) => sum + (statSync(file).isFile() ? statSync(file).size : 0), 0) /
      2 ** 20,
  )

/** Toggles as a second start asks for it, and leaves the palette hidden. */
const toggle = async (contender: Contender): Promise<void> => {
  await once(run(contender, ['--toggle']).child, 'exit')
}

const idle = async (contender: Contender, times: number): Promise<{ idleMb: number; summonMs: number[] }> => {
  const running = run(contender)
  await until(() => running.lines().length > 0, 'the first paint')
  for (let summon = 0; summon < times; summon += 1) {
    await toggle(contender)
    await toggle(contender)
    await until(() => running.lines().length > summon + 1, `summon ${summon + 1}`)
  }
  await delay(settleMs)
  const idleMb = treeMb(running.child.pid ?? 0)
  const summonMs = running
    .lines()
    .slice(1)
    .map((line) => (JSON.parse(line) as { ms: number }).ms)
  await running.stop()
  return { idleMb, summonMs }
}

const startDisplay = async (): Promise<() => void> => {
  if (process.platform !== 'linux' || process.env['DISPLAY'] || process.env['WAYLAND_DISPLAY'])
    return () => undefined
  const server = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', '1600x900x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [number] = (await once(server.stdout, 'data')) as [Buffer]
  process.env['DISPLAY'] = `:${number.toString().trim()}`
  return () => server.kill()
}

const spread = (samples: readonly number[]): { p50: number; p95: number } => ({
  p50: Math.round(percentile(samples, 0.5)),
  p95: Math.round(percentile(samples, 0.95)),
})

const ratio = (ours: number, theirs: number): number => Math.round((ours / theirs) * 100) / 100

export const benchLaunch = async (): Promise<Record<string, unknown>> => {
  const stopDisplay = await startDisplay()
  const runtime = chooseRuntime()
  const { executable } = runtime
  if (runtime.kind === 'stand-in') process.env['ELECTRON_OVERRIDE_DIST_PATH'] = runtime.distPath
  process.env['STANDIN_VISIBLE'] = '1'
  const [profile, folder, emptyProfile] = ['launch', 'empty', 'empty-profile'].map((name) =>
    mkdtempSync(join(tmpdir(), `svc-bench-${name}-`)),
  ) as [string, string, string]
  writeEmptyApp(folder)
  const app: Contender = { executable, folder: root, profile }
  const empty: Contender = { executable, folder, profile: emptyProfile }
  const service = await runService(2_000)
  try {
    const signingIn = await launch(profile)
    const page = await signingIn.firstWindow()
    await signIn(signingIn, page, service.baseUrl, ownerOf(service))
    await page.getByRole('combobox', { name: 'Search' }).waitFor()
    await signingIn.close()
    const starts = { app: [] as Start[], empty: [] as Start[] }
    // The first start of each fills the system's file cache. Each is the first of the two in every other round.
    for (let round = -1; round < rounds; round += 1) {
      const order = round % 2 === 0 ? (['app', 'empty'] as const) : (['empty', 'app'] as const)
      for (const name of order) {
        const started = await start(name === 'app' ? app : empty)
        if (round >= 0) starts[name].push(started)
      }
    }
    const { idleMb, summonMs } = await idle(app, summons)
    const { idleMb: emptyMb } = await idle(empty, 0)
    const distFolder = dirname(executable)
    const coldStartMs = spread(starts.app.map(({ paintedMs }) => paintedMs))
    const emptyStartMs = spread(starts.empty.map(({ paintedMs }) => paintedMs))
    return {
      bench: 'launch',
      runtime: runtime.kind,
      coldStartMs,
      readyMs: spread(starts.app.map(({ readyMs }) => readyMs)),
      summonMs: spread(summonMs),
      idleMb,
      diskMb: diskMb(distFolder, join(root, 'out')),
      empty: { coldStartMs: emptyStartMs, idleMb: emptyMb, diskMb: diskMb(distFolder, folder) },
      ratios: { coldStart: ratio(coldStartMs.p50, emptyStartMs.p50), idle: ratio(idleMb, emptyMb) },
    }
  } finally {
    await service.stop()
    stopDisplay()
    for (const path of [profile, folder, emptyProfile]) rmSync(path, { recursive: true, force: true })
  }
}
