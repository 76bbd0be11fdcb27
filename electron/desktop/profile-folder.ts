// Checks the profile folder. Without a writable one the launcher does not start, because it could save nothing.
import { accessSync, constants, mkdirSync } from 'node:fs'

/** Creates the folder if necessary. @returns why it cannot be used, in one sentence, or null. */
export const profileRefusal = (folder: string): string | null => {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
    return null
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    return `Svc Launcher cannot write to its folder ${folder} (${code}). Make it writable, or choose another with --user-data-dir=FOLDER.`
  }
}
