// A file that the desktop opens with the launcher: a calendar, or a table or card to import. Any program can name one, so
// nothing of it is touched before the person confirms.
import { constants } from 'node:fs'
import { open, realpath, stat } from 'node:fs/promises'
import { posix, win32 } from 'node:path'
import { fileURLToPath } from 'node:url'
import { maxFileLength } from '../../shared/api/launcher/calendars.ts'
import { maxImportLength } from '../../shared/api/launcher/imports.ts'
import { failed, type Reply, succeeded } from '../../shared/errors.ts'
import { say } from '../../shared/language.ts'

type Platform = NodeJS.Platform

const kinds = {
  calendar: {
    names: /[^/\\]\.ics$/i,
    most: maxFileLength,
    notOne: (name: string) => say('openedFile.notACalendar', { name }),
    tooLarge: (name: string) => say('openedFile.largeCalendar', { name }),
  },
  import: {
    names: /[^/\\]\.(?:csv|vcf)$/i,
    most: maxImportLength,
    notOne: (name: string) => say('openedFile.notATable', { name }),
    tooLarge: (name: string) => say('import.file.tooLarge', { name }),
  },
} as const
export type OpenedKind = keyof typeof kinds

const kindOf = (path: string): OpenedKind | undefined =>
  (['calendar', 'import'] as const).find((kind) => kinds[kind].names.test(path))

const pathIn = (word: string, platform: Platform): string | null => {
  if (!/^file:/i.test(word)) return word
  try {
    return fileURLToPath(word, { windows: platform === 'win32' })
  } catch {
    return null
  }
}

/**
 * The file that a command line names, as a path or a `file:` address. Pure.
 * @param words arguments that are not switches
 * @returns an absolute path, or null where there is no file or more than one. Paths to other hosts and devices are refused:
 * Windows would send the person's credentials there.
 */
export const openedFileIn = (
  words: readonly string[],
  workingDirectory: string,
  platform: Platform,
): { kind: OpenedKind; path: string } | null => {
  const named = words.filter((word) => kindOf(word) !== undefined)
  const path = named.length === 1 && named[0] !== undefined ? pathIn(named[0], platform) : null
  if (path === null || path.includes('\0')) return null
  const kind = kindOf(path)
  const absolute = (platform === 'win32' ? win32 : posix).resolve(workingDirectory, path)
  return kind === undefined || /^(?:\\\\|\/\/)/.test(absolute) ? null : { kind, path: absolute }
}

const nameOf = (path: string): string => path.split(/[/\\]/).at(-1) ?? ''
const refused = (message: string): Reply<never> => failed({ kind: 'invalidInput', message, fields: [] })

/** Reads a regular file that is not too large. */
const readOpenedFile = async (kind: OpenedKind, path: string): Promise<Reply<Uint8Array<ArrayBuffer>>> => {
  const { names, most, notOne, tooLarge } = kinds[kind]
  const name = nameOf(path)
  try {
    // A link may lead to another kind of file, and opening a device can have effects.
    const real = await realpath(path)
    if (!names.test(real) || !(await stat(real)).isFile()) return refused(notOne(name))
    // `O_NONBLOCK` (not on Windows): what is a pipe by now would wait for its writer.
    const file = await open(real, constants.O_RDONLY | ((constants.O_NONBLOCK as number | undefined) ?? 0))
    try {
      const found = await file.stat()
      if (!found.isFile()) return refused(notOne(name))
      if (found.size > most) return refused(tooLarge(name))
      // One byte more shows that it grows.
      const bytes = Buffer.alloc(found.size + 1)
      let length = 0
      for (;;) {
        const { bytesRead } = await file.read(bytes, length, bytes.length - length, null)
        length += bytesRead
        if (bytesRead === 0) break
        if (length > found.size) return refused(say('openedFile.unreadable', { name }))
      }
      return succeeded(Uint8Array.from(bytes.subarray(0, length)))
    } finally {
      await file.close()
    }
  } catch {
    return refused(say('openedFile.unreadable', { name }))
  }
}

export type OpenedFile = {
  /** Waits for the person. A later file replaces it. */
  offer: (path: string) => void
  /** The name of the file that waits, or null. */
  offered: () => string | null
  /** Reads it. Only for a person who has confirmed. */
  read: () => Promise<Reply<{ name: string; file: Uint8Array<ArrayBuffer> }>>
  forget: () => void
}

export const createOpenedFile = (kind: OpenedKind): OpenedFile => {
  let waiting: string | null = null
  return {
    offer: (path) => {
      waiting = path
    },
    offered: () => (waiting === null ? null : nameOf(waiting)),
    read: async () => {
      if (waiting === null) return refused(say('openedFile.gone'))
      const path = waiting
      const read = await readOpenedFile(kind, path)
      return read.ok ? succeeded({ name: nameOf(path), file: read.value }) : read
    },
    forget: () => {
      waiting = null
    },
  }
}
