// session.defaultSession, the only one.
import { record } from './hooks.ts'
import { protocol } from './protocol.ts'
import { type Emulates, StrictEmitter } from './strict.ts'

type PermissionCheck = Parameters<Electron.Session['setPermissionCheckHandler']>[0]

class Session extends StrictEmitter implements Emulates<Electron.Session, 'protocol'> {
  readonly protocol = protocol
  /** @internal */
  permissionCheck: PermissionCheck = null
  /** @internal Chromium has to be told. */
  permissionsChanged = (): void => undefined

  setPermissionCheckHandler(handler: PermissionCheck): void {
    this.permissionCheck = handler
    this.permissionsChanged()
  }
  // Chromium is told beforehand what the check handler allows, and there are no devices or screens: nobody is ever asked.
  setPermissionRequestHandler(): void {}
  setSpellCheckerEnabled(): void {}
  setDevicePermissionHandler(): void {}
  setDisplayMediaRequestHandler(): void {}
  // The profile is new at every start: there is nothing old to clear.
  async clearStorageData(options?: Electron.ClearStorageDataOptions): Promise<void> {
    record('session.clearStorageData', options)
  }
}

export const defaultSession = new Session()
