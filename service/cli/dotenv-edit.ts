// A dotenv file that takes new values as an editor would put them in: what did not change stays as it was written.
import { readDotenv, spellingOf, writeDotenv, type Variables } from './dotenv-text.ts'

const quoted = ["'", '"', '`'].map((mark) => String.raw`\s*${mark}(?:\\${mark}|[^${mark}])*${mark}`)
const written = [...quoted, String.raw`[^#\r\n]+`].join('|')
const sign = String.raw`(?:\s*=\s*?|:\s+?)`
/** What the `dotenv` package takes for a variable, with names and places. It has no part that says where they are. */
export const assignment = new RegExp(
  String.raw`^\s*(?<lead>(?:export\s+)?(?<key>[\w.-]+)${sign})(?<value>${written})?\s*(?:#.*)?$`,
  'gm',
)
/** What is left of a line, with its end. */
const restOfLine = /^.*(?:\r\n|\s)?/

/** A variable in the text: its value from `start` to `end`, and all of its line, or lines, from `from` to `to`. */
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

/** @param spelled which values are written anew: those that differ, or also those that another one could swallow */
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
 * The text with these variables instead of its own. Comments, order, blank lines and `export` stay; a variable that is
 * no more takes its line with it, a new one comes last. Where a key stands several times, all of them agree afterwards.
 * @returns or the key whose value the format cannot hold
 */
export function editDotenv(text: string, variables: Variables): ReturnType<typeof writeDotenv> {
  if (sameAs(variables, text)) return { ok: true, text }
  for (const spelled of ['changed', 'all'] as const) {
    const candidate = edited(text, variables, spelled)
    if (candidate !== undefined && sameAs(variables, candidate)) return { ok: true, text: candidate }
  }
  // Lines that mean something else without their neighbours: none of them can stay.
  return writeDotenv(variables)
}
