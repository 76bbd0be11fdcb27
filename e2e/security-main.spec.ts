// The security checklist of the main process: how it registers what it serves, whom it answers, and how it starts.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { expect, test } from './signed-in.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

test('APP-09 W9 W11 the session of the page cancels a download, and no client certificate is offered to a server that asks for one', async ({
  signedIn: { app },
}) => {
  const cancelled = await app.evaluate(({ session }) => {
    let count = 0
    const event = { preventDefault: () => (count += 1) }
    session.defaultSession.emit('will-download', event, {})
    return count
  })
  expect(cancelled, 'downloads cancelled').toBe(1)
  const seen = await app.evaluate(({ app: electronApp, webContents }) => {
    const [contents] = webContents.getAllWebContents()
    const answers: unknown[][] = []
    const event = { prevented: 0, preventDefault: () => (event.prevented += 1) }
    electronApp.emit(
      'select-client-certificate',
      event,
      contents,
      'https://a.test/',
      [{}],
      (...answer: unknown[]) => answers.push(answer),
    )
    return { prevented: event.prevented, answers }
  })
  expect(seen, 'certificates').toEqual({ prevented: 1, answers: [[]] })
})

test('APP-09 W10 told that it is packaged, the app does not start with a debugging port', async ({}, testInfo) => {
  const packaged = testInfo.outputPath('packaged.cjs')
  writeFileSync(packaged, "Object.defineProperty(require('electron').app, 'isPackaged', { value: true })")
  const executable: unknown = createRequire(import.meta.url)('electron')
  const child = spawn(
    String(executable),
    [
      '-r',
      packaged,
      '--no-sandbox',
      root,
      `--user-data-dir=${testInfo.outputPath('profile')}`,
      '--remote-debugging-port=0',
    ],
    // If a packaged app starts after all, its changes of the desktop stay in this folder.
    { env: { ...process.env, XDG_CONFIG_HOME: testInfo.outputPath('config') }, timeout: 60_000 },
  )
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const [code] = (await once(child, 'close')) as [number | null]
  expect(said).toContain('Svc Launcher does not start under a debugger. Remove --remote-debugging-port.\n')
  expect(said).not.toContain('DevTools listening on')
  expect(code).toBe(1)
})

test('APP-09 C2 one scheme is registered, once, before the app is ready, with four privileges', async ({
  launch,
}, testInfo) => {
  const before = testInfo.outputPath('remember-schemes.cjs')
  writeFileSync(
    before,
    `const { app, protocol } = require('electron')
    const register = protocol.registerSchemesAsPrivileged
    globalThis.registered = []
    protocol.registerSchemesAsPrivileged = (schemes) => {
      globalThis.registered.push({ schemes, ready: app.isReady() })
      register.call(protocol, schemes)
    }`,
  )
  const { app } = await launch({ before })
  const privileges = { standard: true, secure: true, supportFetchAPI: true, codeCache: true }
  expect(await app.evaluate(() => (globalThis as unknown as { registered: unknown }).registered)).toEqual([
    { schemes: [{ scheme: 'app', privileges }], ready: false },
  ])
})

test('APP-09 C4 I1 the page is in the default session, which answers its scheme; another page with the same preload finds no handler', async ({
  signedIn: { app },
}) => {
  const seen = await app.evaluate(({ session, webContents }) => ({
    answered: session.defaultSession.protocol.isProtocolHandled('app'),
    pages: webContents.getAllWebContents().map((contents) => {
      // Electron has it and its types do not.
      const known = contents as unknown as { getLastWebPreferences: () => { partition?: string } }
      return {
        isDefault: contents.session === session.defaultSession,
        partition: known.getLastWebPreferences().partition ?? '',
      }
    }),
  }))
  expect(seen).toEqual({ answered: true, pages: [{ isDefault: true, partition: '' }] })

  const answer = await app.evaluate(async ({ app: electronApp, BrowserWindow, webContents }) => {
    const [own] = webContents.getAllWebContents()
    const preload = `${electronApp.getAppPath()}/out/preload/preload.cjs`
    const other = new BrowserWindow({ show: false, webPreferences: { preload } })
    await other.loadURL(own?.getURL() ?? '')
    const answered: unknown = await other.webContents.executeJavaScript(
      "launcher.call('session.get').then(() => 'answered', (error) => error.message)",
    )
    other.destroy()
    return answered
  })
  expect(answer).toContain('No handler registered')
})

// A client secret or a private key as text, whoever uses it: OAuth's words for them are in the libraries.
const secrets = [
  /client_?secret["'`]?\s*[:=]\s*["'`][^"'`]+["'`]/i,
  /ClientSecret(Post|Basic|Jwt)(\$\d+)?\(\s*["'`]/,
  /-----BEGIN [A-Z ]*PRIVATE KEY-----(\\n|\s)*[A-Za-z0-9+/]{40}/,
  // A private key as JSON. oidc-provider brings its well-known development key, which a service with its own never uses.
  /\bd["'`]?\s*:\s*["'`](?!VEZOsY07)[\w-]{40,}["'`]/,
]

test('APP-01 O6 no bundle that ships has a client secret or a private key in it', () => {
  const files = globSync('out/**/*.{js,cjs,html,css,json}', { cwd: root })
  const bundles = new Set(files.map((file) => file.split('/')[1]))
  expect(bundles).toEqual(new Set(['main', 'preload', 'renderer', 'service']))
  for (const file of files) {
    const text = readFileSync(root + file, 'utf8')
    for (const secret of secrets) expect(secret.exec(text)?.[0], `${file} ${secret.source}`).toBeUndefined()
  }
})
