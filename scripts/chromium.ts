// Debian's two builds of Chromium. They have the same engine; the one without windows starts in a third of the time.
import { existsSync } from 'node:fs'

export const chromium = '/usr/bin/chromium'
export const headlessShell = '/usr/bin/chromium-headless-shell'

/** For whoever needs no window: systems that do not have the other build take the usual one. */
export const headlessChromium = (): string => (existsSync(headlessShell) ? headlessShell : chromium)
