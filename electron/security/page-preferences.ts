// What the page of the launcher may do, as Chromium is told when it is made. Pure.
import type { WebPreferences } from 'electron'

/** @param preload absolute path of the bundled preload. @param isPackaged in a checkout, DevTools may be opened. */
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
