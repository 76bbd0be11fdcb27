// A calendar file that the desktop opens with the launcher. Any program can name one, so nothing of it is touched before the
// person confirms.
import { constants } from 'node:fs'
import { open, realpath, stat } from 'node:fs/promises'
import { posix, win32 } from 'node:path'
import { fileURLToPath } from 'node:url'
import { maxFileLength } from '../../shared/api/calendars.ts'
import { failed, type Reply, succeeded } from '../../shared/errors.ts'
import { say } from '../../shared/language.ts'

type Platform = NodeJS.Platform

const hasItsName = (path: string): boolean => /[^/\\]\.ics$/i.test(path)

const pathIn = (word: string, platform: Platform): string | null => {
  if (!/^file:/i.test(word)) return word
  try {
    return fileURLToPath(word, { windows: platform === 'win32' })
  } catch {
    return null
  }
}

/**
 * The calendar file that a command line names, as a path or a `file:` address. Pure.
 * @param words arguments that are not switches
 * @returns an absolute path, or null where there is no file or more than one. Paths to other hosts and devices are refused:
 * Windows would send the person's credentials there.
 */
export const calendarFileIn = (
  words: readonly string[],
  workingDirectory: string,
  platform: Platform,
): string | null => {
  const named = words.filter(hasItsName)
  const path = named.length === 1 && named[0] !== undefined ? pathIn(named[0], platform) : null
  if (path === null || path.includes('\0') || !hasItsName(path)) return null
  const absolute = (platform === 'win32' ? win32 : posix).resolve(workingDirectory, path)
  return /^(?:\\\\|\/\/)/.test(absolute) ? null : absolute
}

const nameOf = (path: string): string => path.split(/[/\\]/).at(-1) ?? ''
const refused = (message: string): Reply<never> => failed({ kind: 'invalidInput', message, fields: [] })

/** Reads a regular file of at most 20 MB. */
const readCalendarFile = async (path: string): Promise<Reply<Uint8Array<ArrayBuffer>>> => {
  const name = nameOf(path)
  try {
    // A link may lead to another kind of file, and opening a device can have effects.
    const real = await realpath(path)
    if (!hasItsName(real) || !(await stat(real)).isFile())
      return refused(say('calendarFile.notAFile', { name }))
    // `O_NONBLOCK` (not on Windows): what is a pipe by now would wait for its writer.
    const file = await open(real, constants.O_RDONLY | ((constants.O_NONBLOCK as number | undefined) ?? 0))
    try {
      if (!(await file.stat()).isFile()) return refused(say('calendarFile.notAFile', { name }))
      const bytes = Buffer.alloc(maxFileLength + 1)
      let length = 0
      for (;;) {
        const { bytesRead } = await file.read(bytes, length, bytes.length - length, null)
        length += bytesRead
        if (length > maxFileLength) return refused(say('calendarFile.tooLarge', { name }))
        if (bytesRead === 0) break
      }
      return succeeded(Uint8Array.from(bytes.subarray(0, length)))
    } finally {
      await file.close()
    }
  } catch {
    return refused(say('calendarFile.unreadable', { name }))
  }
}

export type CalendarFiles = {
  /** Waits for the person. A later file replaces it. */
  offer: (path: string) => void
  /** The name of the file that waits, or null. */
  offered: () => string | null
  /** Reads it. Only for a person who has confirmed. */
  read: () => Promise<Reply<{ name: string; file: Uint8Array<ArrayBuffer> }>>
  forget: () => void
}

export const createCalendarFiles = (): CalendarFiles => {
  let waiting: string | null = null
  return {
    offer: (path) => {
      waiting = path
    },
    offered: () => (waiting === null ? null : nameOf(waiting)),
    read: async () => {
      if (waiting === null) return refused(say('calendarFile.gone'))
      const path = waiting
      const read = await readCalendarFile(path)
      return read.ok ? succeeded({ name: nameOf(path), file: read.value }) : read
    },
    forget: () => {
      waiting = null
    },
  }
}
