import { homedir } from 'node:os'
import { expect, test } from 'vitest'
import { compileCacheDirectory, defaultDatabase, defaultSealingKeyFile } from './config.ts'

test.each([
  ['linux', {}, `${homedir()}/.local/share/svc-launcher/workspace.db`],
  ['linux', { XDG_DATA_HOME: '/data' }, '/data/svc-launcher/workspace.db'],
  ['linux', { XDG_DATA_HOME: 'relative' }, `${homedir()}/.local/share/svc-launcher/workspace.db`],
  ['darwin', {}, `${homedir()}/Library/Application Support/svc-launcher/workspace.db`],
  ['win32', { LOCALAPPDATA: '/local' }, '/local/svc-launcher/workspace.db'],
] as const)(
  'CLI-03 on %s with %j the database is in the user’s data directory',
  (platform, env, expected) => {
    expect(defaultDatabase(platform, env)).toBe(`file:${expected}`)
  },
)

test('CLI-03 SVC_DATABASE names the database, so that a password is not on the command line', () => {
  expect(defaultDatabase('linux', { SVC_DATABASE: 'postgres://u:p@h/d' })).toBe('postgres://u:p@h/d')
})

test.each([
  ['linux', {}, `${homedir()}/.cache/svc-launcher/compiled`],
  ['linux', { XDG_CACHE_HOME: '/caches' }, '/caches/svc-launcher/compiled'],
  ['linux', { XDG_CACHE_HOME: 'relative' }, `${homedir()}/.cache/svc-launcher/compiled`],
  ['darwin', {}, `${homedir()}/Library/Caches/svc-launcher/compiled`],
  ['win32', { LOCALAPPDATA: '/local' }, '/local/svc-launcher/compiled'],
] as const)('CLI-03 on %s with %j what is compiled is kept for the user alone', (platform, env, expected) => {
  expect(compileCacheDirectory(platform, env)).toBe(expected)
})

test('CLI-02 the sealing keys are not in the database’s folder', () => {
  const file = defaultSealingKeyFile('linux', { XDG_DATA_HOME: '/data' })
  expect(file).toBe('/data/svc-launcher-keys/sealing.key')
})
