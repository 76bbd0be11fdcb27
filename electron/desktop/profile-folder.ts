// The folder that holds everything of one instance. Without it nothing could be kept, so the launcher does not start.
import { accessSync, constants, mkdirSync } from 'node:fs'

/** Makes the folder, if it is not there. @returns why it cannot be used, in one sentence, or null. */
export const profileRefusal = (folder: string): string | null => {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
    return null
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    return `Svc Launcher cannot write to its folder ${folder} (${code}): make it writable, or name another with --user-data-dir=FOLDER.`
  }
}
