// Denies every page of this app navigation, new windows, embedding, devices and downloads. External addresses open only
// through `openExternal`, which checks them. This is the only file that imports `shell`.
import { app, session, shell, type WebContents } from 'electron'
import { isOwnAddress } from './app-protocol.ts'
import { type AllowedAddresses, parseExternalAddress } from './external-address.ts'
import type { Log } from '../log.ts'

/** The page may only write to the clipboard. */
const allowedPermissions: ReadonlySet<string> = new Set(['clipboard-sanitized-write'])

const guard = (contents: WebContents, log: Log): void => {
  const stay = (event: { preventDefault: () => void; url: string }): void => {
    if (isOwnAddress(event.url)) return
    event.preventDefault()
    log.warn('navigation.refused')
  }
  contents.on('will-navigate', stay)
  // `will-navigate` does not cover subframes and redirects.
  contents.on('will-frame-navigate', stay)
  contents.on('will-redirect', stay)
  contents.on('will-attach-webview', (event) => {
    event.preventDefault()
  })
  contents.setWindowOpenHandler(() => {
    log.warn('window.refused')
    return { action: 'deny' }
  })
}

/** Must run before `ready`, so that it covers every page. */
export const hardenBeforeReady = (log: Log): void => {
  app.enableSandbox()
  app.on('web-contents-created', (_event, contents) => {
    guard(contents, log)
  })
  // Unhandled, Electron would send the first matching certificate of the user's store, also from `net.fetch`.
  app.on('select-client-certificate', (event, _contents, _url, _certificates, answer) => {
    event.preventDefault()
    answer()
    log.warn('certificate.refused')
  })
}

/** Denies every permission but one, every device and every download. Chromium uses both permission handlers. */
export const hardenSession = (log: Log): void => {
  const { defaultSession } = session
  defaultSession.setPermissionRequestHandler((_contents, permission, answer) => {
    answer(allowedPermissions.has(permission))
  })
  defaultSession.setPermissionCheckHandler((_contents, permission) => allowedPermissions.has(permission))
  defaultSession.setDevicePermissionHandler(() => false)
  defaultSession.setDisplayMediaRequestHandler((_request, answer) => {
    answer({})
  })
  defaultSession.on('will-download', (event) => {
    event.preventDefault()
    log.warn('download.refused')
  })
}

/** Shows a file of our own in the file manager. */
export const showInFolder = (path: string): void => {
  shell.showItemInFolder(path)
}

export type OpenExternal = (address: unknown, allowed: AllowedAddresses | 'contact') => Promise<boolean>

/** Opens an address in the system browser. Returns false if it is not allowed, or if there is no browser. */
export const createOpenExternal =
  ({ log }: { log: Log }): OpenExternal =>
  async (address, allowed) => {
    const parsed = parseExternalAddress(address, allowed)
    if (parsed === null) {
      log.warn('external.refused')
      return false
    }
    try {
      await shell.openExternal(parsed)
      return true
    } catch (error) {
      log.bug('external.failed', error)
      return false
    }
  }
