import { describe, expect, it } from 'vitest'
import { originOf, policyToWire, registerScheme, toApp, toWire } from './app-scheme.ts'
import { readCommandLine } from './command-line.ts'
import { normalizeAccelerator } from './global-shortcut.ts'

registerScheme('app')

describe('addresses of a custom scheme', () => {
  it.each([
    ['app://launcher/index.html?a=1#b', 'https://launcher.app.standin.test/index.html?a=1#b'],
    ['app://launcher', 'https://launcher.app.standin.test/'],
    ['app://launcher/%2e%2e/x', 'https://launcher.app.standin.test/%2e%2e/x'],
    ['https://example.com/app://launcher', 'https://example.com/app://launcher'],
    ['other://launcher/', 'other://launcher/'],
  ])('%s is loaded as %s', (url, wire) => {
    expect(toWire(url)).toBe(wire)
    if (url !== wire && url.includes('/index')) expect(toApp(wire)).toBe(url)
  })

  it('knows their origin, which Node does not', () => {
    expect(originOf('app://launcher/index.html')).toBe('app://launcher')
    expect(originOf('https://example.com/x')).toBe('https://example.com')
    expect(originOf('nonsense')).toBe('null')
  })

  it('says the same in a policy', () => {
    expect(policyToWire("default-src 'none'; img-src app: data:; connect-src app://launcher 'self'")).toBe(
      "default-src 'none'; img-src https://*.app.standin.test data:; connect-src https://launcher.app.standin.test/ 'self'",
    )
  })
})

describe('the command line', () => {
  it('tells modules, the app and switches apart, as Playwright gives them', () => {
    const given =
      '-r /loader.js --no-sandbox --inspect=0 --remote-debugging-port=0 . --user-data-dir=/x=y --hidden'.split(
        ' ',
      )
    const { preload, app, switches } = readCommandLine(given)
    expect([preload, app]).toEqual([['/loader.js'], '.'])
    expect(Object.fromEntries(switches)).toEqual({
      'no-sandbox': '',
      inspect: '0',
      'remote-debugging-port': '0',
      'user-data-dir': '/x=y',
      hidden: '',
    })
  })
})

describe('accelerators', () => {
  it.each([
    ['Ctrl+Alt+Space', 'Alt+Control+space'],
    ['alt+CONTROL+space', 'Alt+Control+space'],
    ['CommandOrControl+K', 'Control+k'],
    ['Shift+Esc', 'Shift+escape'],
    ['F12', 'f12'],
  ])('%s is %s', (accelerator, normal) => {
    expect(normalizeAccelerator(accelerator)).toBe(normal)
  })

  it.each(['Alt+Nope', 'Space+Alt', '', 'Alt+'])('%s cannot be read', (accelerator) => {
    expect(() => normalizeAccelerator(accelerator)).toThrow(TypeError)
  })
})
