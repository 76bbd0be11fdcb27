// The security checklist of the app, seen from outside: windows (W), content policy and protocol (C), IPC (I).
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type Bridge, callBridge } from './bridge.ts'
import { openedUrls } from './launch.ts'
import { expect, ownTest, test } from './signed-in.ts'
import { dismiss, results, searchBox, selectedRow, signIn, summon } from './steps.ts'

test('APP-09 W1 W2 every window is sandboxed, isolated and without Node, and the page has a bridge of exactly two functions', async ({
  signedIn: { app, page },
}) => {
  await test.step('W1', async () => {
    const preferences = await app.evaluate(({ webContents }) =>
      webContents
        .getAllWebContents()
        // Electron has it and its types do not.
        .map((contents) =>
          (contents as unknown as { getLastWebPreferences: () => object }).getLastWebPreferences(),
        ),
    )
    expect(preferences.length).toBeGreaterThan(0)
    for (const one of preferences)
      expect(one).toMatchObject({
        sandbox: true,
        contextIsolation: true,
        nodeIntegration: false,
        webSecurity: true,
        webviewTag: false,
      })
  })
  await test.step('W2', async () => {
    const seen = await page.evaluate(() => ({
      bridge: Object.keys((globalThis as unknown as Bridge).launcher).sort(),
      globals: ['require', 'process', 'module', 'ipcRenderer', 'Buffer'].filter((name) => name in globalThis),
    }))
    expect(seen).toEqual({ bridge: ['call', 'on'], globals: [] })
  })
})

test('APP-09 W3 an event of the main process reaches the page as plain data, and as nothing else', async ({
  signedIn,
}) => {
  const { app, page } = signedIn
  await dismiss(signedIn)
  await page.evaluate(() => {
    const told: unknown[][] = []
    const { launcher } = globalThis as unknown as Bridge
    const stop = launcher.on('view.shown', (...values: unknown[]) => told.push(values))
    Object.assign(globalThis, { told, stopTelling: stop })
  })
  await summon(app)
  const told = () => page.evaluate(() => (globalThis as unknown as { told: unknown[][] }).told)
  await expect.poll(async () => (await told()).length).toBeGreaterThan(0)
  for (const values of await told()) expect(values).toEqual([{ view: 'palette', summon: expect.any(Number) }])
  await page.evaluate(() => (globalThis as unknown as { stopTelling: () => void }).stopTelling())
})

test('APP-09 W4 W8 the page comes from app://launcher, file: is out of reach, and it gets no permission but writing to the clipboard', async ({
  signedIn: { app, page },
}) => {
  await test.step('W4', async () => {
    const urls = await app.evaluate(({ webContents }) =>
      webContents.getAllWebContents().map((contents) => contents.getURL()),
    )
    expect(urls).toEqual([expect.stringMatching(/^app:\/\/launcher\//)])
    const read = await page.evaluate(() =>
      fetch('file:///etc/passwd').then(
        () => 'read',
        () => 'refused',
      ),
    )
    expect(read).toBe('refused')
  })
  await test.step('W8', async () => {
    const states = await page.evaluate(async () => {
      const names = [
        'clipboard-write',
        'clipboard-read',
        'camera',
        'microphone',
        'geolocation',
        'notifications',
      ]
      const asked = names.map(async (name) => {
        const { state } = await navigator.permissions.query({ name: name as PermissionName })
        return [name, state] as const
      })
      return Object.fromEntries(await Promise.all(asked))
    })
    const { 'clipboard-write': clipboard, ...others } = states
    expect(clipboard).toBe('granted')
    expect(new Set(Object.values(others))).toEqual(new Set(['denied']))
  })
})

const hostile = [
  'https://example.com/',
  'http://127.0.0.1:9/',
  'file:///etc/passwd',
  'data:text/html,<h1>x</h1>',
  'javascript:void(document.title="owned")',
  'app://other/index.html',
]

ownTest('APP-09 W5 W6 the window goes to no other address, nor opens one', async ({ launch }) => {
  const { app, page } = await launch()
  const address = () =>
    app.evaluate(({ webContents }) => webContents.getAllWebContents().map((contents) => contents.getURL()))
  const before = await address()
  await app.evaluate(({ webContents }) => {
    const asked: { url: string; refused: boolean }[] = []
    Object.assign(globalThis, { asked })
    // Listeners are called in order, and the app's own was first.
    webContents.getAllWebContents()[0]?.on('will-frame-navigate', (event) => {
      asked.push({ url: event.url, refused: event.defaultPrevented })
    })
  })
  const asked = () =>
    app.evaluate(() => (globalThis as unknown as { asked: { url: string; refused: boolean }[] }).asked)
  for (const [index, url] of hostile.entries())
    await test.step(url, async () => {
      await page.evaluate((target) => {
        const link = document.createElement('a')
        link.href = target
        document.body.append(link)
        link.click()
        link.target = '_blank'
        link.click()
        link.remove()
        window.open(target)
        const frame = document.createElement('iframe')
        frame.src = target
        document.body.append(frame)
        frame.remove()
      }, url)
      // Chromium refuses some without asking. The last one is always asked about, and then the others are over.
      const last = `https://last.example/${index}`
      await page.evaluate((target) => location.assign(target), last)
      await expect.poll(async () => (await asked()).map((one) => one.url)).toContain(last)
      expect((await asked()).filter(({ refused }) => !refused)).toEqual([])
      expect(await page.title()).not.toBe('owned')
      expect(await address()).toEqual(before)
      expect(await openedUrls(app)).toEqual([])
    })
})

test('APP-09 C1 C3 a strict content policy is on every answer, inline code does not run, and no path leads out of the folder of the page', async ({
  signedIn,
}) => {
  const { page } = signedIn
  const { policy, sniff } = await page.evaluate(async () => {
    const { headers } = await fetch('./index.html')
    return {
      policy: headers.get('content-security-policy') ?? '',
      sniff: headers.get('x-content-type-options'),
    }
  })
  expect(policy).toContain("default-src 'none'")
  expect(policy).toMatch(/script-src 'self'(;|$)/)
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).not.toContain('unsafe')
  expect(sniff).toBe('nosniff')
  const ran = await page.evaluate(() => {
    try {
      const script = document.createElement('script')
      script.textContent = 'globalThis.inlineRan = true'
      document.body.append(script)
    } catch {
      // Trusted Types refuse even the assignment.
    }
    return 'inlineRan' in globalThis
  })
  expect(ran).toBe(false)

  for (const path of [
    '..%2f..%2fpackage.json',
    '%2e%2e/%2e%2e/package.json',
    'assets/..%5c..%5cpackage.json',
    'index.html%00.png',
    '../main/main.js',
  ]) {
    const answer = await page.evaluate(
      (asked) =>
        fetch(`./${asked}`).then(
          async (response) => ({ status: response.status, text: await response.text() }),
          () => ({ status: 400, text: '' }),
        ),
      path,
    )
    expect(answer.status, path).toBeGreaterThanOrEqual(400)
    expect(answer.text, path).not.toContain('svc-launcher')
  }
})

test('APP-09 I3 I4 unknown calls, unknown keys and wrong shapes are refused', async ({ signedIn }) => {
  const { page } = signedIn
  await expect(callBridge(page, 'shell.run', { command: 'ls' })).rejects.toThrow(/Unknown call/)
  for (const [name, input] of [
    ['search.run', { query: 'x', extra: true }],
    ['search.run', { query: 7 }],
    ['search.run', undefined],
    ['items.open', { kind: 'record', id: 'x', url: 'https://example.com' }],
    ['session.get', { token: 'x' }],
  ] as const)
    expect(await callBridge(page, name, input)).toMatchObject({ ok: false, error: { kind: 'invalidInput' } })
})

test('APP-01 W7 only what was shown can be opened, and only on the workspace', async ({
  signedIn,
  service,
}) => {
  const { app, page } = signedIn
  const before = (await openedUrls(app)).length
  expect(await callBridge(page, 'items.open', { kind: 'record', id: 'https://example.com/' })).toMatchObject({
    ok: false,
  })
  expect((await openedUrls(app)).length).toBe(before)

  await summon(app)
  await searchBox(page).fill('r nor')
  await expect(results(page).getByRole('option').first()).toBeVisible()
  await expect(selectedRow(page)).toBeVisible()
  await searchBox(page).press('Control+Enter')
  await expect.poll(async () => (await openedUrls(app)).length).toBe(before + 1)
  expect(new URL((await openedUrls(app)).at(-1) ?? '').origin).toBe(new URL(service.baseUrl).origin)
})

ownTest(
  'APP-01 I5 T4 no token reaches the page, the logs or the disk in clear',
  async ({ service, launch, browser }) => {
    const launched = await launch()
    // Every answer of the token endpoint, as the main process gets it.
    await launched.app.evaluate(({ session }) => {
      const seen: string[] = []
      Object.assign(globalThis, { seenTokens: seen })
      // The first write of this run opens a session (electron/network.ts); each keeps what its token requests are answered.
      const fromPartition = session.fromPartition.bind(session)
      session.fromPartition = (name) => {
        const opened = fromPartition(name)
        const original = opened.fetch.bind(opened)
        opened.fetch = async (input, init) => {
          const response = await original(input, init)
          if (String(input instanceof Request ? input.url : input).includes('/oauth/token')) {
            const body = (await response.clone().json()) as Record<string, unknown>
            for (const key of ['access_token', 'refresh_token', 'id_token'])
              if (typeof body[key] === 'string') seen.push(body[key])
          }
          return response
        }
        return opened
      }
    })
    const told: string[] = []
    launched.page.on('console', (message) => told.push(message.text()))
    await signIn(launched, service, browser)
    await searchBox(launched.page).fill('ac')
    await expect(results(launched.page).getByRole('option').first()).toBeVisible()

    const tokens = await launched.app.evaluate(
      () => (globalThis as unknown as { seenTokens: string[] }).seenTokens,
    )
    const replies = JSON.stringify([
      await callBridge(launched.page, 'session.get'),
      await callBridge(launched.page, 'settings.get'),
      await callBridge(launched.page, 'tasks.options'),
      await launched.page.content(),
      told,
    ])
    await launched.app.close()
    const files = readdirSync(launched.userData, { recursive: true, encoding: 'utf8' })
      .map((name) => join(launched.userData, name))
      .filter((path) => statSync(path).isFile())
      .map((path) => readFileSync(path, 'latin1'))
    const everything = [replies, launched.output(), ...files].join('\n')
    expect(tokens.length).toBeGreaterThanOrEqual(2)
    for (const token of tokens) expect(everything).not.toContain(token)
  },
)
