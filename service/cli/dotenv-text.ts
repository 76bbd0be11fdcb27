// Variables as the text of a dotenv file. The `dotenv` package reads it, here and in the programs that it is for; since
// its format has no escapes but two, how a value can be written is found out by letting it read what was written.
import { parse } from 'dotenv'

export type Variables = Readonly<Record<string, string>>

const plain = /^[\w./:@%+,-]+$/
const escaped = (value: string) => value.replaceAll('\n', String.raw`\n`).replaceAll('\r', String.raw`\r`)

/** Spellings of a value, the most readable first. */
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

const readsBack = (spelling: string, value: string) =>
  neighbours.every((neighbour) => {
    const read = parse(`A=${spelling}\n${neighbour}\nB=b\n`)
    return read['A'] === value && read['B'] === 'b' && read['Z'] !== undefined
  })

/** A value as it is written after `KEY=`, or undefined where the format cannot hold it. */
export const spellingOf = (value: string): string | undefined =>
  spellings(value).find((one) => !isUnclosed(one) && readsBack(one, value))

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

export function readOrigin(text: string): Origin | undefined {
  const [line, service, project, environment, version, digest] = originPattern.exec(text) ?? []
  if (line === undefined || !service || !project || !environment || !version || !digest) return undefined
  return { service, project, environment, version: Number(version), digest }
}

/** The text with its first line saying this; everything else stays byte for byte. */
export const withOrigin = (text: string, origin: Origin): string =>
  originLine(origin) + text.replace(originPattern, '')
