// Registers app://launcher, the only address that a page of this app has.
import { protocol } from 'electron'
import { appScheme } from './asset-path.ts'
import { serveAsset } from './asset-response.ts'

/** Must run before `ready`. Not `bypassCSP`, not `allowServiceWorkers`, not `corsEnabled`. */
export const registerAppScheme = (): void => {
  protocol.registerSchemesAsPrivileged([
    {
      scheme: appScheme,
      privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
    },
  ])
}

/** @param root absolute folder of the built page. */
export const serveAppScheme = (root: string): void => {
  protocol.handle(appScheme, (request) => serveAsset(root, request))
}
