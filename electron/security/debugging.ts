// Keeps debuggers out of a packaged app, whose memory contains tokens. Electron's fuses disable Node's inspector only, so
// Chromium's remote debugging is refused by its command-line switches. Pure.
import type { WebPreferences } from 'electron'

// Chromium accepts one dash, and on Windows a slash and any case. Node accepts `_` for `-`.
const debuggingSwitch = /^(?:--?|\/)((?:remote[-_]debugging|inspect)(?:[-_][\w-]*)?)(?:=|$)/i

/** @param argv including the executable. @returns why a packaged app does not start, in one sentence, or null. */
export const debuggingRefusal = (argv: readonly string[]): string | null => {
  for (const word of argv.slice(1)) {
    const name = debuggingSwitch.exec(word)?.[1]
    if (name !== undefined)
      return `Svc Launcher does not start under a debugger. Remove --${name.toLowerCase()}.`
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
