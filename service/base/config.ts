// Default locations.
import { homedir } from 'node:os'
import { join } from 'node:path'

export const defaultHost = '127.0.0.1'
export const defaultPort = 4700

/** The user's data directory on each system. */
function dataDirectory(platform: NodeJS.Platform, env: NodeJS.ProcessEnv): string {
  if (platform === 'darwin') return join(homedir(), 'Library', 'Application Support')
  if (platform === 'win32') return env['LOCALAPPDATA'] ?? join(homedir(), 'AppData', 'Local')
  // The XDG specification ignores relative paths.
  const xdg = env['XDG_DATA_HOME']
  return xdg?.startsWith('/') ? xdg : join(homedir(), '.local', 'share')
}

/**
 * The compile cache of `svc`. In the user's own folder, because code in a folder that others can write to, like the temporary
 * one, would run as this user.
 */
export function compileCacheDirectory(platform = process.platform, env = process.env): string {
  const xdg = env['XDG_CACHE_HOME']
  const caches =
    platform === 'darwin'
      ? join(homedir(), 'Library', 'Caches')
      : platform === 'win32'
        ? dataDirectory(platform, env)
        : xdg?.startsWith('/')
          ? xdg
          : join(homedir(), '.cache')
  return join(caches, 'svc-launcher', 'compiled')
}

/** The default of `--database`. SVC_DATABASE keeps a password out of the list of processes. */
export const defaultDatabase = (platform = process.platform, env = process.env): string =>
  env['SVC_DATABASE'] ?? `file:${join(dataDirectory(platform, env), 'svc-launcher', 'workspace.db')}`

/** The default file of sealing keys. Not beside the database, so that a copy of that folder contains no keys. */
export const defaultSealingKeyFile = (platform = process.platform, env = process.env): string =>
  join(dataDirectory(platform, env), 'svc-launcher-keys', 'sealing.key')
