// Keeps debuggers out of a packaged app: tokens are in its memory, and the page may ask for anything that was seen. The
// fuses refuse Node's inspector only, so the command line is read for Chromium's remote debugging. Pure.
import type { WebPreferences } from 'electron'

// Chromium takes one dash for two, on Windows a slash and any case too; Node takes `_` for `-`.
const debuggingSwitch = /^(?:--?|\/)((?:remote[-_]debugging|inspect)(?:[-_][\w-]*)?)(?:=|$)/i

/** @param argv whole, the executable included. @returns why a packaged app does not start, in one sentence, or null. */
export const debuggingRefusal = (argv: readonly string[]): string | null => {
  for (const word of argv.slice(1)) {
    const name = debuggingSwitch.exec(word)?.[1]
    if (name !== undefined)
      return `Svc Launcher does not start under a debugger: leave out --${name.toLowerCase()}.`
  }
  return null
}

/**
 * What Chromium allows the launcher's page.
 * @param preload absolute path of the bundled preload
 * @param isPackaged in a checkout, DevTools may be opened
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
    // A hidden page must still paint its reset, or the next summon flashes the old frame (electron#9720).
    backgroundThrottling: false,
  }) satisfies WebPreferences
