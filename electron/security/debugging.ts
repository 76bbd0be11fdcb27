// Keeps other programs of this computer out of a packaged app, whose memory contains tokens. Electron's fuses disable Node's
// inspector only, so Chromium's switches are refused by name. Pure.
import type { WebPreferences } from 'electron'

// Chromium accepts one dash, and on Windows a slash and any case. Node accepts `_` for `-`.
const anySwitch = /^(?:--?|\/)([a-z][\w-]*)(?:=|$)/i

const debuggers =
  /^(?:remote-debugging|inspect|wait-for-debugger)(?:-|$)|^(?:gpu|gpu2|renderer|utility)-startup-dialog$/

/**
 * Switches for development, each with what it gives away. Switches that people need stay: proxies, `password-store`, ozone,
 * the GPU, scaling, accessibility, features, logging, and `no-sandbox`, without which an AppImage does not start on some
 * systems.
 */
const refused: Readonly<Record<string, readonly string[]>> = {
  'its memory': [
    'allow-sandbox-debugging',
    'browser-subprocess-path',
    'enable-ui-devtools',
    'gpu-launcher',
    'js-flags',
    'mojo-core-library-path',
    'renderer-cmd-prefix',
    'single-process',
    'utility-cmd-prefix',
    'zygote-cmd-prefix',
  ],
  'its page': [
    'allow-file-access-from-files',
    'allow-running-insecure-content',
    'blink-settings',
    'disable-extensions-except',
    'disable-web-security',
    'enable-tracing',
    'load-component-extension',
    'load-extension',
    'reduce-security-for-testing',
    'trace-config-file',
    'trace-startup',
    'trace-startup-file',
    'unsafely-treat-insecure-origin-as-secure',
  ],
  'its keys': ['use-mock-keychain'],
  'its traffic': [
    'allow-insecure-localhost',
    'host-resolver-rules',
    'host-rules',
    'ignore-certificate-errors',
    'ignore-certificate-errors-spki-list',
    'log-net-log',
    'net-log-capture-mode',
    'ssl-key-log-file',
  ],
}

/** @param argv including the executable. @returns why a packaged app does not start, in one or two sentences, or null. */
export const switchRefusal = (argv: readonly string[]): string | null => {
  for (const word of argv.slice(1)) {
    const written = anySwitch.exec(word)?.[1]?.toLowerCase()
    if (written === undefined) continue
    const name = written.replaceAll('_', '-')
    if (debuggers.test(name)) return `Svc Launcher does not start under a debugger. Remove --${written}.`
    for (const [what, names] of Object.entries(refused))
      if (names.includes(name))
        return `Svc Launcher does not start with --${written}, which opens ${what} to other programs. Remove it.`
  }
  return null
}

/**
 * Chromium's preferences for the page.
 * @param preload absolute path of the bundled preload
 * @param isPackaged DevTools are available in a checkout only
 */
export const pagePreferences = ({ preload, isPackaged }: { preload: string; isPackaged: boolean }) =>
  ({
    preload,
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    webSecurity: true,
    webviewTag: false,
    devTools: !isPackaged,
    spellcheck: false,
    // A hidden page must repaint, or the next summon flashes an old frame (electron#9720).
    backgroundThrottling: false,
  }) satisfies WebPreferences
