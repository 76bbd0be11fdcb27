// The sealed files of one profile, by name, in the folder whose key is in use. The keys may still be opening.
import { join } from 'node:path'
import type { DataKeys } from './data-keys.ts'
import type { Log } from './log.ts'
import { createSealedFile, removeSealed, type SealedFile } from './sealed-file.ts'
import { type Merges, takeOver } from './take-over.ts'

/** @param merges the documents that hold what a person wrote. */
export const createSealedDocuments = ({
  dataKeys,
  merges,
  log,
}: {
  dataKeys: Promise<DataKeys>
  merges: Merges
  log: Log
}): ((name: string) => SealedFile) => {
  const ready = dataKeys.then(async (keys) => {
    await takeOver(keys, merges, log)
    return keys
  })
  return (name) => {
    const pathIn = (folder: string): string => join(folder, `${name}.bin`)
    const opened = ready.then(({ inUse, folders: [profile, ...newer] }) => {
      const folder = inUse?.folder ?? profile
      const file = createSealedFile({
        path: pathIn(folder),
        key: inUse?.key ?? null,
        onUnreadable: (unreadable) => {
          log.warn('file.unreadable', { file: unreadable })
        },
      })
      return { file, elsewhere: [profile, ...newer].filter((one) => one !== folder).map(pathIn) }
    })
    return {
      read: async () => (await opened).file.read(),
      write: async (document) => (await opened).file.write(document),
      // In every folder: what signing out removes must not come back with an old keyring.
      remove: async () => {
        const { file, elsewhere } = await opened
        await Promise.all([file.remove(), ...elsewhere.map(removeSealed)])
      },
    }
  }
}
