// Variables as the text of a dotenv file. The `dotenv` package reads it, here and in programs; `node --env-file` and shells
// read such files too, each a little differently. The format has no escapes but two, so how a value can be written is found
// out by letting both parsers read what was written.
import { parseEnv } from 'node:util'
import { parse } from 'dotenv'

export type Variables = Readonly<Record<string, string>>

const plain = /^[\w./:@%+,-]+$/
const escaped = (value: string) => value.replaceAll('\n', String.raw`\n`).replaceAll('\r', String.raw`\r`)

/**
 * Spellings of a value, those first that a shell reads too. It has none for a value with a single quote and one of `"$\``,
 * with a carriage return, or with a backslash where no single quotes can stand.
 */
const spellings = (value: string): string[] => [
  ...(plain.test(value) ? [value] : []),
  `'${value}'`,
  `"${value.replaceAll('\r', String.raw`\r`)}"`,
  `"${escaped(value)}"`,
  `\`${value}\``,
  value,
]

/** Whether a value as it is written begins with a quote that does not end it: then `dotenv` takes the quote for a part of it. */
export const isUnclosed = (written: string): boolean =>
  /^['"`]/.test(written) && (written.length === 1 || written.at(-1) !== written[0])

/** Lines in which a quote could end that does not end where it should. */
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
 * A value as it is written after `KEY=`, or undefined where the format cannot hold it. `dotenv` alone reads what Node has
 * no spelling for: a carriage return, single quotes and backquotes beside double quotes, `\n` or `\r`, and hardly any quote or end
 * that follows a backslash.
 */
export function spellingOf(value: string): string | undefined {
  const held = spellings(value).filter((one) => !isUnclosed(one) && readsBack(parse, one, value))
  return held.find((one) => readsBack(parseEnv, one, value)) ?? held[0]
}

export const readDotenv = (text: string): Variables => ({ ...parse(text) })

/**
 * Lines that `readDotenv` reads as these variables.
 * @returns or the key whose value the format cannot hold: one with all kinds of quotes and a line break, for example
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

/** What the first line of a pulled file remembers. */
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

/** An editor's mark of UTF-8 stays the first thing of a file. */
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

/** The text with its first line saying this; everything else stays byte for byte. */
export function withOrigin(text: string, origin: Origin): string {
  const [mark, rest] = splitMark(text)
  return mark + originLine(origin) + rest.replace(originPattern, '')
}
