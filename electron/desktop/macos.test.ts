import { describe, expect, test } from 'vitest'
import { applicationMenu, askOfReopening, startArguments } from './macos.ts'

const elsewhere = ['win32', 'linux'] as const

describe('the application menu', () => {
  test('APP-05 on macOS holds the keys of text fields', () => {
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

test('APP-02 on macOS opening the running app shows the palette', () => {
  expect(askOfReopening('darwin')).toEqual({ type: 'show', view: 'palette' })
})

test.each(elsewhere)('APP-02 on %s a second start says itself what it wants', (platform) => {
  expect(askOfReopening(platform)).toBeNull()
})
