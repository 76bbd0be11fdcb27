// The sealed files of one profile, by name. Their key comes from the vault, which may still be opening.
import { join } from 'node:path'
import type { Log } from './log.ts'
import { createSealedFile, type SealedFile } from './sealed-file.ts'

export const createSealedDocuments =
  ({
    folder,
    dataKey,
    log,
  }: {
    folder: string
    /** Null where nothing may be written. */
    dataKey: Promise<Uint8Array | null>
    log: Log
  }) =>
  (name: string): SealedFile => {
    const file = dataKey.then((key) =>
      createSealedFile({
        path: join(folder, `${name}.bin`),
        key,
        onUnreadable: (unreadable) => {
          log.warn('file.unreadable', { file: unreadable })
        },
      }),
    )
    return {
      read: async () => (await file).read(),
      write: async (document) => (await file).write(document),
      remove: async () => (await file).remove(),
    }
  }
