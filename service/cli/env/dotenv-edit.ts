// Replaces values in the text of a dotenv file; everything else stays as it was written.
import { readDotenv, spellingOf, writeDotenv, type Variables } from './dotenv-text.ts'

const quoted = ["'", '"', '`'].map((mark) => String.raw`\s*${mark}(?:\\${mark}|[^${mark}])*${mark}`)
const written = [...quoted, String.raw`[^#\r\n]+`].join('|')
const sign = String.raw`(?:\s*=\s*?|:\s+?)`
/** An assignment as the `dotenv` package matches it, with groups, because the package reports no positions. */
export const assignment = new RegExp(
  String.raw`^\s*(?<lead>(?:export\s+)?(?<key>[\w.-]+)${sign})(?<value>${written})?\s*(?:#.*)?$`,
  'gm',
)
/** The rest of a line, with its end. */
const restOfLine = /^.*(?:\r\n|\s)?/

/** A variable in the text: its value is from `start` to `end`, its lines are from `from` to `to`. */
type Entry = { key: string; value: string | undefined; start: number; end: number; from: number; to: number }

function entriesOf(text: string): Entry[] {
  return Array.from(text.matchAll(assignment), ({ 0: all, index, groups = {} }) => {
    const { lead = '', key = '', value = '' } = groups
    const before = all.slice(0, all.indexOf(lead))
    const from = index + (/.*$/.exec(before)?.index ?? 0)
    const after = index + before.length + lead.length
    const start = after + (value.length - value.trimStart().length)
    const end = start + value.trim().length
    const to = end + (restOfLine.exec(text.slice(end))?.[0].length ?? 0)
    return { key, value: readDotenv(all)[key], start, end, from, to }
  })
}

const sameAs = (variables: Variables, text: string) => {
  const read = readDotenv(text)
  return (
    Object.keys(read).length === Object.keys(variables).length &&
    Object.entries(variables).every(([key, value]) => read[key] === value)
  )
}

/** @param spelled the values to rewrite: the changed ones, or all, because a quote in one value can end in another */
function edited(text: string, variables: Variables, spelled: 'changed' | 'all'): string | undefined {
  const entries = entriesOf(text)
  let [result, done] = ['', 0]
  for (const { key, value, start, end, from, to } of entries) {
    const wanted = Object.hasOwn(variables, key) ? variables[key] : undefined
    if (wanted === undefined) {
      result += text.slice(done, Math.max(done, from))
      done = to
    } else if (value !== wanted || spelled === 'all') {
      const spelling = spellingOf(wanted)
      if (spelling === undefined) return undefined
      result += text.slice(done, start) + spelling
      done = end
    }
  }
  result += text.slice(done)
  const held = new Set(entries.map(({ key }) => key))
  const added = writeDotenv(Object.fromEntries(Object.entries(variables).filter(([key]) => !held.has(key))))
  if (!added.ok) return undefined
  const newline = text.includes('\r\n') ? '\r\n' : '\n'
  const gap = added.text === '' || result === '' || /[\n\r]$/.test(result) ? '' : newline
  return result + gap + added.text.replaceAll('\n', newline)
}

/**
 * Replaces the variables of the text. Comments, order, blank lines and `export` stay; the line of a removed variable is
 * removed, a new one is appended. If a key appears several times, each gets the same value.
 * @returns the text, or the key whose value the format cannot hold
 */
export function editDotenv(text: string, variables: Variables): ReturnType<typeof writeDotenv> {
  if (sameAs(variables, text)) return { ok: true, text }
  for (const spelled of ['changed', 'all'] as const) {
    const candidate = edited(text, variables, spelled)
    if (candidate !== undefined && sameAs(variables, candidate)) return { ok: true, text: candidate }
  }
  // Some lines mean something else without their neighbours, so none can stay.
  return writeDotenv(variables)
}
