// How Electron reads its command line: switches before the app, the app's folder or file, and the rest for the app.
import { existsSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'

export interface CommandLine {
  /** `-r` modules: Playwright's loader. */
  preload: string[]
  /** The app's folder or file as given. */
  app: string | undefined
  /** `--name` and `--name=value` anywhere; the last one counts. */
  switches: Map<string, string>
}

export function readCommandLine(parameters: readonly string[]): CommandLine {
  const preload: string[] = []
  let app: string | undefined
  for (let at = 0; at < parameters.length && app === undefined; at += 1) {
    const parameter = parameters[at] ?? ''
    if (parameter === '-r' || parameter === '--require') {
      at += 1
      preload.push(parameters[at] ?? '')
    } else if (!parameter.startsWith('-')) app = parameter
  }
  const switches = new Map<string, string>()
  for (const parameter of parameters) {
    const [, name, value = ''] = /^--([^=]+)(?:=(.*))?$/s.exec(parameter) ?? []
    if (name !== undefined) switches.set(name.toLowerCase(), value)
  }
  return { preload, app, switches }
}

export interface AppFiles {
  entry: string
  appPath: string
  name: string
  version: string
}

/** The fields of package.json about the app; a file alone is an app as well. */
export function findApp(given: string): AppFiles {
  const path = resolve(given)
  if (!existsSync(path)) throw new Error(`Unable to find Electron app at ${path}`)
  const isFolder = statSync(path).isDirectory()
  const appPath = isFolder ? path : dirname(path)
  const file = join(appPath, 'package.json')
  const described: Record<string, unknown> =
    isFolder && existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
  const text = (key: string): string | undefined =>
    typeof described[key] === 'string' ? described[key] : undefined
  return {
    entry: isFolder ? join(path, text('main') ?? 'index.js') : path,
    appPath,
    name: text('productName') ?? text('name') ?? (isFolder ? basename(path) : 'Electron'),
    version: text('version') ?? '0.0.0',
  }
}
