import { expect, test } from 'vitest'
import { switchRefusal, pagePreferences } from './debugging.ts'

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
  ['--wait-for-debugger-children=renderer', 'wait-for-debugger-children'],
  ['--renderer-startup-dialog', 'renderer-startup-dialog'],
])('APP-09 W10 a packaged app does not start with %s, and says so in one sentence', (word, name) => {
  expect(switchRefusal(['svc-launcher', '--hidden', word])).toBe(
    `Svc Launcher does not start under a debugger. Remove --${name}.`,
  )
})

test.each([
  // Code of other programs runs in the app's processes, or may read them.
  ['--js-flags=--allow-natives-syntax', 'js-flags', 'its memory'],
  ['--renderer-cmd-prefix=gdb', 'renderer-cmd-prefix', 'its memory'],
  ['--utility-cmd-prefix=gdb', 'utility-cmd-prefix', 'its memory'],
  ['--zygote-cmd-prefix=gdb', 'zygote-cmd-prefix', 'its memory'],
  ['--gpu-launcher=gdb', 'gpu-launcher', 'its memory'],
  ['--browser-subprocess-path=/tmp/x', 'browser-subprocess-path', 'its memory'],
  ['--mojo-core-library-path=/tmp/x.so', 'mojo-core-library-path', 'its memory'],
  ['--allow-sandbox-debugging', 'allow-sandbox-debugging', 'its memory'],
  ['--enable-ui-devtools', 'enable-ui-devtools', 'its memory'],
  // The page would run in the process that holds the tokens.
  ['--single-process', 'single-process', 'its memory'],
  // Other code or other origins in the page, or pictures and events of it in a file.
  ['--load-extension=/tmp/x', 'load-extension', 'its page'],
  ['--load-component-extension=/tmp/x', 'load-component-extension', 'its page'],
  ['--disable-extensions-except=/tmp/x', 'disable-extensions-except', 'its page'],
  ['--disable-web-security', 'disable-web-security', 'its page'],
  ['-disable-web-security', 'disable-web-security', 'its page'],
  ['/Disable-Web-Security', 'disable-web-security', 'its page'],
  ['--blink-settings=webSecurityEnabled=false', 'blink-settings', 'its page'],
  ['--allow-file-access-from-files', 'allow-file-access-from-files', 'its page'],
  ['--allow-running-insecure-content', 'allow-running-insecure-content', 'its page'],
  [
    '--unsafely-treat-insecure-origin-as-secure=http://x',
    'unsafely-treat-insecure-origin-as-secure',
    'its page',
  ],
  ['--reduce-security-for-testing', 'reduce-security-for-testing', 'its page'],
  ['--enable-tracing=disabled-by-default-devtools.screenshot', 'enable-tracing', 'its page'],
  ['--trace-config-file=/tmp/x', 'trace-config-file', 'its page'],
  ['--trace-startup=*', 'trace-startup', 'its page'],
  ['--trace-startup-file=/tmp/x', 'trace-startup-file', 'its page'],
  // The vault's key would be sealed with a key that is the same everywhere.
  ['--use-mock-keychain', 'use-mock-keychain', 'its keys'],
  // Requests with tokens go elsewhere, to anybody's certificate, or can be decrypted.
  ['--host-rules=MAP * 127.0.0.1:1', 'host-rules', 'its traffic'],
  ['--host-resolver-rules=MAP * 127.0.0.1', 'host-resolver-rules', 'its traffic'],
  ['--ignore-certificate-errors', 'ignore-certificate-errors', 'its traffic'],
  ['--ignore-certificate-errors-spki-list=x', 'ignore-certificate-errors-spki-list', 'its traffic'],
  ['--allow-insecure-localhost', 'allow-insecure-localhost', 'its traffic'],
  ['--ssl-key-log-file=/tmp/x', 'ssl-key-log-file', 'its traffic'],
  ['--log-net-log', 'log-net-log', 'its traffic'],
  ['--net-log-capture-mode=Everything', 'net-log-capture-mode', 'its traffic'],
])('APP-09 W10 a packaged app does not start with %s', (word, name, what) => {
  expect(switchRefusal(['svc-launcher', '--hidden', word])).toBe(
    `Svc Launcher does not start with --${name}, which opens ${what} to other programs. Remove it.`,
  )
})

test.each([
  ['our own switches', ['--user-data-dir=/home/ada/--inspect', '--toggle']],
  ['a folder that is named like a switch', ['--user-data-dir', '/inspect/profile']],
  ['no words', []],
  ['a deep link', ['svc-launcher://brief']],
  ['names that only begin like a debugger', ['--inspection', '--remote-debuggingport', '--host-rules-x']],
  [
    'the proxy of an office',
    [
      '--proxy-server=http://p:8080',
      '--proxy-pac-url=http://p/x',
      '--proxy-bypass-list=*.a',
      '--no-proxy-server',
    ],
  ],
  [
    'its single sign-on',
    ['--auth-server-allowlist=*.acme.test', '--auth-negotiate-delegate-allowlist=*.acme.test'],
  ],
  // The vault itself judges what the keyring sealed.
  ['the keyring of a desktop that Chromium does not know', ['--password-store=gnome-libsecret']],
  ['Wayland or X11', ['--ozone-platform=wayland', '--ozone-platform-hint=auto', '--enable-wayland-ime']],
  [
    'a broken graphics driver',
    ['--disable-gpu', '--in-process-gpu', '--disable-gpu-sandbox', '--use-gl=angle'],
  ],
  [
    'features, which often mend a desktop',
    ['--enable-features=X', '--disable-features=WaylandFractionalScaleV1'],
  ],
  ['another size or language', ['--force-device-scale-factor=2', '--high-dpi-support=1', '--lang=de']],
  ['a screen reader', ['--force-renderer-accessibility']],
  ['a log for support', ['--enable-logging', '--v=1', '--vmodule=*/net/*=1', '--log-file=/tmp/x']],
  // Chromium has no sandbox where user namespaces are restricted; docs/contributing/testing.md does not recommend it.
  ['an AppImage that does not start otherwise', ['--no-sandbox']],
])('APP-09 W10 a packaged app starts with %s', (_what, words) => {
  expect(switchRefusal(['/inspect', ...words])).toBeNull()
})

test.each([
  ['a packaged app', true, false],
  ['a checkout', false, true],
])('APP-09 W9 in %s, whether DevTools open is %j → %j', (_name, isPackaged, devTools) => {
  expect(pagePreferences({ preload: '/preload.cjs', isPackaged }).devTools).toBe(devTools)
})
