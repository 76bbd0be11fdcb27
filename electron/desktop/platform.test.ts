import { describe, expect, test } from 'vitest'
import { applicationMenu, reopenRequest, lendGtkTheme, relaunchOptions, startArguments } from './platform.ts'

const elsewhere = ['win32', 'linux'] as const

describe('the application menu', () => {
  test('APP-05 provides the keys of text fields on macOS', () => {
    expect(applicationMenu('darwin')).toContainEqual({ role: 'editMenu' })
  })

  test.each(elsewhere)('APP-05 on %s there is none', (platform) => {
    expect(applicationMenu(platform)).toBeNull()
  })
})

test.each([
  ['darwin', true, ['svc-launcher', '--hidden']],
  ['darwin', false, ['svc-launcher']],
  ['win32', true, ['svc-launcher']],
  ['linux', true, ['svc-launcher']],
] as const)('APP-02 a start on %s, at login: %s', (platform, wasOpenedAtLogin, expected) => {
  expect(startArguments(['svc-launcher'], { platform, wasOpenedAtLogin })).toEqual(expected)
})

test.each([
  [{}, '/opt/svc-launcher'],
  [{ APPIMAGE: '/home/ada/Svc.AppImage' }, '/home/ada/Svc.AppImage'],
])('APP-06 T2 a restart keeps the command line, and is in view (%o)', (env, execPath) => {
  const argv = ['svc-launcher', '--user-data-dir=/p', '--hidden']
  expect(relaunchOptions({ argv, execPath: '/opt/svc-launcher', env })).toEqual({
    execPath,
    args: ['--user-data-dir=/p'],
  })
})

test('APP-02 on macOS opening the running app shows the palette', () => {
  expect(reopenRequest('darwin')).toEqual({ type: 'show', view: 'palette' })
})

test.each(elsewhere)('APP-02 on %s a second start passes its own request', (platform) => {
  expect(reopenRequest(platform)).toBeNull()
})

test.each([
  ['dark', undefined, 'Adwaita:dark'],
  ['light', undefined, 'Adwaita'],
  ['system', undefined, undefined],
  ['dark', 'Own', 'Own'],
] as const)(
  'APP-02 with the theme %s, and %s in the environment, GTK starts as %s, and the environment is restored',
  (theme, own, lent) => {
    const env: NodeJS.ProcessEnv = own === undefined ? {} : { GTK_THEME: own }
    const end = lendGtkTheme(env, theme)
    expect(env['GTK_THEME']).toBe(lent)
    end()
    expect(env['GTK_THEME']).toBe(own)
  },
)
