// Reads and writes dotenv files. The `dotenv` package, `node --env-file` and shells each read them a little differently, and
// the format has only two escapes. So a spelling of a value is chosen by reading it with both parsers.
import { parseEnv } from 'node:util'
import { parse } from 'dotenv'

export type Variables = Readonly<Record<string, string>>

const plain = /^[\w./:@%+,-]+$/
const escaped = (value: string) => value.replaceAll('\n', String.raw`\n`).replaceAll('\r', String.raw`\r`)

/**
 * Spellings of a value, those that a shell reads first. A shell reads none for a value with a single quote and one of
 * `"$\``, or with a carriage return.
 */
const spellings = (value: string): string[] => [
  ...(plain.test(value) ? [value] : []),
  `'${value}'`,
  `"${value.replaceAll('\r', String.raw`\r`)}"`,
  `"${escaped(value)}"`,
  `\`${value}\``,
  value,
]

/** Whether a spelling begins with a quote that does not end it: `dotenv` reads that quote as a part of the value. */
export const isUnclosed = (written: string): boolean =>
  /^['"`]/.test(written) && (written.length === 1 || written.at(-1) !== written[0])

/** Lines in which an unclosed quote of the line before could end. */
const neighbours = ["'", '"', '`'].flatMap((quote) => [
  `Z=${quote}${quote}`,
  `Z=${quote}z${quote}`,
  `Z=z${quote}# z`,
])

const readsBack = (reader: (text: string) => NodeJS.Dict<string>, spelling: string, value: string) =>
  neighbours.every((neighbour) => {
    const read = reader(`A=${spelling}\n${neighbour}\nB=b\n`)
    return read['A'] === value && read['B'] === 'b' && read['Z'] !== undefined
  })

/**
 * The text after `KEY=`, or undefined if the format cannot hold the value. Prefers spellings that Node reads too; it has
 * none for carriage returns, some mixtures of quotes, and a quote after a backslash.
 */
export function spellingOf(value: string): string | undefined {
  const held = spellings(value).filter((one) => !isUnclosed(one) && readsBack(parse, one, value))
  return held.find((one) => readsBack(parseEnv, one, value)) ?? held[0]
}

export const readDotenv = (text: string): Variables => ({ ...parse(text) })

/**
 * Lines that `readDotenv` reads as these variables.
 * @returns the text, or the key whose value the format cannot hold, such as one with all kinds of quotes and a line break
 */
export function writeDotenv(variables: Variables): { ok: true; text: string } | { ok: false; key: string } {
  const lines: string[] = []
  for (const [key, value] of Object.entries(variables)) {
    const spelling = spellingOf(value)
    if (spelling === undefined) return { ok: false, key }
    lines.push(`${key}=${spelling}\n`)
  }
  const text = lines.join('')
  const read = readDotenv(text)
  const lost = Object.keys(variables).find((key) => read[key] !== variables[key])
  return lost === undefined ? { ok: true, text } : { ok: false, key: lost }
}

/** The first line of a pulled file: where it came from. */
export type Origin = {
  service: string
  project: string
  environment: string
  version: number
  /** Of the variables as they were pulled. */
  digest: string
}

const words = ['service', 'project', 'environment', 'version', 'digest'] as const

export const originLine = (origin: Origin): string =>
  `# svc-env ${words.map((word) => `${word}=${origin[word]}`).join(' ')}\n`

const originPattern = new RegExp(`^# svc-env ${words.map((word) => `${word}=(\\S+)`).join(' ')}\\r?\\n`)

/** A byte order mark stays at the beginning of a file. */
function splitMark(text: string): [mark: string, rest: string] {
  const length = text.startsWith('\uFEFF') ? 1 : 0
  return [text.slice(0, length), text.slice(length)]
}

export function readOrigin(text: string): Origin | undefined {
  const [, rest] = splitMark(text)
  const [line, service, project, environment, version, digest] = originPattern.exec(rest) ?? []
  if (line === undefined || !service || !project || !environment || !version || !digest) return undefined
  return { service, project, environment, version: Number(version), digest }
}

/** Replaces or adds the first line; everything else stays byte for byte. */
export function withOrigin(text: string, origin: Origin): string {
  const [mark, rest] = splitMark(text)
  return mark + originLine(origin) + rest.replace(originPattern, '')
}
