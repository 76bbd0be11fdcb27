// Which executable runs the app here: Electron's own binary, or the stand-in where the binary cannot be had.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const packageDir = `${root}node_modules/electron`

export type Runtime =
  | { kind: 'electron'; executable: string }
  | { kind: 'stand-in'; executable: string; distPath: string }

const realBinary = (): string | null => {
  const named = `${packageDir}/path.txt`
  if (!existsSync(named)) return null
  const executable = `${packageDir}/dist/${readFileSync(named, 'utf8')}`
  return existsSync(executable) ? executable : null
}

/**
 * The real binary where it is installed or can be downloaded (once, bounded), else the stand-in.
 * `SVC_LAUNCHER_RUNTIME=stand-in` skips the attempt.
 */
export const chooseRuntime = (): Runtime => {
  if (process.env['SVC_LAUNCHER_RUNTIME'] !== 'stand-in') {
    const installed = realBinary()
    if (installed !== null) return { kind: 'electron', executable: installed }
    // Electron 42 and later download at first use, not at install.
    spawnSync(process.execPath, [`${packageDir}/install.js`], { stdio: 'ignore', timeout: 300_000 })
    const downloaded = realBinary()
    if (downloaded !== null) return { kind: 'electron', executable: downloaded }
  }
  const distPath = `${root}e2e/stand-in`
  return { kind: 'stand-in', executable: `${distPath}/electron`, distPath }
}
