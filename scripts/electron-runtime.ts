// Which executable runs the app here: Electron's own binary, or the stand-in where the binary cannot be had.
import { spawnSync } from 'node:child_process'
import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  openSync,
  readFileSync,
  readSync,
  statSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const packageDir = `${root}node_modules/electron`

export type Runtime =
  | { kind: 'electron'; executable: string; version: string }
  | { kind: 'stand-in'; executable: string; distPath: string }

/** Tokens are sealed by safeStorage's asynchronous functions, which came with this version. */
const oldest = 42

const majorOf = (version: string): number => Number.parseInt(version, 10)

const isExecutableFile = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}

/** Electron's user agent is a literal of its binary. Reads it in parts: the file has 200 MB. */
const versionInside = (executable: string): string | null => {
  const part = Buffer.alloc(4 * 1024 * 1024)
  // A match may lie across two parts.
  const overlap = 64
  const file = openSync(executable, 'r')
  try {
    let kept = 0
    for (let count = 0; count < 128; count += 1) {
      const read = readSync(file, part, kept, part.length - kept, null)
      if (read === 0) return null
      const end = kept + read
      const found = /\bElectron\/(\d+\.\d+\.\d+[\w.-]*)/.exec(part.toString('latin1', 0, end))?.[1]
      if (found !== undefined) return found
      kept = Math.min(overlap, end)
      part.copyWithin(0, end - kept, end)
    }
    return null
  } finally {
    closeSync(file)
  }
}

/** @returns null where the file is not an Electron. Starts nothing. */
export const electronVersion = (executable: string): string | null => {
  // Releases have a file beside the binary, on macOS beside the bundle, where the binary itself says nothing.
  for (const folder of ['.', '../../..']) {
    const file = join(dirname(executable), folder, 'version')
    if (!existsSync(file)) continue
    const stated = /^v?(\d+\.\d+\.\d+\S*)\s*$/.exec(readFileSync(file, 'utf8'))?.[1]
    if (stated !== undefined) return stated
  }
  return versionInside(executable)
}

const installed = (): Runtime | null => {
  const named = `${packageDir}/path.txt`
  if (!existsSync(named)) return null
  const executable = `${packageDir}/dist/${readFileSync(named, 'utf8')}`
  const version = existsSync(executable) ? electronVersion(executable) : null
  return version === null ? null : { kind: 'electron', executable, version }
}

const builtFor = (): string =>
  (JSON.parse(readFileSync(`${packageDir}/package.json`, 'utf8')) as { version: string }).version

const atPath = (path: string): Runtime => {
  const executable = resolve(path)
  const refuse = (reason: string): Error => new Error(`SVC_LAUNCHER_RUNTIME: ${executable} ${reason}`)
  if (!isExecutableFile(executable))
    throw refuse("is not an executable file; give the path of Electron's binary, or stand-in.")
  const version = electronVersion(executable)
  if (version === null) throw refuse('is not an Electron; a script that starts one does not do.')
  const newest = builtFor()
  if (majorOf(version) < oldest)
    throw refuse(
      `is Electron ${version}, which is too old: this build needs ${oldest} to ${majorOf(newest)}.`,
    )
  if (majorOf(version) > majorOf(newest))
    throw refuse(`is Electron ${version}, which is newer than this build: it was made for ${newest}.`)
  return { kind: 'electron', executable, version }
}

/**
 * The binary that `SVC_LAUNCHER_RUNTIME` names, else the installed one, which is downloaded at first use, else the
 * stand-in. `SVC_LAUNCHER_RUNTIME=stand-in` skips the attempt.
 * @throws with one sentence for the person, where the named binary cannot run the app
 */
export const chooseRuntime = (named = process.env['SVC_LAUNCHER_RUNTIME'] ?? ''): Runtime => {
  const distPath = `${root}e2e/stand-in`
  const standIn: Runtime = { kind: 'stand-in', executable: `${distPath}/electron`, distPath }
  if (named === 'stand-in') return standIn
  if (named !== '') return atPath(named)
  const before = installed()
  if (before !== null) return before
  // The package does not download at install. Bounded: a download takes a minute, a network that drops packets for ever.
  spawnSync(process.execPath, [`${packageDir}/install.js`], { stdio: 'ignore', timeout: 300_000 })
  return installed() ?? standIn
}
