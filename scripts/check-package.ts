// `node scripts/check-package.ts dist/linux-unpacked`: checks a packaged app on its real binary, and prints a line a check.
// No debugger attaches to a packaged app, so keys drive it, on a virtual display of its own.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { extractFile, listPackage } from '@electron/asar'
import { getCurrentFuseWire } from '@electron/fuses'
import { headlessBrowser, librariesOf, type Need, provide, xvfb } from './debian.ts'
import { compareFiles, compareFuses, filePatterns } from './package/contents.ts'
import { openDemoService } from './package/demo-service.ts'
import { openDesktop } from './package/desktop.ts'
import { checkInUse } from './package/in-use.ts'
import { createReport, Skipped } from './package/report.ts'
import type { PackagedApp } from './package/running-app.ts'

const leave = (message: string): never => {
  console.error(message)
  process.exit(2)
}

const program = (name: string, debian: string): Need => ({
  name: `${name} (/usr/bin/${name})`,
  packages: [debian],
  isThere: () => existsSync(`/usr/bin/${name}`),
})

/** @returns the packaged app in a folder. Leaves with a sentence where there is none, or where it cannot be checked. */
const prepare = (folder: string | undefined): PackagedApp => {
  if (process.platform !== 'linux') return leave('Only a packaged app for Linux can be checked, on Linux.')
  if (folder === undefined)
    return leave('Name the folder of a packaged app: node scripts/check-package.ts dist/linux-unpacked')
  const archive = join(folder, 'resources/app.asar')
  if (!existsSync(archive)) return leave(`${folder} holds no packaged app: there is no resources/app.asar.`)
  const { name } = JSON.parse(extractFile(archive, 'package.json').toString()) as { name: string }
  const executable = join(folder, name)
  if (!existsSync(executable)) return leave(`${folder} holds no packaged app: there is no ${name}.`)
  if (process.getuid?.() === 0)
    return leave("Run this as an ordinary user: Chromium's sandbox does not start as root.")
  const programs = [
    program('openbox', 'openbox'),
    program('xterm', 'xterm'),
    program('xdotool', 'xdotool'),
    program('dbus-daemon', 'dbus-daemon'),
    program('gnome-keyring-daemon', 'gnome-keyring'),
  ]
  const missing = provide([xvfb, headlessBrowser, ...programs, librariesOf(executable)])
  return missing === null ? { folder, name } : leave(missing)
}

const report = createReport((line) => console.log(line))

const expectNone = (found: readonly string[], sentence: string): void => {
  if (found.length > 0) throw new Error(`${sentence}: ${found.join(', ')}`)
}

const checkContents = async ({ folder, name }: PackagedApp): Promise<void> => {
  const archive = join(folder, 'resources/app.asar')
  await report.check('the archive holds the files that electron-builder.yml names, and no others', () => {
    const patterns = filePatterns(readFileSync(new URL('../electron-builder.yml', import.meta.url), 'utf8'))
    const { extra, missing } = compareFiles(listPackage(archive, { isPack: false }), patterns)
    expectNone(extra, 'not listed')
    expectNone(missing, 'missing')
  })
  await report.check('the fuses of the binary are as decided', async () => {
    const { wrong, absent } = compareFuses(await getCurrentFuseWire(join(folder, name)))
    expectNone(wrong, 'set otherwise')
    return absent.length === 0 ? null : `this binary does not have ${absent.join(', ')}`
  })
  await report.check('a changed byte in the archive is refused', () => {
    throw new Skipped('Electron checks the archive on macOS and Windows only')
  })
}

const checkRunning = async (app: PackagedApp): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), 'check-package-'))
  const started: { close: () => void }[] = []
  process.on('exit', () => {
    for (const one of started.toReversed()) one.close()
    // It ends early, and without an error, when a program removes a file of its own at the same time.
    for (let tries = 0; existsSync(folder) && tries < 10; tries += 1)
      rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
  })
  const onStart = <T extends { close: () => void }>(one: T): T => {
    started.push(one)
    return one
  }
  const demo = onStart(await openDemoService(folder))
  const desktop = onStart(await openDesktop(folder))
  await checkInUse({ app, desktop, demo, report, folder, onStart })
}

const app = prepare(process.argv[2] === undefined ? undefined : resolve(process.argv[2]))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1))
await checkContents(app)
await checkRunning(app)
process.exit(report.end() ? 0 : 1)
