// session.defaultSession, the only one.
import { record } from './hooks.ts'
import { protocol } from './protocol.ts'
import { StrictEmitter } from './strict.ts'

type Emulated = Pick<
  Electron.Session,
  | 'setPermissionRequestHandler'
  | 'setPermissionCheckHandler'
  | 'setDevicePermissionHandler'
  | 'setDisplayMediaRequestHandler'
  | 'setSpellCheckerEnabled'
  | 'isSpellCheckerEnabled'
  | 'clearStorageData'
  | 'clearCache'
  | 'isPersistent'
  | 'getStoragePath'
>

export type PermissionCheck = Parameters<Emulated['setPermissionCheckHandler']>[0]

export class Session extends StrictEmitter implements Emulated {
  readonly protocol = protocol
  /** @internal */
  permissionCheck: PermissionCheck = null
  /** @internal Chromium has to be told. */
  permissionsChanged = (): void => undefined
  private spellChecker = true

  setPermissionCheckHandler(handler: PermissionCheck): void {
    this.permissionCheck = handler
    this.permissionsChanged()
  }
  // Chromium is told beforehand what the check handler allows, and there are no devices or screens: nobody is ever asked.
  setPermissionRequestHandler(): void {}
  setDevicePermissionHandler(): void {}
  setDisplayMediaRequestHandler(): void {}
  setSpellCheckerEnabled(enable: boolean): void {
    this.spellChecker = enable
  }
  isSpellCheckerEnabled(): boolean {
    return this.spellChecker
  }
  // The profile is new at every start: there is nothing old to clear.
  async clearStorageData(options?: Electron.ClearStorageDataOptions): Promise<void> {
    record('session.clearStorageData', options)
  }
  async clearCache(): Promise<void> {
    record('session.clearCache')
  }
  isPersistent(): boolean {
    return false
  }
  getStoragePath(): null {
    return null
  }
}

export const defaultSession = new Session()
