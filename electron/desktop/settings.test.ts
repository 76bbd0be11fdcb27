import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createSettings, defaultSettings } from './settings.ts'

const open = (content?: string, folder = mkdtempSync(join(tmpdir(), 'svc-settings-'))) => {
  const file = join(folder, 'settings.json')
  if (content !== undefined) writeFileSync(file, content)
  const store = createSettings({ file, platform: 'linux', now: () => Date.UTC(2026, 10, 21, 4) })
  return { folder, file, store }
}

describe('the settings file', () => {
  test('APP-02 without a file the defaults apply, without a notice', () => {
    const { store } = open()
    expect(store.get()).toEqual(defaultSettings('linux'))
    expect(store.notice()).toBeNull()
  })

  test.each([
    ['not json', '{"theme":'],
    ['another shape', '[1,2]'],
    ['a null', 'null'],
    ['an empty file', ''],
  ])('APP-06 %s is set aside, said once, and never lost', (_name, content) => {
    const { folder, store } = open(content)
    expect(store.get()).toEqual(defaultSettings('linux'))
    expect(store.notice()).toContain('settings.json.broken-2026-11-21')
    const [aside] = readdirSync(folder)
    expect(readFileSync(join(folder, aside ?? ''), 'utf8')).toBe(content)
  })

  test.each([
    ['a theme of a newer version', { theme: 'sepia' }, 'Theme'],
    ['a time that is none', { briefTime: '25:99' }, 'Brief time'],
    ['fifty thousand days', { briefDays: Array.from({ length: 50_000 }, () => 1) }, 'Brief days'],
    ['a day twice', { briefDays: [1, 1] }, 'Brief days'],
    ['a time before meetings that cannot be chosen', { meetingReminder: 7 }, 'Remind me before meetings'],
    [
      'a number for a switch, and a list for a language',
      { launchAtLogin: 1, language: [] },
      'Language, Launch at login',
    ],
    ['a window smaller than a row', { window: { width: 1000, height: 10 } }, 'Window size'],
    ['a key that two actions have', { keys: { toggleDone: 'Mod+U', edit: 'Mod+U' } }, 'Keys in the window'],
    [
      'a letter as a hotkey',
      { hotkeys: { summon: 'A', capture: 'Ctrl+J', brief: 'Ctrl+B' } },
      'Show the palette',
    ],
    ['a word for all hotkeys', { hotkeys: 'x' }, 'Show the palette, Capture a task, Open the daily brief'],
  ])('APP-06 %s resets itself alone, and is said by its name', (_name, bad, names) => {
    const mine = {
      language: 'de',
      theme: 'dark',
      briefTime: '07:15',
      briefDays: [6],
      meetingReminder: 'off',
      quietNotices: ['mention'],
      launchAtLogin: true,
      firstSteps: { left: ['find'], until: 5 },
      keys: { toggleDone: 'Mod+U' },
      hotkeys: { summon: 'Ctrl+K', capture: 'Ctrl+J', brief: 'Ctrl+B' },
      compact: true,
      detailPane: false,
      window: { width: 1000, height: 600 },
    }
    const { folder, store } = open(JSON.stringify({ ...mine, ...bad }))
    const { hotkeys, ...rest } = defaultSettings('linux')
    const reset = Object.fromEntries(Object.entries(rest).filter(([name]) => name in bad))
    const keys =
      'hotkeys' in bad
        ? bad.hotkeys === 'x'
          ? hotkeys
          : { ...mine.hotkeys, summon: hotkeys.summon }
        : mine.hotkeys
    expect(store.get()).toEqual({ ...mine, ...reset, hotkeys: keys })
    expect(store.notice()).toContain(`were reset: ${names}.`)
    expect(readdirSync(folder)).toEqual(['settings.json'])
  })

  test('APP-11 unknown keys are ignored, missing ones get defaults', () => {
    const { store } = open('{"theme":"dark","someday":true}')
    expect(store.get()).toEqual({ ...defaultSettings('linux'), theme: 'dark' })
  })

  test('APP-06 a change is on disk, private, and survives a restart', async () => {
    const { folder, file, store } = open()
    await store.change({ briefTime: '07:15', briefDays: [6, 7] })
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(open(undefined, folder).store.get()).toMatchObject({ briefTime: '07:15', briefDays: [6, 7] })
    expect(readdirSync(folder)).toEqual(['settings.json'])
  })

  test('APP-06 two changes at once are both saved, in order', async () => {
    const { folder, store } = open()
    await Promise.all([
      store.change({ theme: 'dark', briefTime: '07:15' }),
      store.change({ launchAtLogin: true, briefTime: '07:30' }),
    ])
    const both = { theme: 'dark', launchAtLogin: true, briefTime: '07:30' }
    expect(store.get()).toMatchObject(both)
    expect(open(undefined, folder).store.get()).toMatchObject(both)
  })

  test('APP-06 a failed change does not block the next one', async () => {
    const { folder, file, store } = open()
    mkdirSync(file)
    await expect(store.change({ theme: 'dark' })).rejects.toThrow()
    rmdirSync(file)
    await store.change({ launchAtLogin: true })
    expect(open(undefined, folder).store.get()).toMatchObject({ theme: 'system', launchAtLogin: true })
  })

  test('APP-02 the summon hotkey is never the system menu of Windows', () => {
    expect(defaultSettings('windows').hotkeys.summon).toBe('Ctrl+Alt+Space')
    expect(defaultSettings('mac').hotkeys.summon).toBe('Alt+Space')
  })
})
