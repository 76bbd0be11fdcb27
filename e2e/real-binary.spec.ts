// Behaviour of Electron's own binary. Skipped on the stand-in, and listed in docs/contributing/testing.md.
import { readFileSync } from 'node:fs'
import { expect, test } from './fixtures.ts'
import { startMisbehavingProxy } from './misbehaving-proxy.ts'
import { hotkeys, isHidden, isVisible, press, signIn, summon } from './steps.ts'
import { capture, tasksPath } from './writes.ts'

test('APP-09 W4 I2 the page has the origin of its own scheme, for itself and for the main process @real-binary', async ({
  launch,
}) => {
  const { app, page } = await launch()
  expect(await page.evaluate(() => location.origin)).toBe('app://launcher')
  expect(await app.evaluate(({ webContents }) => webContents.getAllWebContents()[0]?.mainFrame.origin)).toBe(
    'app://launcher',
  )
})

test('APP-09 W1 the renderer process runs inside a seccomp sandbox @real-binary', async ({ launch }) => {
  expect(process.getuid?.(), 'root has no Chromium sandbox: run as another user').not.toBe(0)
  const { app } = await launch()
  const pid = await app.evaluate(
    ({ webContents }) => webContents.getAllWebContents()[0]?.getOSProcessId() ?? 0,
  )
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  expect(status).toMatch(/^Seccomp:\s+2$/m)
  // A process in a PID namespace of its own has an id there too.
  expect(status).toMatch(/^NSpid:\s+\d+\s+\d+/m)
})

test('APP-09 W9 a download that the page starts is cancelled @real-binary', async ({ launch }) => {
  const { app, page } = await launch()
  await app.evaluate(({ session }) => {
    // Listeners are called in order, and the app's own was first.
    session.defaultSession.on('will-download', (event) => {
      Object.assign(globalThis, { download: event.defaultPrevented ? 'cancelled' : 'started' })
    })
  })
  await page.evaluate(() => {
    const link = document.createElement('a')
    link.href = './index.html'
    link.download = 'page.html'
    document.body.append(link)
    link.click()
  })
  await expect
    .poll(() => app.evaluate(() => (globalThis as unknown as { download?: string }).download))
    .toBe('cancelled')
})

test('APP-02 the summoned window has the focus, is above others, and inside the work area of its display @real-binary', async ({
  launch,
}) => {
  const { app } = await launch()
  await summon(app)
  const seen = await app.evaluate(({ BrowserWindow, screen }) => {
    const [window] = BrowserWindow.getAllWindows()
    const bounds = window?.getBounds() ?? { x: 0, y: 0, width: 0, height: 0 }
    const { workArea } = screen.getDisplayMatching(bounds)
    return {
      focused: window?.isFocused(),
      onTop: window?.isAlwaysOnTop(),
      inside:
        bounds.x >= workArea.x &&
        bounds.y >= workArea.y &&
        bounds.x + bounds.width <= workArea.x + workArea.width &&
        bounds.y + bounds.height <= workArea.y + workArea.height,
    }
  })
  expect(seen).toEqual({ focused: true, onTop: true, inside: true })
})

test('APP-02 a hotkey that another program holds is not ours, and is not taken from it @real-binary', async ({
  launch,
}) => {
  const first = await launch({ profile: 'first' })
  const second = await launch({ profile: 'second' })
  const holds = (app: typeof first.app) =>
    app.evaluate(({ globalShortcut }, keys) => globalShortcut.isRegistered(keys), hotkeys.summon)
  expect([await holds(first.app), await holds(second.app)]).toEqual([true, false])
})

test('APP-02 a renderer process that is killed is replaced by another, seen and with the focus @real-binary', async ({
  launch,
}) => {
  const { app } = await launch()
  await summon(app)
  const pid = () =>
    app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.getOSProcessId() ?? 0)
  const old = await pid()
  process.kill(old, 'SIGKILL')
  await expect.poll(pid).not.toBe(old)
  await expect.poll(() => isVisible(app)).toBe(true)
  await press(app, 'summon')
  await isHidden(app)
})

test('APP-12 APP-01 writes go through the proxy of the system, token requests too @real-binary', async ({
  launch,
  service,
  browser,
}) => {
  const proxy = await startMisbehavingProxy()
  proxy.pointAt(service.baseUrl)
  const launched = await launch({
    args: [`--proxy-server=${proxy.url}`, '--proxy-bypass-list=<-loopback>'],
  })
  await signIn(launched, service, browser)
  await capture(launched, 'Through the proxy')
  const writes = () => proxy.passed({ method: 'POST' }).map(({ path }) => path)
  await expect.poll(writes).toContain(tasksPath)
  expect(writes().filter((path) => path.endsWith('token'))).toHaveLength(1)
  await proxy.close()
})
