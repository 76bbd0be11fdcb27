// Where things are when nobody says otherwise.
import { homedir } from 'node:os'
import { join } from 'node:path'

export const defaultHost = '127.0.0.1'
export const defaultPort = 4700

/** The user's data directory, as each system has it. */
function dataDirectory(platform: NodeJS.Platform, env: NodeJS.ProcessEnv): string {
  if (platform === 'darwin') return join(homedir(), 'Library', 'Application Support')
  if (platform === 'win32') return env['LOCALAPPDATA'] ?? join(homedir(), 'AppData', 'Local')
  // The XDG specification says that a relative path is to be ignored.
  const xdg = env['XDG_DATA_HOME']
  return xdg?.startsWith('/') ? xdg : join(homedir(), '.local', 'share')
}

/**
 * Where `svc` keeps what it compiled, for its next start. The user's own: what lies in a folder that others may write
 * to, like the system's temporary one, would run as this user.
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

/** The `--database` of a command that names none. SVC_DATABASE keeps a password out of the list of processes. */
export const defaultDatabase = (platform = process.platform, env = process.env): string =>
  env['SVC_DATABASE'] ?? `file:${join(dataDirectory(platform, env), 'svc-launcher', 'workspace.db')}`

/** The sealing keys of a service that is given none; not in the database's folder, whose copies must open nothing. */
export const defaultSealingKeyFile = (platform = process.platform, env = process.env): string =>
  join(dataDirectory(platform, env), 'svc-launcher-keys', 'sealing.key')
