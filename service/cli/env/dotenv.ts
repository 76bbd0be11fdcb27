// Reads, writes and edits dotenv files. The `dotenv` package, `node --env-file` and shells read them differently, and a
// shell runs what stands in them. So only spellings are written that all three read as the same text.
import { parseEnv } from 'node:util'
import { parse } from 'dotenv'

export type Variables = Readonly<Record<string, string>>
/** A variable that no spelling holds, and why. */
export type Refused = { key: string; reason: string }
type Written = { ok: true; text: string } | { ok: false; refused: Refused[] }

// Node takes the next line for an empty value that a blank follows, so that is quoted.
const plain = String.raw`[\w./:@%+,-]+`
// dotenv goes on to the next quote behind a backslash.
const singleQuoted = String.raw`'(?:[^']*[^'\\])?'`
/** In double quotes, a shell keeps a backslash only before other characters than these. */
const doubleQuoted = String.raw`"(?:[^"$\`\\]|\\[^"$\`\\\n])*"`
const shellWord = `${plain}|${singleQuoted}|${doubleQuoted}`
const shellLine = new RegExp(
  String.raw`[ \t]*(?:#[^\n]*|(?:export[ \t]+)?(?<key>[A-Za-z_]\w*)=(?<word>${shellWord})(?:[ \t]+(?:#[^\n]*)?)?)?(?:\n|$)`,
  'y',
)

/** Reads as a POSIX shell; undefined if it would do more than assign these texts. */
function parseShell(text: string): Variables | undefined {
  const read: Record<string, string> = {}
  for (let at = 0; at < text.length; at = shellLine.lastIndex) {
    shellLine.lastIndex = at
    const { groups } = shellLine.exec(text) ?? {}
    if (groups === undefined) return undefined
    const { key, word = '' } = groups
    if (key !== undefined) read[key] = word.replace(/^(['"])([\s\S]*)\1$/, '$2')
  }
  return read
}

const readers = [parse, parseEnv, parseShell]

/** The first key whose value differs. */
const differing = (read: NodeJS.Dict<string>, variables: Variables): string | undefined =>
  Object.keys({ ...read, ...variables }).find((key) => read[key] !== variables[key])

/** Whether dotenv, Node and a shell read these variables and nothing else. */
const isReadAs = (text: string, variables: Variables): boolean =>
  readers.every((reader) => {
    const read = reader(text)
    return read !== undefined && differing(read, variables) === undefined
  })

/** The text after `KEY=`, or undefined if there is none that dotenv, Node and shells read as the same value. */
export const spellingOf = (value: string): string | undefined =>
  [value, `'${value}'`, `"${value}"`].find((spelling) => isReadAs(`A=${spelling}\n`, { A: value }))

export const readDotenv = (text: string): Variables => ({ ...parse(text) })

/** Variables that POSIX shells or bash set themselves; bash also runs `BASH_ENV`. */
const ofShells =
  /^(?:_|PPID|OPTIND|LINENO|E?UID|SHELLOPTS|BASHOPTS|BASHPID|BASH_\w+|S?RANDOM|SECONDS|EPOCH(?:SECONDS|REALTIME)|HISTCMD|GROUPS|FUNCNAME|DIRSTACK|PIPESTATUS)$/

function reasonAgainst(key: string, value: string): string | undefined {
  if (ofShells.test(key)) return 'shells set it themselves'
  if (value.includes('\r')) return 'it holds a carriage return'
  if (value.includes('\0') || !value.isWellFormed()) return 'it is not text'
  if (spellingOf(value) === undefined)
    return 'it combines quotes, $, ` or \\ in a way that not all of them read'
  return undefined
}

const lineOf = (key: string, value: string): string => `${key}=${spellingOf(value) ?? ''}\n`

const quoted = ["'", '"', '`'].map((mark) => String.raw`\s*${mark}(?:\\${mark}|[^${mark}])*${mark}`)
/** An assignment as the `dotenv` package matches it, with groups, because the package reports no positions. */
const assignment = new RegExp(
  String.raw`^\s*(?<lead>(?:export\s+)?(?<key>[\w.-]+)(?:\s*=\s*?|:\s+?))(?<value>${[...quoted, String.raw`[^#\r\n]+`].join('|')})?\s*(?:#.*)?$`,
  'gm',
)

/** Stands for a removed variable. */
const mark = '\0'

/** A line that no reader takes for a variable becomes a comment, because a shell would run it. */
const asComments = (lines: string): string => lines.replaceAll(/(?<=^|\n)(?=[ \t]*[^ \t\n#])/g, '# ')

/** One assignment of a file, with what stands before and after it, as it is to be. */
function edited(found: RegExpExecArray, wanted: string | undefined): string {
  const { lead = '', key = '', value = '' } = found.groups ?? {}
  const [all] = found
  const start = all.indexOf(lead)
  const before = all.slice(0, start)
  // The match may end in a comment of the next line.
  const after = all.slice(start + lead.length + value.trimEnd().length)
  if (wanted === undefined) return before + mark + after
  if (isReadAs(all, { [key]: wanted })) return all
  const exported = /^export\s/.test(lead) ? 'export ' : ''
  return `${before}${exported}${key}=${spellingOf(wanted) ?? ''}${after.replace(/^#/, ' #')}`
}

/**
 * Replaces the variables of the text. Comments, order, blank lines and `export` stay; the line of a removed variable is
 * removed, a new one is appended. A repeated key gets the same value everywhere. What not all readers take for the same
 * is spelled anew, and other lines become comments.
 * @returns the text, or the variables that no dotenv file holds for dotenv, Node and shells
 */
export function editDotenv(given: string, variables: Variables): Written {
  const refused = Object.entries(variables).flatMap(([key, value]) => {
    const reason = reasonAgainst(key, value)
    return reason === undefined ? [] : [{ key, reason }]
  })
  if (refused.length > 0) return { ok: false, refused }
  // A shell takes a byte order mark and carriage returns for text.
  const text = given.replace(/^\uFEFF/, '').replaceAll(/\r\n?/g, '\n')
  const held = new Set<string>()
  let result = ''
  let at = 0
  for (const found of text.matchAll(assignment)) {
    const { key = '' } = found.groups ?? {}
    held.add(key)
    result += asComments(text.slice(at, found.index))
    result += edited(found, Object.hasOwn(variables, key) ? variables[key] : undefined)
    at = found.index + found[0].length
  }
  result += asComments(text.slice(at))
  result = result.replaceAll(/[^\n]*\0[^\n]*(?:\n|$)/g, '')
  if (result !== '' && !result.endsWith('\n') && Object.keys(variables).some((key) => !held.has(key)))
    result += '\n'
  for (const [key, value] of Object.entries(variables)) if (!held.has(key)) result += lineOf(key, value)
  if (isReadAs(result, variables)) return { ok: true, text: result }
  // Some lines mean something else without their neighbours. Then no line is kept.
  const fresh = Object.entries(variables).map(([key, value]) => lineOf(key, value))
  if (!isReadAs(fresh.join(''), variables))
    throw new Error('The lines of a dotenv file depend on each other.')
  return { ok: true, text: fresh.join('') }
}

type Fault = { line: number; what: string }

/** Whether a value begins with a quote and does not end with it: `dotenv` reads that quote as a part of the value. */
const isUnclosed = (written: string): boolean =>
  /^['"`]/.test(written) && (written.length === 1 || written.at(-1) !== written[0])

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
  /** A digest of the pulled variables. */
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
