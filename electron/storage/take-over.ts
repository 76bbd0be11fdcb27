// What newer folders hold goes into the one that is in use, once, before anything of it is read or sent (data-keys.ts).
// Only what a person wrote: what was merely seen is fetched again.
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { DataKeys, OpenFolder } from './data-keys.ts'
import type { Log } from '../desktop/log.ts'
import { createSealedFile } from './sealed-file.ts'

/**
 * Two documents of one name as one. Of what stands in both, `ours` counts, so that a second time changes nothing.
 * `left` is what has no place in it for now and stays where it was; null when all of it has.
 */
export type Merge = (ours: unknown, theirs: unknown) => { merged: unknown; left: unknown }

/** By the name of the document. */
export type Merges = Readonly<Record<string, Merge>>

/** A folder that cannot be taken over is left as it is, for the next start. */
export const takeOver = async ({ inUse, others }: DataKeys, merges: Merges, log: Log): Promise<void> => {
  if (inUse === null) return

  const fileIn = ({ folder, key }: OpenFolder, name: string) =>
    createSealedFile({
      path: join(folder, `${name}.bin`),
      key,
      onUnreadable: (file) => {
        log.warn('file.unreadable', { file })
      },
    })

  const takeDocument = async (from: OpenFolder, name: string, merge: Merge): Promise<void> => {
    const source = fileIn(from, name)
    const theirs = await source.read()
    if (theirs === null) return
    const target = fileIn(inUse, name)
    const ours = await target.read()
    const { merged, left } = merge(ours, theirs)
    await target.write(merged)
    try {
      if (left === null) await rm(join(from.folder, `${name}.bin`))
      else await source.write(left)
    } catch (error) {
      // What stays there would come again at the next start, also if it had been sent meanwhile.
      await target.write(ours ?? {})
      throw error
    }
  }

  for (const other of others)
    try {
      for (const [name, merge] of Object.entries(merges)) await takeDocument(other, name, merge)
      const rest = await readdir(other.folder)
      // What a crash left half written was never said to be kept.
      const isEmpty = !rest.some(
        (file) =>
          !file.endsWith('.tmp') && Object.keys(merges).some((name) => file.startsWith(`${name}.bin`)),
      )
      if (isEmpty) await rm(other.folder, { recursive: true })
      log.info('vault.takenOver', { emptied: isEmpty ? 1 : 0 })
    } catch (error) {
      log.bug('vault.notTakenOver', error)
    }
}
