// Documents of the vault for tests of the parts that use them.
import type { Document } from './vault.ts'

/** Keeps nothing. */
export const noFile: Document = {
  read: () => Promise.resolve(null),
  write: () => Promise.resolve(),
  remove: () => Promise.resolve(),
}

/** A document in memory. The test reads and sets its content, and makes it fail. */
export const memoryFile = (content: unknown = null) => {
  const disk = { content, isUnreadable: false, isFull: false, writes: 0 }
  const file: Document = {
    read: () => (disk.isUnreadable ? Promise.reject(new Error('EBUSY')) : Promise.resolve(disk.content)),
    write: (document) => {
      disk.writes += 1
      if (disk.isFull) return Promise.reject(new Error('ENOSPC'))
      disk.content = structuredClone(document)
      return Promise.resolve()
    },
    remove: () => {
      disk.content = null
      return Promise.resolve()
    },
  }
  return { disk, file }
}
