// The sealed files of one profile, by name, in the folder whose key is in use. The keys may still be opening.
import { join } from 'node:path'
import type { DataKeys } from './data-keys.ts'
import type { Log } from '../desktop/log.ts'
import { createSealedFile, removeSealed, type SealedFile } from './sealed-file.ts'
import { type Merges, takeOver } from './take-over.ts'

export type SealedDocuments = {
  open: (name: string) => SealedFile
  /** Resolves when what was asked to be written or removed before is, or cannot be. */
  settled: () => Promise<void>
}

/** @param merges the documents that hold what a person wrote. */
export const createSealedDocuments = ({
  dataKeys,
  merges,
  log,
}: {
  dataKeys: Promise<DataKeys>
  merges: Merges
  log: Log
}): SealedDocuments => {
  const ready = dataKeys.then(async (keys) => {
    await takeOver(keys, merges, log)
    return keys
  })
  const underWay = new Set<Promise<void>>()
  const following = (work: Promise<void>): Promise<void> => {
    underWay.add(work)
    const ended = (): boolean => underWay.delete(work)
    work.then(ended, ended)
    return work
  }

  const open = (name: string): SealedFile => {
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
      write: (document) => following(opened.then(({ file }) => file.write(document))),
      // In every folder: what signing out removes must not come back with an old keyring.
      remove: () =>
        following(
          opened.then(async ({ file, elsewhere }) => {
            await Promise.all([file.remove(), ...elsewhere.map(removeSealed)])
          }),
        ),
    }
  }

  return {
    open,
    settled: async () => {
      await Promise.allSettled(underWay)
    },
  }
}
