// The smallest app that uses what the stand-in emulates; plain Electron, nothing in it knows of the stand-in.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { app, BrowserWindow, globalShortcut, net, protocol, safeStorage, utilityProcess } from 'electron'

const folder = import.meta.dirname
const switchAt = process.argv.indexOf('--user-data-dir')
app.setPath('userData', process.argv[switchAt + 1])
protocol.registerSchemesAsPrivileged([
  { scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true } },
])

const seen = []
globalThis.seen = seen
if (!app.requestSingleInstanceLock()) app.quit()
app.on('second-instance', (event, argv, workingDirectory) =>
  seen.push({ secondInstance: argv, workingDirectory }),
)
app.on('render-process-gone', (event, contents, { reason }) => seen.push({ gone: reason }))
app.on('window-all-closed', () => undefined)

const types = { '.html': 'text/html', '.js': 'text/javascript' }
async function serve(request) {
  const { pathname } = new URL(request.url)
  if (pathname === '/echo')
    return new Response(await request.text(), { headers: { 'x-method': request.method } })
  const file = await net.fetch(`file://${join(folder, pathname)}`).catch(() => undefined)
  if (!file) return new Response('not found', { status: 404 })
  return new Response(file.body, {
    headers: {
      'content-type': types[/\.\w+$/.exec(pathname)?.[0]] ?? 'text/plain',
      'content-security-policy': "default-src 'self'; connect-src app:; style-src 'none'",
    },
  })
}

void app.whenReady().then(() => {
  protocol.handle('app', serve)
  const window = new BrowserWindow({
    show: false,
    width: 640,
    height: 420,
    frame: false,
    webPreferences: { preload: join(folder, 'preload.cjs'), sandbox: true, contextIsolation: true },
  })
  const { webContents: contents } = window
  contents.ipc.handle('echo', (event, value) => {
    seen.push({
      from: event.senderFrame.url,
      origin: event.senderFrame.origin,
      main: event.senderFrame === contents.mainFrame,
    })
    return value
  })
  contents.ipc.handle('fail', () => {
    throw new RangeError('as asked')
  })
  contents.ipc.handle('count', (event, amount) => {
    for (let number = 0; number < amount; number += 1)
      contents.send('number', number, new Map([['at', new Date(number)]]))
    return 'counted'
  })
  contents.on('will-navigate', (event, url) => {
    seen.push({ willNavigate: url })
    event.preventDefault()
  })
  contents.setWindowOpenHandler(({ url }) => {
    seen.push({ open: url })
    return { action: 'deny' }
  })
  globalShortcut.register('Alt+Space', () => {
    if (window.isVisible()) window.hide()
    else {
      window.show()
      contents.send('shown')
    }
  })
  void window.loadURL('app://launcher/index.html')
})

// Called by the tests.
globalThis.fixture = {
  sum: (a, b) =>
    new Promise((resolve) => {
      const child = utilityProcess.fork(join(folder, 'adder.js'), ['--by', '1'], {
        serviceName: 'adder',
        stdio: 'pipe',
      })
      child.postMessage({ a, b: BigInt(b) })
      child.once('message', (answer) => {
        child.once('exit', (code) => resolve({ ...answer, code }))
        child.kill()
      })
    }),
  crashChild: () =>
    new Promise((resolve) => {
      const child = utilityProcess.fork(join(folder, 'adder.js'), [], {
        serviceName: 'adder',
        stdio: 'ignore',
      })
      child.once('spawn', () => child.postMessage('crash'))
      app.once('child-process-gone', (event, details) => resolve(details))
    }),
  keep: async (text) =>
    writeFile(join(app.getPath('userData'), 'secret'), await safeStorage.encryptStringAsync(text)),
  recall: async () =>
    (await safeStorage.decryptStringAsync(await readFile(join(app.getPath('userData'), 'secret')))).result,
}
