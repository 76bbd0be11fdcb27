import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { failed, succeeded } from '../../shared/errors.ts'
import type { SettingsView } from '../../shared/ipc/settings.ts'
import { autostartEntry } from './launch-at-login.ts'
import type { Log } from '../log.ts'
import { createPreferences } from './preferences.ts'
import { createSettings, type Platform } from './settings.ts'

const quiet: Log = { info: () => undefined, warn: () => undefined, bug: () => 'bug' }

const start = (platform: Platform = 'linux') => {
  const folder = mkdtempSync(join(tmpdir(), 'svc-preferences-'))
  const store = createSettings({ file: join(folder, 'settings.json'), platform: 'linux', now: Date.now })
  const enforced: string[] = []
  const asked: string[] = []
  const told: SettingsView[] = []
  const preferences = createPreferences({
    store,
    hotkeys: {
      states: () => ({
        summon: { accelerator: asked.at(-1) ?? 'Ctrl+Alt+Space', state: 'active' },
        capture: { accelerator: 'Ctrl+Alt+Shift+Space', state: 'active' },
        brief: { accelerator: '', state: 'unset' },
      }),
      change: (_name, accelerator) => {
        if (accelerator === 'Taken') return failed({ kind: 'invalidInput', message: 'Taken.', fields: [] })
        asked.push(accelerator)
        return succeeded(undefined)
      },
    },
    speaks: () => ({ language: 'en', locale: 'en-US' }),
    platform,
    version: '1.0.0',
    localDatabase: '/home/ada/workspace.db',
    enforce: ({ theme }) => enforced.push(theme),
    onChange: (view) => told.push(view),
    log: quiet,
  })
  return { folder, store, preferences, enforced, asked, told }
}

test('APP-02 a hotkey that is taken changes no setting', async () => {
  const { preferences, store } = start()
  expect(await preferences.recordHotkey('summon', 'Taken')).toMatchObject({ ok: false })
  expect(store.get().hotkeys.summon).toBe('Ctrl+Alt+Space')
})

test('APP-02 Alt+Space is refused on Windows and allowed elsewhere', async () => {
  for (const accelerator of ['Alt+Space', 'alt+space']) {
    const { preferences, asked } = start('windows')
    expect(await preferences.recordHotkey('summon', accelerator)).toMatchObject({
      error: { kind: 'invalidInput' },
    })
    expect(asked).toEqual([])
  }
  expect(await start('linux').preferences.recordHotkey('summon', 'Alt+Space')).toMatchObject({ ok: true })
})

test('APP-02 two hotkeys recorded at once are both saved', async () => {
  const { preferences, store } = start()
  await Promise.all([
    preferences.recordHotkey('summon', 'Ctrl+K'),
    preferences.recordHotkey('capture', 'Ctrl+J'),
  ])
  expect(store.get().hotkeys).toMatchObject({ summon: 'Ctrl+K', capture: 'Ctrl+J' })
})

test('APP-06 a change is emitted once, with the new settings', async () => {
  const { preferences, told } = start()
  await preferences.change({ theme: 'dark' })
  expect(told).toEqual([preferences.view()])
  expect(told[0]?.settings.theme).toBe('dark')
})

test('APP-06 settings that cannot be saved are not applied', async () => {
  const { folder, preferences, store, enforced, asked } = start()
  rmSync(folder, { recursive: true })
  writeFileSync(folder, '')
  expect(await preferences.change({ theme: 'dark' })).toMatchObject({ error: { kind: 'notKept' } })
  expect([store.get().theme, enforced]).toEqual(['system', []])
  await preferences.recordHotkey('summon', 'Ctrl+K')
  expect(asked).toEqual(['Ctrl+K', 'Ctrl+Alt+Space'])
})

test('APP-09 a path with spaces and quotes is one argument at login', () => {
  expect(autostartEntry('/opt/Svc "L" $x')).toContain(String.raw`Exec="/opt/Svc \"L\" \$x" --hidden`)
})
