// The only way out of the app: the only importer of `shell`, behind the address rules.
import { shell } from 'electron'
import { type AllowedAddresses, parseExternalAddress } from './external-address.ts'
import type { Log } from '../desktop/log.ts'

export type OpenExternal = (address: unknown, allowed: AllowedAddresses) => Promise<boolean>

/** Opens an address in the system browser. False when the rules refuse it, or when the desktop has no browser. */
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
