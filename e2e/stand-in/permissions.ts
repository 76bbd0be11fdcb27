// Permissions, as the app's check handler wants them. Chromium cannot ask through the protocol when a page asks; so the
// handler is asked about each permission when it is set, and Chromium refuses all others.
import type { CdpSession, Protocol } from './cdp.ts'
import { registeredSchemes } from './app-scheme.ts'
import { defaultSession } from './session.ts'
import { asElectron } from './strict.ts'

type Permission = Parameters<NonNullable<typeof defaultSession.permissionCheck>>[1]

const inChromium: [Permission, Protocol.Browser.PermissionType[]][] = [
  ['clipboard-sanitized-write', ['clipboardSanitizedWrite']],
  ['clipboard-read', ['clipboardReadWrite']],
  ['display-capture', ['displayCapture']],
  ['geolocation', ['geolocation']],
  ['idle-detection', ['idleDetection']],
  ['local-fonts', ['localFonts']],
  ['media', ['audioCapture', 'videoCapture']],
  ['midi', ['midi']],
  ['midiSysex', ['midiSysex']],
  ['notifications', ['notifications']],
  ['persistent-storage', ['durableStorage']],
  ['screen-wake-lock', ['wakeLockScreen']],
  ['sensors', ['sensors']],
  ['window-management', ['windowManagement']],
]

/** Without a handler everything is allowed, as in Electron. */
export async function allowPermissions(browser: CdpSession): Promise<void> {
  const check = defaultSession.permissionCheck
  const origin = `${registeredSchemes()[0] ?? 'file'}://`
  const allowed = inChromium.filter(
    ([name]) => !check || check(null, name, origin, asElectron({ isMainFrame: true })),
  )
  await browser.send('Browser.grantPermissions', { permissions: allowed.flatMap(([, names]) => names) })
}
