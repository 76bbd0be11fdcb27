import { expect, test } from 'vitest'
import { debuggingRefusal, pagePreferences } from './debugging.ts'

test.each([
  ['--remote-debugging-port=0', 'remote-debugging-port'],
  ['--remote-debugging-port', 'remote-debugging-port'],
  ['-remote-debugging-port=9222', 'remote-debugging-port'],
  ['/Remote-Debugging-Port=9222', 'remote-debugging-port'],
  ['--remote-debugging-pipe', 'remote-debugging-pipe'],
  ['--remote-debugging-pipe=JSON', 'remote-debugging-pipe'],
  ['--remote-debugging-io-pipes=3,4', 'remote-debugging-io-pipes'],
  ['--inspect', 'inspect'],
  ['--inspect=0.0.0.0:9229', 'inspect'],
  ['--inspect-brk', 'inspect-brk'],
  ['--inspect_brk=0', 'inspect_brk'],
  ['--inspect-wait', 'inspect-wait'],
  ['--inspect-publish-uid=http', 'inspect-publish-uid'],
])('APP-09 W10 a packaged app does not start with %s, and says so in one sentence', (word, name) => {
  expect(debuggingRefusal(['svc-launcher', '--hidden', word])).toBe(
    `Svc Launcher does not start under a debugger. Remove --${name}.`,
  )
})

test.each([
  [[]],
  [['--user-data-dir=/home/ada/--inspect', '--toggle']],
  [['--user-data-dir', '/inspect/profile']],
  [['--no-sandbox', '--ozone-platform=wayland', '--enable-logging']],
  [['--inspection', '--remote-debuggingport']],
  [['svc-launcher://brief']],
])('APP-09 W10 the command line %j starts', (words) => {
  expect(debuggingRefusal(['/inspect', ...words])).toBeNull()
})

test.each([
  ['a packaged app', true, false],
  ['a checkout', false, true],
])('APP-09 W9 in %s, whether DevTools open is %j → %j', (_name, isPackaged, devTools) => {
  expect(pagePreferences({ preload: '/preload.cjs', isPackaged }).devTools).toBe(devTools)
})
