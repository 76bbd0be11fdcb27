// The stand-in against Playwright itself, with an app of a few lines that knows nothing of either.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect } from '../expect.ts'
import {
  type Bridge,
  executable,
  fixtureApp,
  here,
  isShown,
  type Main,
  press,
  seenBy,
  test,
} from './self-check-launch.ts'

test('launches with a hidden window of the right size', async ({ launch, userData }) => {
  const { app, page } = await launch()
  const about = await app.evaluate(({ app: electronApp, BrowserWindow }) => ({
    name: electronApp.getName(),
    version: electronApp.getVersion(),
    userData: electronApp.getPath('userData'),
    packaged: electronApp.isPackaged,
    electron: process.versions.electron,
    visible: BrowserWindow.getAllWindows().map((window) => window.isVisible()),
    url: BrowserWindow.getAllWindows()[0]?.webContents.getURL(),
  }))
  expect(about).toEqual({
    name: 'Stand-in Fixture',
    version: '1.2.3',
    userData,
    packaged: false,
    electron: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    visible: [false],
    url: 'app://launcher/index.html',
  })
  expect(await page.evaluate(() => [innerWidth, innerHeight, isSecureContext])).toEqual([640, 420, true])
  const window = await app.browserWindow(page)
  expect(await window.evaluate((it) => it.getBounds())).toMatchObject({ width: 640, height: 420 })
  expect((await page.screenshot()).readUInt32BE(16)).toBe(640)

  const sizeAfter = async (width: number, height: number, zoom: number): Promise<number[]> => {
    await window.evaluate(
      (it, [toWidth, toHeight, factor]) => {
        it.webContents.setZoomFactor(factor)
        it.setBounds({ width: toWidth, height: toHeight })
      },
      [width, height, zoom] as const,
    )
    return page.evaluate(() => [innerWidth, innerHeight])
  }
  await expect.poll(() => sizeAfter(720, 64, 1)).toEqual([720, 64])
  await expect.poll(() => sizeAfter(640, 400, 2)).toEqual([320, 200])
  await expect.poll(() => sizeAfter(300, 500, 1)).toEqual([300, 500])
})

test('carries rich values both ways, and errors', async ({ shared: { app, page } }) => {
  const round = await page.evaluate(async () => {
    const { fixture } = globalThis as unknown as Bridge
    const sent = {
      when: new Date(5),
      map: new Map<unknown, unknown>([[{ key: 1 }, new Set([2n, undefined])]]),
      bytes: new Uint8Array([1, 2, 255]),
      error: new TypeError('no'),
      numbers: [Number.NaN, -0, Infinity],
      cycle: {} as Record<string, unknown>,
    }
    sent.cycle['self'] = sent.cycle
    const got = (await fixture.invoke('echo', sent)) as typeof sent
    const failure = await fixture.invoke('fail').catch((error: Error) => error.message)
    const missing = await fixture.invoke('nobody').catch((error: Error) => error.message)
    const uncloneable = await fixture.invoke('echo', { call: () => 1 }).then(
      () => 'sent',
      () => 'refused',
    )
    return {
      when: got.when.getTime(),
      set: [...got.map.values()].map((set) => [...(set as Set<unknown>)].map(String)),
      bytes: [...got.bytes],
      error: [got.error instanceof TypeError, got.error.message],
      numbers: got.numbers.map((number) => String(1 / number)),
      cycle: got.cycle['self'] === got.cycle,
      failure,
      missing,
      uncloneable,
    }
  })
  expect(round).toEqual({
    when: 5,
    set: [['2', 'undefined']],
    bytes: [1, 2, 255],
    error: [true, 'no'],
    numbers: ['NaN', '-Infinity', '0'],
    cycle: true,
    failure: "Error invoking remote method 'fail': RangeError: as asked",
    missing: "Error invoking remote method 'nobody': Error: No handler registered for 'nobody'",
    uncloneable: 'refused',
  })
  const sender = (await seenBy(app)).find((one) => 'from' in one)
  expect(sender).toEqual({ from: 'app://launcher/index.html', origin: 'app://launcher', main: true })
})

test('keeps the page apart from the preload', async ({ shared: { page } }) => {
  const globals = await page.evaluate(() =>
    ['require', 'process', 'module', 'ipcRenderer', '__standinSend', '__standinReceive'].filter(
      (name) => name in globalThis,
    ),
  )
  expect(globals).toEqual([])
  const { electron, standin } = await page.evaluate(() => (globalThis as unknown as Bridge).fixture.versions)
  expect([electron, standin]).toEqual([expect.any(String), expect.any(String)])
})

test('delivers events of main in order, and stops when asked', async ({ shared: { page } }) => {
  const numbers = await page.evaluate(async () => {
    const { fixture } = globalThis as unknown as Bridge
    const heard: unknown[] = []
    const stop = fixture.on('number', (number, map) =>
      heard.push([number, (map as Map<string, Date>).get('at')?.getTime()]),
    )
    await fixture.invoke('count', 500)
    stop()
    await fixture.invoke('count', 5)
    return heard
  })
  expect(numbers).toEqual(Array.from({ length: 500 }, (_, number) => [number, number]))
})

test('answers requests of the custom scheme under its policy', async ({ shared: { page } }) => {
  const answers = await page.evaluate(async () => {
    const echo = await fetch('/echo', { method: 'POST', body: 'héllo' })
    const missing = await fetch('/missing.txt')
    const elsewhere = await fetch('https://example.com/').then(
      () => 'reached',
      () => 'refused',
    )
    return [await echo.text(), echo.headers.get('x-method'), missing.status, elsewhere]
  })
  expect(answers).toEqual(['héllo', 'POST', 404, 'refused'])
})

test('asks the guards about navigation and windows', async ({ shared: { app, page } }) => {
  await page.getByRole('link', { name: 'Elsewhere' }).click()
  await page.getByRole('link', { name: 'New window' }).click()
  await page.getByRole('link', { name: 'Absolute' }).click()
  expect(await page.evaluate(() => window.open('https://example.com/opened'))).toBeNull()
  await expect
    .poll(() => seenBy(app))
    .toEqual(
      expect.arrayContaining([
        { willNavigate: 'https://example.com/elsewhere' },
        { open: 'https://example.com/blank' },
        { willNavigate: 'app://launcher/other.html' },
        { open: 'https://example.com/opened' },
      ]),
    )
  expect(app.windows()).toHaveLength(1)
  await expect(page.getByText('ready')).toBeVisible()
  await page.reload()
  await expect(page.getByText('ready')).toBeVisible()
})

test('toggles with a shortcut, and no key typed after that is lost', async ({ shared: { app, page } }) => {
  for (let round = 0; round < 5; round += 1) {
    expect(await press(app)).toBe(true)
    await page.keyboard.type('palette')
    await expect(page.getByLabel('Query')).toHaveValue('palette')
    expect(await isShown(app)).toBe(true)
    await expect
      .poll(() => app.evaluate(({ BrowserWindow }) => BrowserWindow.getFocusedWindow() !== null))
      .toBe(true)
    expect(await press(app)).toBe(true)
    expect(await isShown(app)).toBe(false)
  }
  const taken = await app.evaluate(({ globalShortcut }) => {
    globalThis.__standin?.takeShortcut('Control+K')
    return [globalShortcut.register('Ctrl+k', () => undefined), globalShortcut.isRegistered('Alt+Space')]
  })
  expect(taken).toEqual([false, true])
})

test('repeats a shortcut that is held down, after a delay', async ({ shared: { app } }) => {
  const pauses = await app.evaluate(async ({ globalShortcut }) => {
    const at: number[] = []
    globalShortcut.register('Alt+H', () => at.push(performance.now()))
    await globalThis.__standin?.holdShortcut('Alt+H', 900)
    return at.slice(1).map((time, index) => time - (at[index] ?? 0))
  })
  const [first = 0, ...later] = pauses
  expect(first).toBeGreaterThan(650)
  expect(later.length).toBeGreaterThan(1)
  expect(Math.min(...later)).toBeLessThan(100)
})

test('moves a resting pointer by nothing when the window is shown', async ({ shared: { app, page } }) => {
  await page.evaluate(() => {
    const moves: number[][] = []
    Object.assign(globalThis, { moves })
    window.addEventListener('mousemove', (event) =>
      moves.push([event.clientX, event.clientY, event.movementX, event.movementY]),
    )
  })
  const moves = () => page.evaluate(() => (globalThis as unknown as { moves: number[][] }).moves)
  await press(app)
  for (const [, , x, y] of await moves()) expect([x, y]).toEqual([0, 0])
  await press(app)
  await page.mouse.move(20, 30)
  await page.mouse.move(40, 50)
  await press(app)
  expect((await moves()).at(-1)).toEqual([40, 50, 0, 0])
  await press(app)
})

test('follows the theme, and lets a test override it', async ({ shared: { app, page } }) => {
  const isDark = (): Promise<boolean> =>
    page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await isDark()).toBe(true)
  await page.emulateMedia({ colorScheme: 'light' })
  const dark = await app.evaluate(({ nativeTheme }) => {
    nativeTheme.themeSource = 'dark'
    return nativeTheme.shouldUseDarkColors
  })
  expect(dark).toBe(true)
  await expect.poll(isDark).toBe(true)
})

test('hands the argv of a second instance over', async ({ shared: { app, userData } }) => {
  const second = spawnSync(executable, [fixtureApp, '--user-data-dir', userData, 'svc://task/7'], {
    cwd: here,
    encoding: 'utf8',
  })
  expect(second.status).toBe(0)
  await expect
    .poll(() => seenBy(app))
    .toContainEqual({
      secondInstance: [executable, fixtureApp, '--user-data-dir', userData, 'svc://task/7'],
      workingDirectory: here.replace(/\/$/, ''),
    })
})

test('runs a utility process, and tells when one dies', async ({ shared: { app } }) => {
  const sum = await app.evaluate(() => (globalThis as unknown as Main).fixture.sum(2, 40))
  expect(sum).toEqual({ sum: 42n, argv: ['--by', '1'], code: 15 })
  const gone = await app.evaluate(() => (globalThis as unknown as Main).fixture.crashChild())
  expect(gone).toEqual({
    type: 'Utility',
    reason: 'abnormal-exit',
    exitCode: 3,
    serviceName: 'adder',
    name: 'adder',
  })
})

test('keeps a secret across a restart when there is a keyring', async ({ launch, userData }, testInfo) => {
  const env = { STANDIN_KEYRING: '1', STANDIN_KEYRING_FILE: testInfo.outputPath('not-there-yet', 'keyring') }
  const first = await launch(env)
  await first.app.evaluate(() => (globalThis as unknown as Main).fixture.keep('very secret'))
  await first.app.close()
  expect(readFileSync(`${userData}/secret`, 'latin1')).not.toContain('very secret')

  const second = await launch(env)
  expect(await second.app.evaluate(() => (globalThis as unknown as Main).fixture.recall())).toBe(
    'very secret',
  )
  await second.app.close()

  const without = await launch()
  await expect(without.app.evaluate(() => (globalThis as unknown as Main).fixture.recall())).rejects.toThrow(
    /decrypting/,
  )
})

test('tells of a crashed page, which can be loaded again', async ({ launch }) => {
  const { app, page } = await launch()
  const crashed = page.waitForEvent('crash')
  await app.evaluate(({ webContents }) => webContents.getAllWebContents()[0]?.forcefullyCrashRenderer())
  await crashed
  await expect.poll(() => seenBy(app)).toContainEqual({ gone: 'crashed' })
  const answer = await app.evaluate(async ({ webContents }) => {
    const [contents] = webContents.getAllWebContents()
    await contents?.loadURL('app://launcher/index.html')
    return contents?.executeJavaScript("fixture.invoke('echo', 'alive')")
  })
  expect(answer).toBe('alive')
})

test('names what it does not support', async ({ shared: { app } }) => {
  await expect(app.evaluate(({ app: electronApp }) => electronApp.getFileIcon('/'))).rejects.toThrow(
    'not supported by the stand-in: App.getFileIcon',
  )
  await expect(app.evaluate(({ crashReporter }) => crashReporter.start({}))).rejects.toThrow(
    'crashReporter.start',
  )
})
