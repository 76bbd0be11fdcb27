// Reads, writes and edits dotenv files. The `dotenv` package, `node --env-file` and shells read them differently, and the
// format has two escapes only. So the spelling of a value is chosen by reading it with both parsers.
import { parseEnv } from 'node:util'
import { parse } from 'dotenv'

export type Variables = Readonly<Record<string, string>>
type Written = { ok: true; text: string } | { ok: false; key: string }

const plain = /^[\w./:@%+,-]+$/
const escaped = (value: string) => value.replaceAll('\n', String.raw`\n`).replaceAll('\r', String.raw`\r`)

/**
 * Spellings of a value; first those that a shell reads. It reads none for a value with a single quote and one of `"$\``, or
 * with a carriage return.
 */
const spellings = (value: string): string[] => [
  ...(plain.test(value) ? [value] : []),
  `'${value}'`,
  `"${value.replaceAll('\r', String.raw`\r`)}"`,
  `"${escaped(value)}"`,
  `\`${value}\``,
  value,
]

/** Whether a spelling begins with a quote and does not end with it: `dotenv` reads that quote as a part of the value. */
const isUnclosed = (written: string): boolean =>
  /^['"`]/.test(written) && (written.length === 1 || written.at(-1) !== written[0])

/** Lines in which an unclosed quote of the previous line could end. */
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

/** The first key whose value differs from what the text holds. */
const differing = (variables: Variables, text: string): string | undefined => {
  const read = readDotenv(text)
  return Object.keys({ ...read, ...variables }).find((key) => read[key] !== variables[key])
}

/**
 * Lines that `readDotenv` reads as these variables.
 * @returns the text, or a key whose value the format cannot hold, such as one with all kinds of quotes and a line break
 */
export function writeDotenv(variables: Variables): Written {
  const lines = Object.entries(variables).map(([key, value]) => `${key}=${spellingOf(value) ?? ''}\n`)
  const text = lines.join('')
  const lost = differing(variables, text)
  return lost === undefined ? { ok: true, text } : { ok: false, key: lost }
}

const quoted = ["'", '"', '`'].map((mark) => String.raw`\s*${mark}(?:\\${mark}|[^${mark}])*${mark}`)
/** An assignment as the `dotenv` package matches it, with groups, because the package reports no positions. */
const assignment = new RegExp(
  String.raw`^\s*(?<lead>(?:export\s+)?(?<key>[\w.-]+)(?:\s*=\s*?|:\s+?))(?<value>${[...quoted, String.raw`[^#\r\n]+`].join('|')})?\s*(?:#.*)?$`,
  'gm',
)
/** Stands for a removed variable (a private-use character). */
const mark = '\uE000'
const markedLine = new RegExp(String.raw`.*${mark}.*(?:\r\n|\s|$)`, 'g')

/**
 * Replaces the variables of the text. Comments, order, blank lines and `export` stay; the line of a removed variable is
 * removed, a new one is appended. A repeated key gets the same value everywhere.
 * @returns the text, or a key whose value the format cannot hold
 */
export function editDotenv(text: string, variables: Variables): Written {
  if (differing(variables, text) === undefined) return { ok: true, text }
  const held = new Set<string>()
  const edited = text
    .replaceAll(assignment, (all: string, ...rest: unknown[]) => {
      const { lead = '', key = '', value = '' } = rest.at(-1) as Record<string, string | undefined>
      held.add(key)
      const wanted = Object.hasOwn(variables, key) ? variables[key] : undefined
      if (readDotenv(all)[key] === wanted) return all
      const start = all.indexOf(lead)
      // The match may end in a comment of the next line.
      const after = all.slice(start + lead.length + value.trimEnd().length)
      if (wanted === undefined) return `${all.slice(0, start)}${mark}${after}`
      const space = value.slice(0, value.length - value.trimStart().length)
      return `${all.slice(0, start)}${lead}${space}${spellingOf(wanted) ?? ''}${after}`
    })
    .replaceAll(markedLine, '')
  const newline = text.includes('\r\n') ? '\r\n' : '\n'
  const gap = edited === '' || /[\n\r]$/.test(edited) ? '' : newline
  const added = Object.keys(variables)
    .filter((key) => !held.has(key))
    .map((key) => `${key}=${spellingOf(variables[key] ?? '') ?? ''}${newline}`)
    .join('')
  const result = added === '' ? edited : edited + gap + added
  // Some lines mean something else without their neighbours. Then no line is kept.
  return differing(variables, result) === undefined ? { ok: true, text: result } : writeDotenv(variables)
}

type Fault = { line: number; what: string }

const linesOf = (text: string) => text.split(/\r\n?|\n/)

function unreadLine(text: string): Fault | undefined {
  const unread = linesOf(text.replaceAll(assignment, (read) => read.replaceAll(/[^\r\n]/g, '')))
  const index = unread.findIndex((line) => /^\s*[^\s#]/.test(line))
  const what = 'this is neither KEY=value nor a comment. A key consists of letters, digits and underscores'
  return index === -1 ? undefined : { line: index + 1, what }
}

function unclosedValue(text: string): Fault | undefined {
  const found = Array.from(text.matchAll(assignment)).find(({ groups }) =>
    isUnclosed((groups?.['value'] ?? '').trim()),
  )
  if (!found) return undefined
  const { 0: all, index, groups: { key = '', value = '' } = {} } = found
  return {
    line: linesOf(text.slice(0, index + all.indexOf(value.trim(), all.indexOf(key) + key.length))).length,
    what: `the value of ${key} begins with a quote and does not end with the same one`,
  }
}

/**
 * The first line that the `dotenv` package ignores or shortens: a push would delete or change its variable. No value is
 * repeated.
 */
export function faultIn(text: string): Fault | undefined {
  const faults = [unreadLine(text), unclosedValue(text)].filter((fault) => fault !== undefined)
  return faults.toSorted((one, other) => one.line - other.line)[0]
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
  const line = `# svc-env ${words.map((word) => `${word}=${origin[word]}`).join(' ')}\n`
  return mark + line + rest.replace(originPattern, '')
}
