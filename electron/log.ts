// The log: JSON lines on stderr and in a file of limited size. Callers pass no responses, headers or tokens. Values that
// look like secrets are redacted as well, because error texts come from other code.
import { appendFileSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'

type LogDetails = Readonly<Record<string, string | number | boolean | null | undefined>>
export type Log = {
  info: (event: string, details?: LogDetails) => void
  warn: (event: string, details?: LogDetails) => void
  /** Logs an unexpected error under an id that can be shown to a person, and returns the id. */
  bug: (event: string, error: unknown) => string
}

const secretKey = /token|secret|password|code|authorization|cookie|verifier|title|description/i
// Bearer headers, OAuth parameters in URLs, and long runs of letters and digits.
const secretText =
  /(bearer\s+)\S+|([?&#](?:code|state|id_token|access_token|refresh_token|login_hint)=)[^&\s"']+|\b(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[\w-]{32,}\b/gi

/** Redacts text that looks like a secret. UUIDs stay, because they are ids. */
export const redact = (text: string): string =>
  text.replace(secretText, (found: string, bearer?: string, parameter?: string) =>
    /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(found)
      ? found
      : `${bearer ?? parameter ?? ''}[redacted]`,
  )

const words = (error: unknown): string =>
  error instanceof Error
    ? `${error.name}: ${error.message}${error.cause === undefined ? '' : ` (${words(error.cause)})`}`
    : String(error)

/** The stack frames without the message, which is logged separately. */
const frames = (error: unknown): string | undefined =>
  error instanceof Error
    ? error.stack
        ?.split('\n')
        .filter((line) => line.startsWith('    at '))
        .slice(0, 12)
        .join('\n')
    : undefined

/** @param folder of `launcher.log` and the older `launcher.log.1`. @param maxBytes size at which the log is rotated. */
export const createLog = ({
  folder,
  write,
  now,
  newId,
  maxBytes = 1_000_000,
}: {
  folder: string
  write: (line: string) => void
  now: () => number
  newId: () => string
  maxBytes?: number
}): Log => {
  const file = join(folder, 'launcher.log')

  const keep = (line: string): void => {
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > maxBytes) {
        rmSync(`${file}.1`, { force: true })
        renameSync(file, `${file}.1`)
      }
      appendFileSync(file, line, { mode: 0o600 })
    } catch {
      // A full or read-only disk must not end the program. The line is on stderr.
    }
  }

  const say = (level: 'info' | 'warn' | 'error', event: string, details: LogDetails): void => {
    const safe = Object.fromEntries(
      Object.entries(details)
        .filter(([, value]) => value !== undefined)
        .map(([key, value]) => [
          key,
          secretKey.test(key) ? '[redacted]' : typeof value === 'string' ? redact(value) : value,
        ]),
    )
    const line = `${JSON.stringify({ at: new Date(now()).toISOString(), level, event, ...safe })}\n`
    write(line)
    keep(line)
  }

  return {
    info: (event, details = {}) => {
      say('info', event, details)
    },
    warn: (event, details = {}) => {
      say('warn', event, details)
    },
    bug: (event, error) => {
      const id = newId()
      say('error', event, { id, error: words(error), frames: frames(error) })
      return id
    },
  }
}
