// What this project needs from Debian. On a person's machine it is named in one line; in CI it is installed.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** Package → the file that proves it is there. */
const proof = { chromium: '/usr/bin/chromium', xvfb: '/usr/bin/Xvfb' } as const

export type DebianPackage = keyof typeof proof

/** @returns the packages that are missing, after installing what CI may install. */
export const missingPackages = (wanted: readonly DebianPackage[]): DebianPackage[] => {
  const missing = (): DebianPackage[] => wanted.filter((name) => !existsSync(proof[name]))
  const before = missing()
  if (before.length === 0 || process.env['CI'] === undefined) return before
  const apt = (...args: string[]): void => {
    spawnSync('apt-get', ['-y', '-qq', ...args], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
  }
  apt('update')
  apt('install', '--no-install-recommends', ...before)
  return missing()
}

export const installHint = (missing: readonly DebianPackage[]): string =>
  `Missing from Debian: ${missing.join(', ')}. Install with: sudo apt-get install -y ${missing.join(' ')}`
