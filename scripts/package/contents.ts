// Checks the files in a packaged app's archive and the fuses of its binary.
import { matchesGlob } from 'node:path'
import { FuseState, FuseV1Options, type getCurrentFuseWire } from '@electron/fuses'

const { DISABLE: off, ENABLE: on } = FuseState

/** Every fuse of the shipped binary, as docs/contributing/packaging.md explains them and electron-builder.yml sets them. */
export const decidedFuses = {
  [FuseV1Options.RunAsNode]: off,
  [FuseV1Options.EnableCookieEncryption]: on,
  [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: off,
  [FuseV1Options.EnableNodeCliInspectArguments]: off,
  [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: on,
  [FuseV1Options.OnlyLoadAppFromAsar]: on,
  [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: off,
  [FuseV1Options.GrantFileProtocolExtraPrivileges]: off,
  // Electron's default: electron-builder does not set it.
  [FuseV1Options.WasmTrapHandlers]: on,
} as const satisfies Record<FuseV1Options, FuseState>

const fuseOptions = Object.keys(decidedFuses).map(Number) as FuseV1Options[]

type FuseWire = Partial<Pick<Awaited<ReturnType<typeof getCurrentFuseWire>>, FuseV1Options>>

/** @returns the names of the fuses that are set otherwise than decided, and of those that the binary does not have. */
export const compareFuses = (wire: FuseWire): { wrong: string[]; absent: string[] } => {
  const wrong: string[] = []
  const absent: string[] = []
  for (const option of fuseOptions) {
    const state = wire[option]
    if (state === on || state === off) {
      if (state !== decidedFuses[option]) wrong.push(FuseV1Options[option])
    } else absent.push(FuseV1Options[option])
  }
  return { wrong, absent }
}

/** Reads the list `files` of electron-builder.yml. */
export const filePatterns = (config: string): string[] => {
  const list = /^files:\n((?: +- .*\n)+)/m.exec(config)?.[1]
  if (list === undefined) throw new Error('electron-builder.yml has no list "files".')
  return list
    .trimEnd()
    .split('\n')
    .map((line) => line.replace(/^ +- /, '').replace(/^'(.*)'$/, '$1'))
}

/** The last pattern that matches decides, as in electron-builder. */
const isListed = (path: string, patterns: readonly string[]): boolean => {
  const last = patterns.findLast((pattern) => matchesGlob(path, pattern.replace(/^!/, '')))
  return last !== undefined && !last.startsWith('!')
}

/** What the app does not start without. */
const needed = [
  'package.json',
  'out/preload/preload.cjs',
  'out/renderer/index.html',
  'out/service/embedded.js',
]

/**
 * @param listing paths that begin with a slash, folders included, as @electron/asar lists them
 * @param patterns of electron-builder.yml
 */
export const compareFiles = (
  listing: readonly string[],
  patterns: readonly string[],
): { extra: string[]; missing: string[] } => {
  const paths = listing.map((path) => path.slice(1))
  const folders = new Set(
    paths.flatMap((path) => path.split('/').map((_, depth, parts) => parts.slice(0, depth).join('/'))),
  )
  const files = paths.filter((path) => !folders.has(path))
  return {
    extra: files.filter((file) => !isListed(file, patterns)),
    missing: needed.filter((file) => !files.includes(file)),
  }
}
