// What no page in this app may do, whatever it is: leave, open windows, embed others, ask for devices, download.
import { app, session, type WebContents } from 'electron'
import { isOwnAddress } from './asset-path.ts'
import type { Log } from '../desktop/log.ts'

/** Copying text is the one thing that the page asks of the machine. */
const allowedPermissions: ReadonlySet<string> = new Set(['clipboard-sanitized-write'])

const guard = (contents: WebContents, log: Log): void => {
  const stay = (event: { preventDefault: () => void; url: string }): void => {
    if (isOwnAddress(event.url)) return
    event.preventDefault()
    log.warn('navigation.refused')
  }
  contents.on('will-navigate', stay)
  // `will-navigate` skips subframes and what a server redirects to.
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

/** Must run before `ready`, so that no page can come first. */
export const hardenBeforeReady = (log: Log): void => {
  app.enableSandbox()
  app.on('web-contents-created', (_event, contents) => {
    guard(contents, log)
  })
}

/** Denies every permission but one, every device and every download. Both permission handlers are needed: one asks, one checks. */
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
